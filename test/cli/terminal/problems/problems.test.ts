import { describe, expect, test } from 'vitest';
import { PLAIN, paintFor } from '../../../../src/cli/terminal/formats/colour.ts';
import { problemsText } from '../../../../src/cli/terminal/problems/human.ts';
import type { FileProblem } from '../../../../src/cli/terminal/problems/problem.ts';
import { githubText, sarifOf } from '../../../../src/cli/terminal/problems/reports.ts';

const problem = (more: Partial<FileProblem>): FileProblem => ({
  ...{ file: 'q3.yaml', line: 2, column: 6, endLine: 2, endColumn: 9, path: 'steps[0].content' },
  ...{ code: 'unknown_placeholder', message: 'unknown placeholder {x}', severity: 'error' },
  ...more,
});

const PIPE = { isTTY: false, columns: 80 };

const displayed = (text: string, ...problems: FileProblem[]) =>
  problemsText(problems, new Map([['q3.yaml', text]]), PLAIN, PIPE);

describe('for a person', () => {
  test('where, what, which path, the line with a caret', async () => {
    expect(
      await displayed(
        'one\n  hi {x}\n',
        problem({}),
        problem({ path: '', severity: 'warning', line: 1, column: 1, endLine: 3 }),
      ),
    ).toBe(
      [
        'q3.yaml:2:6: unknown placeholder {x} [unknown_placeholder]',
        '  at steps[0].content',
        '2 |   hi {x}',
        '  |      ^^^',
        '',
        'q3.yaml:1:1: warning: unknown placeholder {x} [unknown_placeholder]',
        '1 | one',
        '  | ^^^',
        '',
      ].join('\n'),
    );
  });

  test.each([
    ['tabs stay, so that the caret lines up', '\n\t\thi {x}', { column: 6 }, ['2 | \t\thi {x}', '  | \t\t   ^^^']],
    ['wide characters take two columns', '\n日本 {x}', { column: 4, endColumn: 7 }, ['2 | 日本 {x}', '  |      ^^^']],
    ['an empty place still gets a caret', '\nname:', { column: 6, endColumn: 6 }, ['2 | name:', '  |      ^']],
    [
      'a carriage return is no part of the line',
      '\nname: {x}\r\n',
      { column: 7, endColumn: 10 },
      ['2 | name: {x}', '  |       ^^^'],
    ],
    [
      'what would move the cursor is gone',
      '\n\u001b[31mhi\u0007 {x}',
      { column: 10, endColumn: 13 },
      ['2 | hi {x}', '  |    ^^^'],
    ],
    [
      'of a long line what stands around it',
      `\n${'a'.repeat(200)}{x}${'b'.repeat(200)}`,
      { column: 201, endColumn: 204 },
      [`2 | …${'a'.repeat(60)}{x}${'b'.repeat(97)}…`, `  | ${' '.repeat(61)}^^^`],
    ],
  ])('%s', async (_name, text, more, wanted) => {
    expect((await displayed(text, problem(more))).split('\n').slice(2, 4)).toEqual(wanted);
  });

  test('a file name and a message cannot colour the terminal', async () => {
    const text = await problemsText([problem({ file: '\u001b[31mx', message: 'a\u001b[2Jb' })], new Map(), PLAIN, PIPE);
    expect(text).toBe('x:2:6: ab [unknown_placeholder]\n  at steps[0].content\n');
  });

  test.each([
    [80, 1, 4],
    [80, 101, 104],
    [80, 198, 201],
    [40, 101, 104],
  ])(
    'on a terminal of %i columns the line of column %i fits, and the caret is below its place',
    async (columns, column, endColumn) => {
      const line = `${'a'.repeat(100)}{x}${'b'.repeat(94)}{x}`;
      const text = await problemsText(
        [
          problem({
            column,
            endColumn,
            message: 'a message of many words that has no room on the same line as the name',
          }),
        ],
        new Map([['q3.yaml', `\n${line}\n`]]),
        PLAIN,
        { isTTY: true, columns },
      );
      const lines = text.trimEnd().split('\n');
      expect(lines.filter((one) => one.length > columns)).toEqual([]);
      expect(lines.filter((one) => /unkno$|placehol$/.test(one))).toEqual([]);
      const [displayedLine = '', caret = ''] = lines.slice(-2);
      expect(displayedLine.slice(caret.indexOf('^'), caret.lastIndexOf('^') + 1)).toBe(
        line.slice(column - 1, endColumn - 1),
      );
    },
  );

  test('in colour, the same text', async () => {
    const text = await problemsText([problem({})], new Map([['q3.yaml', '\n  hi {x}']]), await paintFor(true), PIPE);
    expect(text).toContain('\u001b[');
    expect(text.replace(/\u001b\[[0-9;]*m/g, '')).toBe(await displayed('\n  hi {x}', problem({})));
  });
});

test.each([
  [
    {},
    '::error file=q3.yaml,line=2,endLine=2,col=6,endColumn=9,title=unknown_placeholder::unknown placeholder {x} (steps[0].content)\n',
  ],
  [
    { severity: 'warning', path: '', endLine: 4 } as const,
    '::warning file=q3.yaml,line=2,endLine=4,col=6,title=unknown_placeholder::unknown placeholder {x}\n',
  ],
  [
    { file: '-' },
    '::error line=2,endLine=2,col=6,endColumn=9,title=unknown_placeholder::unknown placeholder {x} (steps[0].content)\n',
  ],
  // Nothing a file holds can begin a command of its own.
  [
    { file: 'a,b:c\n::error::x.yaml', message: '100% wrong\r\n::set-output name=x::y' },
    '::error file=a%2Cb%3Ac%0A%3A%3Aerror%3A%3Ax.yaml,line=2,endLine=2,col=6,endColumn=9,title=unknown_placeholder::100%25 wrong%0A::set-output name=x::y (steps[0].content)\n',
  ],
])('for GitHub Actions: %j', (more, wanted) => expect(githubText([problem(more)])).toBe(wanted));

const RESULTS = [
  {
    ruleId: 'unknown_placeholder',
    ruleIndex: 1,
    level: 'error',
    message: { text: 'unknown placeholder {x}' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'q3.yaml' },
          region: { startLine: 2, startColumn: 6, endLine: 2, endColumn: 9 },
        },
        logicalLocations: [{ fullyQualifiedName: 'steps[0].content' }],
      },
    ],
  },
  {
    ruleId: 'required',
    ruleIndex: 0,
    level: 'warning',
    message: { text: 'unknown placeholder {x}' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'a%20b/%C3%BC.yaml' },
          region: { startLine: 2, startColumn: 6, endLine: 2, endColumn: 9 },
        },
      },
    ],
  },
  expect.objectContaining({
    locations: [
      expect.objectContaining({ physicalLocation: expect.objectContaining({ artifactLocation: { uri: 'stdin' } }) }),
    ],
  }),
];

test('SARIF 2.1.0: one run, each code a rule, each problem a result with its region and path', () => {
  const log = sarifOf(
    [
      problem({}),
      problem({ file: 'a b/ü.yaml', code: 'required', path: '', severity: 'warning' }),
      problem({ file: '-' }),
    ],
    '1.2.3',
  );
  expect(log).toEqual({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'reach',
            version: '1.2.3',
            informationUri: 'https://reach.invalid/',
            rules: ['required', 'unknown_placeholder'].map((id) => {
              const text = id.replace('_', ' ');
              const help = {
                text: `${text}: the message says what is wrong and where; reach help files describes the files.`,
              };
              return { id, shortDescription: { text }, fullDescription: help, help };
            }),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: RESULTS,
      },
    ],
  });
});
