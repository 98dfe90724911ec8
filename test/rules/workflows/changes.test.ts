// From a draft to what a file says: the edit makes exactly that, and the smallest one is taken.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Plan, WorkflowInput as Shape, type WorkflowInput } from '../../../src/contract/workflows/plan.ts';
import {
  documentedOperations,
  draftEdit,
  inWordsOf,
  missedEdits,
  notTaken,
  type WorkflowDraft,
} from '../../../src/rules/workflows/changes.ts';
import { applyOps } from '../../../src/rules/workflows/draft-ops.ts';
import { validWorkflow } from './generator.ts';

const PLAN: Plan = {
  nodes: [
    { id: 'a', kind: 'BLOCK', blockId: 'SELECT_LEADS', inputs: { leadIds: [1] }, next: ['b'] },
    { id: 'b', kind: 'BLOCK', blockId: 'VERIFY_LEAD_EMAIL', inputs: {}, next: ['c'] },
    { id: 'c', kind: 'BLOCK', blockId: 'WAIT', inputs: { duration: { value: 1, unit: 'days' } }, next: [] },
  ],
};
const DRAFT: WorkflowDraft = { name: 'One', plan: PLAN, trigger: { type: 'MANUAL' }, maxCreditsPerRun: null };
const input = (changes: Partial<WorkflowInput> = {}): WorkflowInput => ({ name: 'One', plan: PLAN, ...changes });
const [a, b, c] = PLAN.nodes;
const plan = (...nodes: (Plan['nodes'][number] | undefined)[]): Plan => ({
  nodes: nodes.filter((node) => node !== undefined),
});

describe('draft and file → edit', () => {
  test.each<readonly [string, WorkflowInput, unknown]>([
    ['the same', input(), null],
    [
      'the same, said in other words',
      input({ trigger: { type: 'MANUAL' }, maxCreditsPerRun: null, plan: { name: '', ...PLAN } }),
      null,
    ],
    ['another name', input({ name: 'Two' }), { ops: [{ kind: 'rename', name: 'Two' }] }],
    ['a trigger', input({ trigger: { type: 'API' } }), { ops: [{ kind: 'setTrigger', trigger: { type: 'API' } }] }],
    ['a ceiling', input({ maxCreditsPerRun: 5 }), { ops: [], maxCreditsPerRun: 5 }],
    [
      'an input',
      input({
        plan: plan(
          a,
          b,
          c && { ...c, kind: 'BLOCK', blockId: 'WAIT', inputs: { duration: { value: 2, unit: 'days' } } },
        ),
      }),
      { ops: [{ kind: 'updateStepInputs', id: 'c', inputs: { duration: { value: 2, unit: 'days' } } }] },
    ],
    [
      'another block, with its inputs',
      input({
        plan: plan(
          a,
          b && { id: 'b', kind: 'BLOCK', blockId: 'ADD_LEADS_TO_GROUP', inputs: { leadsGroupId: 1 }, next: ['c'] },
          c,
        ),
      }),
      {
        ops: [{ kind: 'updateStep', id: 'b', changes: { blockId: 'ADD_LEADS_TO_GROUP', inputs: { leadsGroupId: 1 } } }],
      },
    ],
    ['a slot', input({ plan: plan(a, b && { ...b, next: [] }, c) }), { ops: [{ kind: 'setNext', id: 'b', next: [] }] }],
    [
      'a step less',
      input({ plan: plan(a && { ...a, next: ['c'] }, c) }),
      {
        ops: [
          { kind: 'removeStep', id: 'b' },
          { kind: 'setNext', id: 'a', next: ['c'] },
        ],
      },
    ],
    ['another order of the nodes', input({ plan: plan(b, a, c) }), { ops: [{ kind: 'setPlan', plan: plan(b, a, c) }] }],
  ])('%s', (_what, wanted, edit) => expect(draftEdit(DRAFT, wanted)).toEqual(edit));

  test('a step more goes to the end', () => {
    const more = { id: 'd', kind: 'BLOCK', blockId: 'END', inputs: {}, next: [] } as const;
    const wanted = input({ plan: plan(a, b, c && { ...c, next: ['d'] }, { ...more, next: [] }) });
    expect(draftEdit(DRAFT, wanted)?.ops?.map(({ kind }) => kind)).toEqual(['addStep', 'setNext']);
  });
});

test('any two workflows: the edit of one makes the other, and then there is nothing more to do', () => {
  fc.assert(
    fc.property(validWorkflow(), validWorkflow(), (one, other) => {
      const [from, to] = [Shape.parse(one), Shape.parse(other)];
      const draft: WorkflowDraft = {
        name: from.name,
        plan: from.plan,
        trigger: { ...(from.trigger ?? { type: 'MANUAL' }) },
        maxCreditsPerRun: from.maxCreditsPerRun ?? null,
      };
      const edit = draftEdit(draft, to);
      const made = applyOps({ name: from.name, plan: { ...draft.plan }, trigger: draft.trigger }, edit?.ops ?? []);
      expect(made.problems).toEqual([]);
      const edited = Shape.parse({ name: made.draft.name, plan: made.draft.plan, trigger: made.draft.trigger });
      const after: WorkflowDraft = {
        name: edited.name,
        plan: edited.plan,
        trigger: { ...(edited.trigger ?? { type: 'MANUAL' }) },
        maxCreditsPerRun: edit?.maxCreditsPerRun === undefined ? draft.maxCreditsPerRun : edit.maxCreditsPerRun,
      };
      expect(draftEdit(after, to)).toBeNull();
    }),
    { numRuns: 200 },
  );
});

describe('for a service that takes what the interface shows', () => {
  const step = (id: string, next: string[], inputs: Record<string, unknown> = {}) =>
    ({ id, kind: 'BLOCK', blockId: 'ADD_LEADS_TO_CAMPAIGN', inputs, next }) as const;
  const draft: WorkflowDraft = {
    name: 'One',
    plan: { name: 'One', nodes: [step('a', ['b'], { campaignId: 1, pace: 'slow' }), step('b', [''])] },
    trigger: { type: 'MANUAL' },
  };
  const message = (...nodes: ReturnType<typeof step>[]): WorkflowInput => ({ name: 'One', plan: { nodes } });

  test.each<readonly [string, WorkflowInput, boolean, unknown, readonly string[]]>([
    ['the end of a path in other words', message(step('a', ['b'], { campaignId: 1 }), step('b', [])), true, null, []],
    ['another order of the nodes', message(step('b', []), step('a', ['b'], { campaignId: 1 })), true, null, []],
    [
      'an input: all of them go along, and one that no rule knows stays',
      message(step('a', ['b'], { campaignId: 2 }), step('b', [])),
      true,
      { ops: [{ kind: 'updateStepInputs', id: 'a', inputs: { campaignId: 2, pace: 'slow' } }] },
      [],
    ],
    [
      'an input that was taken out of the whole text',
      message(step('a', ['b'], { campaignId: 1 }), step('b', [''])),
      false,
      { ops: [{ kind: 'updateStepInputs', id: 'a', inputs: { campaignId: 1, pace: null } }] },
      [],
    ],
    [
      'a step more, where the others end with an open slot',
      message(step('a', ['b'], { campaignId: 1 }), step('b', ['c']), step('c', [])),
      true,
      {
        ops: [
          { kind: 'addStep', node: step('c', ['']) },
          { kind: 'setNext', id: 'b', next: ['c'] },
        ],
      },
      ['add the step "c"', 'change where the step "b" leads'],
    ],
  ])('%s', (_what, wanted, keepsUnknown, edit, left) => {
    const made = draftEdit(draft, inWordsOf(draft, wanted, keepsUnknown), documentedOperations);
    expect(made).toEqual(edit);
    expect(notTaken(made ?? {}, documentedOperations)).toEqual(left);
  });

  test('what did not take effect is found, whatever the service adds by itself', () => {
    const wanted = message(step('a', ['b'], { campaignId: 2 }), step('b', ['']));
    const [first, second] = draft.plan.nodes;
    const read = (campaignId: number): WorkflowDraft => ({
      ...draft,
      plan: {
        nodes: [
          { ...step('b', ['']), ...second },
          { ...first, ...step('a', ['b'], { campaignId, pace: 'fast' }) },
        ],
      },
    });
    expect(missedEdits(draft, wanted, read(2))).toEqual([
      { path: 'plan.nodes.a.inputs.pace', wanted: undefined, found: 'fast', is: 'other' },
    ]);
    expect(missedEdits(draft, { ...wanted, maxCreditsPerRun: 5 }, read(1)).map(({ path, is }) => [path, is])).toEqual([
      ['plan.nodes.a.inputs.campaignId', 'lost'],
      ['plan.nodes.a.inputs.pace', 'other'],
      ['maxCreditsPerRun', 'hidden'],
    ]);
  });
});
