// What taking back a change comes to, with three sides: the value before, the value that was written, and the value now. A value
// that is neither of the two was changed by someone since, and is kept.

import { STEP_READ_ONLY } from '../../../contract/field-names.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { dictionary, getOwn, isObject, type JsonObject } from '../../../contract/json.ts';
import { EDITABLE_FIELDS } from '../../../rules/records/fields.ts';
import { likenessOf } from '../../../rules/records/spellings.ts';
import { type Change, type ChangedValue, isEqual } from '../../session/history/recorded-route.ts';
import { UNDO_KINDS } from './kinds.ts';
import { isCustom } from './records.ts';

interface KeptField {
  readonly field: string;
  /** The value that undo would have brought back, and the one that is there now. */
  readonly before: unknown;
  readonly now: unknown;
}

interface MembersBack {
  readonly of: string;
  readonly add: readonly AnyId[];
  readonly remove: readonly AnyId[];
}

/** What is sent for one change. Nothing of it, where all is as it was before or kept. */
export interface UndoStep {
  readonly change: Change;
  /** The id of the record now: of one that was deleted and made again, the new one. */
  readonly id: AnyId | null;
  readonly act: 'change' | 'remove' | 'create' | 'nothing';
  /** Field → from (now), to (before). */
  readonly fields: Readonly<Record<string, ChangedValue>>;
  readonly members: readonly MembersBack[];
  readonly kept: readonly KeptField[];
  /** Why it, or a part of it, cannot be taken back. */
  readonly lasting: string | null;
}

export interface UndoneStep extends UndoStep {
  /** Set where the service refused it. */
  readonly error?: string;
  /** The id of a record that was made again. */
  readonly newId?: AnyId;
}

const NOTHING = { act: 'nothing', fields: {}, members: [], kept: [], lasting: null } as const;

function membersBack({ members = {} }: Change): MembersBack[] {
  return Object.entries(members).map(([of, { added = [], removed = [] }]) => ({ of, add: removed, remove: added }));
}

/** Steps without the ids that they get each time they are stored. */
function withoutStepIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutStepIds);
  if (!isObject(value)) return value;
  const own = Object.entries(value).filter(([key]) => !STEP_READ_ONLY.some((name) => name === key));
  return Object.fromEntries(own.map(([key, one]) => [key, withoutStepIds(one)]));
}

const isSame = (field: string, one: unknown, other: unknown): boolean =>
  isEqual(one, other) || (field === 'steps' && isEqual(withoutStepIds(one), withoutStepIds(other)));

/**
 * Whether it is the value that was written, as the service keeps it: one that its rules take for the same is not replaced, and
 * another service may store what it is sent in a form of its own.
 */
function isOurs(field: string, value: unknown, written: unknown, isRemote: boolean): boolean {
  if (isSame(field, value, written) || typeof written !== 'string') return isSame(field, value, written);
  const likeness = likenessOf(field, value, written);
  return likeness === 'equal' || (isRemote && likeness === 'alike');
}

/** Once they have a value, the API gives them another one, never none: a contact keeps a company, a workflow a version. */
const cannotClear = (kind: Change['kind'], field: string): boolean =>
  kind === 'playbook' ||
  (kind === 'contact' && field === 'companyId') ||
  (kind === 'workflow' && field === 'published');

function fieldsBack(
  change: Change,
  now: JsonObject,
  { overwrites, isRemote }: UndoRules,
): Pick<UndoStep, 'fields' | 'kept'> & { readonly staysSet: boolean } {
  const fields = dictionary<ChangedValue>();
  const kept: KeptField[] = [];
  let staysSet = false;
  for (const [field, [before, written]] of Object.entries(change.fields ?? {})) {
    const value = getOwn(now, field) ?? null;
    if (isSame(field, value, before)) continue;
    if (!overwrites && !isOurs(field, value, written, isRemote)) kept.push({ field, before, now: value });
    else if ((before === null || before === '') && cannotClear(change.kind, field)) staysSet = true;
    else fields[field] = [value, before];
  }
  return { fields, kept, staysSet };
}

/** Lists and campaigns that a contact came to otherwise than by the entry, and its conversations; what is in a folder. */
export type OtherPlaces = Readonly<Record<string, readonly AnyId[]>>;

/** What someone changed in a record since it was made: of a contact also what they added and where they put it, of a folder what is in it. */
function changedSince(
  { kind, fields = {} }: Change,
  now: JsonObject,
  { places, isRemote }: Pick<UndoRules, 'places' | 'isRemote'>,
): KeptField[] {
  const written = Object.entries(fields).flatMap(([field, [, value]]): KeptField[] => {
    // A field that a service does not show says nothing.
    if (isRemote && !Object.hasOwn(now, field)) return [];
    const found = getOwn(now, field) ?? null;
    return isOurs(field, found, value, isRemote) ? [] : [{ field, before: value, now: found }];
  });
  const others = kind === 'contact' ? [...EDITABLE_FIELDS.CONTACT.keys(), ...Object.keys(now).filter(isCustom)] : [];
  const added = others.flatMap((field): KeptField[] => {
    const found = getOwn(now, field) ?? null;
    return Object.hasOwn(fields, field) || isEqual(found, null) ? [] : [{ field, before: null, now: found }];
  });
  const placed = Object.entries(places).flatMap(([field, ids]): KeptField[] =>
    ids.length === 0 ? [] : [{ field, before: null, now: ids }],
  );
  return [...written, ...added, ...placed];
}

interface UndoRules {
  readonly overwrites: boolean;
  /** The service is not the one of this program. */
  readonly isRemote: boolean;
  readonly places: OtherPlaces;
}

/** `now`: the record as it is, null where there is none. */
export function undoStep(change: Change, id: AnyId | null, now: JsonObject | null, rules: UndoRules): UndoStep {
  const kind = UNDO_KINDS[change.kind];
  const head = { ...NOTHING, change, id };
  // To start or stop a campaign is asked for by itself, with the people whom it writes to.
  const isStatus = change.kind === 'campaign' && getOwn(change.fields ?? {}, 'status') !== undefined;
  if (kind === null || change.is === 'done' || isStatus)
    return { ...head, lasting: change.lasting ?? 'it cannot be taken back' };
  if (change.unread !== undefined) return { ...head, lasting: change.unread };
  if (change.is === 'created') {
    if (id === null) return { ...head, lasting: 'the service did not name what was created' };
    if (kind.remove === undefined) {
      const lasting = change.lasting ?? 'the API cannot delete it';
      const members = membersBack(change);
      return { ...head, act: members.length > 0 ? 'change' : 'nothing', members, lasting };
    }
    if (now === null) return head;
    const kept = rules.overwrites ? [] : changedSince(change, now, rules);
    return { ...head, act: kept.length > 0 ? 'nothing' : 'remove', kept };
  }
  if (change.is === 'deleted') {
    if (now !== null) return head;
    if (kind.create === undefined) return { ...head, lasting: change.lasting ?? 'it cannot be made again' };
    return { ...head, act: 'create', lasting: change.lasting ?? null };
  }
  const members = change.kind === 'campaign' ? [] : membersBack(change);
  const isRead = change.fields !== undefined;
  if (isRead && kind.update === undefined) return { ...head, lasting: change.lasting ?? 'it cannot be changed' };
  // One that is gone would have the service refuse the others of its list, too.
  const isListed = change.members?.['lists'] !== undefined;
  if ((isRead || isListed) && now === null) return { ...head, lasting: 'it does not exist any more' };
  const { fields, kept, staysSet } = fieldsBack(change, now ?? {}, rules);
  const lasting = change.lasting ?? (staysSet ? 'the API cannot take a contact out of its company' : null);
  const isChanged = members.length > 0 || Object.keys(fields).length > 0;
  return { ...head, act: isChanged ? 'change' : 'nothing', fields, members, kept, lasting };
}
