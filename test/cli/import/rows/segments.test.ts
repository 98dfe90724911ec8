import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MappedColumn } from '../../../../src/cli/import/mapping/cell.ts';
import { BULK_BOUNDS, type ImportPlan } from '../../../../src/cli/import/mapping/plan.ts';
import { type Segment, Segmenter } from '../../../../src/cli/import/rows/segments.ts';

const COLUMNS: readonly MappedColumn[] = [
  { index: 0, header: 'First', field: 'firstName', kind: 'text' },
  { index: 1, header: 'Last', field: 'lastName', kind: 'text' },
  { index: 2, header: 'Page', field: 'networkProfileUrl', kind: 'url' },
  { index: 3, header: 'Company', field: 'companyName', kind: 'text' },
];

const PLAN: ImportPlan = {
  entity: 'CONTACT',
  columns: COLUMNS,
  merge: true,
  list: null,
  limit: null,
  delimiter: null,
  encoding: null,
  ...BULK_BOUNDS,
};

/** Rows as `a,b,c`, the first on line 2. */
function cut(lines: readonly string[], plan: Partial<ImportPlan> = {}, width = 5, isUnended = false) {
  const segmenter = new Segmenter({ ...PLAN, ...plan }, Array<string>(width).fill('Header'), () => ['bad']);
  const segments: Segment[] = [];
  for (const [at, line] of lines.entries()) {
    if (segmenter.isFull) break;
    const end = isUnended && at === lines.length - 1 ? ({ isUnended } as const) : {};
    const segment = segmenter.add({ cells: line.split(','), line: at + 2, ...end });
    if (segment !== null) segments.push(segment);
  }
  const last = segmenter.end();
  if (last !== null) segments.push(last);
  return { segments, remarks: segmenter.remarks };
}

/** What became of each row: `2 sent 0.1` is line 2, in bulk 0, second there. */
function fates(lines: readonly string[], plan: Partial<ImportPlan> = {}) {
  return cut(lines, plan).segments.flatMap(({ bulk, entries }) =>
    entries.map((entry) =>
      entry.fate === 'sent'
        ? `${entry.row.line} sent ${bulk}.${entry.place}`
        : `${entry.row.line} ${entry.fate}: ${entry.error}`,
    ),
  );
}

test.each([
  ['Ada,L,,,', 'Bob,M,,,', 'Cy,N', 1],
  ['Ada,L,,,', 'Bob,M', 'Cy,N', 0],
  ['Ada,L,,,', 'Cy,N', 0],
])('a short last row without a line end is cut off unless others are short, or few: %s', (...rows) => {
  const cutOff = rows.at(-1);
  const { segments } = cut(rows.slice(0, -1).map(String), {}, 5, true);
  expect(segments.flatMap(({ entries }) => entries).filter(({ fate }) => fate === 'rejected')).toHaveLength(
    Number(cutOff),
  );
});

describe('what becomes of a row', () => {
  test.each<[string, string[], string[], Partial<ImportPlan>?]>([
    ['sent', ['Ada,L', 'Bob,M'], ['2 sent 0.0', '3 sent 0.1']],
    ['blank rows are none', ['Ada,L', ', ,,,', 'Bob,M'], ['2 sent 0.0', '4 sent 0.1']],
    ['text in columns that are not mapped alone', [',,,,x'], ['2 rejected: no value in any mapped column']],
    [
      'too many cells',
      ['Ada,L,,,,more'],
      ['2 rejected: 6 cells, but the header has 5: is a quote or a delimiter missing?'],
    ],
    ['empty cells too many do not count', ['Ada,L,,,,, '], ['2 sent 0.0']],
    ['what the check does not take', [`Ada,${'L'.repeat(10_001)}`], ['2 rejected: bad']],
    [
      'doubles by each key, once another row that is sent has it',
      [
        'Ada,L,n.example/in/ada,Acme',
        'ADA,,https://www.n.example/in/ada/?x=1',
        'Ada,L,n.example/in/other,Acme',
        'Ada,L,n.example/in/third,Beta',
        'Ada,L,,Acme',
      ],
      [
        '2 sent 0.0',
        '3 skipped: same network URL as line 2',
        '4 rejected: same first name, last name and company as line 2, but another Page "https://n.example/in/other"',
        '5 sent 0.1',
        '6 skipped: same first name, last name and company as line 2',
      ],
    ],
    [
      'a rejected row makes no double',
      ['Ada,L,,Acme,,more', 'Ada,L,,Acme'],
      ['2 rejected: 6 cells, but the header has 5: is a quote or a delimiter missing?', '3 sent 0.0'],
    ],
    ['equal rows without a key are all sent', ['Ada,L', 'Ada,L'], ['2 sent 0.0', '3 sent 0.1']],
    [
      'all are sent where nothing is merged',
      ['Ada,L,n.example/in/ada', 'Ada,L,n.example/in/ada'],
      ['2 sent 0.0', '3 sent 0.1'],
      { merge: false },
    ],
    [
      'up to the limit of rows, whatever became of them',
      ['Ada,L', ',,,,x', ',', 'Bob,M'],
      ['2 sent 0.0', '3 rejected: no value in any mapped column'],
      { limit: 2 },
    ],
  ])('%s', (_, lines, input, plan) => {
    expect(fates(lines, plan)).toEqual(input);
  });

  test('short rows are remarked, blank ones too', () => {
    expect(cut(['Ada,L', 'Bob,M,,,', ',', '']).remarks).toMatchObject({
      rows: 2,
      blankRows: 2,
      shortRows: { count: 1, first: 'line 2' },
      updates: 0,
      keyless: 2,
    });
  });
});

describe('how a file is cut into bulks', () => {
  const bulks = (lines: readonly string[], plan: Partial<ImportPlan>) =>
    cut(lines, plan).segments.map(({ bulk, entries, items }) => `${bulk}: ${items.length} of ${entries.length}`);
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `A${at},B${at}`);

  test.each<[string, string[], Partial<ImportPlan>, string[]]>([
    ['full bulks', rows(5), { bulkItems: 2 }, ['0: 2 of 2', '1: 2 of 2', '2: 1 of 1']],
    [
      'few sent among many',
      ['A,B', ...Array<string>(5).fill(',,,,x'), 'C,D'],
      { bulkRows: 3 },
      ['0: 1 of 3', 'null: 0 of 3', '1: 1 of 1'],
    ],
    [
      'long values',
      ['A,BBBBBBBB', 'C,DDDDDDDD', 'E,F'],
      { bulkCharacters: 10 },
      ['0: 1 of 1', '1: 1 of 1', '2: 1 of 1'],
    ],
    [
      'a value longer than a bulk goes alone',
      ['A,B', `C,${'D'.repeat(50)}`, 'E,F'],
      { bulkCharacters: 10 },
      ['0: 1 of 1', '1: 1 of 1', '2: 1 of 1'],
    ],
    ['nothing at all', [], {}, []],
  ])('%s', (_, lines, plan, input) => {
    expect(bulks(lines, plan)).toEqual(input);
  });

  test('every row in exactly one segment, in order, bulks numbered without a gap and within their bounds', () => {
    const line = fc.constantFrom(
      'Ada,L',
      'X,Y,n.example/in/x',
      ',,,,x',
      ',',
      'Ada,L,bad page',
      `Long,${'y'.repeat(30)}`,
      'A,B,,,,extra',
    );
    const bounds = fc.record({
      bulkItems: fc.integer({ min: 2, max: 6 }),
      bulkRows: fc.integer({ min: 2, max: 9 }),
      bulkCharacters: fc.integer({ min: 10, max: 80 }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), bounds, (lines, plan) => {
        const { segments, remarks } = cut(lines, plan);
        const all = segments.flatMap(({ entries }) => entries.map((entry) => entry.row.line));
        const wanted = lines.flatMap((text, at) => (text === ',' ? [] : [at + 2]));
        expect(all).toEqual(wanted);
        expect(remarks.rows).toBe(wanted.length);
        expect(segments.flatMap(({ bulk }) => bulk ?? [])).toEqual([
          ...segments.filter(({ bulk }) => bulk !== null).keys(),
        ]);
        for (const { bulk, entries, items } of segments) {
          expect(bulk === null).toBe(items.length === 0);
          expect(items.length).toBeLessThanOrEqual(plan.bulkItems);
          expect(entries.length).toBeLessThanOrEqual(plan.bulkRows);
          expect(entries.flatMap((entry) => (entry.fate === 'sent' ? [entry.place] : []))).toEqual([...items.keys()]);
        }
      }),
    );
  });
});

// Two company names that two chained 32-bit hashes side by side take for one.
test('a row is a duplicate by its key, never by the hash of it', () => {
  const names = [
    'dbcablripazlxsabfahawqgxaergyayfkkacgjsaebdpaepyhawxbabbsbpardssarsbabtbgfavseoafopqaydvia',
    'bjbbalripazlxsazznabwqgxaergyayfkkapojaboyplahbwabwxbabbsbpaondabrsbabrhjabvseoafopqaydvia',
  ];
  const columns: MappedColumn[] = [{ index: 0, header: 'Name', field: 'name', kind: 'text' }];
  expect(
    fates(
      [...names, ...names].map((name) => `${name},`),
      { entity: 'COMPANY', columns },
    ),
  ).toEqual(['2 sent 0.0', '3 sent 0.1', '4 skipped: same name as line 2', '5 skipped: same name as line 3']);
});
