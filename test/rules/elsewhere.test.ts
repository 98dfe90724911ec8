// Rules for a service other than the local one: what it gives, lint accepts, whatever it adds to what is documented.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAiEntity } from '../../src/rules/ai/check.ts';
import { checkCampaign } from '../../src/rules/campaigns/check.ts';
import { bodyOfFile as campaignBody, fileOfCampaign } from '../../src/rules/campaigns/file.ts';
import { canonicalText } from '../../src/rules/outreach/compare.ts';
import type { Document, ResourceKind } from '../../src/rules/outreach/kinds.ts';
import { alignedWith, documentOfBody, workflowDocument } from '../../src/rules/outreach/normal.ts';
import { checkPlaybookFile } from '../../src/rules/playbook/file.ts';
import { isLeftToService, markOf, type Problem, type ServiceKnowledge } from '../../src/rules/problem.ts';
import { checkWorkflow } from '../../src/rules/workflows/check.ts';
import { bodyOfFile as workflowBody } from '../../src/rules/workflows/file.ts';

const elsewhere = { undocumentedRules: 'warn' } as const;

const word = fc.stringMatching(/^[A-Z][A-Z_]{3,12}$/);
/** Fields that no one knows yet; their names collide with none that is known. */
const extra = fc.dictionary(
  fc.stringMatching(/^new[A-Z][a-z]{2,8}$/),
  fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.dictionary(fc.string(), fc.integer())),
  { maxKeys: 3 },
);
const idOf = fc.oneof(
  fc.nat().map((n) => n + 1),
  fc.stringMatching(/^[a-z]{3}_[0-9]{4}$/),
);
const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('', 'Hi {firstName}') },
  { weight: 1, arbitrary: fc.constant('x'.repeat(200_000)) },
);
const delay = fc.oneof(fc.constant(null), fc.record({ value: fc.nat(), unit: word }));

const step = fc.oneof(
  fc.record({ type: word, next: idOf }),
  fc.record({ type: fc.constant('email'), subject: fc.constant('Hello'), content: text, delay, stepId: idOf }),
  fc.record({ type: fc.constant('task'), taskType: word, title: text, ownerId: idOf, note: fc.constant(null) }),
  fc.record({ type: fc.constant('network_like_last_post'), reactionType: fc.constant('PRAISE'), delay }),
  fc.record({
    type: fc.constant('network_message'),
    content: text,
    contentType: word,
    attachmentName: fc.constant(null),
  }),
  fc.record({ type: fc.constant('add_to_another_campaign'), campaignId: idOf }),
  fc.record({
    type: fc.constant('condition'),
    condition: fc.oneof(
      fc.record({ type: word, threshold: fc.integer() }),
      fc.record({
        type: fc.constant('lead_field'),
        field: word,
        operator: word,
        value: fc.oneof(fc.string(), fc.integer(), fc.constant([1, 2])),
      }),
    ),
    onTrue: fc.constant([{ type: 'network_visit_profile' }]),
  }),
);

type Check = (body: unknown, knowledge: ServiceKnowledge) => readonly Problem[];

/** Errors of what the service gave: what it named itself is remembered. */
function errorsOf(check: Check, body: unknown): string[] {
  const marks = check(body, elsewhere)
    .filter(isLeftToService)
    .map((problem) => markOf(problem, body));
  return check(body, { ...elsewhere, given: new Set(marks) })
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message }) => `${path}: ${message}`);
}

const checkAi =
  (kind: 'ai-variable' | 'ai-message'): Check =>
  (body, known) =>
    checkAiEntity(kind, body, known, 'create', 'file');

/** Read back from its file, it says what it says: a plan right after a pull is empty. */
function saysTheSame(kind: ResourceKind, body: unknown, document: Document): void {
  const reported = documentOfBody(kind, JSON.parse(JSON.stringify(body)));
  expect(reported).not.toBeNull();
  expect(canonicalText(alignedWith(kind, reported ?? {}, document))).toBe(canonicalText(document));
}

describe('export, then lint: no error, whatever the service adds', () => {
  test('campaigns', () => {
    const campaign = fc.record({
      name: fc.constant('A'),
      status: word,
      identityId: fc.oneof(fc.constant(null), idOf),
      trackOpens: fc.oneof(fc.boolean(), fc.constant(null)),
      steps: fc.array(
        fc.tuple(step, extra).map(([own, more]) => ({ ...own, ...more })),
        { minLength: 1, maxLength: 6 },
      ),
    });
    fc.assert(
      fc.property(campaign, extra, (own, more) => {
        const file = fileOfCampaign({ ...own, ...more });
        expect(errorsOf(checkCampaign, file)).toEqual([]);
        saysTheSame('campaign', campaignBody(file), file);
        // Steps replace each other whole: what is not known is not lost.
        const kept = Object(file['steps']);
        for (const [at, step] of own.steps.entries()) {
          const isKept = ([key, value]: [string, unknown]) => value !== null && key !== 'stepId';
          const names = Object.entries(step)
            .filter(isKept)
            .map(([key]) => key);
          expect(Object.keys(Object(kept[at])).toSorted()).toEqual(names.toSorted());
        }
      }),
      { numRuns: 300 },
    );
  });

  test('workflows', () => {
    const node = (id: number, last: number) =>
      fc
        .oneof(
          fc.record({
            kind: fc.constant('BLOCK'),
            blockId: fc.oneof(word, fc.constantFrom('WAIT', 'END', 'ENRICH_WITH_EMAIL', 'VERIFY_LEAD_EMAIL')),
            inputs: extra,
          }),
          fc.record({ kind: word, rule: fc.string() }),
        )
        .map((own) => ({ id: `n${id}`, ...own, next: id < last ? [`n${id + 1}`] : [''] }));
    const plan = fc
      .integer({ min: 1, max: 6 })
      .chain((last) => fc.tuple(...Array.from({ length: last }, (_, at) => node(at + 1, last))));
    const entry = { id: 'n0', kind: 'BLOCK', blockId: 'SELECT_LEADS_FROM_LIST', inputs: { leadsGroupId: 'grp_1' } };
    const trigger = fc.oneof(
      fc.record({ type: word }),
      fc.record({ type: fc.constant('INTENT'), signal: fc.record({ kind: word, within: fc.integer() }) }),
      fc.constant({ type: 'MANUAL', entity: 'LEAD', webhookUrl: null }),
    );
    fc.assert(
      fc.property(plan, trigger, extra, (nodes, own, more) => {
        const body = { name: 'A', trigger: own, plan: { nodes: [{ ...entry, next: ['n1'] }, ...nodes] }, ...more };
        for (const strictness of ['draft', 'publish'] as const) {
          expect(errorsOf((one, known) => checkWorkflow(one, known, strictness), body)).toEqual([]);
        }
        const document = workflowDocument(body);
        saysTheSame('workflow', workflowBody(document), document);
      }),
      { numRuns: 300 },
    );
  });

  test('playbooks and AI entities', () => {
    fc.assert(
      fc.property(extra, extra, text, word, (more, other, long, model) => {
        // An export leaves out what an item of the interface does not have.
        const product = { name: 'A', description: `x${long}` };
        const playbook = { company: { companyOverview: long, ...other }, productsServices: [product] };
        expect(errorsOf(checkPlaybookFile, playbook)).toEqual([]);
        const outputSchema = { type: model, ...more };
        const variable = { name: 'A', entity: 'CONTACT', prompt: 'Who?', outputSchema, model, ...other };
        expect(errorsOf(checkAi('ai-variable'), variable)).toEqual([]);
        const message = { name: 'A', tone: 'Calm', channel: model, prompt: 'Say hi', outputLength: model, ...other };
        expect(errorsOf(checkAi('ai-message'), message)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

test.each([
  [{ name: 'A', steps: [] }, 'steps'],
  [{ name: 'A', steps: [{ type: 'network_like_last_post', reactionType: 'ZEBRAS' }] }, 'steps[0].reactionType'],
  [{ name: 'A', steps: [{ type: 'email', content: 'Hi' }] }, 'steps[0].subject'],
  [{ name: 'A', steps: [{ type: 'email', subject: 'Hi', content: 'x', aiMessageId: 1 }] }, 'steps[0].subject'],
  [
    { name: 'A', steps: [{ type: 'network_connection', waitForAcceptance: { value: 0, unit: 'days' } }] },
    'steps[0].waitForAcceptance.value',
  ],
  [
    {
      name: 'A',
      steps: [{ type: 'condition', condition: { type: 'email_opened', waitFor: { value: 1, unit: 'days' } } }],
    },
    'steps[0].condition',
  ],
])('what the interface gives is refused everywhere: %j', (body, path) => {
  const errors = checkCampaign(body, elsewhere).filter(({ severity }) => severity === 'error');
  expect(errors[0]).toMatchObject({ basis: 'given' });
  expect(errors[0]?.path).toContain(path);
});
