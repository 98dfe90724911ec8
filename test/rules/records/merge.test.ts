// A sent value overwrites; what is not sent stays; the same value in another spelling changes nothing.

import { expect, test } from 'vitest';
import { changedCustom, changedStandard, isSameValue } from '../../../src/rules/records/merge.ts';

const map = <V>(values: Record<string, V>) => new Map(Object.entries(values));

test.each([
  [{ firstName: 'Ada' }, { firstName: 'Ada' }, {}],
  [{ firstName: 'Ada' }, { firstName: 'ada' }, { firstName: 'ada' }],
  [{ firstName: 'Ada' }, { lastName: 'L' }, { lastName: 'L' }],
  [{ firstName: 'Ada' }, {}, {}],
  [{ numberOfEmployees: 5 }, { numberOfEmployees: 6 }, { numberOfEmployees: 6 }],
  [{ professionalEmail: 'Ada@x.com' }, { professionalEmail: 'ada@X.com' }, {}],
  [{ networkProfileUrl: 'https://n.example/in/ada' }, { networkProfileUrl: 'http://www.n.example/in/ada/?a=b' }, {}],
  [{ companyNetworkUrl: 'https://n.example/company/a' }, { companyNetworkUrl: 'https://de.n.example/company/a' }, {}],
  [{ domain: 'acme.com' }, { domain: 'www.acme.com' }, {}],
  [{ website: 'https://acme.com' }, { website: 'https://acme.com/' }, {}],
  [{ contactCRMId: '0035000000AbCdE' }, { contactCRMId: '0035000000AbCdEAAV' }, {}],
  [{ mobilePhone: '+353861234567' }, { mobilePhone: '353861234567' }, {}],
  [{ mobilePhone: '353861234567' }, { mobilePhone: '+353861234567' }, { mobilePhone: '+353861234567' }],
  [{ domain: 'n/a' }, { domain: '-' }, { domain: '-' }],
])('%j + %j → %j', (before, sent, changed) => {
  expect(Object.fromEntries(changedStandard(map<string | number>(before), map<string | number>(sent)))).toEqual(
    changed,
  );
});

test('custom text counts to the last character', () => {
  const changed = changedCustom(map({ a: 'x', b: 'y', c: 'z' }), map({ a: 'x', b: 'y ', d: 'w' }));
  expect(Object.fromEntries(changed)).toEqual({ b: 'y ', d: 'w' });
});

test('no value is never the same as one', () => {
  expect([isSameValue('domain', null, 'a.com'), isSameValue('firstName', undefined, 'Ada')]).toEqual([false, false]);
});
