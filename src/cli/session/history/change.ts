// What a write changes, in words that do not depend on the request: the history stores it, undo takes it back, and a dry run shows it.

import { getOwn } from '../../../contract/dictionary.ts';
import { type AnyId, isId } from '../../../contract/ids.ts';
import { isObject } from '../../../contract/json.ts';

export const CHANGED_KINDS = [
  'contact',
  'company',
  'field',
  'list',
  'campaign',
  'workflow',
  'AI variable',
  'AI message',
  'AI snippet',
  'message template',
  'AI folder',
  'playbook',
  'product',
  'ICP',
  'competitor',
  'testimonial',
  'FAQ',
  'identity',
  'mailbox',
  'conversation',
  'tag',
  'message',
  'run',
  'reaction',
  'service',
] as const;
export type ChangedKind = (typeof CHANGED_KINDS)[number];

/** A value before and after. Undefined (null in a file) and null are one: nothing. */
export type ChangedValue = readonly [from: unknown, to: unknown];

interface ChangedMembers {
  readonly added?: readonly AnyId[];
  readonly removed?: readonly AnyId[];
}

/** One record, and what one request does to it. */
export interface Change {
  readonly kind: ChangedKind;
  /** Null where the answer does not name it. */
  readonly id: AnyId | null;
  /** Its name, as far as it is known. */
  readonly label?: string;
  /** `done`: it happened, and nothing of a record is another: a message was sent, a run started. */
  readonly is: 'created' | 'updated' | 'deleted' | 'done';
  readonly fields?: Readonly<Record<string, ChangedValue>>;
  /** Of a list, campaign or conversation: which contacts, companies or tags it gained and lost. */
  readonly members?: Readonly<Record<string, ChangedMembers>>;
  /** The whole record, of one that was deleted. */
  readonly record?: Readonly<Record<string, unknown>>;
  /** The id that it had before it was deleted and created again. */
  readonly was?: AnyId;
  /** What else is needed to name it: the kind of a folder, the identity of a conversation. */
  readonly scope?: string | number;
  /** Why it cannot be taken back, or not all of it. */
  readonly lasting?: string;
  /** Of how many records, where they are not named one by one. */
  readonly count?: number;
  /** Of records that a bulk is to create: the match keys of their items. */
  readonly keys?: readonly string[];
  /** Values before that could not be read: which, or why. */
  readonly unread?: string;
}

export const keyOf = ({ kind, id, scope }: Pick<Change, 'kind' | 'id' | 'scope'>): string =>
  `${kind}/${scope ?? ''}/${id ?? ''}`;

export function isChange(value: unknown): value is Change {
  return (
    isObject(value) &&
    CHANGED_KINDS.some((kind) => kind === value['kind']) &&
    (value['id'] === null || isId(value['id'])) &&
    typeof value['is'] === 'string'
  );
}

/** Nothing, in each of its spellings. */
export const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Whether two values of a field are the same; the order of keys does not count. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other || (isNothing(one) && isNothing(other))) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, index) => isEqual(item, other[index]))
    );
  }
  if (!isObject(one) || !isObject(other) || Array.isArray(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
    isEqual(getOwn(one, key), getOwn(other, key)),
  );
}

/** The fields of `wanted` that differ from those of the record. */
export function fieldChanges(
  record: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): Readonly<Record<string, ChangedValue>> {
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([field, to]) => {
      const from = getOwn(record, field);
      return isEqual(from, to) ? [] : [[field, [from ?? null, to ?? null] as const]];
    }),
  );
}

/** What the answer says of a record replaces what was foreseen of it; what was created has its id now. */
export function combined(foreseen: readonly Change[], answered: readonly Change[]): readonly Change[] {
  const names = new Set(answered.map(keyOf));
  const isOpen = ({ id, is, kind }: Change) =>
    id === null && (is === 'created' || answered.some((made) => made.is === is && made.kind === kind));
  return [...foreseen.filter((change) => !isOpen(change) && !names.has(keyOf(change))), ...answered];
}
