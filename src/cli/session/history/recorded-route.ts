// What the history knows of a route that writes: what to read before, what it changes, what its answer says of that.

import type { Call } from '../../../client/api.ts';
import type { RequestInput } from '../../../client/request.ts';
import { type AnyId, anyIdOf, isId } from '../../../contract/ids.ts';
import { getOwn, given, isObject, type JsonObject, objectIn } from '../../../contract/json.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { COMPANY_ALIASES, EDITABLE_FIELDS } from '../../../rules/records/fields.ts';

// What a write changes, in words that do not depend on the request: the history stores it, undo takes it back, and a dry run shows it.

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

/** One record, and what one request does to it. */
export interface Change {
  readonly kind: ChangedKind;
  /** Null where the answer does not name it. */
  readonly id: AnyId | null;
  readonly label?: string;
  /** `done`: it happened, and nothing of a record is another: a message was sent, a run started. */
  readonly is: 'created' | 'updated' | 'deleted' | 'done';
  readonly fields?: Readonly<Record<string, ChangedValue>>;
  /** Of a list, campaign or conversation: which contacts, companies or tags it gained and lost. */
  readonly members?: Readonly<
    Record<string, { readonly added?: readonly AnyId[]; readonly removed?: readonly AnyId[] }>
  >;
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

/** What the answer says of a record replaces what was foreseen of it: a count of 0, that it was not changed. What was created has its id now. */
export function combined(foreseen: readonly Change[], answered: readonly Change[]): readonly Change[] {
  const names = new Set(answered.map(keyOf));
  const isOpen = ({ id, is, kind }: Change) =>
    id === null && (is === 'created' || answered.some((made) => made.is === is && made.kind === kind));
  const left = foreseen.filter((change) => !isOpen(change) && !names.has(keyOf(change)));
  return [...left, ...answered.filter(({ count }) => count !== 0)];
}

/** What lasts as long as the command. */
export interface ReadContext {
  /** Requests to the service in the process cost little and have no rate. */
  readonly isLocal: boolean;
  readonly memo: Map<string, unknown>;
  /** Waits for the answers to earlier writes that may change the records of these keys. */
  readonly turn?: (keys: Iterable<string>) => Promise<void>;
}

/** Whether undo takes it back, and what it leaves: said before it is sent. */
export interface Reversal {
  readonly is: 'yes' | 'partly' | 'no';
  readonly why?: string;
  /** Holds only while the changes are not known: what of them stays says so itself. */
  readonly dependsOnChanges?: true;
}

export interface RecordedRoute {
  readonly undo: Reversal;
  /** Reads what will be changed, from a remote service in at most three requests for a bulk of a hundred. */
  readonly before?: (input: RequestInput, call: Call, context: ReadContext) => Promise<unknown>;
  /** What it changes, as far as that is known before it is sent. `before` is null where nothing could be read. */
  readonly changes: (input: RequestInput, before: unknown) => readonly Change[];
  /** For a dry run: what else comes to be with it, which only its answer names. */
  readonly alsoMakes?: (before: unknown) => readonly Change[];
  /** What the answer says otherwise, or in addition. */
  readonly answered?: (input: RequestInput, data: unknown, before: unknown, context: ReadContext) => readonly Change[];
}

export const bodyOf = ({ body }: RequestInput): JsonObject => objectIn(body);

export function idOf({ params }: RequestInput, name: string): AnyId | null {
  const value = params === undefined ? undefined : getOwn(params, name);
  return typeof value === 'string' ? anyIdOf(value) : isId(value) ? value : null;
}

/** What people call it: its name, or first and last name, or the address. */
export function labelOf(record: unknown): { readonly label?: string } {
  const { name, firstName, lastName, professionalEmail, question } = objectIn(record);
  const full = [firstName, lastName].filter((part) => typeof part === 'string' && part !== '').join(' ');
  const label = [name, full, professionalEmail, question].find((text) => typeof text === 'string' && text !== '');
  return typeof label === 'string' ? { label } : {};
}

/** Why what was created stays. */
export const STAYS = {
  record: 'the API cannot delete it',
  company: 'the API cannot delete companies',
  field: 'the API cannot delete a field',
} as const;

/** Custom fields that come to be with a record's value: a record shows each of them there is, empty or not. */
function newFields(kind: ChangedKind, record: unknown, wanted: JsonObject): readonly Change[] {
  if (!isObject(record) || (kind !== 'contact' && kind !== 'company')) return [];
  const standard = EDITABLE_FIELDS[kind === 'contact' ? 'CONTACT' : 'COMPANY'];
  const isNew = (name: string) => !Object.hasOwn(record, name) && !standard.has(name) && !COMPANY_ALIASES.has(name);
  const names = Object.keys(wanted).filter((name) => isNew(name) && getOwn(wanted, name) !== null);
  return names.map((id) => ({ kind: 'field', id, scope: kind, is: 'created', lasting: STAYS.field }));
}

interface KnownRecord {
  readonly kind: ChangedKind;
  /** The path parameter that is its id. */
  readonly param: string;
  readonly get: Route;
  /** Further parameters of both paths, and what of them names the record. */
  readonly scope?: string;
  readonly lasting?: string;
}

const scopeOf = ({ scope }: KnownRecord, input: RequestInput) => {
  const value = scope === undefined ? null : idOf(input, scope);
  return value === null ? {} : { scope: value };
};

export const reading =
  (get: Route): NonNullable<RecordedRoute['before']> =>
  async ({ params }, call) =>
    (await call(get, given({ params }))).data;

const UNREAD = 'the values before could not be read';
export const YES = { is: 'yes' } as const satisfies Reversal;

/** A PATCH: the fields of its body, before and after. */
export function updating(of: KnownRecord): RecordedRoute {
  const changed = (input: RequestInput, before: unknown, wanted: JsonObject): readonly Change[] => {
    const head = { kind: of.kind, id: idOf(input, of.param), ...scopeOf(of, input), ...labelOf(before) };
    if (!isObject(before)) return [{ ...head, is: 'updated', unread: UNREAD }];
    const fields = fieldChanges(before, wanted);
    if (Object.keys(fields).length === 0) return [];
    const update: Change = { ...head, is: 'updated', fields, ...(of.lasting && { lasting: of.lasting }) };
    return [...newFields(of.kind, before, wanted), update];
  };
  return {
    undo: YES,
    before: reading(of.get),
    changes: (input, before) => changed(input, before, bodyOf(input)),
    // A service may write a value otherwise than it was sent.
    answered: (input, data, before, { memo }) => {
      const after = objectIn(data);
      const names = memo.get(`fields ${of.kind.toUpperCase()}`);
      if (names instanceof Set) for (const name of Object.keys(bodyOf(input))) names.add(name);
      const sent = Object.entries(bodyOf(input));
      if (sent.every(([field, value]) => !Object.hasOwn(after, field) || getOwn(after, field) === value)) return [];
      const wanted = sent.map(
        ([field, value]) => [field, Object.hasOwn(after, field) ? getOwn(after, field) : value] as const,
      );
      return changed(input, before, Object.fromEntries(wanted));
    },
  };
}

/** The values of a new record, as the service keeps them: undo deletes it only while it still has them. */
export const writtenFields = (record: JsonObject, names: Iterable<string>): NonNullable<Change['fields']> =>
  Object.fromEntries(
    [...names].flatMap((name) => (Object.hasOwn(record, name) ? [[name, [null, getOwn(record, name)]]] : [])),
  );

interface CreationOptions {
  readonly scope?: string;
  /** Why it cannot be deleted. */
  readonly lasting?: string;
  /** What people write in it, beside what the body has. */
  readonly fields?: readonly string[];
}

/** A POST that makes a record. */
export function creating(kind: ChangedKind, { scope, lasting, fields = [] }: CreationOptions = {}): RecordedRoute {
  const head = (input: RequestInput) => {
    const value = scope === undefined ? null : idOf(input, scope);
    return { kind, is: 'created' as const, ...(value !== null && { scope: value }), ...(lasting && { lasting }) };
  };
  return {
    undo: lasting === undefined ? YES : { is: 'no', why: lasting },
    changes: (input) => [{ ...head(input), id: null, ...labelOf(bodyOf(input)) }],
    answered: (input, data) => {
      const { id } = objectIn(data);
      const made = { ...head(input), id: isId(id) ? id : null, ...labelOf({ ...bodyOf(input), ...objectIn(data) }) };
      return [{ ...made, fields: writtenFields(objectIn(data), new Set([...Object.keys(bodyOf(input)), ...fields])) }];
    },
  };
}

/** A DELETE: the whole record is kept. */
export function deleting(of: KnownRecord): RecordedRoute {
  return {
    undo: of.lasting === undefined ? YES : { is: 'partly', why: of.lasting },
    before: reading(of.get),
    changes: (input, before) => [
      {
        kind: of.kind,
        id: idOf(input, of.param),
        ...scopeOf(of, input),
        ...labelOf(before),
        is: 'deleted',
        ...(isObject(before) ? { record: before } : { unread: UNREAD }),
        ...(of.lasting && { lasting: of.lasting }),
      },
    ],
  };
}

/** Something that is sent, started or scheduled, and cannot be recalled. */
export function happening(kind: ChangedKind, lasting: string, param?: string): RecordedRoute {
  return {
    undo: { is: 'no', why: lasting },
    changes: (input) => [{ kind, id: param === undefined ? null : idOf(input, param), is: 'done', lasting }],
    answered: (_, data) => {
      const made = ['runId', 'id'].map((name) => getOwn(objectIn(data), name)).find(isId);
      return made === undefined ? [] : [{ kind, id: made, is: 'done', lasting }];
    },
  };
}
