// What a person at a terminal chooses for each group: which contact stays, and which values.

import { batchesOf } from '../../contract/batches.ts';
import { getOwn } from '../../contract/dictionary.ts';
import { counted } from '../../contract/english.ts';
import { fieldLabel } from '../../presentation/labels.ts';
import { relativeTime } from '../../presentation/time.ts';
import type { FieldValue } from '../../rules/records/items.ts';
import { choicesOf, survivorOf } from '../../rules/records/resolve-duplicates.ts';
import type { Session } from '../session/session.ts';
import { harmless, plainCell, valueAt } from '../terminal/formats/cells.ts';
import type { ContactFields, DisplayedContact, MergeGroup } from './group.ts';
import { type FoundGroup, mergeInto, unfitFor } from './propose.ts';

/** Problems of a plan that are shown. */
export const SHOWN_PROBLEMS = 10;

/** Contacts beside each other; more stand in a table below. */
const BESIDE = 3;
const VALUE_MAX = 40;
const FLAG = '--keep RULE or --plan FILE';

export type MergeChoice = MergeGroup | 'skip' | 'stop';

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
  // The mark of the prompt and a column at the end are left.
  const room = Math.max(VALUE_MAX, session.io.stderr.columns - 3);
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
