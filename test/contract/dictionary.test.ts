import { expect, test } from 'vitest';
import { dictionary, getOwn } from '../../src/contract/json.ts';

const INHERITED = Object.getOwnPropertyNames(Object.prototype);

test.each(INHERITED)('%s is unknown until it is put there', (name) => {
  const table = dictionary<number>({ known: 1 });
  expect([table[name], getOwn({ known: 1 }, name)]).toEqual([undefined, undefined]);
  table[name] = 2;
  expect([table[name], Object.entries(table), Object.entries(dictionary(table))]).toEqual([
    2,
    [
      ['known', 1],
      [name, 2],
    ],
    [
      ['known', 1],
      [name, 2],
    ],
  ]);
  expect(getOwn(JSON.parse(`{"${name}": 3}`), name)).toBe(3);
});

test('it prints and spreads like any object', () => {
  const table = dictionary({ a: 1 });
  expect([JSON.stringify(table), { ...table }, Object.keys(table)]).toEqual(['{"a":1}', { a: 1 }, ['a']]);
});
