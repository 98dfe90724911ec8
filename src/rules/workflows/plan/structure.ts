// The plan as a whole: no cycle, one entry that selects or imports, and one kind of record through all of it.

import { ENTITY_OF, NOUNS } from '../../../contract/entities.ts';
import { getOwn, isObject, valueIn } from '../../../contract/json.ts';
import {
  ENTITY_INPUTS,
  MANUAL_INPUT,
  SIGNAL_ENTITIES,
  SIGNAL_KINDS,
  type WorkflowEntity,
} from '../../../contract/workflows/enums.ts';
import type { Checking } from '../checking.ts';
import type { ReadTrigger } from '../triggers/triggers.ts';
import { cyclesOf, graphOf, type NodeGraph } from './graph.ts';
import type { ReadNode } from './read.ts';

const displayed = (id: string | null | undefined) => `"${(id ?? '?').slice(0, 40)}"`;

/** Every cycle by the ids on it, at the slot that closes it. */
function checkCycles(checking: Checking, nodes: readonly ReadNode[], graph: NodeGraph): void {
  const { cycles, more } = cyclesOf(graph);
  for (const [place, cycle] of cycles.entries()) {
    const closing = cycle.at(-1);
    const node = closing === undefined ? undefined : nodes[closing.from];
    if (closing === undefined || node === undefined) continue;
    const ids = [...cycle.map(({ from }) => displayed(nodes[from]?.id)), displayed(nodes[closing.to]?.id)];
    const rest = more && place === cycles.length - 1 ? '; there are more cycles' : '';
    checking.error([...node.at, 'next', closing.slot], 'cycle', `a cycle: ${ids.join(' → ')}${rest}`);
  }
}

const isEntryBlock = ({ block }: ReadNode): boolean => block?.isEntry === true;

/** How many slots lead to no node, or to none that there is: each may be meant for one that nothing points to yet. */
function looseSlots(nodes: readonly ReadNode[]): number {
  const ids = new Set<unknown>(nodes.map(({ id }) => id));
  return nodes.reduce((count, { next }) => count + next.filter((id) => !ids.has(id)).length, 0);
}

/** Nodes that cannot be pointed to: without an id, or with one that an earlier node has. */
function isUnnamed(nodes: readonly ReadNode[], node: ReadNode): boolean {
  return node.id === null || nodes.find(({ id }) => id === node.id) !== node;
}

/** The entry: the single node that nothing points to, a selector or import block. */
function checkEntry(checking: Checking, nodes: readonly ReadNode[], { roots }: NodeGraph): ReadNode | null {
  const candidates = roots.flatMap((root) => nodes[root] ?? []);
  const entry =
    candidates.find(isEntryBlock) ?? candidates.find(({ kind, block }) => kind === 'BLOCK' && block === null);
  const [first] = candidates;
  if (entry === undefined && first !== undefined && first.kind !== null) {
    const name = first.kind === 'BLOCK' ? first.block?.blockId : `a ${first.kind}`;
    const key = first.kind === 'BLOCK' ? 'blockId' : 'kind';
    const message = `nothing points to ${displayed(first.id)}, so it is the entry: it must be a selector or import block, not ${name}`;
    const basis = first.block?.undocumented === undefined ? 'given' : 'undocumented';
    checking.errorOf(basis, [...first.at, key], 'entry_kind', message);
  }
  const chosen = entry ?? first;
  // A draft under construction has as many beginnings as its loose slots could lead to.
  const isUnderWay = candidates.length - 1 <= looseSlots(nodes);
  for (const node of candidates) {
    if (node === chosen || node.kind === null || isEntryBlock(node) || isUnnamed(nodes, node)) continue;
    const where = [...node.at, 'id'];
    const message = `nothing points to ${displayed(node.id)}, and the entry is ${displayed(chosen?.id)}: wire it`;
    if (isUnderWay) checking.open('given', where, 'several_entries', message);
    else checking.error(where, 'several_entries', message);
  }
  for (const node of nodes) {
    if (node === chosen || !isEntryBlock(node)) continue;
    const message = `${node.block?.blockId} begins a plan: ${displayed(node.id)} cannot come after, or beside, ${displayed(chosen?.id)}`;
    checking.undocumented([...node.at, 'blockId'], 'not_entry', message);
  }
  return entry?.block == null ? null : entry;
}

const nounOf = (entity: WorkflowEntity): string => NOUNS[ENTITY_OF[entity]];

/** Blocks that cannot take what flows. */
function checkStream(checking: Checking, nodes: readonly ReadNode[], entity: WorkflowEntity): void {
  for (const { at, block } of nodes) {
    if (block === null || block.isEntry || block.entities.includes(entity)) continue;
    const [other = entity] = block.entities;
    const message = `${block.blockId} works on ${nounOf(other)}; ${nounOf(entity)} flow here`;
    checking.undocumented([...at, 'blockId'], 'wrong_entity', message);
  }
}

/** The input of the entry that names its records, and what it is set to. */
function seedOf({ at, block, fields }: ReadNode) {
  const key = ENTITY_INPUTS.find((name) => block?.inputs.some((input) => input.key === name));
  if (block?.group !== 'selector' || key === undefined) return null;
  return { at: [...at, 'inputs', key], key, value: valueIn(fields, 'inputs', key) };
}

/** Trigger and entry: that the trigger brings what the entry waits for, and the other way round. */
function checkSeed(checking: Checking, entry: ReadNode, entity: WorkflowEntity, trigger: ReadTrigger): void {
  const seed = seedOf(entry);
  const isManual = seed?.value === MANUAL_INPUT;
  const brought = entitiesOf(trigger);
  if (brought !== null && !brought.entities.includes(entity)) {
    const reported = brought.entities.map((one) => nounOf(one)).join(' or ');
    checking.undocumented(
      brought.at,
      'wrong_entity',
      `this is about ${reported}; the entry begins with ${nounOf(entity)}`,
    );
  }
  if (isManual && seed !== null) {
    if (trigger.type === 'SCHEDULE') {
      checking.open('undocumented', seed.at, 'manual_input', `a SCHEDULE brings no input: set ${seed.key} to a value`);
    } else if (trigger.type === 'WEBHOOK' && trigger.declared.inputs.size > 0 && brought === null) {
      const type = entity === 'LEAD' ? 'leadIds' : 'companyIds';
      checking.open(
        'undocumented',
        seed.at,
        'manual_input',
        `no declared webhook input brings ${nounOf(entity)}: declare one of type ${type}`,
      );
    }
  } else if (brought !== null && trigger.type !== 'MANUAL' && !isObject(seed?.value)) {
    const set = seed === null ? 'begin with a selector' : `set ${seed.key} of the entry to "${MANUAL_INPUT}"`;
    const unused = trigger.type === 'INTENT' ? 'the record of the signal is' : 'what a delivery names is';
    checking.warn(brought.at, 'no_effect', `${unused} not used: ${set} to begin with it`);
  }
}

interface Brought {
  readonly at: readonly (string | number)[];
  readonly entities: readonly WorkflowEntity[];
}

/** What the trigger is about; null when it is about nothing. */
function entitiesOf({ type, fields, declared }: ReadTrigger): Brought | null {
  if (type === 'MANUAL') {
    const entity = getOwn(fields, 'entity');
    if (entity !== 'LEAD' && entity !== 'COMPANY') return null;
    return { at: ['trigger', 'entity'], entities: [entity] };
  }
  if (type === 'INTENT') {
    const written = valueIn(fields, 'signal', 'kind');
    const kind = SIGNAL_KINDS.find((name) => name === written);
    return kind === undefined ? null : { at: ['trigger', 'signal', 'kind'], entities: SIGNAL_ENTITIES[kind] };
  }
  const inputs = getOwn(fields, 'inputs');
  if (type !== 'WEBHOOK' || !Array.isArray(inputs)) return null;
  const index = inputs.findIndex(
    (input) => isObject(input) && ['leadIds', 'companyIds'].includes(String(input['type'])),
  );
  const input: unknown = inputs[index];
  if (!isObject(input)) return null;
  const entity = getOwn(input, 'type') === 'leadIds' ? 'LEAD' : 'COMPANY';
  const key = getOwn(input, 'key');
  if (typeof key === 'string') declared.used.add(key);
  return { at: ['trigger', 'inputs', index, 'type'], entities: [entity] };
}

/** The kind of record that flows, by the entry; null if unknown. Reported before nodes are checked one by one. */
export function streamOf(nodes: readonly ReadNode[]): WorkflowEntity | null {
  const { roots } = graphOf(nodes);
  const entry = roots.flatMap((root) => nodes[root] ?? []).find(isEntryBlock);
  return entry?.block?.entities[0] ?? null;
}

export function checkStructure(checking: Checking, nodes: readonly ReadNode[], trigger: ReadTrigger): void {
  if (nodes.length === 0) return;
  const graph = graphOf(nodes);
  checkCycles(checking, nodes, graph);
  const entry = checkEntry(checking, nodes, graph);
  const entity = entry?.block?.entities[0];
  if (entry === null || entity === undefined) return;
  checkStream(checking, nodes, entity);
  checkSeed(checking, entry, entity, trigger);
}

/** Declared inputs that nothing takes. After all nodes have been checked. */
export function checkUnused(checking: Checking, { type, fields, declared }: ReadTrigger): void {
  const inputs = getOwn(fields, 'inputs');
  if (type !== 'WEBHOOK' || !Array.isArray(inputs)) return;
  for (const [index, input] of inputs.entries()) {
    const key = valueIn(input, 'key');
    if (typeof key !== 'string' || !declared.inputs.has(key) || declared.used.has(key)) continue;
    checking.warn(['trigger', 'inputs', index, 'key'], 'unused_input', `no node takes the input "${key}"`);
  }
}
