import { expect, test } from 'vitest';
import { folderForTest } from '../../folder.ts';
import { worldForTest } from '../../opened.ts';
import { openWorld } from '../world.ts';

test('the sample workspace is there from the first start, unless the store is to be empty', async () => {
  const full = await worldForTest({ empty: false });
  const empty = await worldForTest({ empty: true });
  expect((await full.control('GET', '/_local/status')).counts).toEqual({
    contacts: 60,
    companies: 20,
    lists: 3,
    campaigns: 2,
    keys: 1,
  });
  expect((await empty.control('GET', '/_local/status')).counts).toEqual({
    contacts: 0,
    companies: 0,
    lists: 0,
    campaigns: 0,
    keys: 1,
  });
});

test('it is loaded once: what was deleted stays deleted after a restart, and comes back with seed', async () => {
  const data = folderForTest();
  const first = await openWorld({ data, empty: false });
  await first.call('DELETE', '/v1/contacts/1');
  await first.close();
  const second = await worldForTest({ data, empty: false });
  expect((await second.control('GET', '/_local/status')).counts.contacts).toBe(59);
  expect(await second.control('POST', '/_local/seed')).toEqual({
    contacts: 60,
    companies: 20,
    lists: 3,
    campaigns: 2,
  });
  expect(await second.control('POST', '/_local/seed')).toEqual({
    contacts: 60,
    companies: 20,
    lists: 3,
    campaigns: 2,
  });
});

test('two starts give the same workspace, byte for byte', async () => {
  const read = async () => {
    const world = await openWorld({ empty: false });
    const contacts = await world.call('GET', '/v1/contacts', { query: { pageSize: 100 } });
    const companies = await world.call('GET', '/v1/companies', { query: { pageSize: 100 } });
    await world.close();
    return JSON.stringify([contacts.body.data, companies.body.data]);
  };
  expect(await read()).toBe(await read());
});

test('it shows people with their company, lists with members, and true duplicates in each field', async () => {
  const world = await worldForTest({ empty: false });
  const person = await world.done('GET', '/v1/contacts/15');
  expect(person).toMatchObject({
    firstName: 'Étienne',
    lastName: 'Tremblay',
    jobTitle: 'Chief Medical Officer',
    professionalEmail: 'etienne.tremblay@fernhill.example',
    networkProfileUrl: 'https://network.example/in/etienne-tremblay',
    contactCountry: 'Canada',
    company: { id: 6, name: 'Fernhill Hospitals', domain: 'fernhill.example' },
  });
  const { lists } = await world.done('GET', '/v1/lists');
  const sizes = lists.map(({ name, size }: { name: string; size: number }) => [name, size]);
  expect(sizes).toEqual([
    ['Newsletter', 19],
    ['Decision makers', expect.any(Number)],
    ['Key accounts', expect.any(Number)],
  ]);
  const groups = async (fields: string): Promise<number> =>
    (await world.done('GET', '/v1/contacts/duplicates', { query: { fields } })).groups.length;
  expect([await groups('professionalEmail'), await groups('fullName'), await groups('contactCRMId')]).toEqual([
    2, 3, 1,
  ]);
  expect(world.bugs).toEqual([]);
});
