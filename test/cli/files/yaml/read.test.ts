import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readYaml, YAML_LIMITS } from '../../../../src/cli/files/yaml/read.ts';
import { fixtures } from '../../../rules/campaigns/fixtures.ts';

const reported = async (text: string) =>
  (await readYaml(text)).problems.map(({ line, column, code, message }) => `${line}:${column} ${message} [${code}]`);

/** `line:column-endColumn`, and the text that stands there. */
async function placed(text: string, at: readonly (string | number)[], part?: 'key'): Promise<string> {
  const { line, column, endLine, endColumn } = (await readYaml(text)).placeOf(at, part);
  const source = text.split('\n')[line - 1] ?? '';
  const displayed = endLine === line ? source.slice(column - 1, endColumn - 1) : source.slice(column - 1);
  return `${line}:${column} ${displayed}`;
}

const TEXT = `# a comment
name: Ada
steps:
  - type: email
    subject: "quoted"
    content: |
      one
      two
  - {type: task, title: 'flow'}
  - &again
    type: end
  - *again
  -
empty:
`;

describe('where a path is', () => {
  test.each([
    [['name'], undefined, '2:7 Ada'],
    [['name'], 'key', '2:1 name'],
    [['steps'], undefined, '3:1 steps'],
    [['steps', 0], undefined, '4:5 type: email'],
    [['steps', 0, 'subject'], undefined, '5:14 "quoted"'],
    [['steps', 0, 'content'], undefined, '6:14 |'],
    [['steps', 1, 'title'], undefined, "9:25 'flow'"],
    [['steps', 3, 'type'], undefined, '11:11 end'],
    [['empty'], undefined, '14:7 '],
    // What is not there: at the type of what lacks it, else at what is nearest.
    [['steps', 0, 'delay'], undefined, '4:11 email'],
    [['steps', 1, 'delay', 'unit'], undefined, '9:12 task'],
    [['steps', 9], undefined, '3:1 steps'],
    [['steps', 0, 'subject', 'deeper'], undefined, '5:5 subject'],
    [['other'], undefined, '2:1 name: Ada'],
    [[], undefined, '2:1 name: Ada'],
  ] as const)('%j %s', async (at, part, wanted) => expect(await placed(TEXT, at, part)).toBe(wanted));

  test('an occurrence inside a text, in every style it can be written in', async () => {
    const text = [
      'plain: a {x} b {x}',
      'quoted: "a {x} b {x}"',
      'block: |',
      '  a {x}',
      '  b {x}',
      'folded: >-',
      '  a {x}',
      '  b {x}',
      'escaped: "a \\u007bx} b {x}"',
      '',
    ].join('\n');
    const yaml = await readYaml(text);
    const place = (key: string, nth: number) => {
      const { line, column, endColumn } = yaml.placeInside([key], { text: '{x}', nth });
      return `${line}:${column}-${endColumn}`;
    };
    expect(['plain', 'quoted', 'block', 'folded', 'escaped'].map((key) => [place(key, 0), place(key, 1)])).toEqual([
      ['1:10-13', '1:16-19'],
      ['2:12-15', '2:18-21'],
      ['4:5-8', '5:5-8'],
      ['7:5-8', '8:5-8'],
      // The first is written with an escape: the second is taken for it, and then the whole value.
      ['9:24-27', '9:10-28'],
    ]);
  });

  test('columns count UTF-16 units, lines end in LF or CRLF', async () => {
    expect(await placed('a: 😀 x\r\nb: "ü{x}"\r\n', ['b'])).toBe('2:4 "ü{x}"');
  });
});

const WRITTEN =
  '0123, +49171, 12, 1e3, 0x1F, 2.50, true, null, ~, 1_000, 2026-11-21, no, .inf, "12", !!int "12", !!str 12';

/** Values as code has them, separated by spaces. */
const asCode = (values: unknown): string =>
  [values]
    .flat()
    .map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
    .join(' ');

test.each([
  ['auto', "123 49171 12 1000 31 2.5 true null null '1_000' '2026-11-21' 'no' Infinity '12' 12 '12'"],
  ['text', "'0123' '+49171' '12' '1e3' '0x1F' '2.50' 'true' null null '1_000' '2026-11-21' 'no' '.inf' '12' 12 '12'"],
  // A number only if nothing of it is lost.
  ['either', "'0123' '+49171' 12 '1e3' '0x1F' '2.50' true null null '1_000' '2026-11-21' 'no' '.inf' '12' 12 '12'"],
] as const)('scalars where the kind is %s', async (kind, values) => {
  const { value } = await readYaml(`v: [${WRITTEN}]`, () => kind);
  expect(asCode(Object(value).v)).toBe(values);
});

test('anchors, aliases and merge keys: the value any reader sees, shared and not copied', async () => {
  const text = [
    'base: &base {a: 1, b: {c: 2}}',
    'one: {<<: *base, a: 3}',
    'two: {<<: [{a: 4, d: 5}, *base]}',
    'list: [*base, *base]',
    '',
  ].join('\n');
  const { value, problems, placeOf } = await readYaml(text);
  expect(problems).toEqual([]);
  expect(value).toEqual(parse(text, { merge: true }));
  const places = [
    ['one', 'b', 'c'],
    ['two', 'd'],
    ['two', 'b', 'c'],
    ['list', 1, 'a'],
  ].map((at) => {
    const { line, column } = placeOf(at);
    return `${line}:${column}`;
  });
  expect(places).toEqual(['1:27', '3:22', '1:27', '1:17']);
});

describe('what is not YAML, or not ours', () => {
  test.each([
    ['a: "x\nb: 1\n', ['1:4 this quote is never closed [unclosed_quote]']],
    [
      'a: 1\na: 2\nb: {c: 1, c: 2}\n',
      ['2:1 "a" is given twice [duplicate_key]', '3:11 "c" is given twice [duplicate_key]'],
    ],
    ['a: *b\n', ['1:4 *b has no anchor &b before it [unknown_alias]']],
    ['a: &a [1, *a]\n', ['1:11 *a stands inside its own anchor [endless_alias]']],
    ['a: 1\n---\nb: 2\n', ['2:1 a second document: a file holds one [multiple_docs]']],
    ['? [a, b]\n: c\n', ['1:3 a key must be text [invalid_key]']],
    [
      'a: 9007199254740993\nb: 1e400\nc: -0.5e3\n',
      [
        '1:4 the number 9007199254740993 does not keep its digits: write it as text, in quotes [inexact_number]',
        '2:4 the number 1e400 does not keep its digits: write it as text, in quotes [inexact_number]',
      ],
    ],
    ['a: !secret x\n', ['1:4 Unresolved tag: !secret [tag_resolve_failed]']],
    ['%YAML 1.1\n---\na: yes\n', ['1:1 only YAML 1.2 is read [yaml_version]']],
    ['', []],
  ])('%j', async (text, wanted) => expect(await reported(text)).toEqual(wanted));

  test('every mistake is reported, up to twenty', async () => {
    expect((await reported('a: ]\nb: }\nc: ]\n')).length).toBeGreaterThan(2);
    expect(await reported('a: ]\n'.repeat(50))).toHaveLength(20);
  });
});

describe('bombs', () => {
  const laughs = `a0: &a0 [${Array(10).fill('x').join(',')}]\n${Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [${Array(10).fill(`*a${index}`).join(',')}]`).join('\n')}\n`;
  const merges = `m: &m {${Array.from({ length: 1000 }, (_, index) => `k${index}: 1`).join(', ')}}\n${Array.from({ length: 1000 }, (_, index) => `x${index}: {<<: *m}`).join('\n')}\n`;
  test.each([
    ['aliases of aliases', laughs, 'anchors and aliases make more than 200000 values of this file [alias_bomb]'],
    ['merges of merges', merges, 'anchors and aliases make more than 200000 values of this file [alias_bomb]'],
    ['brackets', '['.repeat(1_000_000), 'nested deeper than 150 levels [too_deep]'],
    ['dashes', '- '.repeat(500_000), 'nested deeper than 150 levels [too_deep]'],
    ['braces', '{a: '.repeat(200_000), 'nested deeper than 150 levels [too_deep]'],
    ['question marks', '? '.repeat(200_000), 'nested deeper than 150 levels [too_deep]'],
    ['size', 'a'.repeat(YAML_LIMITS.characters + 1), 'more than 4 MB of YAML [too_large]'],
  ])('%s', async (_name, text, wanted) => {
    const { value, readable, problems } = await readYaml(text);
    const [first] = problems.map(({ code, message }) => `${message} [${code}]`);
    expect([first, value, readable]).toEqual([wanted, null, false]);
  });

  test('many keys and many anchors are no bomb', async () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `k${index}: &a${index} ${index}`).join('\n');
    const { value, problems } = await readYaml(text);
    expect([Object.keys(Object(value)).length, problems]).toEqual([20_000, []]);
  });
});

test('a key cannot reach the prototype of anything', async () => {
  const { value } = await readYaml('__proto__: {polluted: 1}\nconstructor: 2\n');
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.entries(Object(value))).toEqual([
    ['__proto__', { polluted: 1 }],
    ['constructor', 2],
  ]);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

const UNREADABLE = ['file/duplicate-keys.yaml', 'file/syntax.yaml', 'file/two-documents.yaml'];

test.each(fixtures().map(({ name, text }) => [name, text] as const))(
  '%s reads as any reader reads it',
  async (name, text) => {
    const { value, problems } = await readYaml(text);
    expect(problems.length > 0).toBe(UNREADABLE.includes(name));
    if (problems.length === 0) expect(value).toEqual(parse(text, { merge: true }));
  },
);
