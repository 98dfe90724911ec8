// What is read of a file's bytes is what is read of its texts: the same rows sent, left out and written as JSON.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv } from '../../../../src/cli/files/csv/read.ts';
import { writeCsv } from '../../../../src/cli/files/csv/write.ts';
import type { MappedColumn } from '../../../../src/cli/import/mapping/item.ts';
import { itemProblems } from '../../../../src/cli/import/mapping/item-problems.ts';
import { BULK_BOUNDS, type ImportPlan } from '../../../../src/cli/import/mapping/plan.ts';
import { type Segment, Segmenter } from '../../../../src/cli/import/rows/segments.ts';
import { pieces } from '../../files/csv/pieces.ts';

const column = (index: number, field: string, kind: MappedColumn['kind']): MappedColumn => ({
  index,
  header: `h${index}`,
  field,
  kind,
});

const COLUMNS = [
  column(0, 'firstName', 'text'),
  column(1, 'lastName', 'text'),
  column(2, 'networkProfileUrl', 'url'),
  column(3, 'companyName', 'text'),
  column(4, 'professionalEmail', 'email'),
  column(5, 'Team size', 'number'),
  column(6, 'Note "kept"', 'custom'),
  column(7, '__proto__', 'text'),
];

const HEADER = COLUMNS.map(({ header }) => header);

async function segmentsIn(
  batches: AsyncIterable<readonly { cells: readonly string[]; line: number }[]>,
  given: object,
) {
  const plan: ImportPlan = {
    entity: 'CONTACT',
    columns: COLUMNS,
    merge: true,
    list: null,
    limit: null,
    delimiter: null,
    encoding: null,
    ...BULK_BOUNDS,
    bulkItems: 3,
    ...given,
  };
  const segmenter = new Segmenter(plan, HEADER.length, itemProblems('CONTACT', plan.columns), { writesJson: true });
  const segments: Segment[] = [];
  for await (const batch of batches) {
    for (const row of batch) segments.push(...[segmenter.add(row)].filter((segment) => segment !== null));
  }
  segments.push(...[segmenter.end()].filter((segment) => segment !== null));
  const told = segments.map(({ bulk, entries, count, items, json, recordId }) => ({
    bulk,
    count,
    items: JSON.stringify(items),
    json: json === null ? null : Buffer.from(json.bytes).toString(),
    recordId,
    entries: entries.map(({ row, ...fate }) => ({ ...fate, line: row.line, cells: row.cells })),
  }));
  return { told, remarks: segmenter.remarks };
}

/** The same rows without the bytes they came from. */
async function* textsOf(batches: AsyncIterable<readonly { cells: readonly string[]; line: number }[]>) {
  for await (const batch of batches) yield batch.map(({ cells, line }) => ({ cells, line }));
}

async function bothWays(bytes: Uint8Array, cut: number, given: object = {}) {
  const open = (reusesBlocks = false) => readCsv(pieces(bytes, cut), { unguard: true, reusesBlocks });
  const read = await segmentsIn((await open(true)).batches, given);
  expect(read).toEqual(await segmentsIn(textsOf((await open()).batches), given));
  for (const { json, items } of read.told) expect(json).toBe(items);
  return read;
}

const word = fc.constantFrom(
  'Ada',
  ' Ada',
  'Bob ',
  '',
  ' ',
  "'=1+1",
  "'",
  'Zoë',
  'a\\b',
  'a"b',
  '""',
  'x,y',
  'two\nlines',
  '\t',
  '\u007f',
);
const page = fc.constantFrom(
  '',
  'https://www.network.example/in/ada',
  'http://network.example/in/ada/',
  'https://www.network.example/in/Ada',
  'https://www.example/in/ada',
  'https://a.b.example/in/ada',
  'https://network.example/in/a%20b',
  'https://network.example/company/acme',
  'https://network.example/pub/acme',
  'network.example/in/ada',
  'https://network.example/in/',
  'https://www.www.example/in/ada',
  'https://network.e1/in/ada',
  'https://x',
  ' https://network.example/in/bob ',
);
const email = fc.constantFrom(
  '',
  'a@x.example',
  'a+b.c@x-y.example',
  'a@x',
  'a@x.e',
  'a@@x.example',
  'ä@x.example',
  '.@x.example',
  'a@x..example',
);
const number = fc.constantFrom('', '0', '12', '007', '1.234', '1.5', 'many', '1'.repeat(16), ' 7 ');
const row = fc.tuple(word, word, page, word, email, number, word, word).map((cells): string[] => [...cells]);
const rows = fc.array(
  fc.oneof(
    row,
    row.map((cells) => cells.slice(0, 3)),
    row.map((cells) => [...cells, 'more']),
  ),
  { maxLength: 12 },
);

describe('rows read by their bytes and by their texts', () => {
  test('are sent, left out and written alike', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.boolean(), fc.boolean(), fc.nat(2_000), async (cells, merge, hasList, cut) => {
        let text = '';
        for await (const piece of writeCsv([HEADER, ...cells])) text += piece;
        await bothWays(Buffer.from(text), cut, { merge, list: hasList ? { id: 5, name: 'L' } : null });
      }),
      { numRuns: 300 },
    );
  });

  test('whatever the bytes are', async () => {
    const piece = fc.constantFrom(
      'Ada',
      ',',
      '"',
      '""',
      '\n',
      '\r\n',
      '\r',
      'ü',
      "'",
      ' ',
      'https://n.example/in/a',
      '\\',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), fc.nat(200), async (parts, cut) => {
        const bytes = Buffer.from(`${HEADER.join(',')}\n${parts.join('')}`);
        await bothWays(bytes, cut).catch((error: unknown) => {
          if ((error as { code?: string }).code === undefined) throw error;
        });
      }),
      { numRuns: 300 },
    );
  });

  test('a bulk as it goes out', async () => {
    const text = [
      HEADER.join(','),
      'Ada,"L ""x""",https://www.network.example/in/ada,,a@x.example,12,"k ""q"" ",',
      'Zoë,L,,,,,,',
      'Ada,M,http://network.example/in/ada/,,,,,',
    ].join('\n');
    const { told } = await bothWays(Buffer.from(text), 40, { list: { id: 5, name: 'L' }, merge: true });
    expect(told.map(({ json }) => json)).toEqual([
      `[${[
        '{"firstName":"Ada","lastName":"L \\"x\\"","networkProfileUrl":"https://www.network.example/in/ada","professionalEmail":"a@x.example","Team size":12,"Note \\"kept\\"":"k \\"q\\" ","listId":5}',
        '{"firstName":"Zoë","lastName":"L","listId":5}',
      ].join(',')}]`,
    ]);
    expect(told[0]?.entries.at(-1)).toMatchObject({ fate: 'skipped', error: 'same network URL as line 2', line: 4 });
  });
});
