// Operations on a draft, one after the other: what they make of it, and which of them name what is not there.

import { counted } from '../../contract/english.ts';
import { isObject, type JsonObject } from '../../contract/json.ts';
import type { DraftOp } from '../../contract/workflows/records.ts';
import { type At, Problems } from '../problem.ts';

/** A draft as operations see it: nodes of any shape, because what they lead to is checked as a whole afterwards. */
export interface DraftBody {
  readonly name: string;
  readonly plan: JsonObject;
  readonly trigger: unknown;
}

type Node = JsonObject;

/**
 * The draft after all operations, and a problem for each that could not be done, under `ops[n]`. Whether the result is
 * in order is another question (checkWorkflow).
 */
export function applyOps(draft: DraftBody, ops: readonly DraftOp[]) {
  const problems = Problems.none();
  let edited = draft;
  for (const [index, op] of ops.entries()) edited = applied(problems, ['ops', index], edited, op);
  return { draft: edited, problems: problems.found };
}

function applied(problems: Problems, at: At, draft: DraftBody, op: DraftOp): DraftBody {
  switch (op.kind) {
    case 'rename':
      return { ...draft, name: op.name };
    case 'setTrigger':
      return { ...draft, trigger: op.trigger };
    case 'setPlan':
      return { ...draft, plan: op.plan };
    default:
      return { ...draft, plan: { ...draft.plan, nodes: edited(problems, at, nodesOf(draft.plan), op) } };
  }
}

type NodeOp = Exclude<DraftOp, { kind: 'rename' | 'setTrigger' | 'setPlan' }>;

function edited(problems: Problems, at: At, nodes: readonly Node[], op: NodeOp): readonly Node[] {
  if (op.kind === 'addStep') return added(problems, at, nodes, op);
  const place = placeOf(problems, [...at, 'id'], nodes, op.id);
  const node = nodes[place];
  if (node === undefined) return nodes;
  switch (op.kind) {
    case 'removeStep':
      return rewired(nodes.toSpliced(place, 1), op.id, '');
    case 'updateStepInputs': {
      const inputs = merged(isObject(node['inputs']) ? node['inputs'] : {}, op.inputs);
      return nodes.with(place, { ...node, inputs });
    }
    case 'updateStep': {
      const changed = merged(node, op.changes);
      const id = changed['id'];
      const others = typeof id === 'string' && id !== op.id ? rewired(nodes, op.id, id) : nodes;
      const next = others[place]?.['next'];
      return others.with(place, 'next' in op.changes || next === undefined ? changed : { ...changed, next });
    }
    case 'setNext':
      return nodes.with(place, { ...node, next: op.next });
  }
}

/** Behind `after`, the new node takes over where that slot led, unless it says itself where it leads. */
function added(
  problems: Problems,
  at: At,
  nodes: readonly Node[],
  { node, after, slot = 0 }: Extract<DraftOp, { kind: 'addStep' }>,
): readonly Node[] {
  if (after === undefined) return [...nodes, node];
  const place = placeOf(problems, [...at, 'after'], nodes, after);
  const before = nodes[place];
  if (before === undefined) return nodes;
  const slots = slotsOf(before);
  // A path that ended there goes on.
  const open = slots.length === 0 ? [''] : slots;
  if (slot >= open.length) {
    const message = `"${after}" has ${counted(open.length, 'slot')}: there is no slot ${slot}`;
    problems.error([...at, 'slot'], 'unknown_slot', message);
    return nodes;
  }
  const id = node['id'];
  const wired = { ...before, next: open.with(slot, typeof id === 'string' ? id : '') };
  const next = slots.length === 0 ? [] : [open[slot] ?? ''];
  return [...nodes.with(place, wired), 'next' in node ? node : { ...node, next }];
}

function placeOf(problems: Problems, at: At, nodes: readonly Node[], id: string): number {
  const place = nodes.findIndex((node) => node['id'] === id);
  if (place < 0) problems.error(at, 'unknown_step', `there is no step "${id}" in the draft`);
  return place;
}

/** `null` takes a field away. */
function merged(fields: JsonObject, changes: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...fields, ...changes }).filter(([, value]) => value !== null));
}

/** Every slot that leads to `from` leads to `to`. */
function rewired(nodes: readonly Node[], from: string, to: string): readonly Node[] {
  return nodes.map((node) => {
    const slots = slotsOf(node);
    return slots.includes(from) ? { ...node, next: slots.map((id) => (id === from ? to : id)) } : node;
  });
}

function slotsOf(node: Node): readonly unknown[] {
  return Array.isArray(node['next']) ? node['next'] : [];
}

function nodesOf(plan: JsonObject): readonly Node[] {
  return Array.isArray(plan['nodes']) ? plan['nodes'].filter(isObject) : [];
}
