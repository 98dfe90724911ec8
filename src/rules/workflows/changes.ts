// From a draft as it is to what a file says: the smallest edit, or the whole plan at once.

import { append } from '../../contract/append.ts';
import { NODE_FIELDS } from '../../contract/field-names.ts';
import { getOwn, isObject } from '../../contract/json.ts';
import type { Plan, Trigger, WorkflowInput, WorkflowNode } from '../../contract/workflows/plan.ts';
import type { DraftEdit, DraftOp } from '../../contract/workflows/records.ts';
import { type MissedEdit, markHidden, missedEffects } from '../effects.ts';
import { canonical } from '../outreach/compare.ts';
import { blockOf } from './blocks/catalogue.ts';
import { applyOps } from './draft-ops.ts';

type DraftPlan = Readonly<Omit<Plan, 'nodes'>> & { readonly nodes: readonly WorkflowNode[] };

export interface WorkflowDraft {
  /** A service need not show it: then it is not compared. */
  readonly name?: string | undefined;
  readonly plan: DraftPlan;
  readonly trigger: Readonly<Record<string, unknown>>;
  /** Not sent where it is neither known nor wanted. */
  readonly maxCreditsPerRun?: number | null | undefined;
}

/** What reading adds to a trigger. */
const READ_ONLY = ['webhookUrl', 'webhookInputs', 'webhookSecret'];

/** Two that mean the same are the same text. */
const textOf = (value: unknown): string => JSON.stringify(canonical(value, (inner) => inner === null));
const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

/** A node with the inputs it has: none is the same as an empty object. */
function whole(node: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return node['kind'] === 'BLOCK' ? { ...node, inputs: node['inputs'] ?? {} } : node;
}

function planText({ name, nodes, ...rest }: Readonly<Record<string, unknown>>): string {
  const own = Array.isArray(nodes) ? nodes.map((node: unknown) => (isObject(node) ? whole(node) : node)) : nodes;
  return textOf({ name: name === '' ? undefined : name, nodes: own, ...rest });
}

function triggerText(trigger: Readonly<Record<string, unknown>>): string {
  const own = Object.entries(trigger).filter(
    ([key, value]) => !READ_ONLY.includes(key) && !(key === 'inputs' && Array.isArray(value) && value.length === 0),
  );
  return textOf(Object.fromEntries(own));
}

/** `null` takes away what is gone. */
function difference(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  const changed = Object.entries(after).filter(([key, value]) => !isSame(getOwn(before, key), value));
  const gone = Object.keys(before).filter(
    (key) => (getOwn(after, key) ?? null) === null && (getOwn(before, key) ?? null) !== null,
  );
  return Object.fromEntries([...changed, ...gone.map((key) => [key, null])]);
}

function nodeOps(before: WorkflowNode, after: WorkflowNode): DraftOp[] {
  const ops: DraftOp[] = [];
  const { id, next, ...rest } = after;
  const { next: nextBefore, ...restBefore } = before;
  const [inputs, inputsBefore] = [after, before].map((node) => (node.kind === 'BLOCK' ? (node.inputs ?? {}) : {}));
  const own = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => key !== 'inputs' && key !== 'id'));
  const changes = difference(own(restBefore), own(rest));
  // Another block takes other inputs: they go along whole.
  const isOther = 'blockId' in changes || 'kind' in changes;
  const withInputs = isOther && after.kind === 'BLOCK' ? { ...changes, inputs: inputs ?? {} } : changes;
  if (Object.keys(withInputs).length > 0) ops.push({ kind: 'updateStep', id, changes: withInputs });
  const changed = isOther ? {} : difference(inputsBefore ?? {}, inputs ?? {});
  // All inputs go along: whether the operation replaces them or only those it names is not shown.
  if (Object.keys(changed).length > 0) ops.push({ kind: 'updateStepInputs', id, inputs: { ...inputs, ...changed } });
  if (!isSame(nextBefore, next)) ops.push({ kind: 'setNext', id, next });
  return ops;
}

function planOps(before: DraftPlan, after: Plan, takes: SupportsOperation): DraftOp[] {
  if (planText(before) === planText(after)) return [];
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const kept = new Set(after.nodes.map(({ id }) => id));
  const gone = before.nodes.filter(({ id }) => !kept.has(id));
  const added = after.nodes.filter(({ id }) => !old.has(id));
  const ops: DraftOp[] = [
    ...gone.map(({ id }): DraftOp => ({ kind: 'removeStep', id })),
    ...added.map((node): DraftOp => ({ kind: 'addStep', node: { ...node } })),
  ];
  // Taking a step out unwires the slots that led to it.
  const removed = new Set(gone.map(({ id }) => id));
  for (const node of after.nodes) {
    const known = old.get(node.id);
    if (known === undefined) continue;
    append(ops, nodeOps({ ...known, next: known.next.map((id) => (removed.has(id) ? '' : id)) }, node));
  }
  // What the operations make must be exactly the plan, order of nodes included; else, or where they are many, it goes whole.
  const made = applyOps({ name: '', plan: { ...before }, trigger: null }, ops).draft.plan;
  const isExact = planText(made) === planText(after);
  const whole: DraftOp = { kind: 'setPlan', plan: { ...after } };
  const isFew = ops.length <= after.nodes.length || !takes(whole);
  return isExact && isFew ? ops : [whole];
}

/** Whether the service takes an operation. */
export type SupportsOperation = (op: DraftOp) => boolean;

/** Our own service. */
export const allOperations: SupportsOperation = () => true;

/** What the interface shows. */
export const documentedOperations: SupportsOperation = ({ kind }) => kind === 'updateStepInputs';

/**
 * The edit that makes the draft what the input says; null when it is that already. A ceiling that the input leaves out
 * stays. `revision` is for the caller.
 */
export function draftEdit(draft: WorkflowDraft, input: WorkflowInput, takes: SupportsOperation = allOperations) {
  const trigger: Trigger = input.trigger ?? { type: 'MANUAL' };
  const ops: DraftOp[] = [
    ...(draft.name === undefined || draft.name === input.name ? [] : [{ kind: 'rename', name: input.name } as const]),
    ...(triggerText(draft.trigger) === triggerText(trigger)
      ? []
      : [{ kind: 'setTrigger', trigger: { ...trigger } } as const]),
    ...planOps(draft.plan, input.plan, takes),
  ];
  const { maxCreditsPerRun: ceiling } = input;
  const isOther = ceiling !== undefined && ceiling !== (draft.maxCreditsPerRun ?? null);
  const settings = isOther ? { maxCreditsPerRun: ceiling } : {};
  return ops.length === 0 && Object.keys(settings).length === 0 ? null : { ops, ...settings };
}

/** An operation in words, after "it would have to". */
function aboutOp(op: DraftOp): string {
  switch (op.kind) {
    case 'rename':
      return 'change the name';
    case 'setTrigger':
      return 'change the trigger';
    case 'setPlan':
      return 'replace the plan';
    case 'addStep':
      return `add the step "${String(op.node['id'])}"`;
    case 'removeStep':
      return `remove the step "${op.id}"`;
    case 'updateStep':
      return `change ${Object.keys(op.changes).join(', ')} of the step "${op.id}"`;
    case 'setNext':
      return `change where the step "${op.id}" leads`;
    case 'updateStepInputs':
      return `change the inputs of the step "${op.id}"`;
  }
}

/** What of an edit a service does not take, in words. */
export function notTaken({ ops = [] }: DraftEdit, takes: SupportsOperation): string[] {
  return ops.filter((op) => !takes(op)).map(aboutOp);
}

const isEnd = (next: readonly string[]) => next.every((id) => id === '');

/**
 * The input in the words of a service that reads `next: []` and `next: [""]` alike, as the end of a path, and keeps nodes in
 * an order of its own. `keepsUnknown`: fields of plan and nodes that this build does not know, and the input does not name,
 * stay.
 */
export function inWordsOf(draft: WorkflowDraft, input: WorkflowInput, keepsUnknown: boolean): WorkflowInput {
  const known = new Map(draft.plan.nodes.map((node) => [node.id, node]));
  const ends = draft.plan.nodes.find(({ kind, next }) => kind === 'BLOCK' && isEnd(next))?.next;
  const nodes = input.plan.nodes.map((node): WorkflowNode => {
    const before = known.get(node.id);
    const end = before !== undefined && isEnd(before.next) ? before.next : ends;
    const whole = before === undefined || !keepsUnknown ? node : withUnknown(before, node);
    return node.kind === 'BLOCK' && isEnd(node.next) && node.next.length < 2 && end !== undefined
      ? { ...whole, next: end }
      : whole;
  });
  const made = new Map(nodes.map((node) => [node.id, node]));
  const inOrder = [...known.keys()].flatMap((id) => made.get(id) ?? []);
  const plan = { ...input.plan, nodes: [...inOrder, ...nodes.filter(({ id }) => !known.has(id))] };
  const { nodes: _nodes, ...rest } = draft.plan;
  // Nodes alone say nothing about the rest of the plan.
  const keepsRest = keepsUnknown || Object.keys(input.plan).length === 1;
  return { ...input, plan: keepsRest ? { ...rest, ...plan } : plan };
}

/** Fields and inputs of a node that no rule knows are as they were. */
function withUnknown(before: WorkflowNode, node: WorkflowNode): WorkflowNode {
  const unknown = (fields: object, names: readonly string[]) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => !names.includes(key)));
  const kept = { ...unknown(before, getOwn(NODE_FIELDS, node.kind) ?? []), ...node };
  if (node.kind !== 'BLOCK' || before.kind !== 'BLOCK' || before.blockId !== node.blockId) return kept;
  const block = blockOf(node.blockId);
  if (block === null) return kept;
  const inputs = unknown(
    before.inputs ?? {},
    block.inputs.map(({ key }) => key),
  );
  return { ...kept, ...node, inputs: { ...inputs, ...node.inputs } };
}

export function missedEdits(before: WorkflowDraft, input: WorkflowInput, now: WorkflowDraft): MissedEdit[] {
  const partsOf = ({ name, trigger, maxCreditsPerRun, plan }: WorkflowDraft) => ({
    name,
    maxCreditsPerRun,
    trigger: Object.fromEntries(Object.entries(trigger).filter(([key]) => !READ_ONLY.includes(key))),
    plan,
  });
  const old = partsOf(before);
  const { name, plan, trigger = { type: 'MANUAL' }, maxCreditsPerRun = old.maxCreditsPerRun } = input;
  return markHidden({ ...now }, missedEffects(old, { name, plan, trigger, maxCreditsPerRun }, partsOf(now)));
}
