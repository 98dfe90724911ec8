import { describe, expect, test } from 'vitest';
import { detectDialect, namedDelimiter } from '../../../../src/cli/files/csv/dialect.ts';
import type { CsvError } from '../../../../src/cli/files/csv/error.ts';

describe('delimiter and line end', () => {
  test.each<[title: string, head: string, delimiter: string, newline: string]>([
    ['nothing', '', ',', '\n'],
    ['a header alone', 'a,b,c', ',', '\n'],
    ['commas', 'a,b\n1,2\n', ',', '\n'],
    ['semicolons', 'a;b\r\n1;2\r\n', ';', '\r\n'],
    ['tabs', 'a\tb\n1\t2\n', '\t', '\n'],
    ['bars', 'a|b\n1|2\n', '|', '\n'],
    ['semicolons and decimal commas', 'name;score\nAda;1,5\nBob;2,5\n', ';', '\n'],
    ['semicolons, commas in the header', 'name;address, city;phone\nAda;x;1\nBob;y;2\n', ';', '\n'],
    [
      'semicolons, "Last, First" in every row and the header',
      'last, first;phone\nLovelace, Ada;1\nByron, Anne;2\n',
      ';',
      '\n',
    ],
    ['commas, lists with semicolons', 'name,tags\nAda,a;b;c\nBob,d;e;f\n', ',', '\n'],
    ['tabs, commas everywhere', 'a, b\tc, d\n1, 2\t3\n4\t5, 6, 7\n', '\t', '\n'],
    ['a delimiter in quotes does not count', '"a;b;c","d;e"\n"1;2;3",4\n', ',', '\n'],
    ['the cut of quoted cells tells', '"a";"b, c"\n"1";"2, 3"\n', ';', '\n'],
    ['ragged rows', 'a,b,c\n1,2,3\n1,2\n1,2,3\n1\n1,2,3\n', ',', '\n'],
    ['empty lines', '\n\na;b\n\n1;2\n', ';', '\n'],
    ['inches and seconds of arc', 'place,size;depth\n37\'37.8"N,5" x 6"\n38\'1.0"S,7"\n', ',', '\n'],
    ['one column', 'email\na@example.com\nb@example.com\n', ',', '\n'],
    ['one column with commas in its values', 'company\nAcme, Inc.\nExample\n', ';', '\n'],
    ['one column with every delimiter in its values', 'note\na,b\nc;d\ne\tf\ng|h\n', ',', '\n'],
    ['a text error does not hide the delimiter', 'a,b;x\n1,2\n"3"3,4\n', ',', '\n'],
    ['CR', 'a,b\r1,2\r', ',', '\r'],
    ['CR, header alone', 'a,b\r', ',', '\r'],
    ['CR, with LF in quotes', 'a,b\r1,"2\n3"\r', ',', '\r'],
    ['LF, with CR in quotes', 'a,b\n"1\r2\r3",4\n', ',', '\n'],
    ['LF, with a lone CR in a cell', 'a,b\nx\ry,2\n3,4\n', ',', '\n'],
    ['CRLF and LF mixed', 'a,b\n1,2\r\n', ',', '\r\n'],
    ['LF, a first line of one cell', 'Title\na,b,c\n1,2,3\n', ';', '\n'],
    ['CRLF, a first line of one cell: no empty line below it', 'Title\r\na,b,c\r\n1,2,3\r\n', ';', '\r\n'],
  ])('%s', (_title, head, delimiter, newline) => {
    expect(detectDialect(head, true)).toEqual({
      dialect: { delimiter, newline },
      recordsAt: 0,
      firstLine: 1,
      skippedLines: 0,
    });
  });

  test.each<[title: string, head: string, delimiter: string, newline: string]>([
    ['a last record that is cut off does not count', 'a;b,c\n1;2\n3;4,5,6', ';', '\n'],
    ['a quoted cell that is cut off is not broken', 'a,b\n1,2\n3,"4', ',', '\n'],
    ['a CR at the cut may be half a line end', 'a,b\r', ',', '\n'],
    ['a header longer than the head', 'a,b,c', ',', '\n'],
  ])('of the head of a longer file: %s', (_title, head, delimiter, newline) => {
    expect(detectDialect(head, false).dialect).toEqual({ delimiter, newline });
  });
});

describe("Excel's sep= line", () => {
  test.each<[title: string, head: string, given: string | undefined, delimiter: string, recordsAt: number]>([
    ['decides', 'sep=;\r\na,b;c,d\r\n1,2;3,4\r\n', undefined, ';', 7],
    ['in capitals', 'SEP=\t\na,b\tc\n', undefined, '\t', 6],
    ['names any character', 'sep=:\na:b\n', undefined, ':', 6],
    ['is skipped when a delimiter is given', 'sep=;\na,b\n', ',', ',', 6],
    ['alone in the file', 'sep=;', undefined, ';', 5],
  ])('%s', (_title, head, input, delimiter, recordsAt) => {
    const detected = detectDialect(head, true, input);
    expect([detected.dialect.delimiter, detected.recordsAt, detected.firstLine]).toEqual([delimiter, recordsAt, 2]);
  });

  test('as a quoted cell it is a cell', () => {
    expect(detectDialect('"sep=;"\na\n', true)).toMatchObject({ recordsAt: 0, firstLine: 1, skippedLines: 0 });
  });
});

test('a given delimiter is taken, and the line end found under it', () => {
  expect(detectDialect('a:"b\nc"\r\n1:2\r\n', true, ':').dialect).toEqual({ delimiter: ':', newline: '\r\n' });
});

test.each([
  [',', ','],
  ['tab', '\t'],
  ['\\t', '\t'],
  ['\t', '\t'],
  ['Semicolon', ';'],
  ['pipe', '|'],
  [':', ':'],
])('--delimiter %j', (text, delimiter) => expect(namedDelimiter(text)).toBe(delimiter));

test.each(['', '"', '\n', ',,', '😀'])('--delimiter %j is refused as wrong use', (text) => {
  const refusal = (): CsvError | unknown => {
    try {
      return namedDelimiter(text);
    } catch (error) {
      return error;
    }
  };
  expect(refusal()).toMatchObject({
    code: 'bad_option',
    exit: 'usage',
    message: `${JSON.stringify(text)} cannot be a delimiter`,
  });
});
