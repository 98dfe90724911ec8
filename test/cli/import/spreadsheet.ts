// What spreadsheets do to a table that is opened and saved again, kind by kind, and an export that goes through it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { windows1252 } from '../../../src/cli/files/csv/eight-bit.ts';
import { csvLine } from '../../../src/cli/terminal/formats/csv.ts';
import { chance } from '../../chance.ts';
import { type XlsxSheet, xlsxBytes } from '../files/rows/xlsx.ts';
import { openReach, type Reach } from '../world.ts';

type Table = string[][];

interface Random {
  below(most: number): number;
  one<T>(values: readonly [T, ...T[]]): T;
}

function randomOf(seed: number): Random {
  const next = chance(seed);
  const below = (most: number) => Math.floor(next() * most);
  return { below, one: (values) => values[below(values.length)] ?? values[0] };
}

interface SavedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** With which it is imported. */
  readonly options?: string;
}

type Damage = (rows: Table, random: Random) => SavedFile;

const NUMBER = /^[+-]?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?$/i;
/** Not the header. */
const inCells = (rows: Table, change: (cell: string) => string): Table =>
  rows.map((cells, at) => (at === 0 ? cells : cells.map(change)));

const general = (cell: string): string => {
  const number = Number(cell);
  if (!NUMBER.test(cell)) return cell;
  return Math.abs(number) < 1e11 ? String(number) : number.toExponential(5).toUpperCase();
};
const fifteenDigits = (cell: string): string => {
  if (!/^\+?[0-9]{1,40}$/.test(cell)) return cell;
  const digits = cell.replace(/^[+0]+(?=.)/, '');
  return digits.length < 16 ? digits : digits.slice(0, 15).padEnd(digits.length, '0');
};
const dated = (cell: string): string => {
  if (/^(?:[0-9]{1,2}[-/][0-9]{1,2}|[0-9]{1,2} March)$/.test(cell)) return '05-Mar';
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(cell) ? '45292' : cell;
};
const truths = (cell: string): string => (/^(?:true|false)$/i.test(cell) ? cell.toUpperCase() : cell);

const csv = (rows: Table, delimiter = ',', newline: '\n' | '\r\n' = '\r\n'): string =>
  rows.map((cells) => csvLine(cells, { delimiter, newline })).join('');
const file = (text: string, encoding: BufferEncoding = 'utf8') => ({
  name: 'saved.csv',
  bytes: Buffer.from(text, encoding),
});
const some = (rows: Table, random: Random, values: readonly [string, ...string[]]): Table =>
  rows.map((cells, at) => cells.map((cell) => (at > 0 && random.below(5) === 0 ? random.one(values) : cell)));
/** As windows-1252 has it; what that does not have is a question mark. */
const ansi = (text: string) => text.replaceAll(/[^\x00-\xff]/gu, '?');

export const DAMAGES: Readonly<Record<string, Damage>> = {
  'numbers in the general format': (rows) => file(csv(inCells(rows, general))),
  'numbers of 15 digits': (rows) => file(csv(inCells(rows, fifteenDigits))),
  'texts taken for dates': (rows) => file(csv(inCells(rows, dated))),
  'truth values in capitals': (rows) => file(csv(inCells(rows, truths))),
  'errors of formulas': (rows, random) =>
    file(csv(some(rows, random, ['#N/A', '#REF!', '#NAME?', '#WERT!', 'Err:502']))),
  'columns too narrow': (rows, random) => file(csv(some(rows, random, ['####', '########']))),
  'an encoding without some characters': (rows) => ({
    ...file(ansi(csv(rows, ';')), 'latin1'),
    options: '--encoding windows-1252',
  }),
  'an encoding that is guessed': (rows) => file(ansi(csv(rows, ';')), 'latin1'),
  'a text encoded twice': (rows) => file(windows1252(Buffer.from(csv(rows)))),
  'semicolons, and all of the above for numbers': (rows) => file(`\uFEFF${csv(inCells(rows, general), ';')}`),
  'Unicode text': (rows) => file(`\uFEFF${csv(inCells(rows, fifteenDigits), '\t')}`, 'utf16le'),
  'empty rows and columns': (rows) =>
    file(
      csv([...rows, [], []].map((cells) => [...cells, ...Array(3 + (rows[0]?.length ?? 0) - cells.length).fill('')])),
    ),
  'formulas that are texts': (rows) => file(csv(inCells(rows, (cell) => `="${cell.replaceAll('"', '""')}"`))),
  'a workbook': (rows) => {
    const typed = (cell: string) => (/^[1-9][0-9]{0,14}$/.test(cell) ? { number: Number(cell) } : cell);
    const sheet: XlsxSheet = { name: 'Sheet1', rows: rows.map((cells, at) => (at === 0 ? cells : cells.map(typed))) };
    return { name: 'saved.xlsx', bytes: xlsxBytes([sheet]) };
  },
};

const NAMES = [
  'Ada',
  'Łukasz',
  'José',
  'Müller',
  'O’Neil',
  'Nguyễn',
  'Иван',
  '山田',
  'True',
  "d'Arc",
  'Sørensen',
] as const;
const TITLES = [
  'CTO',
  '5 March',
  '3-12',
  '=1+1',
  '@lead',
  '24/7',
  '-',
  "'quoted'",
  'a, "b"\nc',
  '1e5',
  '2024-01-31',
] as const;

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, (_, at) => (at === 0 ? 1 + random.below(9) : random.below(10))).join('');
}

function phone(random: Random): string {
  const number = digits(random, 8 + random.below(5));
  return random.one([`+353${number}`, `0${number}`, number, `+49 (0)${number.slice(0, 3)} ${number.slice(3)}`, '']);
}

function contact(random: Random, at: number): Record<string, string> {
  const crmId = `${digits(random, 5 + random.below(14))}${at + 10}`;
  return {
    firstName: random.one(NAMES),
    lastName: `${random.one(NAMES)} ${String.fromCharCode(65 + at)}`,
    professionalEmail: `p${at}@x.example`,
    mobilePhone: phone(random),
    phones: phone(random),
    jobTitle: random.one(TITLES),
    companyName: `${random.one(['Acme', 'Žižkov s.r.o.', '24', 'Röhm & Co', '株式会社'])} ${at}`,
    contactCRMId: random.one([crmId, `0${crmId}`, `${crmId.slice(0, 5)}e1${at}`, `a0B${crmId}`]),
  };
}

const FIELDS = ['firstName', 'lastName', 'professionalEmail', 'mobilePhone', 'phones', 'jobTitle', 'contactCRMId'];

type Stored = Readonly<Record<string, unknown>> & { readonly id: number };

async function storedIn(reach: Reach): Promise<Stored[]> {
  const { body } = await reach.world.call('GET', '/v1/contacts', { query: { page: 1, pageSize: 100 } });
  return body.data.contacts.map((one: Stored & { company?: { name?: string } }) => ({
    id: one.id,
    ...Object.fromEntries(FIELDS.map((field) => [field, one[field] ?? null])),
    companyName: one.company?.name ?? null,
  }));
}

const textOf = (value: unknown) => JSON.stringify(value);

/** A guess that is not certain is not made. */
const isUncertain = ({ code, stderr }: { readonly code: number; readonly stderr: string }): boolean =>
  code === 3 && stderr.includes('its encoding is not certain');

/** What another workspace makes of the file: each row is one contact, whose values are those of its record or none. */
async function intoAnother(saved: SavedFile, before: readonly Stored[]): Promise<string[]> {
  const other = await openReach();
  try {
    other.write(saved.name, saved.bytes);
    const line = `contacts import ${saved.name} ${saved.options ?? ''} --no-update --no-input --results results.csv`;
    const ran = await other.clock.run(other.run(line));
    if (isUncertain(ran)) return [];
    if (ran.code > 1) return [`elsewhere, exit ${ran.code}: ${ran.stderr}`];
    const rows: { line: string; id: string }[] = parse(other.read('results.csv'), { columns: true });
    const after = new Map((await storedIn(other)).map((one) => [String(one.id), one]));
    const ids = rows.map(({ id }) => id).filter((id) => id !== '');
    if (new Set(ids).size !== ids.length) return [`two people are one: ${ids.join(' ')}`];
    return rows.flatMap(({ id }, at) => {
      const [was, is] = [before[at], after.get(id)];
      if (is === undefined || was === undefined) return [];
      return [...FIELDS, 'companyName'].flatMap((field) =>
        is[field] === null || is[field] === was[field]
          ? []
          : [`created: ${field} ${textOf(was[field])} → ${textOf(is[field])}`],
      );
    });
  } finally {
    await other.close();
  }
}

/** An export of a random workspace, saved again, and imported there and elsewhere: everything that is wrong afterwards. */
async function exportedAndImported(
  seed: number,
  save: (reach: Reach, random: Random) => Promise<SavedFile>,
): Promise<string[]> {
  const random = randomOf(seed);
  const reach = await openReach();
  try {
    const contacts = Array.from({ length: 4 + random.below(8) }, (_, at) => contact(random, at));
    await reach.world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
    const before = await storedIn(reach);
    if (before.length !== contacts.length) return [`${before.length} of ${contacts.length} contacts stored`];
    const saved = await save(reach, random);
    reach.write(saved.name, saved.bytes);
    const ran = await reach.clock.run(reach.run(`contacts import ${saved.name} ${saved.options ?? ''} --no-input`));
    const after = await storedIn(reach);
    const changed = before.flatMap((was, at) =>
      [...FIELDS, 'companyName'].flatMap((field) =>
        was[field] === after[at]?.[field]
          ? []
          : [`updated: ${field} ${textOf(was[field])} → ${textOf(after[at]?.[field])}`],
      ),
    );
    const isOdd = (ran.code > 1 && !isUncertain(ran)) || after.length !== before.length;
    return [...changed, ...(isOdd ? [`exit ${ran.code}: ${ran.stderr}`] : []), ...(await intoAnother(saved, before))];
  } finally {
    await reach.close();
  }
}

export const throughSpreadsheet = (kind: string, seed: number): Promise<string[]> =>
  exportedAndImported(seed, async (reach, random) => {
    await reach.run('contacts export --file out.csv');
    const rows: Table = parse(reach.read('out.csv'), { relax_column_count: true });
    return DAMAGES[kind]?.(rows, random) ?? file('');
  });

/** As it was exported. */
export const throughFile = (name: string, seed: number): Promise<string[]> =>
  exportedAndImported(seed, async (reach) => {
    const { code } = await reach.run(`contacts export --file ${name}`);
    return { name, bytes: code === 0 ? readFileSync(join(reach.home, name)) : Buffer.from('') };
  });
