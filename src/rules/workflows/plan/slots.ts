// The slots of a node: exactly as many as its kind has, each to a node that exists, or open.

import { getOwn, has } from '../../../contract/dictionary.ts';
import { counted, kindOf } from '../../../contract/english.ts';
import { checkRequired } from '../../keys.ts';
import { didYouMean } from '../../nearest.ts';
import type { Checking } from '../checking.ts';
import type { ReadNode } from './read.ts';

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

/** Checks `next` of a node; `ids` are those of all nodes. */
export function checkSlots(checking: Checking, node: ReadNode, ids: ReadonlySet<string>): void {
  const { fields, kind } = node;
  const at = [...node.at, 'next'];
  if (kind === null && !has(fields, 'next')) return;
  const why = 'a node needs next: the ids of the nodes it leads to, "" where a slot is open';
  if (!checkRequired(checking.problems, node.at, fields, 'next', why)) return;
  const next = getOwn(fields, 'next');
  if (!Array.isArray(next)) {
    checking.error(
      'given',
      at,
      'invalid_type',
      `next must be a list of node ids, such as [other], not ${kindOf(next)}`,
    );
    return;
  }
  const slots = slotsOf(node);
  if (slots !== null && !hasCount(slots, next.length)) {
    checking.error(
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
    checking.error(
      'given',
      at,
      'invalid_type',
      `a slot holds the id of a node, or "" while it is open, not ${kindOf(id)}`,
    );
  } else if (id === '') {
    const which = name === undefined || name === 'next' ? 'this slot' : `the slot "${name}"`;
    checking.open('undocumented', at, 'unwired', `${which} leads nowhere: wire it to a node`);
  } else if (!ids.has(id)) {
    checking.error('given', at, 'unknown_node', `there is no node "${id.slice(0, 60)}"${didYouMean(id, ids)}`);
  }
}
