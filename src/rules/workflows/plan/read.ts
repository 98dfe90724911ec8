// The nodes of a plan, read from whatever was sent. What cannot be read is reported, and the rest can still be checked.

import { counted, kindOf } from '../../../contract/english.ts';
import { getOwn, has, type JsonObject, listIn } from '../../../contract/json.ts';
import { NODE_KINDS, type NodeKind, WORKFLOW_LIMITS } from '../../../contract/workflows/enums.ts';
import type { Block } from '../../../contract/workflows/plan.ts';
import { checkRequired, mustBeList, mustBeObject, readWord } from '../../keys.ts';
import { didYouMean, looseName } from '../../nearest.ts';
import type { At } from '../../problem.ts';
import { BLOCKS, blockMeant, blockOf } from '../blocks/catalogue.ts';
import type { Checking } from '../checking.ts';

export interface ReadNode {
  readonly at: At;
  /** Null when it has none that could be pointed to. */
  readonly id: string | null;
  /** Null for a node that is none: it could be anything, and hides what would depend on it. */
  readonly kind: NodeKind | null;
  readonly fields: JsonObject;
  /** As written; empty where there is no list. */
  readonly next: readonly unknown[];
  /** Of a BLOCK whose block is known. */
  readonly block: Block | null;
}

/** What people write for a kind, where no spelling comes near ours. */
const MEANT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    BLOCK: 'step action task node',
    CONDITIONAL: 'condition if branch split decision switch abtest randomsplit',
    KING: 'prioritize prioritizebygroup rank top',
  }).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)),
);

export function readNodes(checking: Checking, value: unknown, at: At): ReadNode[] {
  if (!mustBeList(checking, at, value, 'nodes must be a list of nodes')) return [];
  if (value.length === 0) checking.open('given', at, 'too_small', 'a plan needs nodes');
  if (value.length > WORKFLOW_LIMITS.nodes) {
    checking.error(at, 'too_big', `a plan has at most ${WORKFLOW_LIMITS.nodes} nodes, not ${value.length}`);
    return [];
  }
  const nodes = value.map((node: unknown, index) => readNode(checking, node, [...at, index]));
  const seen = new Map<string, At>();
  for (const { id, at: here } of nodes) {
    if (id === null) continue;
    if (seen.has(id)) checking.error([...here, 'id'], 'duplicate_id', `another node has the id "${id.slice(0, 60)}"`);
    else seen.set(id, here);
  }
  return nodes;
}

function readNode(checking: Checking, node: unknown, at: At): ReadNode {
  if (!mustBeObject(checking, at, node, 'a node must be an object with id, kind and next'))
    return { at, id: null, kind: null, fields: {}, next: [], block: null };
  const id = getOwn(node, 'id');
  if (!has(node, 'id')) checking.error([...at, 'id'], 'required', 'a node needs an id: a text that stays the same');
  const kind = readWord(checking, at, node, {
    ...{ key: 'kind', words: NODE_KINDS, needs: 'a node needs a kind', mustBe: NODE_KINDS.join(', ') },
    ...{ unknown: 'unknown kind', code: 'unknown_kind' },
    meant: (text) => (MEANT.has(looseName(text)) ? `; did you mean "${MEANT.get(looseName(text))}"?` : ''),
  });
  return {
    at,
    id: typeof id === 'string' && /\S/.test(id) ? id : null,
    kind,
    fields: node,
    next: listIn(getOwn(node, 'next')),
    block: kind === 'BLOCK' ? readBlock(checking, node, at) : null,
  };
}

function readBlock(checking: Checking, node: JsonObject, at: At): Block | null {
  const where = [...at, 'blockId'];
  const blockId = getOwn(node, 'blockId');
  const block = blockOf(blockId);
  if (block !== null) return block;
  if (typeof blockId === 'string' && checking.knowledge.otherBlocks?.has(blockId) === true) return null;
  if (blockId === undefined) checking.error(where, 'required', 'a BLOCK needs a blockId of the catalogue');
  else if (typeof blockId !== 'string' || blockId.trim() === '') {
    checking.error(where, 'invalid_type', `blockId must be the id of a block, not ${kindOf(blockId)}`);
  } else {
    const word = blockMeant(blockId);
    const near = didYouMean(
      blockId,
      BLOCKS.map((one) => one.blockId),
    );
    const hint = word === null ? near : `; did you mean "${word}"?`;
    const displayed = hint === '' ? ' (reach workflow blocks lists them)' : hint;
    const message = `unknown block "${blockId.slice(0, 60)}"${displayed}`;
    checking.undocumented(where, 'unknown_block', message, { resembles: hint !== '' });
  }
  return null;
}

// The slots of a node: exactly as many as its kind has, each to a node that exists, or open.

interface Slots {
  /** `a KING`, `WAIT_FOR_APPROVAL`. */
  readonly of: string;
  /** What each slot is for, in order. */
  readonly names: readonly string[];
  /** Whether an empty list ends the path. */
  readonly canEnd: boolean;
}

/** The slots a node should have; null if unknown. */
function slotsOf({ kind, fields, block }: ReadNode): Slots | null {
  if (kind === 'KING') return { of: 'a KING', names: ['prioritized', 'remaining'], canEnd: false };
  if (kind === 'BLOCK') {
    if (block === null) return null;
    // One slot may be left out: the path ends there (undocumented). The two of an approval are both decisions.
    return { of: block.blockId, names: block.slots, canEnd: block.slots.length === 1 };
  }
  const conditions = getOwn(fields, 'conditions');
  if (kind !== 'CONDITIONAL' || !Array.isArray(conditions)) return null;
  const names = [...conditions.map((_, index) => `condition ${index + 1}`), 'fallback'];
  return { of: `a CONDITIONAL with ${counted(conditions.length, 'condition')}`, names, canEnd: false };
}

export function checkSlots(checking: Checking, node: ReadNode, ids: ReadonlySet<string>): void {
  const { fields, kind } = node;
  const at = [...node.at, 'next'];
  if (kind === null && !has(fields, 'next')) return;
  const why = 'a node needs next: the ids of the nodes it leads to, "" where a slot is open';
  if (!checkRequired(checking, node.at, fields, 'next', why)) return;
  const next = getOwn(fields, 'next');
  if (!mustBeList(checking, at, next, 'next must be a list of node ids, such as [other]')) return;
  const slots = slotsOf(node);
  if (slots !== null && !hasCount(slots, next.length)) {
    checking.errorOf(
      node.block?.undocumented === undefined ? 'given' : 'undocumented',
      at,
      'slot_count',
      `${expected(slots)}, not ${next.length}`,
    );
  }
  // How a path ends is not shown: another service may say it with an empty slot, too.
  const isEnd = next.length === 1 && next[0] === '' && checking.knowledge.undocumentedRules === 'warn';
  if (isEnd) return;
  for (const [slot, id] of next.entries()) checkSlot(checking, [...at, slot], id, slots?.names[slot], ids);
}

function hasCount({ names, canEnd }: Slots, count: number): boolean {
  return count === names.length || (canEnd && count === 0);
}

function expected({ of, names, canEnd }: Slots): string {
  if (names.length === 0) return `${of} ends the path: next is [], it has no slots`;
  const named = names.length === 1 ? '' : ` (${shortened(names)})`;
  const end = canEnd ? ', or none where the path ends' : '';
  return `${of} has exactly ${counted(names.length, 'slot')}${named}${end}`;
}

/** So that 20 conditions do not make a sentence of 21 words. */
function shortened(names: readonly string[]): string {
  if (names.length <= 3) return names.join(', ');
  return `${names[0]}, …, ${names.at(-1)}`;
}

function checkSlot(
  checking: Checking,
  at: readonly (string | number)[],
  id: unknown,
  name: string | undefined,
  ids: ReadonlySet<string>,
): void {
  if (typeof id !== 'string') {
    checking.error(at, 'invalid_type', `a slot holds the id of a node, or "" while it is open, not ${kindOf(id)}`);
  } else if (id === '') {
    const which = name === undefined || name === 'next' ? 'this slot' : `the slot "${name}"`;
    checking.open('undocumented', at, 'unwired', `${which} leads nowhere: wire it to a node`);
  } else if (!ids.has(id)) {
    checking.error(at, 'unknown_node', `there is no node "${id.slice(0, 60)}"${didYouMean(id, ids)}`);
  }
}
