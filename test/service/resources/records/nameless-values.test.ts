// Values that name no one never make two records one: words for no value, errors of a spreadsheet, pages and hosts of everyone.

import { expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';

const world = worldForEachTest();

const contacts = async (items: readonly object[]) =>
  (await world.done('POST', '/v1/contacts/bulk', { body: { contacts: items } })).results.map(
    (result: { contact: unknown }) => result.contact,
  );
const companies = async (items: readonly object[]) =>
  (await world.done('POST', '/v1/companies/bulk', { body: { companies: items } })).results.map(
    (result: { company: unknown }) => result.company,
  );
const idsOf = (results: readonly { id: number }[]) => new Set(results.map(({ id }) => id)).size;

const at = (path: string) => `https://www.network.example${path}`;

test.each<[string, object, object, number]>([
  ['- as first and last name', { firstName: '-', lastName: '-', companyName: 'Acme' }, {}, 2],
  ['#N/A as company', { firstName: 'Ada', lastName: 'L', companyName: '#N/A' }, {}, 2],
  ['a search', { networkProfileUrl: at('/search?q=ada') }, {}, 2],
  ['the same profile from a mail', { networkProfileUrl: at('/comm/in/ada') }, { networkProfileUrl: at('/in/ada') }, 1],
  ['names that are names', { firstName: 'Na', lastName: 'Null', companyName: 'Acme' }, {}, 1],
])('contacts with %s', async (_, one, other, count) => {
  expect(idsOf(await contacts([one, { ...one, ...other }]))).toBe(count);
});

test.each<[string, object, object, number]>([
  ['a domain of free mail', { name: 'Acme Bakery', domain: 'gmail.com' }, { name: 'Beta Florist' }, 2],
  ['one list of links', { website: 'https://linktr.ee/acme' }, {}, 2],
  ['the profile of a person', { companyNetworkUrl: at('/in/ada') }, {}, 2],
  ['(blank) as name', { name: '(blank)' }, {}, 2],
  ['one name and different shared domains', { name: 'Acme', domain: 'gmail.com' }, { domain: 'web.de' }, 1],
])('companies with %s', async (_, one, other, count) => {
  expect(idsOf(await companies([one, { ...one, ...other }]))).toBe(count);
});

test('no group of duplicates is made of them', async () => {
  const same = { firstName: '#N/A', lastName: 'NULL', professionalEmail: 'n/a@acme.example' };
  const others = { networkProfileUrl: at('/feed/'), contactCRMId: '#N/A', leadCRMId: '1.01235E+11' };
  await contacts([1, 2].map(() => ({ ...same, ...others, mergeWithExisting: false })));
  for (const field of ['fullName', 'networkUrl', 'contactCRMId', 'leadCRMId']) {
    const { groups } = await world.done('GET', `/v1/contacts/duplicates?fields=${field}`);
    expect([field, groups]).toEqual([field, []]);
  }
});

test('what names no company does not rename the one that a contact is at', async () => {
  const ada = { networkProfileUrl: at('/in/ada') };
  await contacts([{ ...ada, companyName: 'Acme', companyDomain: 'acme.example' }]);
  const [result] = await contacts([{ ...ada, company: { name: 'N/A', domain: 'gmail.com', industry: 'Engines' } }]);
  const company = await world.done('GET', `/v1/companies/${result.companyId}`);
  expect([company.name, company.domain, company.industry, result.warnings]).toEqual([
    'Acme',
    'acme.example',
    'Engines',
    ['company.name was ignored: "N/A" names no company', 'company.domain was ignored: "gmail.com" names no company'],
  ]);
});
