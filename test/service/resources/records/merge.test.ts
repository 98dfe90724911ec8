// Who becomes whom: matching, merging and outcomes of creates (the interface: Contact: "Matching when mergeWithExisting").

import { describe, expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';

const world = worldForEachTest();

const contact = (body: object) => world.done('POST', '/v1/contact', { body });
const company = (body: object) => world.done('POST', '/v1/company', { body });
const readContact = (id: number) => world.done('GET', `/v1/contacts/${id}`);
const readCompany = (id: number) => world.done('GET', `/v1/companies/${id}`);
const totals = async () => [
  (await world.done('GET', '/v1/contacts')).total,
  (await world.done('GET', '/v1/companies')).total,
];

describe('a contact is matched', () => {
  const ADA = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    companyName: 'Acme',
    networkProfileUrl: 'https://www.network.example/in/ada',
  };
  test.each([
    [{ networkProfileUrl: 'http://de.network.example/in/ADA/?trk=x' }, 'NETWORK_URL'],
    [{ firstName: 'Ada', lastName: 'Lovelace', companyName: 'Acme' }, 'NAME_COMPANY'],
    [{ firstName: ' Ada ', lastName: 'Lovelace', company: { name: 'Acme ' } }, 'NAME_COMPANY'],
    [{ firstName: 'X', networkProfileUrl: 'https://www.network.example/in/ada' }, 'NETWORK_URL'],
    [{ firstName: 'ada', lastName: 'Lovelace', companyName: 'Acme' }, undefined],
    [{ firstName: 'Ada', lastName: 'Lovelace', companyName: 'ACME' }, undefined],
    [{ firstName: 'Ada', lastName: 'Lovelace' }, undefined],
    [{ firstName: 'Ada', lastName: 'Lovelace', companyDomain: 'acme.com' }, undefined],
    [{ firstName: 'Ada', companyName: 'Acme' }, undefined],
    [{ networkProfileUrl: 'https://www.network.example/in/ada-2' }, undefined],
    [{ professionalEmail: 'ada@acme.com' }, undefined],
  ])('%j by %s', async (body, by) => {
    await contact({ ...ADA, professionalEmail: 'ada@acme.com' });
    const result = await contact(body);
    expect([result.id === 1, result.contactMatchedBy]).toEqual([by !== undefined, by]);
  });
});

describe('a company is matched', () => {
  test.each([
    [{ companyNetworkUrl: 'https://uk.network.example/company/Acme/about/' }, 'NETWORK_URL'],
    [{ domain: 'HTTPS://www.Acme.com/' }, 'DOMAIN'],
    [{ website: 'http://acme.com' }, 'WEBSITE'],
    [{ name: ' Acme ' }, 'NAME'],
    [{ name: 'acme' }, undefined],
    [{ domain: 'shop.acme.com' }, undefined],
    [{ website: 'https://acme.com/de' }, undefined],
    [{ industry: 'Engines' }, undefined],
  ])('%j by %s', async (body, by) => {
    await company({
      name: 'Acme',
      domain: 'acme.com',
      industry: 'Engines',
      companyNetworkUrl: 'https://network.example/company/acme',
      website: 'https://acme.com',
    });
    const result = await company(body);
    expect([result.id === 1, result.matchedBy]).toEqual([by !== undefined, by]);
  });

  test('a contact item says what became of its company', async () => {
    await company({ name: 'Acme', domain: 'acme.com' });
    expect(await contact({ firstName: 'A', companyDomain: 'acme.com', companyIndustry: 'Engines' })).toMatchObject({
      companyId: 1,
      companyOutcome: 'MERGED_UPDATED',
      companyMatchedBy: 'DOMAIN',
    });
    expect(await contact({ firstName: 'B', companyName: 'Acme' })).toMatchObject({
      companyId: 1,
      companyOutcome: 'MERGED_NOOP',
      companyMatchedBy: 'NAME',
    });
  });
});

describe('two keys that match two records', () => {
  test('contact: the profile URL wins, the other record is untouched and named', async () => {
    await contact({ firstName: 'Ada', lastName: 'L', companyName: 'Acme' });
    await contact({ firstName: 'Other', networkProfileUrl: 'https://network.example/in/ada' });
    const before = await readContact(1);
    const result = await contact({
      firstName: 'Ada',
      lastName: 'L',
      companyName: 'Acme',
      networkProfileUrl: 'https://network.example/in/ada',
    });
    expect(result).toMatchObject({
      id: 2,
      contactMatchedBy: 'NETWORK_URL',
      warnings: ['contact 1 matches too (NAME_COMPANY); merged into 2 (NETWORK_URL), 1 is unchanged'],
    });
    expect(await readContact(1)).toEqual(before);
  });

  test('company: network URL, then domain, website, name; the others are untouched and named', async () => {
    await company({ name: 'Acme' });
    await company({ website: 'https://acme.com' });
    await company({ domain: 'acme.com' });
    await company({ companyNetworkUrl: 'https://network.example/company/acme' });
    const all = {
      name: 'Acme',
      website: 'https://acme.com',
      domain: 'acme.com',
      companyNetworkUrl: 'https://network.example/company/acme',
    };
    const { companyNetworkUrl, ...three } = all;
    const { domain, ...two } = three;
    const before = [await readCompany(1), await readCompany(2), await readCompany(3)];
    expect(await company(all)).toMatchObject({
      id: 4,
      matchedBy: 'NETWORK_URL',
      warnings: [
        'company 3 matches too (DOMAIN); merged into 4 (NETWORK_URL), 3 is unchanged',
        'company 2 matches too (WEBSITE); merged into 4 (NETWORK_URL), 2 is unchanged',
        'company 1 matches too (NAME); merged into 4 (NETWORK_URL), 1 is unchanged',
      ],
    });
    expect([await readCompany(1), await readCompany(2), await readCompany(3)]).toEqual(before);
    expect(await company(three)).toMatchObject({ id: 3, matchedBy: 'DOMAIN' });
    expect(await company(two)).toMatchObject({ id: 2, matchedBy: 'WEBSITE' });
  });

  test('of several records with the same key the oldest is meant', async () => {
    await contact({ firstName: 'A', networkProfileUrl: 'https://network.example/in/ada' });
    await contact({ firstName: 'B', networkProfileUrl: 'https://network.example/in/ada', mergeWithExisting: false });
    expect((await contact({ networkProfileUrl: 'https://network.example/in/ada' })).id).toBe(1);
  });

  test('of several companies with the same name, the one the contact is at already', async () => {
    const ada = { firstName: 'Ada', lastName: 'L', companyName: 'Acme' };
    await company({ name: 'Acme' });
    await contact({ ...ada, mergeWithExisting: false });
    expect(await contact(ada)).toMatchObject({ id: 1, companyId: 2, contactOutcome: 'MERGED_NOOP' });
  });

  test('one name at one company with another profile: the rule says one contact, and the answer says what was replaced', async () => {
    const ada = { firstName: 'Ada', lastName: 'L', companyName: 'Acme' };
    await contact({ ...ada, networkProfileUrl: 'https://network.example/in/ada' });
    const result = await contact({ ...ada, networkProfileUrl: 'https://network.example/in/ada-2' });
    expect(result).toMatchObject({
      id: 1,
      contactMatchedBy: 'NAME_COMPANY',
      warnings: ['networkProfileUrl of contact 1 was another profile: network.example/in/ada'],
    });
  });
});

describe('merging', () => {
  const ADA = { firstName: 'Ada', lastName: 'L', jobTitle: 'CEO', companyName: 'Acme', Segment: 'A' };

  test('a sent value overwrites; null, empty and absent never clear', async () => {
    await contact(ADA);
    const key = { firstName: 'Ada', lastName: 'L', companyName: 'Acme' };
    expect(await contact({ ...key, jobTitle: '', Segment: null })).toMatchObject({ contactOutcome: 'MERGED_NOOP' });
    expect(await contact({ ...key, jobTitle: 'CTO', Segment: 'B' })).toMatchObject({
      contactOutcome: 'MERGED_UPDATED',
    });
    expect(await readContact(1)).toMatchObject({ jobTitle: 'CTO', Segment: 'B' });
  });

  test('nothing changed is MERGED_NOOP, and updatedAt stays', async () => {
    await contact(ADA);
    const before = await readContact(1);
    world.clock.advance(60_000);
    expect(await contact(ADA)).toMatchObject({ contactOutcome: 'MERGED_NOOP', companyOutcome: 'MERGED_NOOP' });
    expect(await readContact(1)).toEqual(before);
  });

  test('a contact who changed jobs moves to the new company', async () => {
    const ada = { firstName: 'Ada', networkProfileUrl: 'https://network.example/in/ada' };
    await contact({ ...ada, companyName: 'Acme' });
    expect(await contact({ ...ada, companyName: 'Beta' })).toMatchObject({
      id: 1,
      contactOutcome: 'MERGED_UPDATED',
      companyId: 2,
      companyOutcome: 'CREATED',
    });
    expect([(await readCompany(1)).leadsCount, (await readCompany(2)).leadsCount]).toEqual([0, 1]);
  });

  test('a company known by its domain takes the name that is sent, and its people are found under it', async () => {
    await contact({ firstName: 'Ada', lastName: 'L', companyName: 'Acme Inc', companyDomain: 'acme.com' });
    expect(
      await contact({ firstName: 'Ada', lastName: 'L', companyName: 'Acme', companyDomain: 'acme.com' }),
    ).toMatchObject({ id: 1, contactMatchedBy: 'NAME_COMPANY', companyId: 1, companyOutcome: 'MERGED_UPDATED' });
  });

  test('values of a company without anything to know it by are about the company the contact is at', async () => {
    const ada = { firstName: 'Ada', networkProfileUrl: 'https://network.example/in/ada' };
    await contact({ ...ada, companyName: 'Acme' });
    const result = await contact({ ...ada, companyIndustry: 'Engines' });
    expect([result.companyId, result.companyOutcome, result.companyMatchedBy]).toEqual([
      1,
      'MERGED_UPDATED',
      undefined,
    ]);
    expect(await totals()).toEqual([1, 1]);
  });
});

describe('mergeWithExisting false', () => {
  test('always creates, the contact and the company', async () => {
    const ada = { firstName: 'Ada', lastName: 'L', companyName: 'Acme', mergeWithExisting: false };
    await contact(ada);
    const again = await contact(ada);
    expect([again.id, again.contactOutcome, again.companyId, again.companyOutcome]).toEqual([
      2,
      'CREATED',
      2,
      'CREATED',
    ]);
    expect('contactMatchedBy' in again).toBe(false);
    expect(await totals()).toEqual([2, 2]);
  });

  test('a company too', async () => {
    await company({ name: 'Acme' });
    expect(await company({ name: 'Acme', mergeWithExisting: false })).toMatchObject({ id: 2, outcome: 'CREATED' });
  });
});

test('matching stays inside the workspace', async () => {
  const ada = { firstName: 'Ada', networkProfileUrl: 'https://network.example/in/ada', companyName: 'Acme' };
  await contact(ada);
  const key = await world.newKey(['ALL'], 'theirs', 'other');
  const theirs = await world.call('POST', '/v1/contact', { key, body: ada });
  expect(theirs.body.data).toMatchObject({ id: 2, contactOutcome: 'CREATED', companyId: 2, companyOutcome: 'CREATED' });
});

test('junk in key columns makes no one the same', async () => {
  for (const domain of ['n/a', '-', 'none']) {
    await company({ name: `A ${domain}`, domain: 'n/a' });
  }
  expect(await totals()).toEqual([0, 3]);
});

test('a number that lacks digits of the stored one replaces nothing, and the answer says so, of the company too', async () => {
  const ada = { firstName: 'Ada', lastName: 'L', companyName: 'Acme' };
  await contact({ ...ada, mobilePhone: '+353861934567', companyCRMId: '0071234' });
  const result = await contact({ ...ada, mobilePhone: '353861000000', companyCRMId: '71234' });
  expect(result).toMatchObject({
    contactOutcome: 'MERGED_NOOP',
    warnings: ['mobilePhone', 'companyCRMId'].map(
      (field) => `${field} stays as stored: the value sent lacks its plus sign, zeros or last digits`,
    ),
  });
  expect(await readContact(1)).toMatchObject({ mobilePhone: '+353861934567' });
  expect(await company({ name: 'Acme', companyCRMId: '71234' })).toMatchObject({ warnings: [result.warnings[1]] });
});
