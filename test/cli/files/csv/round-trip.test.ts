// What we write we read back the same, with encoding and delimiter found by themselves.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unguardedRow } from '../../../../src/cli/files/csv/read.ts';
import { csvLine } from '../../../../src/cli/terminal/formats/csv.ts';
import { pieces, readWhole, utf16be } from './pieces.ts';

const cell = fc.string({
  unit: fc.constantFrom(
    'a',
    'b',
    ' ',
    '"',
    ',',
    ';',
    '\t',
    '|',
    '\n',
    '\r',
    '\r\n',
    "'",
    ...'= + - 1 é € 日 😀'.split(' '),
  ),
  maxLength: 8,
});

/** Rows of one width, as an export writes them. */
const table = fc
  .integer({ min: 1, max: 6 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }));

test.each<[name: string, encode: (text: string) => Buffer, bom: boolean]>([
  ['UTF-8', (text) => Buffer.from(text), false],
  ['UTF-8 with mark', (text) => Buffer.from(text), true],
  ['UTF-16LE with mark', (text) => Buffer.from(text, 'utf16le'), true],
  ['UTF-16BE with mark', utf16be, true],
])('%s', async (_name, encode, bom) => {
  const options = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    newline: fc.constantFrom<'\n' | '\r\n'>('\n', '\r\n'),
    guard: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(table, options, fc.array(fc.nat(300), { maxLength: 4 }), async (rows, format, cuts) => {
      const bytes = encode(`${bom ? '\uFEFF' : ''}${rows.map((row) => csvLine(row, format)).join('')}`);
      const places = cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b);
      const read = await readWhole(pieces(bytes, ...places));
      const readRows = [read.header, ...read.rows].map((row) => (format.guard ? unguardedRow(row) : row).cells);
      expect(readRows).toEqual(rows);
    }),
    { numRuns: 500 },
  );
});
