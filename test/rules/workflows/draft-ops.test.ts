import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DraftOp } from '../../../src/contract/workflows/records.ts';
import { applyOps } from '../../../src/rules/workflows/draft-ops.ts';

const node = (id: string, ...next: readonly string[]) => ({ id, kind: 'BLOCK', blockId: 'END', next });

const draft = {
  name: 'W',
  plan: {
    nodes: [
      { id: 'a', kind: 'BLOCK', blockId: 'SELECT_LEADS', inputs: { leadIds: [1], x: 1 }, next: ['b'] },
      { id: 'b', kind: 'BLOCK', blockId: 'WAIT_FOR_APPROVAL', next: ['c', 'c'] },
      node('c'),
    ],
  },
  trigger: { type: 'API' },
};
const [a, b, c] = draft.plan.nodes;
const withNodes = (...nodes: readonly unknown[]) => ({ ...draft, plan: { nodes } });

describe('one operation', () => {
  test.each<[title: string, op: DraftOp, after: unknown]>([
    [
      'updateStepInputs replaces what it names and keeps the rest',
      { kind: 'updateStepInputs', id: 'a', inputs: { leadIds: [2] } },
      withNodes({ ...a, inputs: { leadIds: [2], x: 1 } }, b, c),
    ],
    [
      'updateStepInputs: null takes an input away',
      { kind: 'updateStepInputs', id: 'a', inputs: { x: null } },
      withNodes({ ...a, inputs: { leadIds: [1] } }, b, c),
    ],
    [
      'updateStepInputs of a step without inputs',
      { kind: 'updateStepInputs', id: 'c', inputs: { x: 1 } },
      withNodes(a, b, { ...c, inputs: { x: 1 } }),
    ],
    [
      'updateStep replaces fields; a new id is followed by every slot',
      { kind: 'updateStep', id: 'c', changes: { id: 'stop', label: 'x' } },
      withNodes(a, { ...b, next: ['stop', 'stop'] }, { ...c, id: 'stop', label: 'x' }),
    ],
    [
      'updateStep: null takes a field away',
      { kind: 'updateStep', id: 'a', changes: { inputs: null } },
      withNodes({ id: 'a', kind: 'BLOCK', blockId: 'SELECT_LEADS', next: ['b'] }, b, c),
    ],
    [
      'removeStep leaves the slots that led to it open',
      { kind: 'removeStep', id: 'c' },
      withNodes(a, { ...b, next: ['', ''] }),
    ],
    ['setNext', { kind: 'setNext', id: 'b', next: ['c', ''] }, withNodes(a, { ...b, next: ['c', ''] }, c)],
    [
      'addStep at the end of the plan, as it is',
      { kind: 'addStep', node: node('d', 'c') },
      withNodes(a, b, c, node('d', 'c')),
    ],
    [
      'addStep between two steps: it goes on where the slot led',
      { kind: 'addStep', node: { id: 'd', kind: 'BLOCK', blockId: 'VERIFY_LEAD_EMAIL' }, after: 'a' },
      withNodes({ ...a, next: ['d'] }, b, c, { id: 'd', kind: 'BLOCK', blockId: 'VERIFY_LEAD_EMAIL', next: ['b'] }),
    ],
    [
      'addStep behind another slot, leading where it says itself',
      { kind: 'addStep', node: node('d', ''), after: 'b', slot: 1 },
      withNodes(a, { ...b, next: ['c', 'd'] }, c, node('d', '')),
    ],
    [
      'addStep where a path ended: it ends behind it',
      { kind: 'addStep', node: { id: 'd', kind: 'BLOCK', blockId: 'END' }, after: 'c' },
      withNodes(a, b, { ...c, next: ['d'] }, node('d')),
    ],
    ['setTrigger', { kind: 'setTrigger', trigger: { type: 'MANUAL' } }, { ...draft, trigger: { type: 'MANUAL' } }],
    ['setTrigger: null is the default again', { kind: 'setTrigger', trigger: null }, { ...draft, trigger: null }],
    ['setPlan', { kind: 'setPlan', plan: { nodes: [] } }, withNodes()],
    ['rename', { kind: 'rename', name: 'V' }, { ...draft, name: 'V' }],
  ])('%s', (_, op, after) => expect(applyOps(draft, [op])).toEqual({ draft: after, problems: [] }));

  test.each<[op: DraftOp, path: string, code: string, message: string]>([
    [{ kind: 'removeStep', id: 'z' }, 'ops[0].id', 'unknown_step', 'there is no step "z" in the draft'],
    [{ kind: 'setNext', id: 'z', next: [] }, 'ops[0].id', 'unknown_step', 'there is no step "z" in the draft'],
    [{ kind: 'updateStep', id: 'z', changes: {} }, 'ops[0].id', 'unknown_step', 'there is no step "z" in the draft'],
    [
      { kind: 'addStep', node: node('d'), after: 'z' },
      'ops[0].after',
      'unknown_step',
      'there is no step "z" in the draft',
    ],
    [
      { kind: 'addStep', node: node('d'), after: 'b', slot: 2 },
      'ops[0].slot',
      'unknown_slot',
      '"b" has 2 slots: there is no slot 2',
    ],
  ])('that cannot be done: %j', (op, path, code, message) => {
    const { draft: after, problems } = applyOps(draft, [op]);
    expect(problems).toMatchObject([{ path, code, message, severity: 'error' }]);
    expect(after).toEqual(draft);
  });
});

test('operations follow one another, and every one that fails is named', () => {
  const { draft: after, problems } = applyOps(draft, [
    { kind: 'addStep', node: { id: 'd', kind: 'BLOCK', blockId: 'END' }, after: 'c' },
    { kind: 'removeStep', id: 'c' },
    { kind: 'removeStep', id: 'c' },
    { kind: 'setNext', id: 'b', next: ['d', 'd'] },
    { kind: 'updateStepInputs', id: 'y', inputs: {} },
  ]);
  expect(problems.map(({ path }) => path)).toEqual(['ops[2].id', 'ops[4].id']);
  expect(after).toEqual(withNodes(a, { ...b, next: ['d', 'd'] }, node('d')));
});

test('no operation touches what it was given, and a rename there and back is nothing', () => {
  const before = structuredClone(draft);
  fc.assert(
    fc.property(fc.constantFrom('a', 'b', 'c'), fc.string({ minLength: 1 }), (id, name) => {
      fc.pre(!['a', 'b', 'c'].includes(name));
      const there: DraftOp = { kind: 'updateStep', id, changes: { id: name } };
      const back: DraftOp = { kind: 'updateStep', id: name, changes: { id } };
      expect(applyOps(draft, [there, back]).draft).toEqual(draft);
      expect(draft).toEqual(before);
    }),
  );
});
