// Whether the ids of a file are those of the workspace's records. Those of another system would overwrite strangers.

import { counted } from '../../../contract/english.ts';
import { getOwn } from '../../../contract/json.ts';
import { looseName } from '../../../rules/nearest.ts';
import { splitFullName } from '../../../rules/records/full-name.ts';
import { isSameValue } from '../../../rules/records/merge.ts';
import { isTellingValue } from '../../../rules/records/null-values.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { UsageError } from '../../terminal/exit.ts';
import { unguardCell } from '../../terminal/formats/csv-guard.ts';
import { FULL_NAMES, type Mapping } from '../mapping/map-columns.ts';
import { FULL_NAME, targetFields } from '../mapping/target-fields.ts';
import type { FileRemarks } from '../rows/file-remarks.ts';
import type { ImportService, SearchedRecord } from '../service.ts';

/** What distinguishes one record from another. */
const TELLING: Readonly<Record<Entity['name'], readonly string[]>> = {
  CONTACT: ['firstName', 'lastName', 'professionalEmail', 'networkProfileUrl', 'mobilePhone', 'phones', 'companyName'],
  COMPANY: ['name', 'domain', 'website', 'companyNetworkUrl'],
};

/** Values that are those of many contacts. */
const SHARED = new Set(['firstName', 'lastName', 'companyName']);

interface TellingColumn {
  readonly index: number;
  readonly field: string;
}

/** Columns by which a row names its record, those that are not imported included. */
function tellingColumns({ columns, skipped }: Mapping, kind: Entity['name']): TellingColumn[] {
  const { byLooseName } = targetFields(kind, null);
  const others = skipped.map(({ index, header }) => {
    const field = byLooseName.get(looseName(header)) ?? '';
    return { index, field: kind === 'CONTACT' && FULL_NAMES.has(looseName(header)) ? FULL_NAME : field };
  });
  return [...columns, ...others].filter(({ field }) => field === FULL_NAME || TELLING[kind].includes(field));
}

const spelled = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}@.]+/gu, '');

/** Null where the record says nothing. */
function agrees(field: string, sent: string, record: SearchedRecord): boolean | null {
  const company = getOwn(record, 'company');
  const inCompany = typeof company === 'object' && company !== null && 'name' in company ? company.name : null;
  const displayed = field === 'companyName' ? inCompany : getOwn(record, field);
  if (typeof displayed !== 'string' || displayed === '') return null;
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
    ? []
    : [
        ['firstName', name.firstName],
        ['lastName', name.lastName],
      ];
}

type RowIdentity = 'same' | 'other' | 'unknown';

/** Whether a row names the record of its id. `unknown`: by values of which the record has none; null: the row has no such value. */
function identityOf(
  columns: readonly TellingColumn[],
  cells: readonly string[],
  record: SearchedRecord,
): RowIdentity | null {
  const values = columns.flatMap((column) => valuesOf(column, cells)).filter(([, sent]) => isTellingValue(sent));
  if (values.length === 0) return null;
  const compared = values.map(([field, sent]) => ({ field, is: agrees(field, sent, record) }));
  const equal = compared.filter(({ is }) => is === true);
  const different = compared.filter(({ is }) => is === false);
  if (equal.length === 0) return different.length > 0 ? 'other' : 'unknown';
  // A first name alone, or a company, is that of many.
  const isSame = equal.some(({ field }) => !SHARED.has(field)) || equal.length >= different.length;
  return isSame ? 'same' : 'other';
}

const HINTS = {
  import: '--no-update creates or merges the rows as if they had no id; --update changes these records all the same',
  change: '--trust-ids takes them all the same',
};

/** Exit 2 where the ids are none, and, where the service is there to be asked, where no record has them, or where most of the records look like others. */
export async function checkIds(
  service: ImportService | null,
  { name: kind, noun, plural }: Entity,
  mapping: Mapping,
  { samples, updates, wrongIds }: FileRemarks,
  { isChange, signal }: { readonly isChange: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const hint = { hint: HINTS[isChange ? 'change' : 'import'] };
  if (wrongIds.count > 0 && updates === 0)
    throw new UsageError(
      `the ids of this file are not those of its ${plural}: ${JSON.stringify(wrongIds.first.slice(0, 60))} is not one`,
      hint,
    );
  if (samples.size === 0 || service === null) return;
  const columns = tellingColumns(mapping, kind);
  const counts = { same: 0, other: 0, unknown: 0 };
  let found = 0;
  for await (const record of service.search({ id: [...samples.keys()] }, [], signal)) {
    const cells = samples.get(Number(record['id']));
    if (cells === undefined) continue;
    found += 1;
    const is = identityOf(columns, cells, record);
    if (is !== null) counts[is] += 1;
  }
  const first = `of the first ${counted(samples.size, noun)} with these ids`;
  if (found === 0)
    throw new UsageError(`the ids of this file are not those of its ${plural}: none ${first} exists`, hint);
  // Whoever names records by their ids alone may fill in what they lack; an id among other columns has to fit them.
  if (!isChange && counts.same === 0 && counts.other === 0 && counts.unknown > 0)
    throw new UsageError(
      `whether the ids of this file are those of its ${plural} is not certain: no value agrees`,
      hint,
    );
  if (counts.other * 2 <= found) return;
  const others = `${counts.other} of the first ${counted(found, noun)} with these ids ${counts.other === 1 ? 'is' : 'are'}`;
  throw new UsageError(`the ids of this file are not those of its ${plural}: ${others} someone else`, hint);
}
