import { expect, test } from 'vitest';
import { duplicateKeys, namesSomeone } from '../../../src/rules/records/duplicates.ts';

test.each([
  [
    {
      firstName: ' ADA',
      lastName: "O'Love",
      professionalEmail: ' Ada@X.com',
      networkProfileUrl: 'https://www.n.example/in/ada/',
      contactCRMId: '0035000000AbCdE',
      leadCRMId: '00Q',
    },
    {
      fullName: 'ada olove',
      professionalEmail: 'ada@x.com',
      networkUrl: 'n.example/in/ada',
      contactCRMId: '0035000000AbCdEAAV',
      leadCRMId: '00Q',
    },
  ],
  [
    { firstName: 'Ada' },
    { fullName: null, professionalEmail: null, networkUrl: null, contactCRMId: null, leadCRMId: null },
  ],
])('the values contacts are compared by, null where there is none: %j', (contact, keys) => {
  expect(duplicateKeys(new Map(Object.entries(contact)))).toEqual(keys);
});

test.each([
  ['fullName', 'ada lovelace', true],
  ['fullName', 'na na', false],
  ['fullName', 'ada null', true],
  ['professionalEmail', 'n/a', false],
  ['networkUrl', 'network.example/feed', false],
  ['linkedinUrl', 'network.example/in/ada', true],
  ['contactCRMId', '#N/A', false],
  ['leadCRMId', '1.01235E+11', false],
  ['contactCRMId', '003A000001a2b3cIAA', true],
])('contacts that share the %s %j are the same person: %j', (field, shared, isSomeone) => {
  expect(namesSomeone(field, shared)).toBe(isSomeone);
});
