import { expect, test } from 'vitest';
import { ADA, bulk, create, openContactWorld, world } from './contact-world.ts';

openContactWorld();

const list = async (query: Record<string, string | number | string[]>) => world.call('GET', '/v1/contacts', { query });
const ids = async (query: Record<string, string | number | string[]>) => {
  const { data } = (await list(query)).body;
  const { page, pageSize, total, hasNextPage } = data;
  return [data.contacts.map(({ id }: { id: number }) => id), page, pageSize, total, hasNextPage];
};

test('pages, oldest first', async () => {
  await bulk(Array.from({ length: 30 }, (_, index) => ({ firstName: `N${index}` })));
  expect(await ids({})).toEqual([Array.from({ length: 25 }, (_, index) => index + 1), 1, 25, 30, true]);
  expect(await ids({ page: 2 })).toEqual([[26, 27, 28, 29, 30], 2, 25, 30, false]);
  expect(await ids({ page: 3, pageSize: 10 })).toEqual([[21, 22, 23, 24, 25, 26, 27, 28, 29, 30], 3, 10, 30, false]);
  expect(await ids({ page: 9 })).toEqual([[], 9, 25, 30, false]);
});

test.each(['pageSize=x', 'listId=0'])('400 for %s', async (query) => {
  expect((await world.call('GET', `/v1/contacts?${query}`)).status).toBe(400);
});

test('fields adds fields: company-backed, custom, or of the record itself', async () => {
  await create({ ...ADA, numberOfEmployees: 50, Segment: 'A' });
  await create({ firstName: 'Bob' });
  const { contacts } = (await list({ fields: 'companyName,numberOfEmployees', pageSize: 2 })).body.data;
  expect(contacts[0]).toMatchObject({ companyName: 'Acme', numberOfEmployees: 50, Segment: 'A' });
  expect(contacts[1]).toMatchObject({ companyName: null, numberOfEmployees: null });
  expect('Segment' in contacts[1]).toBe(false);
  const repeated = (await list({ fields: ['Segment', 'isCompanyInCRM', 'leadsCount', 'id', 'companyCRMId'] })).body
    .data;
  expect(repeated.contacts[1]).toMatchObject({ Segment: null, isCompanyInCRM: false, leadsCount: null });
  expect(repeated.contacts[0]).toMatchObject({
    Segment: 'A',
    isCompanyInCRM: false,
    leadsCount: 1,
    companyCRMId: null,
  });
});

test('an unknown field is 400, says what was probably meant, and names the known ones', async () => {
  const { status, body } = await list({ fields: 'companyNam,zzz' });
  expect([status, body.message]).toEqual([
    400,
    'fields: there is no field "companyNam"; did you mean "companyName"?; there is no field "zzz"',
  ]);
  expect(body.details.known).toEqual(expect.arrayContaining(['firstName', 'companyName', 'technologies']));
});

test('listId: the members, lowest id first', async () => {
  await bulk([{ firstName: 'A' }, { firstName: 'B' }, { firstName: 'C' }]);
  const listId = (await world.done('POST', '/v1/lists', { body: { name: 'L' } })).id;
  await world.call('POST', `/v1/lists/${listId}/members`, { body: { contactIds: [3, 1] } });
  expect(await ids({ listId })).toEqual([[1, 3], 1, 25, 2, false]);
  expect((await list({ listId: 99 })).status).toBe(404);
  const companies = (await world.done('POST', '/v1/lists', { body: { name: 'C', entity: 'COMPANY' } })).id;
  expect((await list({ listId: companies })).status).toBe(422);
});
