// What lint accepts the service accepts, what lint refuses the service refuses, with the same paths in the same order, for
// every fixture of the rules: both go by `checkCampaign`.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCampaign } from '../../../../src/rules/campaigns/check.ts';
import { bodyOfFile, fileOfCampaign } from '../../../../src/rules/campaigns/file.ts';
import { worldForAllTests } from '../../../opened.ts';
import { checked, fixtures } from '../../../rules/campaigns/fixtures.ts';
import { validCampaign } from '../../../rules/campaigns/generator.ts';

const world = worldForAllTests();

/** What only the workspace can say: no one finds it offline. */
const OF_THE_WORKSPACE = new Set([
  ...'unknown_identity unknown_owner unknown_voice unknown_ai_message channel_mismatch'.split(' '),
  ...'unknown_campaign'.split(' '),
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

/** The same verdict, the same paths. */
async function agreed(made: unknown): Promise<void> {
  // JSON has no undefined, no NaN: what is sent is what is compared.
  const body: unknown = JSON.parse(JSON.stringify(made));
  const lint = linted(body);
  const { isOfTheWorkspace, ...answer } = await answered(body);
  expect(answer.problems).toEqual(lint.problems);
  expect(answer.status).toBe(isOfTheWorkspace ? 400 : lint.status);
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
    await agreed(file.body);
  });
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
    { numRuns: 80 },
  );
  expect(compared).toBeGreaterThan(30);
});
