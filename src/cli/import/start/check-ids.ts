// Whether the ids of a file are those of the workspace's records. Those of another system would overwrite strangers.

import { batchesOf } from '../../../contract/batches.ts';
import { counted, firstOf } from '../../../contract/english.ts';
import { getOwn } from '../../../contract/json.ts';
import { looseName } from '../../../rules/nearest.ts';
import { splitFullName } from '../../../rules/records/full-name.ts';
import { isSameValue } from '../../../rules/records/merge.ts';
import { isTellingValue } from '../../../rules/records/null-values.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { UsageError } from '../../terminal/exit.ts';
import { unguardCell } from '../../terminal/formats/csv.ts';
import { FULL_NAMES, ONE_NAME } from '../mapping/column-values.ts';
import type { Mapping } from '../mapping/map-columns.ts';
import type { RecordChange } from '../mapping/plan.ts';
import { FULL_NAME, targetFields } from '../mapping/target-fields.ts';
import { FIRST_SAMPLES, type FileRemarks } from '../rows/file-remarks.ts';
import type { ImportService, SearchedRecord } from '../service.ts';

const OF_COMPANY: Readonly<Record<string, string>> = { companyName: 'name', companyDomain: 'domain' };
/** What distinguishes one record from another. */
const TELLING: Readonly<Record<Entity['name'], readonly string[]>> = {
  CONTACT: [
    ...['firstName', 'lastName', 'professionalEmail', 'networkProfileUrl', 'mobilePhone', 'phones'],
    ...Object.keys(OF_COMPANY),
  ],
  COMPANY: ['name', 'domain', 'website', 'companyNetworkUrl'],
};

/** Values that are those of many. */
const SHARED = new Set(['firstName', 'lastName', ...Object.keys(OF_COMPANY)]);

interface TellingColumn {
  readonly index: number;
  readonly field: string;
}

/** Columns by which a row names its record, those that are not imported included. */
function tellingColumns({ columns, skipped }: Mapping, kind: Entity['name']): TellingColumn[] {
  const { byLooseName } = targetFields(kind, null);
  const others = skipped.map(({ index, header, why }) => {
    const field = byLooseName.get(looseName(header)) ?? '';
    const isWhole = why.startsWith(ONE_NAME) || FULL_NAMES.has(looseName(header));
    return { index, field: kind === 'CONTACT' && isWhole ? FULL_NAME : field };
  });
  return [...columns, ...others].filter(({ field }) => field === FULL_NAME || TELLING[kind].includes(field));
}

const spelled = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}@.]+/gu, '');

/** Empty where the record says nothing. */
function displayedOf(field: string, record: SearchedRecord): string {
  const ofCompany = getOwn(OF_COMPANY, field);
  const displayed =
    ofCompany !== undefined
      ? getOwn(Object(record['company']), ofCompany)
      : field === FULL_NAME
        ? [record['firstName'], record['lastName']].filter(Boolean).join(' ')
        : getOwn(record, field);
  return typeof displayed === 'string' ? displayed : '';
}

/** Null where the record says nothing. */
function agrees(field: string, sent: string, record: SearchedRecord): boolean | null {
  const displayed = displayedOf(field, record);
  if (displayed === '') return null;
  return isSameValue(field, displayed, sent) || spelled(displayed) === spelled(sent);
}

function valuesOf(
  { index, field }: TellingColumn,
  cells: readonly string[],
): (readonly [field: string, sent: string])[] {
  const text = unguardCell(cells[index]?.trim() ?? '');
  if (text === '') return [];
  if (field !== FULL_NAME) return [[field, text]];
  const name = splitFullName(text);
  return name === null
    ? [[FULL_NAME, text]]
    : [
        ['firstName', name.firstName],
        ['lastName', name.lastName],
      ];
}

/**
 * Whether a row names the record of its id. `stranger`: surely another, by several values; of one that is deleted, which gets none of
 * them, by one that is not its company's. `unknown`: by values of which the record has none; null: the row has no such value.
 */
function identityOf(
  columns: readonly TellingColumn[],
  cells: readonly string[],
  record: SearchedRecord,
  act: RecordChange['act'] | undefined,
): 'same' | 'other' | 'stranger' | 'unknown' | null {
  const values = columns.flatMap((column) => valuesOf(column, cells)).filter(([, sent]) => isTellingValue(sent));
  if (values.length === 0) return null;
  const compared = values.map(([field, sent]) => ({ field, is: agrees(field, sent, record) }));
  const equal = compared.filter(({ is }) => is === true);
  const different = compared.filter(({ is }) => is === false);
  if (different.length === 0 && equal.length === 0) return 'unknown';
  // A first name alone, or a company, is that of many.
  const isSame = equal.some(({ field }) => !SHARED.has(field));
  const personal = (all: typeof compared) => all.filter(({ field }) => !Object.hasOwn(OF_COMPANY, field)).length;
  const isOfAnother = act === 'delete' && personal(different) > personal(equal);
  if (isSame || (equal.length >= different.length && !isOfAnother)) return 'same';
  return isOfAnother || different.length - equal.length > 1 ? 'stranger' : 'other';
}

/** Columns that were sorted, or shifted, without the others: records get values that others of the file lose. */
class MovedColumns {
  /** What rows would change of each telling field, and how many rows have a value of it. */
  readonly #fields = new Map<string, { rows: number; readonly changes: { from: string; to: string }[] }>();

  add(field: string, sent: string, record: SearchedRecord): void {
    // A number of an office is that of several people, who may move.
    const isOwn = field !== 'phones' && !Object.hasOwn(OF_COMPANY, field);
    const is = isOwn ? agrees(field, sent, record) : null;
    if (is === null) return;
    const known = this.#fields.get(field) ?? { rows: 0, changes: [] };
    this.#fields.set(field, known);
    known.rows += 1;
    if (!is) known.changes.push({ from: spelled(displayedOf(field, record)), to: spelled(sent) });
  }

  /** In words; null where there is none. Two values may be exchanged on purpose, but rarely. */
  problem(plural: string): string | null {
    for (const [field, { rows, changes }] of this.#fields) {
      const lost = new Set(changes.map(({ from }) => from));
      const moved = changes.filter(({ to }) => lost.has(to)).length;
      // Of a long file, others have lost most of them.
      if (moved > 1 && (moved * 2 > changes.length || changes.length * 2 > rows))
        return `${moved} ${plural} would get the ${field} of another one of this file: was its column sorted without the others?`;
    }
    return null;
  }
}

/** Whether a file has a column of last names: its ids are probably those of contacts. */
const namesPeople = ({ skipped }: Mapping): boolean => {
  const { byLooseName } = targetFields('CONTACT', null);
  return skipped.some(({ header }) => byLooseName.get(looseName(header)) === 'lastName');
};

const IDS_AT_ONCE = 50;
const STRANGERS_SHOWN = 5;

const HINTS = {
  import: '--no-update creates or merges the rows as if they had no id; --update changes these records all the same',
  change: '--trust-ids takes them all the same',
};

/**
 * Exit 2 where the ids are none, and, where the service is there to be asked, where no record has them, where most of the records look like
 * others, where one surely is another, or where a column has the values of others: a cell of it was deleted, or it was sorted alone.
 */
export async function checkIds(
  service: ImportService | null,
  { name: kind, noun, plural }: Entity,
  mapping: Mapping,
  { samples, updates, wrongIds }: FileRemarks,
  { change, signal }: { readonly change: RecordChange | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const hint = { hint: HINTS[change === undefined ? 'import' : 'change'] };
  if (wrongIds.count > 0 && updates === 0)
    throw new UsageError(
      `the ids of this file are not those of its ${plural}: ${JSON.stringify(wrongIds.first.slice(0, 60))} is not one`,
      change === undefined ? hint : { hint: `an id is a whole number: reach ${plural} export writes it as id` },
    );
  if (samples.size === 0 || service === null) return;
  const columns = tellingColumns(mapping, kind);
  const sent = tellingColumns({ ...mapping, skipped: [] }, kind);
  const moved = new MovedColumns();
  const counts = { same: 0, other: 0, stranger: 0, unknown: 0 };
  const strangers: number[] = [];
  let found = 0;
  const compare = async (some: number[]) => {
    for await (const record of service.search({ id: some }, [], signal)) {
      const id = Number(record['id']);
      const cells = samples.get(id);
      if (cells === undefined) continue;
      found += 1;
      const is = identityOf(columns, cells, record, change?.act);
      if (is !== null) counts[is] += 1;
      if (is === 'stranger') strangers.push(id);
      for (const [field, value] of sent.flatMap((column) => valuesOf(column, cells))) moved.add(field, value, record);
    }
  };
  const ids = [...samples.keys()];
  await compare(ids.slice(0, FIRST_SAMPLES));
  const first = `of the first ${counted(Math.min(ids.length, FIRST_SAMPLES), noun)} with these ids`;
  if (found === 0)
    throw new UsageError(`the ids of this file are not those of its ${plural}: none ${first} exists`, hint);
  // Whoever names records by their ids alone may fill in what they lack; an id among other columns has to fit them.
  const isUnknown = change === undefined && counts.unknown > 0;
  if (counts.same + counts.other + counts.stranger === 0 && (isUnknown || (kind === 'COMPANY' && namesPeople(mapping))))
    throw new UsageError(
      `whether the ids of this file are those of its ${plural} is not certain: no value agrees`,
      hint,
    );
  const others = counts.other + counts.stranger;
  if (others * 2 > found) {
    const most = `${others} of the first ${counted(found, noun)} with these ids ${others === 1 ? 'is' : 'are'}`;
    throw new UsageError(`the ids of this file are not those of its ${plural}: ${most} someone else`, hint);
  }
  for (const some of batchesOf(ids.slice(FIRST_SAMPLES), IDS_AT_ONCE)) await compare(some);
  const problem = moved.problem(plural);
  if (problem !== null)
    throw new UsageError(problem, {
      hint: `sort all columns together; ${change === undefined ? '--update' : '--trust-ids'} changes these records all the same`,
    });
  if (strangers.length === 0) return;
  const are = strangers.length === 1 ? `${noun} with this id is` : `${plural} with these ids are`;
  const which = firstOf(strangers.map(String), STRANGERS_SHOWN);
  throw new UsageError(`some ids of this file are not those of its ${plural}: the ${are} someone else: ${which}`, hint);
}
