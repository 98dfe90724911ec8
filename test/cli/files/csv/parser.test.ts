import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CsvParser, type Dialect } from '../../../../src/cli/files/csv/parser.ts';
import { displayed, parseCsv, parsePieces } from './pieces.ts';

const LF: Dialect = { delimiter: ',', newline: '\n' };
const CRLF: Dialect = { delimiter: ',', newline: '\r\n' };
const MAC: Dialect = { delimiter: ',', newline: '\r' };

test.each<[title: string, text: string, dialect: Dialect, rows: string[]]>([
  ['nothing', '', LF, []],
  ['one line without its end', 'a,b', LF, ['1: a|b']],
  ['one line', 'a,b\n', LF, ['1: a|b']],
  ['every cell empty', ',,\n', LF, ['1: ||']],
  ['a last cell that is empty, at the end of the file', 'a,', LF, ['1: a|']],
  ['ragged rows as they are', 'a,b\n1\n1,2,3\n', LF, ['1: a|b', '2: 1', '3: 1|2|3']],
  ['empty lines skipped and counted', '\n\na\n\r\n\nb\n\n', LF, ['3: a', '6: b']],
  ['a line of spaces is a row', 'a\n  \n', LF, ['1: a', '2:   ']],
  ['a quoted empty cell alone is a row', 'a\n""\n', LF, ['1: a', '2: ']],
  ['spaces kept', ' a , b \n', LF, ['1:  a | b ']],
  ['CRLF', 'a,b\r\n1,2\r\n', CRLF, ['1: a|b', '2: 1|2']],
  ['CRLF and LF mixed', 'a,b\r\n1,2\n3,4\r\n', CRLF, ['1: a|b', '2: 1|2', '3: 3|4']],
  ['CRLF cut off at the end of the file', 'a,b\r\n1,2\r', CRLF, ['1: a|b', '2: 1|2']],
  ['the same behind a quote', 'a,b\r\n1,"2"\r', CRLF, ['1: a|b', '2: 1|2']],
  ['CRs before LF are one line end', 'a,"b"\r\r\nb\r\r\r\n', LF, ['1: a|b', '2: b']],
  ['Ctrl-Z at the end', 'a,b\r\n1,2\r\n\x1a', CRLF, ['1: a|b', '2: 1|2']],
  ['spaces beside quotes', '"a" , "b""c,d"\t,\t"e"\n x, "y\n', LF, ['1: a|b"c,d|e', '2:  x| "y']],
  ['single quotes', "'a','b,\"c\"'\n'd''e',5'\n", { ...LF, quote: "'" }, ['1: a|b,"c"', "2: d'e|5'"]],
  ['a lone CR is data', 'a\rb,c\n1,2\n', LF, ['1: a\rb|c', '2: 1|2']],
  ['quotes', '"a","b"\n"1",2\n3,"4"', LF, ['1: a|b', '2: 1|2', '3: 3|4']],
  ['doubled quotes', '"say ""hi""",""""\n""""""\n', LF, ['1: say "hi"|"', '2: ""']],
  ['delimiters in quotes', '"a,b",c\n', LF, ['1: a,b|c']],
  ['newlines in quotes, lines counted', 'h\n"a\nb\n",c\nd\n', LF, ['1: h', '2: a\nb\n|c', '5: d']],
  ['CRLF in quotes kept', 'h\r\n"a\r\nb"\r\nc\r\n', CRLF, ['1: h', '2: a\r\nb', '4: c']],
  ['empty lines in quotes kept', '"\n\n"\nx', LF, ['1: \n\n', '4: x']],
  [
    'quotes inside an unquoted cell are data',
    '37\'37.8"N,a"b"\n5" tube, "x" y\n',
    LF,
    ['1: 37\'37.8"N|a"b"', '2: 5" tube| "x" y'],
  ],
  ['NUL and other control characters', 'a\0b,\x01\n\0\n', LF, ['1: a\0b|\x01', '2: \0']],
  ['other line separators of Unicode are data', 'a\u2028b,\u0085\n', LF, ['1: a\u2028b|\u0085']],
  ['CR', 'a,b\r1,2\r\r3,4', MAC, ['1: a|b', '2: 1|2', '4: 3|4']],
  ['CR, with quoted CR, LF and CRLF', 'h\r"a\rb\nc\r\nd"\re\r', MAC, ['1: h', '2: a\rb\nc\r\nd', '6: e']],
  ['LF and CRLF in a file of CR lines', 'a\nb\r\n"c"\r"d"\r\ne', MAC, ['1: a', '2: b', '3: c', '4: d', '5: e']],
  ['another delimiter', 'a;b,c\n"1;2";3\n', { delimiter: ';', newline: '\n' }, ['1: a|b,c', '2: 1;2|3']],
  ['emoji and combining characters', '😀,"é\u0301"\n"👩‍👩‍👧",ß\n', LF, ['1: 😀|é\u0301', '2: 👩‍👩‍👧|ß']],
])('rows: %s', (_title, text, dialect, rows) => {
  expect(displayed(parseCsv(text, dialect))).toEqual(rows);
  for (let at = 0; at <= text.length; at += 1) {
    expect(displayed(parsePieces([text.slice(0, at), text.slice(at)], dialect).rows), `cut at ${at}`).toEqual(rows);
  }
  expect(displayed(parsePieces(text.split(''), dialect).rows), 'one by one').toEqual(rows);
});

describe('what is wrong is reported with the place where the quote opened, after the rows before it', () => {
  test.each<[title: string, text: string, rows: string[], told: string]>([
    [
      'an unclosed quote',
      'a,b\n1,2\n3,"4\n5,6\n',
      ['1: a|b', '2: 1|2'],
      '3:3 the quote that opens cell 2 is never closed',
    ],
    ['an unclosed quote after a multi-line cell', '"a\nb","c\n', [], '2:4 the quote that opens cell 2 is never closed'],
    ['a quote that ends the file', 'a\n"', ['1: a'], '2:1 the quote that opens cell 1 is never closed'],
    ['text after a quote', 'a\n"b"c\n', ['1: a'], '2:1 text follows the closing quote of cell 1'],
    ['text behind a quote and a space', '1,"b" x,c\n', [], '1:3 text follows the closing quote of cell 2'],
    [
      'a forgotten quote that meets the next',
      'a\n"b\nc\nd,"e"\n',
      ['1: a'],
      '2:1 text follows the closing quote of cell 1 on line 4',
    ],
    ['a lone CR after a quote', '"a"\rb\n', [], '1:1 text follows the closing quote of cell 1'],
  ])('%s', (_title, text, rows, input) => {
    for (let at = 0; at <= text.length; at += 1) {
      const parsed = parsePieces([text.slice(0, at), text.slice(at)], LF);
      const failure = parsed.failure;
      expect([displayed(parsed.rows), `${failure?.line}:${failure?.column} ${failure?.message}`]).toEqual([
        rows,
        input,
      ]);
    }
  });

  test('after a failure no more rows come', () => {
    const parser = new CsvParser(LF);
    expect([parser.push('"a"b\nc\n'), parser.push('d\n'), parser.end()]).toEqual([[], [], []]);
    expect(() => parseCsv('"a"b\nc\n', LF)).toThrow('text follows the closing quote of cell 1');
  });
});

describe('bounds', () => {
  const limits = { cell: 10, record: 20 };
  test.each<[title: string, text: string, told: string]>([
    ['cells at their bound', '1234567890,1234\n"1234567890"\r\n', '2 rows'],
    ['a plain cell beyond it', 'a\nb,12345678901\n', '2:3 cell 2 is longer than 10 characters'],
    ['a plain cell beyond it in a record with quotes', '"a",12345678901\n', '1:5 cell 2 is longer than 10 characters'],
    ['a quoted cell beyond it', 'a\n"12345678901"\n', '2:1 cell 1 is longer than 10 characters'],
    ['a quote never closed', 'a\n\n"b\nc\nd\ne\nf\ng\n', '3:1 cell 1 is longer than 10 characters'],
    ['no newline at all', 'abcdefghijklmnopqrstuvw', '1:1 cell 1 is longer than 10 characters'],
    ['a record at its bound', '12345678,12345678,12\r\n', '1 rows'],
    ['a record beyond it', 'a\n12345678,12345678,123\r\n', '2:1 the record is longer than 20 characters'],
    ['a record with quotes beyond it', 'a\n"12345678","12345678"\r\n', '2:1 the record is longer than 20 characters'],
    ['a record that never ends', 'a\n1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6', '2:1 the record is longer than 20 characters'],
  ])('%s', (_title, text, input) => {
    for (let at = 0; at <= text.length; at += 1) {
      const parser = new CsvParser(LF, 1, limits);
      const rows = [...parser.push(text.slice(0, at)), ...parser.push(text.slice(at)), ...parser.end()];
      const failure = parser.failure;
      expect(failure === null ? `${rows.length} rows` : `${failure.line}:${failure.column} ${failure.message}`).toBe(
        input,
      );
    }
  });

  test('a quote never closed in a long file ends after a megabyte, not at the end of the file', () => {
    const parser = new CsvParser(LF);
    const text = 'Ada,Lovelace,ada@example.com\n'.repeat(1000);
    parser.push('name\n"Ada');
    let pushes = 0;
    while (parser.failure === null) {
      parser.push(text);
      pushes += 1;
    }
    const { line, column, message } = parser.failure;
    expect([line, column, message]).toEqual([2, 1, 'cell 1 is longer than 1,000,000 characters']);
    expect(pushes * text.length).toBeLessThan(1_100_000);
  });
});

/** Text that is dense in what matters to a CSV parser. */
const denseText = fc
  .array(fc.constantFrom('a', 'b', '"', '"', '""', ',', ',', '\n', '\r\n', '\r', ' ', ';', 'é', '😀', '\0'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));

/** Text of records that are mostly right. */
const tidyText = fc
  .array(
    fc.array(fc.constantFrom('a', '', 'b c', '"x"', '""', '"a,b"', '"1\n2"', '"1\r\n2"', '"q""q"', 'é😀'), {
      minLength: 1,
    }),
  )
  .chain((records) =>
    fc.constantFrom('\n', '\r\n').map((newline) => records.map((cells) => cells.join(',') + newline).join('')),
  );

const anyText = fc.oneof(denseText, tidyText);

const CSV_PARSE = { record_delimiter: ['\r\n', '\n'], relax_column_count: true, skip_empty_lines: true };

/** Rows of csv-parse, or null where it refuses the text. */
function ofCsvParse(text: string, relaxQuotes: boolean): string[][] | null {
  try {
    return parse(text, { ...CSV_PARSE, relax_quotes: relaxQuotes });
  } catch {
    return null;
  }
}

describe('the same as csv-parse', () => {
  // Two differences are meant: we take quotes inside an unquoted cell for data, as csv-parse does with relax_quotes, and a CR
  // that ends the file for a line end. And csv-parse lets a NUL stand behind a closing quote, and drops it. Hence the trimming.
  test('every text that both accept reads the same, and ours accepts all that csv-parse does', () => {
    fc.assert(
      fc.property(anyText, (supplied) => {
        const text = withoutLeniency(supplied).replaceAll('\0', '').replace(/\r+$/, '');
        const { rows, failure } = parsePieces([text], LF);
        const cells = rows.map((row) => row.cells);
        const strict = ofCsvParse(text, false);
        if (strict !== null) {
          expect(failure).toBeNull();
          expect(cells).toEqual(strict);
        } else if (failure === null) {
          expect(cells).toEqual(ofCsvParse(text, true));
        }
      }),
      { numRuns: 600 },
    );
  });
});

/** Without what is forgiven: spaces beside quotes, several CRs before LF. */
const withoutLeniency = (text: string): string => text.replace(/[ \t]+(?=")|(?<=")[ \t]+|\r+(?=\r)/g, '');

test('a text in pieces fails at the same place, after the same rows, as in one', () => {
  fc.assert(
    fc.property(denseText, fc.integer({ min: 1, max: 8 }), (text, size) => {
      const limits = { cell: 6, record: 14 };
      const outcome = (pieceSize: number) => {
        const parser = new CsvParser(LF, 1, limits);
        const rows = [];
        for (let at = 0; at < text.length; at += pieceSize) rows.push(...parser.push(text.slice(at, at + pieceSize)));
        rows.push(...parser.end());
        return { rows, line: parser.failure?.line };
      };
      expect(outcome(size)).toEqual(outcome(1000));
    }),
    { numRuns: 600 },
  );
});
