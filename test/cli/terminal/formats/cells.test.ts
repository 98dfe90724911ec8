import { describe, expect, test } from 'vitest';
import { harmless, pick, plainCell, valueAt } from '../../../../src/cli/terminal/formats/cells.ts';
import { displayedCell } from '../../../../src/cli/terminal/formats/displayed-cell.ts';
import { relativeTime } from '../../../../src/presentation/time.ts';

test.each<[unknown, string, unknown]>([
  [{ id: 7 }, 'id', 7],
  [{ company: { name: 'Acme' } }, 'company.name', 'Acme'],
  [{ company: null }, 'company.name', undefined],
  [{ 'a.b': 1, a: { b: 2 } }, 'a.b', 1],
  [null, 'id', undefined],
])('a value at a path: %j at %s is %j', (record, path, value) => expect(valueAt(record, path)).toEqual(value));

test('picked paths stay nested as they were; a key with a dot stays one key', () => {
  expect(
    pick({ id: 7, company: { name: 'Acme', domain: 'acme.example' }, 'a.b': 1 }, ['id', 'company.name', 'a.b', 'gone']),
  ).toEqual({ id: 7, company: { name: 'Acme' }, 'a.b': 1, gone: null });
});

describe('text from outside cannot touch the terminal', () => {
  test.each([
    ['plain Ünïcödé 李雷 🎉', 'plain Ünïcödé 李雷 🎉'],
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007after', 'after'],
    ['\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\', 'click'],
    ['a\u0000b\u0008c\u007fd\u009be', 'abcde'],
    ['a\rb', 'ab'],
    ['evil\u202egnp.exe', 'evilgnp.exe'],
    ['line\r\nnext\ttab', 'line\nnext\ttab'],
  ])('%j becomes %j', (input, displayed) => expect(harmless(input)).toBe(displayed));
});

describe('a cell', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  test.each<[unknown, 'text' | 'time', string, string]>([
    [null, 'text', '', ''],
    [true, 'text', 'true', 'yes'],
    [12.5, 'text', '12.5', '12.5'],
    [['a', 'b'], 'text', 'a, b', 'a, b'],
    [{ a: 1, b: { c: null } }, 'text', '{"a":1,"b":{"c":null}}', 'A: 1, B: C: '],
    ['two\nlines', 'text', 'two\nlines', 'two lines'],
    ['2026-11-21T09:00:00Z', 'time', '2026-11-21T09:00:00Z', '3 hours ago'],
    ['not a time', 'time', 'not a time', 'not a time'],
    // In the time zone of the terminal.
    [
      new Date(2026, 10, 22, 9, 5).toISOString(),
      'text',
      new Date(2026, 10, 22, 9, 5).toISOString(),
      '2026-11-22 09:05',
    ],
  ])('%j as %s: %j in a pipe, %j on a terminal', (value, kind, piped, displayed) => {
    expect([plainCell(value), displayedCell(value, { key: 'k', title: 'k', kind }, now)]).toEqual([piped, displayed]);
  });

  test.each([
    ['2026-11-21T12:00:30Z', 'now'],
    ['2026-11-21T11:59:00Z', '1 minute ago'],
    ['2026-11-23T12:00:00Z', 'in 2 days'],
    ['2024-11-21T12:00:00Z', '2 years ago'],
  ])('%s is %s', (iso, text) => expect(relativeTime(iso, now)).toBe(text));
});
