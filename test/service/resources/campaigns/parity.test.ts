// What lint accepts the service accepts, what lint refuses the service refuses, with the same paths in the same order:
// for every fixture of the rules, and for campaigns made at random.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BRANCHES_OF, STEP_TYPES } from '../../../../src/contract/campaigns/enums.ts';
import { stepShapes } from '../../../../src/contract/campaigns/shapes.ts';
import { checkCampaign } from '../../../../src/rules/campaigns/check.ts';
import { bodyOfFile, fileOfCampaign } from '../../../../src/rules/campaigns/file.ts';
import { worldForAllTests } from '../../../opened.ts';
import { anyCampaign } from '../../../rules/campaigns/broken.ts';
import { checked, fixtures } from '../../../rules/campaigns/fixtures.ts';
import { carelessCampaign, validCampaign } from '../../../rules/campaigns/generator.ts';

const world = worldForAllTests();

/** What only the workspace can say: no one finds it offline. */
const OF_THE_WORKSPACE = new Set([
  'unknown_identity',
  'unknown_owner',
  'unknown_voice',
  'unknown_ai_message',
  'channel_mismatch',
  'unknown_campaign',
]);

interface Verdict {
  readonly status: number;
  readonly problems: readonly string[];
}

/** What the service will say, as far as lint knows. A name that lint cannot place is unknown in an empty workspace. */
function linted(body: unknown): Verdict {
  const problems = checkCampaign(body)
    .filter(({ severity, code }) => severity === 'error' || code === 'unverified')
    .map(({ path, code, kind }) => {
      if (code !== 'unverified') return { path, code, kind };
      return path.endsWith('.condition.field')
        ? { path, code: 'unknown_field', kind: 'invalid' }
        : { path, code: 'unknown_placeholder', kind: 'unprocessable' };
    });
  const is422 = problems.every(({ kind }) => kind === 'unprocessable');
  return {
    status: problems.length === 0 ? 200 : is422 ? 422 : 400,
    problems: problems.map(({ path, code }) => `${path} ${code}`),
  };
}

/** What it did say, without what only it can know. */
async function answered(body: unknown): Promise<Verdict & { readonly isOfTheWorkspace: boolean }> {
  const reply = await world.call('POST', '/v1/campaigns', { body });
  const issues: { path: string; code: string }[] = reply.body.details?.issues ?? [];
  const own = issues.filter(({ code }) => !OF_THE_WORKSPACE.has(code));
  return {
    status: reply.status,
    problems: own.map(({ path, code }) => `${path} ${code}`),
    isOfTheWorkspace: own.length < issues.length,
  };
}

describe('every fixture of the rules', () => {
  const all = fixtures();

  test('there are some of both kinds', async () => {
    const files = await Promise.all(all.map(({ text }) => checked(text)));
    const accepted = files.filter(({ file }) => file.yaml.readable && linted(file.body).status === 200).length;
    expect([accepted > 10, files.length - accepted > 10]).toEqual([true, true]);
  });

  test.each(all.map((fixture) => [fixture.name, fixture] as const))('%s', async (_, { text }) => {
    const { file } = await checked(text);
    // A text that is not YAML is never sent.
    if (!file.yaml.readable) return;
    // JSON has no undefined, no NaN: what is sent is what is compared.
    const body: unknown = JSON.parse(JSON.stringify(file.body));
    const { isOfTheWorkspace, ...answer } = await answered(body);
    const lint = linted(body);
    expect(answer.problems).toEqual(lint.problems);
    expect(answer.status).toBe(isOfTheWorkspace ? 400 : lint.status);
  });
});

const span = fc.record({
  value: fc.constantFrom(1, 2, 2, 0.5, 0),
  unit: fc.constantFrom('days', 'days', 'hours', 'weeks'),
});
const text = fc.constantFrom(
  'Hello',
  'Hi {firstName}',
  'at {company}',
  '{firstNme}',
  '{Shoe}',
  '{{jobTitle}}',
  'a { b',
  ' ',
);

/** Values that fit a field, most of the time. */
const FITTING: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  subject: fc.oneof(text, fc.constant('')),
  content: text,
  delay: span,
  aiMessageId: fc.constantFrom('lib-email-first', 'lib-network-message'),
  attachment: fc.constantFrom('https://files.example/a.png', 'key/of/a/file'),
  attachmentName: fc.constant('a.png'),
  contentType: fc.constantFrom('AUDIO', 'IMAGE', 'audio'),
  messages: fc.array(
    fc.record({ content: text, attachment: fc.constant('a/b'), x: fc.constant(1) }, { requiredKeys: [] }),
    {
      maxLength: 3,
    },
  ),
  voiceId: fc.constantFrom('sys-alto', 'sys-tenor'),
  voiceSettings: fc.record(
    {
      voiceSpeed: fc.constantFrom(1, 2.5, '1'),
      voiceStability: fc.constantFrom(0, 100, 101),
      backgroundNoise: fc.constantFrom('none', 'office', ''),
      backgroundVolume: fc.constantFrom(0, 50, -1),
    },
    { requiredKeys: [] },
  ),
  reactionType: fc.constantFrom('LIKE', 'LOVE'),
  waitForAcceptance: span,
  taskType: fc.constantFrom('CALL', 'TODO', 'call'),
  title: text,
  note: fc.oneof(text, fc.constant('')),
  ownerId: fc.constantFrom(1, 'x', 0),
  campaignId: fc.constantFrom(1, 0, 'one'),
  condition: fc.record(
    {
      type: fc.constantFrom(
        'has_professional_email',
        'email_opened',
        'task_completed',
        'network_message_viewed',
        'lead_field',
        'opened',
      ),
      waitFor: span,
      field: fc.constantFrom('firstName', 'jobTitle', 'Shoe', ''),
      operator: fc.constantFrom('EQUALS', 'IS_EMPTY', 'GREATER_THAN', 'LIKE'),
      value: fc.constantFrom('x', 3, '3', true, null, ''),
    },
    { requiredKeys: ['type'] },
  ),
};

/** Values that fit nowhere, or only by chance. */
const odd = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  0,
  -1,
  1.5,
  1e21,
  'x',
  [],
  {},
  [[]],
  true,
  '__proto__',
  'x'.repeat(1001),
);

const mostly = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: value, weight: 30 }, { arbitrary: odd, weight: 1 });

/** One time in `n`. */
const sometimes = <T>(value: fc.Arbitrary<T>, n: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: n - 1 }, { arbitrary: value, weight: 1 });

const SAFE: Readonly<Record<string, readonly string[]>> = {
  email: ['subject', 'content'],
  network_message: ['content'],
  network_message_bundle: ['messages'],
  network_voice_message: ['content', 'voiceId'],
  network_inmail: ['subject', 'content'],
  whatsapp_message: ['content'],
  condition: ['condition'],
  task: ['taskType', 'title'],
};

const plain: Readonly<Record<string, unknown>> = {
  messages: [{ content: 'Hi' }],
  condition: { type: 'has_whatsapp_account' },
  taskType: 'CALL',
  voiceId: 'sys-alto',
};

function stepOf(type: (typeof STEP_TYPES)[number], depth: number): fc.Arbitrary<unknown> {
  const needed = SAFE[type] ?? [];
  const optional = Object.keys(stepShapes[type].fields).filter((field) => !needed.includes(field));
  const filled = Object.fromEntries(
    needed.map((field) => [
      field,
      fc.oneof(
        { arbitrary: fc.constant(plain[field] ?? 'Hello {firstName}'), weight: 6 },
        { arbitrary: mostly(FITTING[field] ?? odd), weight: 1 },
        { arbitrary: fc.constant(undefined), weight: 1 },
      ),
    ]),
  );
  const extra = Object.fromEntries(
    [...optional, 'stepId', 'connectionId', 'nextConnectionId', 'colour'].map((field) => [
      field,
      sometimes(mostly(FITTING[field] ?? fc.constantFrom(1, 2, 3)), field === 'colour' ? 60 : 8),
    ]),
  );
  const branches = type === 'condition' || type === 'network_connection' ? BRANCHES_OF[type] : [];
  const inner = Object.fromEntries(
    branches.map((key) => [
      key,
      depth > 0 ? fc.option(mostly(sequence(depth - 1)), { nil: undefined }) : fc.constant(undefined),
    ]),
  );
  return fc.record({ type: fc.constant(type), ...filled, ...extra, ...inner });
}

function sequence(depth: number): fc.Arbitrary<unknown> {
  const steps = STEP_TYPES.map((type) => ({ arbitrary: stepOf(type, depth), weight: type === 'email' ? 12 : 4 }));
  return fc.array(fc.oneof(...steps, { arbitrary: odd, weight: 1 }), { maxLength: 4, minLength: 0 });
}

const campaign = fc.record({
  name: fc.oneof({ arbitrary: fc.constant('x'), weight: 10 }, { arbitrary: odd, weight: 1 }),
  description: fc.option(mostly(text), { nil: undefined }),
  identityId: fc.option(mostly(fc.constantFrom(1, null)), { nil: undefined }),
  trackOpens: fc.option(mostly(fc.boolean()), { nil: undefined }),
  trackClicks: fc.option(mostly(fc.boolean()), { nil: undefined }),
  steps: mostly(sequence(2)),
});

/** The same verdict, the same paths. Gives the status. */
async function agreed(made: unknown): Promise<number> {
  const body: unknown = JSON.parse(JSON.stringify(made));
  const lint = linted(body);
  const { isOfTheWorkspace, ...answer } = await answered(body);
  expect(answer.problems).toEqual(lint.problems);
  expect(answer.status).toBe(isOfTheWorkspace ? 400 : lint.status);
  return answer.status;
}

test('campaigns made at random, field by field: the same verdict, the same paths', async () => {
  const seen = new Map<number, number>();
  const run = async (made: unknown) => {
    const status = await agreed(made);
    seen.set(status, (seen.get(status) ?? 0) + 1);
  };
  await fc.assert(fc.asyncProperty(campaign, run), { numRuns: 1000 });
  const count = (status: number) => seen.get(status) ?? 0;
  expect([count(200) > 20, count(422) > 0, count(400) > 100]).toEqual([true, true, true]);
});

test.each([
  ['in order by construction', validCampaign()],
  ['put together without care', carelessCampaign()],
  ['with a few things broken', anyCampaign()],
])('campaigns %s: the same verdict, the same paths', async (_, campaigns) => {
  await fc.assert(
    fc.asyncProperty(campaigns, async (made) => {
      await agreed(made);
    }),
    { numRuns: 300 },
  );
});

test('a campaign sent back as it was read, or made again from its file, is the same campaign', async () => {
  const post = async (body: unknown) => (await world.call('POST', '/v1/campaigns', { body })).body.data;
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(validCampaign(), async (made) => {
      const created = await post(made);
      // It may name what this workspace has not.
      if (created === undefined) return;
      compared += 1;
      const path = `/v1/campaign/${created.id}`;
      expect((await world.call('PATCH', path, { body: created })).body.data).toEqual(created);
      const again = await post(bodyOfFile(fileOfCampaign(created)));
      expect(fileOfCampaign(again)).toEqual(fileOfCampaign(created));
    }),
    { numRuns: 200 },
  );
  expect(compared).toBeGreaterThan(50);
});
