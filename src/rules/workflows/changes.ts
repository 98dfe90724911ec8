// From a draft as it is to what a file says: the smallest edit, or the whole plan at once.

import { isObject } from '../../contract/json.ts';
import type { Plan, Trigger, WorkflowInput, WorkflowNode } from '../../contract/workflows/plan.ts';
import type { DraftEdit, DraftOp } from '../../contract/workflows/records.ts';
import { applyOps } from './draft-ops.ts';
import { type Ends, withEnds } from './ends.ts';

type DraftPlan = Readonly<Omit<Plan, 'nodes'>> & { readonly nodes: readonly WorkflowNode[] };

/** A draft as it is read. */
export interface Draft {
  /** A service need not show it: a name that is not known is sent. */
  readonly name?: string | undefined;
  readonly plan: DraftPlan;
  readonly trigger: Readonly<Record<string, unknown>>;
  /** Not sent where it is neither known nor wanted. */
  readonly maxCreditsPerRun?: number | null | undefined;
}

/** What reading adds to a trigger. */
const READ_ONLY = ['webhookUrl', 'webhookInputs', 'webhookSecret'];

/** A value with its keys in order and without what says nothing, so that two that mean the same are the same text. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isObject(value)) return value;
  const own = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null);
  return Object.fromEntries(
    own.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, canonical(inner)]),
  );
}

const textOf = (value: unknown): string => JSON.stringify(canonical(value));
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
  const changed = Object.entries(after).filter(([key, value]) => !isSame(before[key], value));
  const gone = Object.keys(before).filter((key) => (after[key] ?? null) === null && (before[key] ?? null) !== null);
  return Object.fromEntries([...changed, ...gone.map((key) => [key, null])]);
}

/** One node made into another of the same id. */
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
  if (Object.keys(changed).length > 0) ops.push({ kind: 'updateStepInputs', id, inputs: changed });
  if (!isSame(nextBefore, next)) ops.push({ kind: 'setNext', id, next });
  return ops;
}

function planOps(before: DraftPlan, after: Plan): DraftOp[] {
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
    ops.push(...nodeOps({ ...known, next: known.next.map((id) => (removed.has(id) ? '' : id)) }, node));
  }
  // What the operations make must be exactly the plan, order of nodes included; else, or where they are many, it goes whole.
  const made = applyOps({ name: '', plan: { ...before }, trigger: null }, ops).draft.plan;
  const isExact = planText(made) === planText(after);
  return isExact && ops.length <= after.nodes.length ? ops : [{ kind: 'setPlan', plan: { ...after } }];
}

/** A plan that does not say its own name keeps the one it has. */
const named = ({ name }: DraftPlan, after: Plan): Plan =>
  after.name === undefined && name !== undefined ? { ...after, name } : after;

/**
 * The edit that makes the draft what the input says; null when it is that already. `revision` is for the caller, `ends`
 * how the service writes the end of a path.
 */
export function draftEdit(
  draft: Draft,
  input: WorkflowInput,
  ends: Ends | null = null,
): Omit<DraftEdit, 'revision'> | null {
  const trigger: Trigger = input.trigger ?? { type: 'MANUAL' };
  const ops: DraftOp[] = [
    ...(draft.name === input.name ? [] : [{ kind: 'rename', name: input.name } as const]),
    ...(triggerText(draft.trigger) === triggerText(trigger)
      ? []
      : [{ kind: 'setTrigger', trigger: { ...trigger } } as const]),
    ...planOps(draft.plan, withEnds(named(draft.plan, input.plan), ends)),
  ];
  const ceiling = input.maxCreditsPerRun ?? null;
  const sources = input.importSources ?? [];
  const edit = {
    ...(ops.length > 0 && { ops }),
    ...(ceiling !== (draft.maxCreditsPerRun ?? null) && { maxCreditsPerRun: ceiling }),
    ...(sources.length > 0 && { importSources: sources }),
  };
  return Object.keys(edit).length === 0 ? null : edit;
}
