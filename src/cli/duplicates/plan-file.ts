// The plan as a table to look through and change in a spreadsheet: a row for each contact, with what becomes of it.

import { createHash } from 'node:crypto';
import { getOwn } from '../../contract/dictionary.ts';
import type { FieldValue } from '../../rules/records/items.ts';
import { plainCell, valueAt } from '../terminal/formats/cells.ts';
import { csvLine } from '../terminal/formats/csv.ts';
import type { ContactFields, DisplayedContact, ListOrCampaign, MergeGroup } from './group.ts';

/** Names of the plan's own columns. The values of a row that says `keep` are those that the contact has then. */
export const PLAN_COLUMNS = { group: 'group', action: 'action', id: 'id', state: 'state' } as const;
const SHOWN = ['company', 'lists', 'campaigns', 'createdAt', 'updatedAt'] as const;

/** What a contact was when the plan was written: of a changed one it differs. Begins with a letter, as no number does. */
export function stateOf({ record, holders }: DisplayedContact): string {
  const { updatedAt: _, ...values } = record;
  const ids = (of: readonly ListOrCampaign[]) => of.map(({ id }) => String(id)).toSorted();
  const sorted = Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([sorted, ids(holders.lists), ids(holders.campaigns)]);
  return `s${createHash('sha256').update(text).digest('hex').slice(0, 15)}`;
}

const names = (holders: readonly ListOrCampaign[]): string => holders.map(({ name }) => name).join('; ');

function displayedOf({ record, holders }: DisplayedContact, column: (typeof SHOWN)[number]): string {
  if (column === 'lists' || column === 'campaigns') return names(holders[column]);
  return plainCell(valueAt(record, column === 'company' ? 'company.name' : column));
}

/** Fields that a contact of the plan has a value of. */
export function plannedFields(groups: readonly MergeGroup[], { editable }: ContactFields): string[] {
  const contacts = groups.flatMap(({ keep, remove }) => [keep, ...remove]);
  return editable.filter((field) => contacts.some(({ record }) => plainCell(getOwn(record, field)) !== ''));
}

export function* planLines(groups: readonly MergeGroup[], fields: readonly string[]): Generator<string> {
  const format = { guard: true } as const;
  yield csvLine([...Object.values(PLAN_COLUMNS), ...fields, ...SHOWN], format);
  for (const { group, keep, remove, set } of groups) {
    const line = (action: string, contact: DisplayedContact, chosen: Readonly<Record<string, FieldValue>>) =>
      csvLine(
        [
          String(group),
          action,
          String(contact.id),
          stateOf(contact),
          ...fields.map((field) => plainCell(getOwn(chosen, field) ?? getOwn(contact.record, field))),
          ...SHOWN.map((column) => displayedOf(contact, column)),
        ],
        format,
      );
    yield line('keep', keep, set);
    for (const contact of remove) yield line('delete', contact, {});
  }
}
