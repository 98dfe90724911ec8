import { expect, test } from 'vitest';
import { comparedField, duplicateKeys } from '../../../src/rules/records/duplicates.ts';

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

test('linkedinUrl is networkUrl', () => {
  expect([comparedField('linkedinUrl'), comparedField('fullName')]).toEqual(['networkUrl', 'fullName']);
});
