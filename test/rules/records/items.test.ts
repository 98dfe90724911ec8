import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { companyItem, contactItem, TEXT_CHARACTERS_MAX, type WantedValues } from '../../../src/rules/records/items.ts';

const plain = (values: WantedValues | null) =>
  values && { ...Object.fromEntries(values.standard), custom: Object.fromEntries(values.custom) };

const read = (input: Record<string, unknown>) => {
  const { company, warnings, issues, listId, mergeWithExisting, ...own } = contactItem(input);
  return { own: plain(own), company: plain(company), warnings, issues, listId, mergeWithExisting };
};

const NOTHING = { company: null, warnings: [], issues: [], listId: null, mergeWithExisting: true };

test.each([
  [{}, { own: { custom: {} } }],
  [{ firstName: ' Ada ', lastName: '', jobTitle: null }, { own: { firstName: 'Ada', custom: {} } }],
  [{ firstName: '  ' }, { own: { custom: {} } }],
  [
    { firstName: 'Ada \r\n May', lastName: 'Love\tlace', jobTitle: 'Head  of', Notes: 'a\n b' },
    { own: { firstName: 'Ada May', lastName: 'Love lace', jobTitle: 'Head  of', custom: { Notes: 'a\n b' } } },
  ],
  [
    { listId: 7, mergeWithExisting: false },
    { own: { custom: {} }, listId: 7, mergeWithExisting: false },
  ],
  [{ listId: null, mergeWithExisting: null }, { own: { custom: {} } }],
  [{ contactCRMId: '003', leadCRMId: '00Q' }, { own: { contactCRMId: '003', leadCRMId: '00Q', custom: {} } }],
])('a contact item in normal form: %j', (input, expected) => expect(read(input)).toEqual({ ...NOTHING, ...expected }));

describe('aliases of the company', () => {
  const ACME = { name: 'Acme', custom: {} };
  test.each([
    [{ companyName: 'Acme' }, ACME],
    [{ company: { name: 'Acme' } }, ACME],
    [{ company: { name: 'Acme' }, companyName: 'Acme' }, ACME],
    [{ company: { name: '' }, companyName: 'Acme' }, ACME],
    [{ company: null, companyName: 'Acme' }, ACME],
    [{ company: {} }, null],
    [{ company: { name: ' ' }, companyDomain: '' }, null],
    [
      { companyDomain: 'acme.com', company: { name: 'Acme' } },
      { name: 'Acme', domain: 'acme.com', custom: {} },
    ],
    [
      {
        companyName: 'A',
        companyDomain: 'a.com',
        companyNetworkUrl: 'https://n.example/company/a',
        companyIndustry: 'I',
        companyWebsite: 'https://a.com',
      },
      {
        name: 'A',
        domain: 'a.com',
        companyNetworkUrl: 'https://n.example/company/a',
        industry: 'I',
        website: 'https://a.com',
        custom: {},
      },
    ],
    [
      { numberOfEmployees: '50', companyCountry: 'DE', companyCRMId: '001' },
      { numberOfEmployees: 50, companyCountry: 'DE', companyCRMId: '001', custom: {} },
    ],
    [{ company: { name: 'Acme', Tier: 'A' } }, { name: 'Acme', custom: { Tier: 'A' } }],
  ])('%j', (input, company) => expect(read(input)).toEqual({ ...NOTHING, own: { custom: {} }, company }));

  test('where the two disagree the nested one counts, and the item says so', () => {
    expect(read({ companyName: 'Beta', company: { name: 'Acme' } })).toEqual({
      ...NOTHING,
      own: { custom: {} },
      company: { name: 'Acme', custom: {} },
      warnings: ['companyName was ignored: company.name says otherwise'],
    });
  });
});

describe('further properties are custom and AI fields, by name, kept as text', () => {
  test.each([
    [{ Segment: ' A ' }, { Segment: ' A ' }],
    [{ ' Segment ': 'A' }, { Segment: 'A' }],
    [
      { Zip: '01234', Count: 5, Vip: true, Tags: ['a'], Empty: '', Nil: null },
      { Zip: '01234', Count: '5', Vip: 'true', Tags: '["a"]' },
    ],
    [
      { constructor: 'x', toString: 'y' },
      { constructor: 'x', toString: 'y' },
    ],
    [{ a: 'b\0c\ud800' }, { a: 'bc\ufffd' }],
  ])('%j', (input, custom) => expect(read(input)).toEqual({ ...NOTHING, own: { custom } }));
});

describe('what the service sets itself is ignored with a warning, so that an export can be imported again', () => {
  test.each([
    [{ id: 7 }, 'id was ignored: it is set by the service'],
    [{ createdAt: '2026-01-01' }, 'createdAt was ignored: it is set by the service'],
    [{ leadsCount: 3 }, 'leadsCount was ignored: it is set by the service'],
    [{ company: { id: 3 } }, 'company.id was ignored: it is set by the service'],
  ])('%j', (input, warning) => expect(read(input)).toEqual({ ...NOTHING, own: { custom: {} }, warnings: [warning] }));
});

test.each([
  [
    { numberOfEmployees: 'many', ' firstName': 'Ada', '': 'x' },
    [
      ['numberOfEmployees', 'must be a number of at least 0'],
      [' firstName', 'must be written firstName'],
      ['', 'a field needs a name'],
    ],
  ],
  [{ company: 'Acme' }, [['company', 'must be an object']]],
  [{ company: { numberOfEmployees: -1 } }, [['company.numberOfEmployees', 'must be a number of at least 0']]],
  [{ company: { companyCountry: ['DE'] } }, [['company.companyCountry', 'must be text']]],
  [{ Note: 'x'.repeat(TEXT_CHARACTERS_MAX + 1) }, [['Note', 'must be at most 10000 characters']]],
  [{ 'a\nb': 'x' }, [['a\nb', 'a field name has no control characters']]],
  [JSON.parse('{"__proto__":"x"}'), [['__proto__', 'a field cannot have this name']]],
  [{ [`n${'x'.repeat(200)}`]: 'x' }, [[`n${'x'.repeat(200)}`, 'a field name has at most 200 characters']]],
])('every problem of an item is reported, with its path: %j', (input, expected) => {
  expect(read(input).issues.map(({ path, message }) => [path, message])).toEqual(expected);
});

test('a company item: the same, on itself', () => {
  const item = companyItem({
    name: ' Acme ',
    website: 'https://acme.com',
    numberOfEmployees: 5,
    Tier: 'A',
    leadsCount: 3,
    listId: 2,
  });
  expect({ ...plain(item), warnings: item.warnings, listId: item.listId, merge: item.mergeWithExisting }).toEqual({
    ...{ name: 'Acme', website: 'https://acme.com', numberOfEmployees: 5, custom: { Tier: 'A' } },
    ...{ warnings: ['leadsCount was ignored: it is set by the service'], listId: 2, merge: true },
  });
});

test('whatever is sent: nothing empty is kept, and no name is lost without a word', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 })), (input) => {
      const { standard, custom, company, warnings, issues } = contactItem(input);
      const kept = [...standard.values(), ...custom.values()];
      expect(kept.every((value) => value !== '')).toBe(true);
      const reported = [...warnings, ...issues.map(({ path }) => path)].join('\n');
      for (const [name, value] of Object.entries(input)) {
        if (value === null || value === '' || name === 'listId' || name === 'mergeWithExisting') continue;
        const isKept = standard.has(name) || custom.has(name.trim()) || company !== null || reported.includes(name);
        expect(isKept || (typeof value === 'string' && value.trim() === '')).toBe(true);
      }
    }),
  );
});
