import { describe, expect, test } from 'vitest';
import { CsvError } from '../../../../src/cli/files/csv/error.ts';
import { type CsvReadOptions, readCsv } from '../../../../src/cli/files/csv/read.ts';
import { displayed, pieces, readWhole } from './pieces.ts';

interface Expected {
  readonly rows: string[];
  readonly encoding: string;
  readonly delimiter: string;
}

test.each<[title: string, bytes: Buffer, expected: Expected]>([
  [
    'Excel, CSV UTF-8 of a German system: mark, semicolons, CRLF',
    Buffer.from('\uFEFFVorname;Nachname;Notiz\r\nJürgen;Groß;"5 "" × 3; dann\nmehr 😀"\r\nZoë;;+49 30 1\r\n'),
    {
      rows: ['1: Vorname|Nachname|Notiz', '2: Jürgen|Groß|5 " × 3; dann\nmehr 😀', '4: Zoë||+49 30 1'],
      encoding: 'utf-8',
      delimiter: ';',
    },
  ],
  [
    'Excel, CSV of a German system: windows-1252, semicolons, CRLF',
    Buffer.concat([Buffer.from('Name;Preis\r\nM\xFCller;5 ', 'latin1'), Buffer.from([0x80]), Buffer.from('\r\n')]),
    { rows: ['1: Name|Preis', '2: Müller|5 €'], encoding: 'windows-1252', delimiter: ';' },
  ],
  [
    'Excel, Unicode text: UTF-16LE with mark, tabs, CRLF',
    Buffer.from('\uFEFFName\tCity\tNote\r\n李雷\tŁódź\t"a\tb ""c"""\r\n😀\t\t\r\n', 'utf16le'),
    { rows: ['1: Name|City|Note', '2: 李雷|Łódź|a\tb "c"', '3: 😀||'], encoding: 'utf-16le', delimiter: '\t' },
  ],
  [
    'Excel with its sep= line, which counts as a line',
    Buffer.from('sep=|\r\na,b|c\r\n"1\r\n2"|3\r\n4|5\r\n'),
    { rows: ['2: a,b|c', '3: 1\r\n2|3', '5: 4|5'], encoding: 'utf-8', delimiter: '|' },
  ],
  ['a header alone', Buffer.from('a,b'), { rows: ['1: a|b'], encoding: 'utf-8', delimiter: ',' }],
])('files as spreadsheets and other programs write them, split at every byte: %s', async (_title, bytes, expected) => {
  for (let at = 0; at <= bytes.length; at += 1) {
    const { header, rows, file } = await readWhole(pieces(bytes, at));
    const outcome = {
      rows: displayed([header, ...rows]),
      encoding: file.encoding(),
      delimiter: file.dialect.delimiter,
    };
    expect(outcome, `cut at ${at}`).toEqual(expected);
    expect(file.bytesRead()).toBe(bytes.length);
  }
});

test.each<[title: string, bytes: Buffer, options: CsvReadOptions, rows: string[]]>([
  [
    'an encoding',
    Buffer.from('a,b\n\xA3\xF3d\x9F,1\n', 'latin1'),
    { encoding: 'windows-1250' },
    ['1: a|b', '2: Łódź|1'],
  ],
  ['a delimiter', Buffer.from('a,b:c\n1,2:3\n'), { delimiter: ':' }, ['1: a,b|c', '2: 1,2|3']],
  ['a delimiter by name', Buffer.from('a,b\tc\n'), { delimiter: 'tab' }, ['1: a,b|c']],
  ['guarded cells as they stand', Buffer.from("a,'=b\n'-x,'y\n"), {}, ["1: a|'=b", "2: '-x|'y"]],
])('options: %s', async (_title, bytes, options, rows) => {
  const read = await readWhole(pieces(bytes), options);
  expect(displayed([read.header, ...read.rows])).toEqual(rows);
});

/** The rows that come before the failure, and the failure as `line:column code message`. */
async function failureOf(source: AsyncIterable<Uint8Array>, options?: CsvReadOptions): Promise<[string[], string]> {
  const rows: string[] = [];
  try {
    const file = await readCsv(source, options);
    rows.push(...displayed([file.header]));
    for await (const batch of file.batches) rows.push(...displayed(batch));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return [rows, `${error.line}:${error.column} ${error.exit} ${error.code} ${error.message}`];
  }
  return [rows, 'no failure'];
}

describe('what is wrong is reported after the rows before it, split at every byte', () => {
  test.each<[title: string, bytes: Buffer, options: CsvReadOptions, rows: string[], told: string]>([
    ['no bytes', Buffer.alloc(0), {}, [], 'null:null refused no_header the file holds no header line'],
    ['a mark alone', Buffer.from('\uFEFF'), {}, [], 'null:null refused no_header the file holds no header line'],
    ['empty lines alone', Buffer.from('\r\n\n\n'), {}, [], 'null:null refused no_header the file holds no header line'],
    [
      'a sep= line alone',
      Buffer.from('sep=;\r\n'),
      {},
      [],
      'null:null refused no_header the file holds no header line',
    ],
    [
      'damaged UTF-8',
      Buffer.concat([Buffer.from('näme\n"ä\n"\nbö'), Buffer.from([0xff]), Buffer.from('x\nc\n')]),
      {},
      ['1: näme', '2: ä\n'],
      '4:3 refused bad_encoding the byte 0xFF is not valid UTF-8 here (byte 15 of the file)',
    ],
    [
      'an unclosed quote',
      Buffer.from('a,b\n1,2\n\n3,"4\n5,6\n'),
      {},
      ['1: a|b', '2: 1|2'],
      '4:3 refused unclosed_quote the quote that opens cell 2 is never closed',
    ],
  ])('%s', async (_title, bytes, options, rows, input) => {
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(await failureOf(pieces(bytes, at), options), `cut at ${at}`).toEqual([rows, input]);
    }
  });

  test('wrong options are wrong use', async () => {
    const bytes = Buffer.from('a\n');
    expect(await failureOf(pieces(bytes), { encoding: 'nope' })).toEqual([
      [],
      "null:null usage bad_option unknown encoding 'nope'",
    ]);
    expect(await failureOf(pieces(bytes), { delimiter: '""' })).toEqual([
      [],
      'null:null usage bad_option "\\"\\"" cannot be a delimiter',
    ]);
  });

  test('a bad byte far behind the head is reported with its line and column', async () => {
    const good = 'Müller,1\n'.repeat(50_000);
    const [rows, input] = await failureOf(
      pieces(Buffer.concat([Buffer.from(`n,v\n${good}x`), Buffer.from([0xe4, 0x0a])])),
    );
    expect([rows.length, input]).toEqual([
      50_001,
      '50002:2 refused bad_encoding the byte 0xE4 is not valid UTF-8 here (byte 500005 of the file)',
    ]);
  });
});

describe('streaming', () => {
  /** A source that says how much was taken from it and whether it was let go. */
  function watched(chunk: Uint8Array, times: number) {
    const seen = { taken: 0, released: false };
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (; seen.taken < times; seen.taken += 1) yield chunk;
      } finally {
        seen.released = true;
      }
    }
    return { seen, source: source() };
  }

  const chunk = Buffer.from('Ada,Lovelace,ada@example.com\n'.repeat(2000));

  test('takes no more than a few blocks ahead of the rows', async () => {
    const { seen, source } = watched(chunk, 200);
    const file = await readCsv(source);
    let rows = 0;
    for await (const batch of file.batches) {
      rows += batch.length;
      expect(seen.taken * 2000 - rows).toBeLessThan(8000);
    }
    expect([rows, seen.released, file.bytesRead()]).toEqual([200 * 2000 - 1, true, chunk.length * 200]);
  });

  test('one huge piece comes in small batches', async () => {
    const file = await readCsv(pieces(Buffer.concat(Array<Buffer>(50).fill(chunk))));
    const sizes: number[] = [];
    for await (const batch of file.batches) sizes.push(batch.length);
    expect(Math.max(...sizes)).toBeLessThan(6000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(50 * 2000 - 1);
  });

  test.each<[title: string, act: (source: AsyncIterable<Uint8Array>) => Promise<unknown>]>([
    [
      'the rows are left early',
      async (source) => {
        for await (const _batch of (await readCsv(source)).batches) break;
      },
    ],
    ['nobody wants the rows', async (source) => (await readCsv(source)).close()],
    [
      'the header cannot be read',
      async (source) => await readCsv(source, { limits: { cell: 2, record: 9 } }).catch(() => null),
    ],
  ])('lets go of the source when %s', async (_title, act) => {
    const { seen, source } = watched(chunk, 200);
    await act(source);
    expect([seen.released, seen.taken < 10]).toEqual([true, true]);
  });

  test('what the source throws comes through, after the rows before it', async () => {
    const broken = new Error('the disk is gone');
    async function* source(): AsyncGenerator<Uint8Array> {
      for (let count = 0; count < 5; count += 1) yield chunk;
      throw broken;
    }
    const file = await readCsv(source());
    let rows = 0;
    const reading = (async () => {
      for await (const batch of file.batches) rows += batch.length;
    })();
    await expect(reading).rejects.toBe(broken);
    expect(rows).toBeGreaterThan(4000);
  });
});
