import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardText } from '../../../../src/cli/output/formats/card.ts';
import { fitWidths, pipedRow, shownTable } from '../../../../src/cli/output/formats/table.ts';
import { cut, widthFor } from '../../../../src/cli/output/formats/width.ts';

const columns = [
  { key: 'id', title: 'id', kind: 'number' },
  { key: 'name', title: 'name' },
  { key: 'note', title: 'note' },
] as const;
const options = { room: 30, now: 0, heading: (text: string) => text };

test('a table is aligned, its numbers to the right, cut where it is wider than the terminal', async () => {
  const rows = [
    { id: 7, name: 'Ada', note: 'a remark that is far too long for it' },
    { id: 1234, name: '李雷 🎉', note: null },
  ];
  expect(await shownTable(columns, rows, options)).toBe(
    '  ID  NAME     NOTE\n   7  Ada      a remark that …\n1234  李雷 🎉\n',
  );
});

test('a link stands in the table where there is room for it, and is left out where there is not', async () => {
  const own = [
    { key: 'name', title: 'name' },
    { key: 'appUrl', title: 'link', kind: 'link' },
  ] as const;
  const rows = [{ name: 'Verify and enrol', appUrl: 'https://app.example/1' }];
  const shown = (room: number) => shownTable(own, rows, { room, now: 0, heading: (text) => text });
  expect(await shown(39)).toBe('NAME              LINK\nVerify and enrol  https://app.example/1\n');
  expect(await shown(38)).toBe('NAME\nVerify and enrol\n');
  expect(await shownTable(own.slice(1), rows, { room: 10, now: 0, heading: (text) => text })).toBe(
    'LINK\nhttps://app.example/1\n',
  );
});

test('in a pipe a row is whole, one line, separated by tabs', () => {
  expect(pipedRow(columns, { id: 7, name: 'a\tb', note: 'x\ny' })).toBe('7\ta b\tx y\n');
});

test('a card leaves out what has no value, opens what is nested, and wraps what is long', async () => {
  const rows = [
    { column: { key: 'id', title: 'id' }, value: 7 },
    { column: { key: 'gone', title: 'gone' }, value: null },
    { column: { key: 'company', title: 'company' }, value: { id: 3, name: '李雷', url: null } },
    { column: { key: 'note', title: 'note' }, value: 'one two three four five six 12345678901234567890123' },
  ];
  expect(await cardText(rows, { room: 34, now: 0, heading: (text) => text })).toBe(
    [
      'id            7',
      'company.id    3',
      'company.name  李雷',
      'note          one two three four',
      '              five six 12345678901',
      '              234567890123',
      '',
    ].join('\n'),
  );
});

describe('widths', () => {
  test('fit the room whenever the floors do, take from the widest first, and keep every floor', () => {
    const column = fc.record({ wanted: fc.integer({ min: 1, max: 80 }), floor: fc.integer({ min: 0, max: 12 }) });
    fc.assert(
      fc.property(
        fc.array(column, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 20, max: 200 }),
        (columns, room) => {
          const wanted = columns.map((one) => one.wanted);
          const floors = columns.map((one) => Math.min(one.wanted, one.floor));
          const gaps = 2 * (columns.length - 1);
          const widths = fitWidths(wanted, floors, room);
          const sum = (list: readonly number[]) => list.reduce((total, width) => total + width, gaps);
          expect(sum(widths)).toBeLessThanOrEqual(Math.max(room, sum(floors)));
          const widest = Math.max(...widths.filter((width, at) => width > (floors[at] ?? 0)), 0);
          for (const [at, width] of widths.entries()) {
            expect(width).toBeGreaterThanOrEqual(floors[at] ?? 0);
            if (width < (wanted[at] ?? 0)) expect(width).toBeGreaterThanOrEqual(Math.min(widest - 1, wanted[at] ?? 0));
          }
        },
      ),
    );
  });

  test('a cut text is never wider than asked and never ends inside a character', async () => {
    const widthOf = await widthFor(['🎉']);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, width) => {
        const short = cut(text, width, widthOf);
        expect(widthOf(short)).toBeLessThanOrEqual(Math.max(1, width));
        expect(Buffer.from(short).toString()).toBe(short);
      }),
    );
  });
});
