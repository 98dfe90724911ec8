import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardText } from '../../../../src/cli/terminal/formats/card.ts';
import { PLAIN } from '../../../../src/cli/terminal/formats/colour.ts';
import { gridLines } from '../../../../src/cli/terminal/formats/grid.ts';
import { rowWriter } from '../../../../src/cli/terminal/formats/rows.ts';
import { displayedTable, fitWidths, tableInParts } from '../../../../src/cli/terminal/formats/table.ts';
import { cut, fold, widthFor } from '../../../../src/cli/terminal/formats/width.ts';

const columns = [{ key: 'id', kind: 'number' }, { key: 'firstName' }, { key: 'note' }] as const;
const options = { room: 30, now: 0, paint: PLAIN };
const rule = (width: number) => '─'.repeat(width);

test('a table has labels, a rule, numbers to the right, and breaks text between words where the terminal is narrow', async () => {
  const rows = [
    { id: 7, firstName: 'Ada', note: 'a remark that is far too long for it' },
    { id: 1234, firstName: '李雷 🎉', note: null },
  ];
  expect((await displayedTable(columns, rows, options)).split('\n')).toEqual([
    '  ID  First name  Note',
    rule(30),
    '   7  Ada         a remark',
    '                  that is far',
    '                  too long …',
    '1234  李雷 🎉',
    '',
  ]);
});

test('rows that come later keep to the widths of the first; numbers are whole', async () => {
  const drawn = tableInParts(columns, { ...options, room: 24 });
  expect((await drawn([{ id: 7, firstName: 'Ada', note: 'short' }])).split('\n')).toEqual([
    'ID  First name  Note',
    rule(21),
    ' 7  Ada         short',
    '',
  ]);
  const later = await drawn([
    { id: 8, firstName: 'Grace', note: 'two words' },
    { id: 1234, firstName: 'Bartholomew', note: '' },
  ]);
  expect(later.split('\n')).toEqual(['   8  Grace       two', '                  words', '1234  Bartholom…', '']);
});

test('with room for all, later rows are whole as well', async () => {
  const drawn = tableInParts(columns, { ...options, room: Number.POSITIVE_INFINITY });
  await drawn([{ id: 7, firstName: 'Ada', note: 'short' }]);
  expect(await drawn([{ id: 8, firstName: 'Bartholomew', note: 'two words' }])).toBe(' 8  Bartholomew  two words\n');
});

test('a word that is too long is cut; a script without spaces breaks anywhere; prose is read to its end', async () => {
  const own = [{ key: 'a' }, { key: 'b', kind: 'prose' }] as const;
  const rows = [{ a: 'Donaudampfschifffahrtsgesellschaft', b: '汉字汉字汉字汉字汉字 one two three four five' }];
  expect((await displayedTable(own, rows, { ...options, room: 22 })).split('\n')).toEqual([
    'A             B',
    rule(22),
    'Donaudampfs…  汉字汉字',
    '              汉字汉字',
    '              汉字 one',
    '              two',
    '              three',
    '              four',
    '              five',
    '',
  ]);
});

test('a link is in the table where there is room for it, and is left out where there is not', async () => {
  const own = [{ key: 'name' }, { key: 'appUrl', kind: 'link' }] as const;
  const rows = [{ name: 'Verify and enrol', appUrl: 'https://app.example/1' }];
  const displayed = (room: number) => displayedTable(own, rows, { ...options, room });
  expect(await displayed(39)).toBe(`Name              Link\n${rule(39)}\nVerify and enrol  https://app.example/1\n`);
  expect(await displayed(38)).toBe(`Name\n${rule(16)}\nVerify and enrol\n`);
  expect(await displayedTable(own.slice(1), rows, { ...options, room: 10 })).toBe(
    `Link\n${rule(21)}\nhttps://app.example/1\n`,
  );
});

test('an extra column is left out before a word is cut', async () => {
  const own = [{ key: 'email' }, { key: 'updatedAt', kind: 'time', isExtra: true }] as const;
  const rows = [{ email: 'ada@engines.example', updatedAt: new Date(0).toISOString() }];
  const displayed = (room: number) => displayedTable(own, rows, { ...options, room });
  expect(await displayed(28)).toBe(`Email                Updated\n${rule(28)}\nada@engines.example  now\n`);
  expect(await displayed(27)).toBe(`Email\n${rule(19)}\nada@engines.example\n`);
});

test('a status has its label and colour, in a list and in a card; an id that is typed again stays as it is', async () => {
  const paint = { ...PLAIN, green: (text: string) => `\u001b[32m${text}\u001b[39m` };
  const own = [{ key: 'status' }, { key: 'type', kind: 'word' }] as const;
  const row = { status: 'SUCCEEDED', type: 'VERIFY_LEAD_EMAIL' };
  const list = await displayedTable(own, [row], { ...options, room: 40, paint });
  expect(list.split('\n')[2]).toBe('\u001b[32mSucceeded\u001b[39m  VERIFY_LEAD_EMAIL');
  const card = await cardText([{ column: { key: 'status' }, value: 'SUCCEEDED' }], { ...options, paint });
  expect(card).toBe('Status │ \u001b[32mSucceeded\u001b[39m\n');
});

describe('drawn by the package', () => {
  const piece = fc.constantFrom('', 'a', 'Ada', '12', 'Alderbrook', '李雷', '🎉', 'é', 'naïve', 'नमस्ते', '\ue000');
  const GREEN = '\u001b[32m';
  test('every line of a cell is whole, in its colour, where its column is', async () => {
    const rows = fc.array(fc.tuple(fc.array(piece, { minLength: 1, maxLength: 3 }), piece), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(rows, fc.boolean(), async (texts, isRight) => {
        const widthOf = await widthFor(['李']);
        const cell = (lines: readonly string[]) => ({
          lines,
          paint: (text: string) => (text === '' ? '' : `${GREEN}${text}\u001b[39m`),
        });
        const grid = {
          columns: [
            { width: 12, isRight },
            { width: 12, isRight: false },
          ],
          head: null,
          rows: texts.map(([first, second]) => [cell(first), cell([second])]),
          gap: ' │ ',
        };
        const expected = texts.flatMap(([first, second]) =>
          first.map((text, at) => {
            const space = ' '.repeat(12 - widthOf(text));
            const painted = text === '' ? '' : `${GREEN}${text}\u001b[39m`;
            const other = at > 0 || second === '' ? '' : `${GREEN}${second}\u001b[39m`;
            return `${isRight ? `${space}${painted}` : `${painted}${space}`} │ ${other}`.trimEnd();
          }),
        );
        expect(await gridLines(grid, widthOf, PLAIN)).toEqual(expected);
      }),
    );
  });

  test('a list of several blocks has one heading, and looks the same throughout', async () => {
    const rows = Array.from({ length: 250 }, (_, id) => ({ id, firstName: 'Ada', note: 'one two' }));
    const lines = (await displayedTable(columns, rows, options)).split('\n');
    expect(lines.slice(0, 2)).toEqual([' ID  First name  Note', rule(24)]);
    expect(lines.slice(2)).toEqual([...rows.map(({ id }) => `${String(id).padStart(3)}  Ada         one two`), '']);
  });

  test('text that the package measures otherwise is aligned all the same', async () => {
    const rows = [
      { id: 1, firstName: 'नमस्ते', note: 'x' },
      { id: 2, firstName: 'Ada', note: 'y' },
    ];
    const widthOf = await widthFor(['नमस्ते']);
    const [, , first = '', second = ''] = (await displayedTable(columns, rows, options)).split('\n');
    expect([first, second].map((line) => widthOf(line.slice(0, -1)))).toEqual([16, 16]);
  });
});

test('in a pipe a row is whole, one line, separated by tabs', async () => {
  const format = { output: 'table', isTTY: false, kept: (row: unknown) => row } as const;
  const { row } = await rowWriter({ noun: 'contact', plural: 'contacts', columns }, columns, format);
  expect(row({ id: 7, firstName: 'a\tb', note: 'x\ny' }, 0)).toBe('7\ta b\tx y\n');
});

test('a card leaves out what has no value, opens what is nested, and wraps what is long', async () => {
  const rows = [
    { column: { key: 'id' }, value: 7 },
    { column: { key: 'gone' }, value: null },
    { column: { key: 'companyId' }, value: 3 },
    { column: { key: 'company' }, value: { id: 3, name: '李雷', url: null } },
    { column: { key: 'note' }, value: 'one two three four five six 12345678901234567890123' },
  ];
  expect((await cardText(rows, { ...options, room: 34 })).split('\n')).toEqual([
    'ID         │ 7',
    'Company ID │ 3',
    'Company    │ 李雷',
    'Note       │ one two three four',
    '           │ five six 123456789012',
    '           │ 34567890123',
    '',
  ]);
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

test.each([
  ['short', 'as it is', 20, 'as it is'],
  ['at spaces', 'one two three four five six', 20, 'one two three four\nfive six'],
  ['below its beginning', '  hint: one two three four five', 20, '  hint: one two\n  three four five'],
  ['a word that is longer than the line', `see ${'x'.repeat(30)} there`, 20, `see\n${'x'.repeat(30)}\nthere`],
  ['colours take no room', '\x1b[31merror:\x1b[39m one two abc', 20, '\x1b[31merror:\x1b[39m one two abc'],
  [
    'below its beginning in colour',
    '\x1b[31m  - one two three four five\x1b[39m',
    20,
    '\x1b[31m  - one two three\n  four five\x1b[39m',
  ],
  ['wide letters take two', '東京 東京 東京 東京 東京', 20, '東京 東京 東京 東京\n東京'],
  [
    'a command stays whole',
    'stopped at once; resume with: reach contacts import --resume 7',
    30,
    'stopped at once; resume with:\n  reach contacts import --resume 7',
  ],
  ['too narrow to help', 'one two three four five six', 10, 'one two three four five six'],
])('%s', async (_name, text, room, folded) => expect(await fold(text, room)).toBe(folded));

test('room is kept for what is before and behind', async () => {
  expect(await fold('Delete these things?', 24, { first: 2, last: 8 })).toBe('Delete these\nthings?');
});

test('no word is cut, no line is too wide', async () => {
  const words = fc.array(fc.stringMatching(/^[a-z…"]{1,12}$/), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(words, fc.integer({ min: 20, max: 100 }), async (input, room) => {
      const lines = (await fold(input.join(' '), room)).split('\n');
      expect(lines.join(' ')).toBe(input.join(' '));
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(room);
    }),
    { numRuns: 200 },
  );
});
