import { describe, expect, test } from 'vitest';
import type { Item } from '../../../../src/cli/import/mapping/item.ts';
import { assignRecords, similarity } from '../../../../src/cli/import/recover/similarity.ts';

const EMPTY = { firstName: null, lastName: null, jobTitle: null, professionalEmail: null, company: null };

describe('whether a record is what a row made', () => {
  test.each<[string, Item, Record<string, unknown>, number | null]>([
    ['all values equal', { firstName: 'Ada', listId: 3, mergeWithExisting: false }, { ...EMPTY, firstName: 'Ada' }, 2],
    ['a value that differs', { firstName: 'Ada' }, { ...EMPTY, firstName: 'Bob' }, null],
    ['a value that is missing', { firstName: 'Ada', jobTitle: 'CEO' }, { ...EMPTY, firstName: 'Ada' }, null],
    ['a value that is not shown', { firstName: 'Ada', Notes: 'x' }, { ...EMPTY, firstName: 'Ada' }, 2],
    ['a custom value to the letter', { Notes: 'x ' }, { ...EMPTY, Notes: 'x' }, null],
    [
      'an address spelled otherwise',
      { professionalEmail: 'Ada@X.example' },
      { ...EMPTY, professionalEmail: 'ada@x.example' },
      2,
    ],
    ['a record that says more', { firstName: 'Ada' }, { ...EMPTY, firstName: 'Ada', jobTitle: 'CEO' }, 1],
    [
      'the company counts towards it',
      { firstName: 'Ada', companyName: 'Acme' },
      { ...EMPTY, firstName: 'Ada', company: { name: 'Acme' } },
      4,
    ],
    [
      'a renamed company is no reason against it',
      { firstName: 'Ada', companyName: 'Acme' },
      { ...EMPTY, firstName: 'Ada', company: { name: 'Acme Inc' } },
      2,
    ],
    [
      'of a company alone something must be right',
      { companyName: 'Acme' },
      { ...EMPTY, company: { name: 'Other' } },
      null,
    ],
    [
      'a company field that was asked for',
      { companyIndustry: 'Soft' },
      { ...EMPTY, companyIndustry: 'Soft', company: { name: 'Acme' } },
      2,
    ],
    ['a character no store keeps', { firstName: 'A\0da' }, { ...EMPTY, firstName: 'Ada' }, 2],
  ])('%s', (_, item, record, score) => {
    expect(similarity('CONTACT', item, record)).toBe(score);
  });

  test('a company by its own values, numbers as numbers', () => {
    const record = { name: 'Acme', numberOfEmployees: 42, industry: null };
    expect([
      similarity('COMPANY', { name: 'Acme', numberOfEmployees: 42 }, record),
      similarity('COMPANY', { name: 'Acme', numberOfEmployees: 7 }, record),
    ]).toEqual([4, null]);
  });
});

describe('which row gets which record', () => {
  test.each<[string, [number, number, number][], [number, number][]]>([
    [
      'the most alike first',
      [
        [0, 1, 2],
        [0, 2, 4],
        [1, 2, 2],
        [1, 1, 2],
      ],
      [
        [0, 2],
        [1, 1],
      ],
    ],
    [
      'of equals the newest',
      [
        [0, 1, 2],
        [0, 9, 2],
      ],
      [[0, 9]],
    ],
    [
      'each record once',
      [
        [0, 1, 2],
        [1, 1, 2],
      ],
      [[0, 1]],
    ],
    ['none', [], []],
  ])('%s', (_, pairs, given) => {
    expect([...assignRecords(pairs.map(([place, id, score]) => ({ place, id, score })))]).toEqual(given);
  });
});
