// From the groups that the service reports to what is proposed for each.

import { listByCursor } from '../../client/answers/pages.ts';
import type { Client } from '../../client/api.ts';
import { dictionary, getOwn } from '../../contract/dictionary.ts';
import { namesSomeone } from '../../rules/records/duplicates.ts';
import type { FieldValue } from '../../rules/records/items.ts';
import { fillingValues, type KeepRule, survivorOf } from '../../rules/records/resolve-duplicates.ts';
import type { ContactFields, DisplayedContact, MergeGroup, PlannedGroup } from './group.ts';
import type { ContactReader } from './read-contacts.ts';

/** A group as it is reported, with its contacts as they are. */
export interface FoundGroup {
  readonly shared: string;
  /** One of the shared values stands for no value, such as `#N/A`. */
  readonly isNameless: boolean;
  /** The oldest 100 at most; `size` is how many there are. */
  readonly ids: readonly number[];
  readonly size: number;
  readonly contacts: readonly DisplayedContact[];
}

/** Contacts that are read together. */
const READ_AT_ONCE = 100;

type ReportedGroup = Omit<FoundGroup, 'contacts'>;

export interface GroupQuery {
  readonly fields: readonly string[];
  readonly listId: number | undefined;
  readonly limit: number | null;
}

export interface FoundGroups {
  readonly groups: AsyncIterable<FoundGroup>;
  /** Whether there are more than were asked for; final once they are read. */
  readonly hasMore: () => boolean;
}

export function findGroups(client: Client, reader: ContactReader, query: GroupQuery, signal: AbortSignal): FoundGroups {
  const { fields, listId, limit } = query;
  const asked = { query: { fields: [...fields], ...(listId !== undefined && { listId }) } };
  const listing = listByCursor(client.call, 'contacts', 'duplicates', asked, { limit, signal });
  const groups = (async function* () {
    let waiting: ReportedGroup[] = [];
    let ids = 0;
    for await (const { values, contactIds, size } of listing) {
      if (contactIds === undefined) continue;
      const shared = Object.values(values ?? {}).join(', ');
      const isNameless = fields.some((field) => !namesSomeone(field, getOwn(values ?? {}, field) ?? shared));
      waiting.push({ shared, isNameless, ids: contactIds, size: size ?? contactIds.length });
      ids += contactIds.length;
      if (ids < READ_AT_ONCE) continue;
      yield* withContacts(reader, waiting);
      waiting = [];
      ids = 0;
    }
    yield* withContacts(reader, waiting);
  })();
  return { groups, hasMore: () => listing.more !== false };
}

async function* withContacts(reader: ContactReader, groups: readonly ReportedGroup[]): AsyncGenerator<FoundGroup> {
  if (groups.length === 0) return;
  const found = await reader.contacts(groups.flatMap(({ ids }) => ids));
  for (const group of groups) {
    const contacts = group.ids.map((id) => found.get(id)).filter((contact) => contact !== undefined);
    yield { ...group, contacts };
  }
}

/** What becomes of the group with this survivor, and these values beside the ones that fill its empty fields. */
export function mergeInto(
  { group, shared, note = '' }: { readonly group: number; readonly shared: string; readonly note?: string },
  keep: DisplayedContact,
  remove: readonly DisplayedContact[],
  { editable }: ContactFields,
  chosen: ReadonlyMap<string, FieldValue> = new Map(),
): MergeGroup {
  const filling = fillingValues(
    keep.record,
    remove.map(({ record }) => record),
    editable,
  );
  const set = dictionary<FieldValue>();
  for (const [field, value] of [...filling, ...chosen]) set[field] = value;
  return {
    group,
    shared,
    keep,
    remove,
    set,
    note: [note, companyNote(keep, remove)].filter((text) => text !== '').join('; '),
  };
}

/** No update gives a contact its company. */
function companyNote({ id, record }: DisplayedContact, remove: readonly DisplayedContact[]): string {
  const hasCompany = (one: DisplayedContact['record']) =>
    (getOwn(one, 'companyId') ?? getOwn(one, 'company') ?? null) !== null;
  const donor = hasCompany(record) ? undefined : remove.find((contact) => hasCompany(contact.record));
  return donor === undefined ? '' : `contact ${id} has no company; that of ${donor.id} is not carried over`;
}

/** Why nothing can be proposed for a group; null where it can. */
export function unfitFor({ isNameless, ids, size, contacts }: FoundGroup, rule: KeepRule | null): string | null {
  if (isNameless) return 'the value they share stands for no value: they may be different people';
  if (contacts.length < 2) return 'its contacts are no longer there';
  if (size > ids.length && rule !== null && rule !== 'oldest')
    return `the service shows ${ids.length} of its ${size} contacts: only --keep oldest can tell which one stays`;
  return null;
}

/** The proposal of a rule. */
export function proposal(group: number, found: FoundGroup, rule: KeepRule, fields: ContactFields): PlannedGroup {
  const { shared, ids, size, contacts } = found;
  const why = unfitFor(found, rule);
  const records = new Map(contacts.map((contact) => [contact.record, contact]));
  const survivor = survivorOf([...records.keys()], rule, fields.editable);
  const keep = survivor === null ? undefined : records.get(survivor);
  if (why !== null || keep === undefined) return { group, shared, ids, why: why ?? 'its contacts are no longer there' };
  const more = size - ids.length;
  const note = more > 0 ? `${more} more contacts of this group are not shown: run the command again` : '';
  return mergeInto(
    { group, shared, note },
    keep,
    contacts.filter((contact) => contact !== keep),
    fields,
  );
}
