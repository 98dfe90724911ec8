import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unguardedRow } from '../../../../src/cli/files/csv/read.ts';
import {
  type CsvFormat,
  csvLine,
  guardCell,
  guardFormula,
  keepApostrophe,
  unguardCell,
} from '../../../../src/cli/terminal/formats/csv.ts';
import { anyCharacter } from '../../../any-text.ts';
import { pieces, readWhole, utf16be } from './pieces.ts';

describe('one row', () => {
  test.each<[title: string, cells: string[], format: CsvFormat, line: string]>([
    ['plain', ['a', 'b c', ''], {}, 'a,b c,\n'],
    ['CRLF', ['a', 'b'], { newline: '\r\n' }, 'a,b\r\n'],
    ['quotes', ['say "hi"', '"'], {}, '"say ""hi""",""""\n'],
    ['line breaks', ['a\nb', 'c\r\nd', 'e\rf'], {}, '"a\nb","c\r\nd","e\rf"\n'],
    [
      'every delimiter that readers guess by',
      ['a,b', 'c;d', 'e\tf', 'g|h', 'i:j'],
      {},
      '"a,b","c;d","e\tf","g|h",i:j\n',
    ],
    ['a delimiter of its own', ['a:b', 'c,d', 'e'], { delimiter: ':' }, '"a:b":"c,d":e\n'],
    ['an empty cell alone', [''], {}, '""\n'],
    ['empty cells', ['', ''], {}, ',\n'],
    ["what looks like Excel's first line", ['sep=', ''], {}, '"sep=",\n'],
    ['what looks like a byte order mark', ['\uFEFFa'], {}, '"\uFEFFa"\n'],
    ['formulas as they are', ['=1+A1', '@x'], {}, '=1+A1,@x\n'],
    ['formulas guarded', ['=1+A1', '@x', '-05', '\tz'], { guard: 'formulas' }, `'=1+A1,'@x,-05,"'\tz"\n`],
    ['numbers too', ['=1+A1', '-05'], { guard: true }, `'=1+A1,'-05\n`],
  ])('%s', (_title, cells, format, line) => expect(csvLine(cells, format)).toBe(line));

  test('a row without cells is a mistake of the caller', () => {
    expect(() => csvLine([])).toThrow('a CSV row needs at least one cell');
  });
});

describe('guard', () => {
  /** What is run alone, and all that is changed; one text where both are the same. */
  test.each<[title: string, cell: string, formulas: string, all?: string]>([
    ['nothing', '', ''],
    ['text', 'Ada', 'Ada'],
    ['a formula', '=HYPERLINK("x")', `'=HYPERLINK("x")`],
    ['plus', '+A1', "'+A1"],
    ['minus', '-cmd', "'-cmd"],
    ['a handle', '@ada', "'@ada"],
    ['behind spaces', '  =A1', "'  =A1"],
    ['behind other white space', '\u00A0\u2003=A1', "'\u00A0\u2003=A1"],
    ['behind a tab', '\t=A1', "'\t=A1"],
    ['a CR, an LF', '\rx', "'\rx"],
    ['an LF', '\nx', "'\nx"],
    ['full width', '＝A1', "'＝A1"],
    ['a command', "=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['a phone number', '+49 (0)30 / 123-45.6', '+49 (0)30 / 123-45.6', "'+49 (0)30 / 123-45.6"],
    ['a phone number with an extension is not signs and digits alone', '+49 30 1 ext. 5', "'+49 30 1 ext. 5"],
    ['a leading zero', '0861234567', '0861234567', "'0861234567"],
    ['the longest number that is kept', '12345678901', '12345678901'],
    ['a longer one', '353861234567', '353861234567', "'353861234567"],
    ['a negative number', '-5', '-5'],
    ['a decimal', '-1.234,56', '-1.234,56', "'-1.234,56"],
    ['an exponent', '-1e-7', '-1e-7', "'-1e-7"],
    ['an id with an E', '12345E6', '12345E6', "'12345E6"],
    ['a percentage', '+5 %', '+5 %', "'+5 %"],
    ['an amount', '€5', '€5', "'€5"],
    ['a date', '2026-01-31', '2026-01-31', "'2026-01-31"],
    ['a date in words', '5 Mar', '5 Mar', "'5 Mar"],
    ['a month with its year', 'Sept-24', 'Sept-24', "'Sept-24"],
    ['a time', '10:30 am', '10:30 am', "'10:30 am"],
    ['a name that is a truth value', 'True', 'True', "'True"],
    ['digits of full width', '１２', '１２', "'１２"],
    ['a month alone', 'March', 'March'],
    ['a name with a number', 'Marketing 24', 'Marketing 24'],
    ['a moment', '2026-01-31T09:00:00Z', '2026-01-31T09:00:00Z'],
    ['a dash for none', '-', '-'],
    ['an apostrophe before text', "'tis", "'tis"],
    ['an apostrophe before a sign', "'=A1", "''=A1"],
    ['two of them', "''-x", "'''-x"],
    ['a printed one before a sign', '’=A1', "'’=A1"],
    ['an apostrophe before a number', "'-5", "''-5"],
    ['an apostrophe before a long number', "'0861", "''0861"],
    ['a sign inside', 'a=b', 'a=b'],
  ])('%s', (_title, cell, formulas, all = formulas) => {
    expect([guardFormula(cell), guardCell(cell)]).toEqual([formulas, all]);
    expect([formulas, all, keepApostrophe(cell)].map(unguardCell)).toEqual([cell, cell, cell]);
  });

  const dense = fc.string({
    unit: fc.constantFrom("'", '’', '=', '+', '-', '@', '\t', '\r', '\n', ' ', '1', 'e', '.', 'a', '＝', '\u00A0', '"'),
    maxLength: 7,
  });

  test('is undone exactly, for every text', () => {
    fc.assert(
      fc.property(fc.oneof(dense, fc.string({ unit: anyCharacter })), (cell) => {
        for (const guard of [guardCell, guardFormula, keepApostrophe]) expect(unguardCell(guard(cell))).toBe(cell);
      }),
      { numRuns: 1000 },
    );
  });

  test('leaves no cell that begins as a formula and holds a letter', () => {
    fc.assert(
      fc.property(dense, (cell) => {
        expect(/^\s*[=@＝]/.test(guardCell(cell)) || /^\s*[-+].*[a-df-z]/is.test(guardCell(cell))).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});

// What we write we read back the same, with encoding and delimiter found by themselves.

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
