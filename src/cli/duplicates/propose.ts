// What is proposed for each group that the service reports: by a rule, or by a person at a terminal.

import type { ListOptions } from '../../client/answers/listing.ts';
import { listByCursor } from '../../client/answers/pages.ts';
import type { Client } from '../../client/api.ts';
import { batchesOf } from '../../contract/batches.ts';
import { counted } from '../../contract/english.ts';
import { dictionary, getOwn } from '../../contract/json.ts';
import { fieldLabel } from '../../presentation/labels.ts';
import { relativeTime } from '../../presentation/time.ts';
import { namesSomeone } from '../../rules/records/duplicates.ts';
import type { FieldValue } from '../../rules/records/items.ts';
import {
  choicesOf,
  differentNames,
  fillingValues,
  type KeepRule,
  survivorOf,
} from '../../rules/records/resolve-duplicates.ts';
import type { Session } from '../session/session.ts';
import { neverContactOf } from '../shared/never-contact/entries.ts';
import { screened } from '../shared/never-contact/guard.ts';
import { harmless, plainCell, valueAt } from '../terminal/formats/cells.ts';
import {
  type ContactFields,
  type ContactReader,
  type DisplayedContact,
  isMerge,
  type MergeGroup,
  type PlannedGroup,
} from './contacts.ts';
import { missingHolders } from './merge-group.ts';

/** A group as it is reported, with its contacts as they are. */
interface FoundGroup {
  readonly shared: string;
  /** One of the shared values stands for no value, such as `#N/A`. */
  readonly isNameless: boolean;
  /** The oldest 100 at most; `size` is how many there are. */
  readonly ids: readonly number[];
  readonly size: number;
  readonly contacts: readonly DisplayedContact[];
}

const READ_AT_ONCE = 100;

/** `hasMore`: whether there are more than were asked for; final once they are read. */
export function findGroups(
  client: Client,
  reader: ContactReader,
  fields: readonly string[],
  listId: number | undefined,
  options: Pick<ListOptions, 'limit' | 'signal'>,
) {
  const asked = { query: { fields: [...fields], ...(listId !== undefined && { listId }) } };
  const listing = listByCursor(client.call, 'contacts', 'duplicates', asked, options);
  const groups = (async function* () {
    let waiting: Omit<FoundGroup, 'contacts'>[] = [];
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

async function* withContacts(
  reader: ContactReader,
  groups: readonly Omit<FoundGroup, 'contacts'>[],
): AsyncGenerator<FoundGroup> {
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
function unfitFor(
  { isNameless, ids, size, contacts }: FoundGroup,
  rule: KeepRule | null,
  isFinal = false,
): string | null {
  if (isNameless) return 'the value they share stands for no value: they may be different people';
  if (contacts.length < 2) return 'its contacts are no longer there';
  if (size > ids.length && rule !== null && rule !== 'oldest')
    return `the service shows ${ids.length} of its ${size} contacts: only --keep oldest can tell which one stays`;
  const names = isFinal ? differentNames(contacts.map(({ record }) => record)) : null;
  return names === null
    ? null
    : `they may be different people, ${names.join(' and ')}: --plan FILE to decide in a spreadsheet`;
}

/** `isFinal`: no person looks at it. */
export function proposal(
  group: number,
  found: FoundGroup,
  rule: KeepRule,
  fields: ContactFields,
  isFinal: boolean,
): PlannedGroup {
  const { shared, ids, size, contacts } = found;
  const why = unfitFor(found, rule, isFinal);
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

/** The group, or why it is left alone: it is of someone who must not be contacted, and a campaign would go on with the one that stays. */
export async function contactable(session: Session, group: PlannedGroup): Promise<PlannedGroup> {
  const [campaign] = isMerge(group) ? missingHolders(group, 'campaigns') : [];
  if (!isMerge(group) || campaign === undefined || neverContactOf(session) === null) return group;
  const ids = [group.keep, ...group.remove].map(({ id }) => id);
  const [covered] = (await screened(session, { ids }))?.leftOut ?? [];
  if (covered === undefined) return group;
  const why = `contact ${group.keep.id} would come into the campaign "${campaign.name}", but for ${covered.reason}; --no-campaigns merges without it`;
  return { group: group.group, shared: group.shared, ids, why };
}

// What a person at a terminal chooses for each group: which contact stays, and which values.

export const SHOWN_PROBLEMS = 10;

/** Contacts beside each other; more stand in a table below. */
const BESIDE = 3;
const VALUE_MAX = 40;
const FLAG = '--keep RULE or --plan FILE';

type MergeChoice = MergeGroup | 'skip' | 'stop';

/** `found` is the `place`th group that is shown. */
export async function chooseMerge(
  session: Session,
  found: FoundGroup,
  place: number,
  group: number,
  fields: ContactFields,
): Promise<MergeChoice> {
  const { contacts, shared } = found;
  if (unfitFor(found, null) !== null) return 'skip';
  await showSideBySide(session, found, place, fields);
  const first = survivorOf(
    contacts.map(({ record }) => record),
    'most-complete',
    fields.editable,
  );
  const ordered = contacts.toSorted((one, other) => Number(other.record === first) - Number(one.record === first));
  const answer = await session.prompt.choose('Which contact stays?', FLAG, [
    ...ordered.map(({ id, record }) => ({ value: String(id), name: summaryOf(session, id, record) })),
    { value: 'skip', name: 'Leave this group alone' },
    { value: 'stop', name: 'Show no more groups' },
  ]);
  if (answer === 'skip' || answer === 'stop') return answer;
  const keep = contacts.find(({ id }) => String(id) === answer);
  if (keep === undefined) return 'skip';
  const remove = contacts.filter((contact) => contact !== keep);
  return mergeInto({ group, shared }, keep, remove, fields, await chooseValues(session, keep, remove, fields));
}

function summaryOf(session: Session, id: number, record: DisplayedContact['record']): string {
  const [createdAt, ...texts] = ['createdAt', 'firstName', 'lastName', 'professionalEmail'].map((path) =>
    plainCell(valueAt(record, path)),
  );
  const created = createdAt ? [`created ${relativeTime(createdAt, session.now())}`] : [];
  // The mark of the prompt, or the number for a screen reader, and a column at the end are left.
  const room = Math.max(VALUE_MAX, session.io.stderr.columns - 7);
  return shortened([`${id}`, texts.filter((text) => text !== '').join(' '), ...created].join(' · '), room);
}

const shortened = (text: string, most = VALUE_MAX): string => {
  const line = harmless(text).replace(/\s+/g, ' ');
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
};

/** The fields as rows, the contacts as columns; a star marks where they differ. */
async function showSideBySide(
  session: Session,
  { shared, contacts, size }: FoundGroup,
  place: number,
  { editable }: ContactFields,
): Promise<void> {
  const { io, print } = session;
  const { displayedTable: shownTable } = await import('../terminal/formats/table.ts');
  const paths = ['id', ...editable, 'company.name', 'createdAt', 'updatedAt'];
  await io.stderr.write(
    print.paint.stderr.bold(`\nGroup ${place}: ${shortened(shared, 60)}, ${counted(size, 'contact')}\n`),
  );
  for (const some of batchesOf(contacts, BESIDE)) {
    const columns = [{ key: 'field' }, ...some.map(({ id }) => ({ key: `c${id}`, title: `contact ${id}` }))];
    const rows = paths.flatMap((path) => {
      const cells = some.map(({ record }) => plainCell(valueAt(record, path)));
      if (cells.every((cell) => cell === '') || path === 'id') return [];
      const [record, ...others] = contacts.map((contact) => contact.record);
      const differs = record !== undefined && editable.includes(path) && choicesOf(record, others, path).length > 1;
      const isTime = path.endsWith('At');
      const displayed = cells.map((cell) => (isTime && cell !== '' ? relativeTime(cell, session.now()) : cell));
      return [
        Object.fromEntries([
          ['field', `${differs ? '* ' : ''}${fieldLabel(path)}`],
          ...some.map(({ id }, index) => [`c${id}`, displayed[index]]),
        ]),
      ];
    });
    for (const kind of ['lists', 'campaigns'] as const)
      if (some.some(({ holders }) => holders[kind].length > 0))
        rows.push({
          field: fieldLabel(kind),
          ...Object.fromEntries(
            some.map(({ id, holders }) => [`c${id}`, holders[kind].map(({ name }) => name).join(', ')]),
          ),
        });
    await io.stderr.write(
      await shownTable(columns, rows, { room: io.stderr.columns, now: session.now(), paint: print.paint.stderr }),
    );
  }
}

/** Asked only where the contacts differ. */
async function chooseValues(
  { prompt }: Session,
  keep: DisplayedContact,
  remove: readonly DisplayedContact[],
  { editable }: ContactFields,
): Promise<Map<string, FieldValue>> {
  const others = remove.map(({ record }) => record);
  const differing = editable
    .map((field) => ({ field, values: choicesOf(keep.record, others, field) }))
    .filter(({ values }) => values.length > 1);
  const chosen = new Map<string, FieldValue>();
  if (differing.length === 0) return chosen;
  const labels = shortened(differing.map(({ field }) => fieldLabel(field)).join(', '), 48);
  const how = await prompt.choose('Which values?', FLAG, [
    { value: 'own', name: `Those of ${keep.id}; empty fields are filled from the others` },
    { value: 'each', name: `Choose where they differ: ${labels}` },
  ]);
  if (how === 'own') return chosen;
  for (const { field, values } of differing) {
    const choices = values.map((value, index) => ({ value: String(index), name: shortened(plainCell(value), 70) }));
    const value = values[Number(await prompt.choose(`${fieldLabel(field)}?`, FLAG, choices))];
    if (value !== undefined && value !== getOwn(keep.record, field)) chosen.set(field, value);
  }
  return chosen;
}
