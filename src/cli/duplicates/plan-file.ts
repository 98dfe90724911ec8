// The plan as a table to look through and change in a spreadsheet, and read back: nothing of it is taken on trust but the choices.

import { createHash } from 'node:crypto';
import { append } from '../../contract/append.ts';
import { groupBy } from '../../contract/group-by.ts';
import { getOwn } from '../../contract/json.ts';
import type { FieldValue } from '../../rules/records/items.ts';
import { choicesOf, donorsOf, filledValue } from '../../rules/records/resolve-duplicates.ts';
import type { CsvRow } from '../files/csv/parser.ts';
import { unguardedRow } from '../files/csv/read.ts';
import { namedPath } from '../files/is-file.ts';
import { openRows, survey } from '../files/rows/source-file.ts';
import { labelOf } from '../session/history/recorded-route.ts';
import { digestOf, type PlannedRecord } from '../session/plan/saved-plan.ts';
import type { SavePlan, Session } from '../session/session.ts';
import { savePlan } from '../shared/effects/save-plan.ts';
import { CliError, UsageError } from '../terminal/exit.ts';
import { harmless, plainCell, valueAt } from '../terminal/formats/cells.ts';
import { csvLine } from '../terminal/formats/csv.ts';
import {
  type ContactFields,
  type ContactReader,
  type DisplayedContact,
  isMerge,
  type ListOrCampaign,
  type MergeGroup,
  type PlannedGroup,
} from './contacts.ts';
import { mergeInto, SHOWN_PROBLEMS } from './propose.ts';

// The plan as a table to look through and change in a spreadsheet: a row for each contact, with what becomes of it.

/** Names of the plan's own columns. The values of a row that says `keep` are those that the contact has then. */
const PLAN_COLUMNS = { group: 'group', action: 'action', id: 'id', state: 'state' } as const;
const SHOWN = ['company', 'lists', 'campaigns', 'createdAt', 'updatedAt'] as const;

/** What a contact was when the plan was written: of a changed one it differs. Begins with a letter, as no number does. */
function stateOf({ record, holders }: DisplayedContact): string {
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

// A plan that was looked through, and perhaps changed, read back: nothing of it is taken on trust but the choices.

const OPTIONS = { delimiter: null, encoding: null } as const;

interface PlanRow {
  readonly line: number;
  readonly action: string;
  readonly id: number;
  readonly state: string;
  /** By field; only cells that hold something. */
  readonly values: ReadonlyMap<string, string>;
}

/** The plan's groups, each with its rows, and which content it is. */
interface ReadPlan {
  readonly file: string;
  readonly sha256: string;
  readonly groups: ReadonlyMap<string, readonly PlanRow[]>;
}

const ACTIONS = new Set(['keep', 'delete', 'leave']);

/** Throws UsageError for a file that is not a plan, CliError with every row that cannot be understood. */
export async function readPlan(session: Session, file: string, fields: ContactFields): Promise<ReadPlan> {
  const path = namedPath(session.io, file);
  const { sha256 } = await survey(path, file, OPTIONS);
  const source = await openRows(path, file, OPTIONS);
  const header = source.header.cells.map((name) => name.trim());
  const missing = Object.values(PLAN_COLUMNS).filter((name) => !header.includes(name));
  if (missing.length > 0) {
    throw new UsageError(`${file} is not a plan: it has no column ${missing.join(', ')}`, {
      hint: 'reach duplicates resolve --plan FILE writes one',
    });
  }
  const groups = new Map<string, PlanRow[]>();
  const problems: string[] = [];
  for await (const batch of source.batches) {
    for (const row of batch) {
      if (row.cells.every((cell) => cell.trim() === '')) continue;
      const { group, planned, problem } = planRow(unguardedRow(row), header, fields);
      if (problem !== null) problems.push(`${file}:${row.line}: ${problem}`);
      groups.set(group, [...(groups.get(group) ?? []), planned]);
    }
  }
  for (const [group, rows] of groups) append(problems, groupProblems(file, group, rows));
  // Merged into one that another group deletes, its values would be gone.
  for (const [id, rows] of groupBy([...groups.values()].flat(), (row) => row.id))
    if (rows[1] !== undefined && rows.some(({ action }) => action !== 'leave'))
      problems.push(`${file}:${rows[1].line}: contact ${id} is in line ${rows[0]?.line}, too`);
  refuse(problems);
  return { file, sha256, groups };
}

function planRow({ cells, line }: CsvRow, header: readonly string[], { editable }: ContactFields) {
  const cell = (name: string) => (cells[header.indexOf(name)] ?? '').trim();
  const action = cell(PLAN_COLUMNS.action).toLowerCase() || 'leave';
  const id = Number(cell(PLAN_COLUMNS.id));
  const values = new Map<string, string>();
  for (const [index, name] of header.entries()) {
    const text = cells[index] ?? '';
    if (text.trim() !== '' && editable.includes(name)) values.set(name, text);
  }
  const problem = !ACTIONS.has(action)
    ? `action must be keep, delete or leave, not "${harmless(action).slice(0, 40)}"`
    : Number.isSafeInteger(id) && id > 0
      ? null
      : `"${harmless(cell(PLAN_COLUMNS.id)).slice(0, 40)}" is not the id of a contact`;
  return {
    group: cell(PLAN_COLUMNS.group),
    planned: { line, action, id, state: cell(PLAN_COLUMNS.state), values },
    problem,
  };
}

function groupProblems(file: string, group: string, rows: readonly PlanRow[]): string[] {
  const kept = rows.filter(({ action }) => action === 'keep');
  const deleted = rows.filter(({ action }) => action === 'delete');
  const at = `${file}:${rows[0]?.line ?? 0}: group ${harmless(group).slice(0, 40)}`;
  if (deleted.length > 0 && kept.length !== 1) return [`${at} must keep one contact, not ${kept.length}`];
  return [];
}

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const more = problems.length > SHOWN_PROBLEMS ? `\n  and ${problems.length - SHOWN_PROBLEMS} more` : '';
  const message = `the plan cannot be applied\n  ${problems.slice(0, SHOWN_PROBLEMS).join('\n  ')}${more}`;
  throw new CliError('refused', 'invalid_plan', message, {
    hint: 'nothing was changed; correct the file',
    details: { problems },
  });
}

/** What the plan says, of contacts that are still what it shows; the others' groups are left alone, with why. */
export async function plannedGroups(
  plan: ReadPlan,
  reader: ContactReader,
  fields: ContactFields,
): Promise<PlannedGroup[]> {
  const wanted = [...plan.groups.values()].filter((rows) => rows.some(({ action }) => action === 'delete'));
  const found = await reader.contacts(wanted.flat().map(({ id }) => id));
  const problems: string[] = [];
  const planned = wanted.map((rows, at): PlannedGroup => {
    const used = rows.filter(({ action }) => action !== 'leave');
    const [keepRow] = used.filter(({ action }) => action === 'keep');
    const keep = keepRow && found.get(keepRow.id);
    const remove = used.filter((row) => row !== keepRow).map(({ id }) => found.get(id));
    const contacts = remove.filter((contact) => contact !== undefined);
    const shared = keep === undefined ? '' : nameOf(keep);
    const why = used.map((row) => changeSince(row, found.get(row.id))).find((change) => change !== null) ?? null;
    if (why !== null || keepRow === undefined || keep === undefined)
      return { group: at + 1, shared, ids: used.map(({ id }) => id), why: why ?? 'its contacts are no longer there' };
    const chosen = chosenValues(keepRow, keep, contacts, (problem) =>
      problems.push(`${plan.file}:${keepRow.line}: ${problem}`),
    );
    return mergeInto({ group: at + 1, shared }, keep, contacts, fields, chosen);
  });
  refuse(problems);
  return planned;
}

const nameOf = ({ record }: DisplayedContact): string =>
  ['firstName', 'lastName']
    .map((field) => plainCell(filledValue(record, field)))
    .join(' ')
    .trim();

function changeSince({ id, state }: PlanRow, now: DisplayedContact | undefined): string | null {
  if (now === undefined) return `contact ${id} is no longer there`;
  return state === stateOf(now) ? null : `contact ${id} has changed since the plan was written`;
}

/** The values of the row that is kept, where they are another contact's. Spreadsheets rewrite numbers and dates: no other value is taken. */
function chosenValues(
  { values }: PlanRow,
  keep: DisplayedContact,
  remove: readonly DisplayedContact[],
  report: (problem: string) => void,
): Map<string, FieldValue> {
  const chosen = new Map<string, FieldValue>();
  const others = remove.map(({ record }) => record);
  for (const [field, text] of values) {
    const all = [filledValue(keep.record, field), ...donorsOf(others).map((record) => filledValue(record, field))];
    const value = all.find((one) => one !== null && plainCell(one).trim() === text.trim());
    if (value === undefined || value === null) {
      const known = choicesOf(keep.record, others, field).map((one) => `"${harmless(plainCell(one)).slice(0, 60)}"`);
      report(
        `${field}: "${harmless(text).slice(0, 60)}" is not a value of these contacts (${known.join(', ') || 'they have none'}); change it afterwards with reach contacts update`,
      );
    } else if (value !== filledValue(keep.record, field)) chosen.set(field, value);
  }
  return chosen;
}

// Groups of duplicates in a saved plan: each of their contacts, with what becomes of it.

function* recordsOf({ keep, remove, set }: MergeGroup): Generator<PlannedRecord> {
  const nothing = digestOf(null);
  const of = (contact: DisplayedContact, is: string, chosen: object): PlannedRecord => ({
    ...{ kind: 'contact', id: contact.id, ...labelOf(contact.record), is },
    fields: { values: [stateOf(contact), nothing], filled: [nothing, digestOf(chosen)] },
  });
  for (const contact of remove) yield of(contact, 'deleted', {});
  yield of(keep, 'kept', set);
}

/** The group, or why it is left alone: a plan that is carried out does not have it so. */
export function byPlan({ host }: Pick<Session, 'host'>, group: PlannedGroup): PlannedGroup {
  if (host.guard === undefined || !isMerge(group)) return group;
  const why = host.guard.comparedBy('group').refuseRecords([...recordsOf(group)]);
  if (why === null) return group;
  return { group: group.group, shared: group.shared, ids: [group.keep, ...group.remove].map(({ id }) => id), why };
}

export async function saveGroups(session: Session, target: SavePlan, groups: readonly MergeGroup[]): Promise<void> {
  const records: PlannedRecord[] = [];
  for (const group of groups) append(records, [...recordsOf(group)]);
  await savePlan(session, target, records, { by: 'group' });
}
