// The same table in every format, read to the same rows; and what is said of files that are not what they seem.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { RowOptions } from '../../../../src/cli/files/rows/source.ts';
import { openRows, survey } from '../../../../src/cli/files/rows/source-file.ts';
import { failureOf } from '../../../../src/cli/terminal/exit.ts';
import { folderForAllTests } from '../../../folder.ts';
import { type XlsxSheet, xlsxBytes } from './xlsx.ts';

const folder = folderForAllTests();

/** `header; line: cells; …`, or the error. */
async function readAll(name: string, content: string | Uint8Array, options: Partial<RowOptions> = {}): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, content);
  try {
    const source = await openRows(path, name, { delimiter: null, encoding: null, ...options });
    const rows: string[] = [source.header.cells.join('|')];
    for await (const batch of source.batches)
      rows.push(...batch.map(({ line, cells }) => `${line}: ${cells.join('|')}`));
    return rows.join('; ');
  } catch (error) {
    const { exitCode, message, hint } = failureOf(error);
    return `exit ${exitCode}: ${message} (${hint})`;
  }
}

const CSV = 'Name,Note\nAda,"a, b"\nBob,\n';
const SHEETS: XlsxSheet[] = [
  {
    name: 'People',
    rows: [
      ['Name', 'Note'],
      ['Ada', 'a, b'],
      ['Bob', ''],
    ],
  },
  { name: 'Empty', rows: [] },
  {
    name: 'Titled',
    rows: [
      ['Contacts of 2026'],
      [],
      ['Name', 'Note', 'Since'],
      ['Ada', 'x', { date: 45_292 }],
      ['Bob', { number: 0.1 }, { date: 45_292.5 }],
    ],
  },
];
const PEOPLE = 'Name|Note; 2: Ada|a, b; 3: Bob|';

describe('one table in every format', () => {
  test.each<[string, string, string | Uint8Array, Partial<RowOptions>, string]>([
    ['CSV', 'a.csv', CSV, {}, PEOPLE],
    ['tabs', 'a.tsv', 'Name\tNote\nAda\ta, b\nBob\t\n', {}, PEOPLE],
    ['packed', 'a.csv.gz', gzipSync(CSV), {}, PEOPLE],
    [
      'one object a line',
      'a.ndjson',
      '{"Name":"Ada","Note":"a, b"}\n\n{"Name":"Bob"}\n',
      {},
      'Name|Note; 1: Ada|a, b; 3: Bob|',
    ],
    ['packed objects', 'a.jsonl.gz', gzipSync('{"Name":"Ada"}\n'), {}, 'Name; 1: Ada'],
    ['an array', 'a.json', '[{"Name":"Ada","Note":"a, b"},\n{"Name":"Bob"}]', {}, 'Name|Note; 1: Ada|a, b; 2: Bob|'],
    ['a workbook', 'a.xlsx', xlsxBytes(SHEETS), {}, PEOPLE],
    [
      'a sheet by its name, a title above, dates',
      'b.xlsx',
      xlsxBytes(SHEETS),
      { sheet: 'titled' },
      'Name|Note|Since; 4: Ada|x|2024-01-01; 5: Bob|0.1|2024-01-01T12:00:00',
    ],
    ['a sheet by its number', 'c.xlsx', xlsxBytes(SHEETS), { sheet: '1', skipLines: 1 }, 'Ada|a, b; 3: Bob|'],
    ['no name that tells', '-', '[{"Name":"Ada"}]', {}, 'Name; 1: Ada'],
    [
      'a text above the table',
      'n.csv',
      'Notes:\n"one, two"\n\nName,Note,Id\nAda,x,1\n',
      {},
      'Name|Note|Id; 5: Ada|x|1',
    ],
    ['lines left out by hand', 's.csv', 'made by, us\nName,Note\nAda,x\n', { skipLines: 1 }, 'Name|Note; 3: Ada|x'],
    ['one column and an empty line', 'o.csv', 'Name\n\nAda\n', {}, 'Name; 3: Ada'],
    [
      'nested values',
      'v.json',
      '[{"a":{"b":1,"c":[1,2]},"__proto__":"x","d":null,"e":true}]',
      {},
      'a.b|a.c|__proto__|d|e; 1: 1|1, 2|x||true',
    ],
  ])('%s', async (_, name, content, options, rows) => expect(await readAll(name, content, options)).toBe(rows));
});

describe('what cannot be read', () => {
  const damaged = xlsxBytes(SHEETS).slice(0, 900);
  const withoutPart = Buffer.from(xlsxBytes(SHEETS));
  // The second part no longer begins as one.
  withoutPart.write('XX', withoutPart.indexOf('PK\x03\x04', 4));
  const changed = Buffer.from(xlsxBytes(SHEETS));
  changed.write('X', changed.indexOf('<sst><si>') + 30);
  test.each<[string, string | Uint8Array, Partial<RowOptions>, string]>([
    ['no.xlsx', damaged, {}, 'exit 3: no.xlsx: the workbook is damaged: '],
    ['part.xlsx', withoutPart, {}, 'exit 3: part.xlsx: the workbook is damaged: '],
    [
      'changed.xlsx',
      changed,
      {},
      'exit 3: changed.xlsx: the workbook is damaged: the checksum of xl/sharedStrings.xml is wrong',
    ],
    ['old.xml', '<?xml version="1.0"?>\n<Workbook/>', {}, 'exit 3: old.xml: the file is XML, whatever its name'],
    [
      'old.xls',
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1),
      {},
      'exit 3: old.xls: the file is a workbook of Excel 97 to 2003',
    ],
    [
      'sheet.xlsx',
      xlsxBytes(SHEETS),
      { sheet: 'Peple' },
      'exit 2: the workbook has no sheet "Peple" (its sheets: "People", "Empty", "Titled")',
    ],
    ['empty.xlsx', xlsxBytes(SHEETS), { sheet: 'Empty' }, 'exit 3: empty.xlsx: the sheet is empty'],
    ['sheet.csv', CSV, { sheet: 'People' }, 'exit 2: --sheet does not apply to sheet.csv: it is a CSV file'],
    ['cut.csv.gz', gzipSync(CSV).subarray(0, 20), {}, 'exit 2: cannot read cut.csv.gz: unexpected end of file'],
    [
      'pretty.json',
      '{\n  "results": []\n}\n',
      {},
      'exit 3: pretty.json:1: an object begins here that goes over several lines',
    ],
    ['bad.ndjson', '{"a":1}\n{"a":\n', {}, 'exit 3: bad.ndjson:2:6: a JSON value is expected'],
    ['list.ndjson', '5\n', {}, 'exit 3: list.ndjson:1: a record must be a JSON object'],
    ['open.json', '[{"a":1},', {}, 'exit 3: open.json:1: the array is not closed'],
    ['none.json', '[]', {}, 'exit 3: none.json: the file holds no record'],
    ['short.csv', 'a\n', { skipLines: 5 }, 'exit 2: there are no 5 lines to skip'],
  ])('%s', async (name, content, options, error) => {
    expect((await readAll(name, content, options)).slice(0, error.length)).toBe(error);
  });
});

test('a survey has the hash of the bytes as they are in the file', async () => {
  const bytes = xlsxBytes(SHEETS);
  writeFileSync(join(folder, 'hash.xlsx'), bytes);
  const { createHash } = await import('node:crypto');
  const found = await survey(join(folder, 'hash.xlsx'), 'hash.xlsx', { delimiter: null, encoding: null });
  expect(found).toMatchObject({
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    records: 2,
  });
});
