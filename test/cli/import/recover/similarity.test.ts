import { describe, expect, test } from 'vitest';
import { assignRecords, compared } from '../../../../src/cli/import/recover/similarity.ts';
import type { FieldDescriptor } from '../../../../src/contract/records/fields.ts';
import { type Item, SearchFields } from '../../../../src/rules/records/search-fields.ts';

const FIELDS: readonly FieldDescriptor[] = [
  {
    id: 'cf_7',
    label: 'Lead Source',
    fieldType: 'EMPTY_FIELD',
    dataType: 'text',
    editable: true,
    promptReference: '{cf_7}',
  },
];
const EMPTY = { firstName: null, lastName: null, jobTitle: null, professionalEmail: null, company: null };

/** The score of a record that can only be the row's, `unclear` for one that may be, null for another's. */
function similarity(entity: 'CONTACT' | 'COMPANY', item: Item, record: Record<string, unknown>) {
  const comparison = compared(entity, item, record, new SearchFields(entity, FIELDS));
  if (comparison === null) return null;
  return comparison.isSure ? comparison.score : 'unclear';
}

describe('whether a record is what a row made', () => {
  test.each<[string, Item, Record<string, unknown>, number | null | 'unclear']>([
    ['all values equal', { firstName: 'Ada', listId: 3, mergeWithExisting: false }, { ...EMPTY, firstName: 'Ada' }, 2],
    ['a value that differs', { firstName: 'Ada' }, { ...EMPTY, firstName: 'Bob' }, null],
    ['a value that is missing', { firstName: 'Ada', jobTitle: 'CEO' }, { ...EMPTY, firstName: 'Ada' }, null],
    ['a value that is not shown', { firstName: 'Ada', Notes: 'x' }, { ...EMPTY, firstName: 'Ada' }, 2],
    ['a custom value that the service trimmed', { Notes: 'x ' }, { ...EMPTY, Notes: 'x' }, 1],
    ['a custom value alone that differs', { Notes: 'x' }, { ...EMPTY, Notes: 'y' }, null],
    [
      'a custom value never excludes',
      { firstName: 'Ada', Notes: 'x' },
      { ...EMPTY, firstName: 'Ada', Notes: 'y' },
      'unclear',
    ],
    ['a custom field under the id it got', { 'lead source': 'Fair' }, { ...EMPTY, cf_7: 'Fair' }, 2],
    ['a phone number written otherwise', { mobilePhone: '+49 (0)170 123 45 67' }, { mobilePhone: '01701234567' }, 1],
    ['an address without its scheme', { companyWebsite: 'https://www.a.example/' }, { companyWebsite: 'a.example' }, 2],
    ['case and spaces', { jobTitle: 'Head  of  Sales ' }, { ...EMPTY, jobTitle: 'head of sales' }, 1],
    [
      'the same email with another title',
      { professionalEmail: 'ada@x.example', jobTitle: 'CEO' },
      { ...EMPTY, professionalEmail: 'ada@x.example', jobTitle: 'CTO' },
      'unclear',
    ],
    [
      'a record with an email of its own',
      { firstName: 'Ada' },
      { ...EMPTY, firstName: 'Ada', professionalEmail: 'ada@x.example' },
      'unclear',
    ],
    ['of a company alone, and the service does not show it', { companyName: 'Acme' }, { firstName: null }, 'unclear'],
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
  ])('%s', (_, pairs, input) => {
    expect([...assignRecords(pairs.map(([place, id, score]) => ({ place, id, score })))]).toEqual(input);
  });
});
