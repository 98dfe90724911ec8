import { describe, expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import { EPOCH } from '../../world.ts';

const world = worldForEachTest();

const NOW = new Date(EPOCH).toISOString();
const APP = 'https://app.reach.invalid';

const create = (body: object) => world.done('POST', '/v1/company', { body });
const read = (id: number) => world.done('GET', `/v1/companies/${id}`);
const patch = (id: number, body: object) => world.call('PATCH', `/v1/companies/${id}`, { body });

const ACME = {
  name: 'Acme',
  domain: 'acme.com',
  industry: 'Engines',
  companyNetworkUrl: 'https://network.example/company/acme',
  website: 'https://acme.com',
};

describe('POST /v1/company', () => {
  test('a company, whole', async () => {
    expect(
      await create({ ...ACME, numberOfEmployees: 12, companyCountry: 'GB', companyCRMId: '001', Tier: 'gold' }),
    ).toEqual({
      id: 1,
      appUrl: `${APP}/companies/1`,
      ...{ name: 'Acme', domain: 'acme.com', companyNetworkUrl: 'https://network.example/company/acme' },
      ...{ createdAt: NOW, updatedAt: NOW, outcome: 'CREATED', warnings: [] },
    });
    expect(await read(1)).toEqual({
      id: 1,
      appUrl: `${APP}/companies/1`,
      ...{ name: 'Acme', domain: 'acme.com', website: 'https://acme.com', industry: 'Engines' },
      ...{ companyNetworkUrl: 'https://network.example/company/acme', numberOfEmployees: 12 },
      ...{ companyCountry: 'GB', companyCRMId: '001', isCompanyInCRM: true, leadsCount: 0, createdAt: NOW },
      ...{ updatedAt: NOW, Tier: 'gold' },
    });
  });

  test('a repeated item says how it was matched, and when it last changed', async () => {
    await create(ACME);
    world.clock.advance(1_000);
    expect(await create(ACME)).toMatchObject({
      id: 1,
      outcome: 'MERGED_NOOP',
      matchedBy: 'NETWORK_URL',
      updatedAt: NOW,
    });
    expect(await create({ domain: 'acme.com', industry: 'Steel' })).toMatchObject({
      id: 1,
      outcome: 'MERGED_UPDATED',
      matchedBy: 'DOMAIN',
      updatedAt: new Date(EPOCH + 1_000).toISOString(),
    });
  });

  test.each([
    [{}, 400, '', 'give at least one field'],
    [{ website: 'acme' }, 400, 'website', expect.stringContaining('must be a URI')],
    [{ name: 'Acme', listId: 99 }, 404, 'listId', 'there is no list 99'],
    [{ name: 'Acme', numberOfEmployees: -1 }, 400, 'numberOfEmployees', 'must be a number of at least 0'],
  ])('refused, naming the field: %j', async (body, status, path, message) => {
    const reply = await world.call('POST', '/v1/company', { body });
    expect([reply.status, reply.body.details.issues]).toEqual([status, [expect.objectContaining({ path, message })]]);
    expect((await world.done('GET', '/v1/companies')).total).toBe(0);
  });

  test('listId puts it on a list of companies; 422 for a list of contacts', async () => {
    const list = async (entity: string) => (await world.done('POST', '/v1/lists', { body: { name: 'L', entity } })).id;
    const [companies, contacts] = [await list('COMPANY'), await list('CONTACT')];
    await create({ ...ACME, listId: companies });
    expect((await world.done('GET', '/v1/companies', { query: { listId: companies } })).total).toBe(1);
    expect((await world.call('POST', '/v1/company', { body: { ...ACME, listId: contacts } })).status).toBe(422);
  });
});

test('POST /v1/companies/bulk: one entry per item in request order, a bad one fails alone', async () => {
  const companies = [{ name: 'A' }, { website: 'x' }, { name: 'A', industry: 'I' }, { name: 'A' }];
  const reply = await world.call('POST', '/v1/companies/bulk', { body: { companies } });
  expect(reply.status).toBe(200);
  expect(reply.body.data.summary).toEqual({ total: 4, created: 1, merged: 2, failed: 1 });
  const displayed = reply.body.data.results.map(
    ({ index, success, company, error }: Record<string, { outcome: string; message: string }>) => [
      index,
      success,
      company?.outcome ?? error?.message,
    ],
  );
  expect(displayed).toEqual([
    [0, true, 'CREATED'],
    [1, false, expect.stringContaining('website: must be a URI')],
    [2, true, 'MERGED_UPDATED'],
    [3, true, 'MERGED_NOOP'],
  ]);
  for (const count of [0, 101]) {
    const body = { companies: Array.from({ length: count }, () => ({ name: 'A' })) };
    expect((await world.call('POST', '/v1/companies/bulk', { body })).status).toBe(400);
  }
});

test('GET /v1/companies: pages, oldest first, with extra fields and how many contacts each has', async () => {
  await create(ACME);
  await create({ name: 'Beta' });
  await world.call('POST', '/v1/contact', { body: { firstName: 'Ada', companyName: 'Acme' } });
  const reply = await world.call('GET', '/v1/companies', { query: { pageSize: 1, fields: 'technologies' } });
  const { companies, ...page } = reply.body.data;
  expect(page).toEqual({ page: 1, pageSize: 1, total: 2, hasNextPage: true });
  expect(companies).toEqual([expect.objectContaining({ id: 1, leadsCount: 1, technologies: null })]);
  const wrong = await world.call('GET', '/v1/companies', { query: { fields: 'technologie' } });
  expect([wrong.status, wrong.body.message]).toEqual([
    400,
    'fields: there is no field "technologie"; did you mean "technologies"?',
  ]);
});

describe('PATCH /v1/companies/{companyId}', () => {
  test('changes and clears; contacts read the new name', async () => {
    await world.call('POST', '/v1/contact', { body: { firstName: 'Ada', company: ACME } });
    const { body } = await patch(1, { name: 'Acme Ltd', industry: null, numberOfEmployees: 7, Tier: 'gold' });
    expect(body.data).toMatchObject({ name: 'Acme Ltd', industry: null, numberOfEmployees: 7, Tier: 'gold' });
    expect((await world.done('GET', '/v1/contacts/1')).company.name).toBe('Acme Ltd');
  });

  test('keys follow: matched by its new values, its contacts by its new name', async () => {
    await world.call('POST', '/v1/contact', { body: { firstName: 'Ada', lastName: 'L', companyName: 'Acme' } });
    await patch(1, { name: 'Beta', domain: 'beta.com' });
    expect((await create({ domain: 'beta.com' })).id).toBe(1);
    expect((await create({ name: 'Acme' })).id).toBe(2);
    const again = await world.call('POST', '/v1/contact', {
      body: { firstName: 'Ada', lastName: 'L', companyName: 'Beta' },
    });
    expect(again.body.data).toMatchObject({ id: 1, contactMatchedBy: 'NAME_COMPANY' });
  });

  test('404 for an unknown company, and for one of another workspace', async () => {
    await create(ACME);
    const key = await world.newKey(['ALL'], 'theirs', 'other');
    expect((await patch(99, { name: 'x' })).status).toBe(404);
    expect((await world.call('PATCH', '/v1/companies/1', { key, body: { name: 'x' } })).status).toBe(404);
    expect((await world.call('GET', '/v1/companies/1', { key })).status).toBe(404);
  });
});

test('enrichment-backed values stand beside the others where a provider wrote them', async () => {
  await create(ACME);
  await world.service.store.write((tx) =>
    tx.run(`update companies set properties = '{"ecommerceStoreProductCount":42,"fundingLastRoundAt":1700000000000}'`),
  );
  const displayed = { ecommerceStoreProductCount: 42, fundingLastRoundAt: '2023-11-14T22:13:20.000Z' };
  expect(await read(1)).toMatchObject(displayed);
  await world.call('POST', '/v1/contact', { body: { firstName: 'Ada', companyName: 'Acme' } });
  const fields = Object.keys(displayed);
  const { contacts } = await world.done('GET', '/v1/contacts', { query: { fields } });
  expect(contacts[0]).toMatchObject(displayed);
  const include = {
    ecommerceStoreProductCount: ['40', ''],
    fundingLastRoundAt: { startDate: '2023-11-14', endDate: '2023-11-14' },
  };
  const found = await world.call('POST', '/v1/companies/search', { body: { include } });
  expect(found.body.data.total).toBe(1);
});
