import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EPOCH, openWorld, type World } from '../../world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(async () => {
  expect(world.bugs).toEqual([]);
  await world.close();
});

const NOW = new Date(EPOCH).toISOString();
const APP = 'https://app.reach.invalid';

const create = async (body: object) => (await world.call('POST', '/v1/contact', { body })).body.data;
const read = async (id: number) => (await world.call('GET', `/v1/contacts/${id}`)).body.data;
const patch = (id: number, body: object) => world.call('PATCH', `/v1/contacts/${id}`, { body });
const bulk = (contacts: unknown[]) => world.call('POST', '/v1/contacts/bulk', { body: { contacts } });

const ADA = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  professionalEmail: 'ada@acme.com',
  jobTitle: 'Analyst',
  networkProfileUrl: 'https://www.network.example/in/ada',
  mobilePhone: '+44 1',
  phones: '+44 2, +44 3',
  networkHeadline: 'Notes on the engine',
  contactCountry: 'GB',
  company: {
    name: 'Acme',
    domain: 'acme.com',
    companyNetworkUrl: 'https://network.example/company/acme',
    industry: 'Engines',
    website: 'https://acme.com',
  },
};

describe('POST /v1/contact', () => {
  test('a contact with every field, and its company, whole', async () => {
    expect(await create(ADA)).toEqual({
      id: 1,
      appUrl: `${APP}/contacts/1`,
      firstName: 'Ada',
      lastName: 'Lovelace',
      professionalEmail: 'ada@acme.com',
      networkProfileUrl: 'https://www.network.example/in/ada',
      companyId: 1,
      companyAppUrl: `${APP}/companies/1`,
      createdAt: NOW,
      contactOutcome: 'CREATED',
      companyOutcome: 'CREATED',
      warnings: [],
    });
    expect(await read(1)).toEqual({
      id: 1,
      appUrl: `${APP}/contacts/1`,
      firstName: 'Ada',
      lastName: 'Lovelace',
      jobTitle: 'Analyst',
      networkProfileUrl: 'https://www.network.example/in/ada',
      professionalEmail: 'ada@acme.com',
      personalEmails: [],
      mobilePhone: '+44 1',
      phones: '+44 2, +44 3',
      imageUrl: null,
      companyId: 1,
      company: {
        id: 1,
        name: 'Acme',
        domain: 'acme.com',
        companyNetworkUrl: 'https://network.example/company/acme',
        appUrl: `${APP}/companies/1`,
      },
      emailVerificationStatus: null,
      contactCountry: 'GB',
      networkHeadline: 'Notes on the engine',
      contactCRMId: null,
      leadCRMId: null,
      isInCRM: false,
      createdAt: NOW,
      updatedAt: NOW,
    });
  });

  test('the answer is in the envelope: status, message, data', async () => {
    const { status, body } = await world.call('POST', '/v1/contact', { body: { firstName: 'Ada' } });
    expect([status, body.status, typeof body.message, body.data.id]).toEqual([200, 'success', 'string', 1]);
  });

  test('without a company: companyId and companyAppUrl are null', async () => {
    expect(await create({ firstName: 'Ada' })).toEqual({
      id: 1,
      appUrl: `${APP}/contacts/1`,
      firstName: 'Ada',
      lastName: null,
      professionalEmail: null,
      networkProfileUrl: null,
      companyId: null,
      companyAppUrl: null,
      createdAt: NOW,
      contactOutcome: 'CREATED',
      warnings: [],
    });
  });

  test.each([
    ['companyName', { name: 'Acme' }],
    ['companyDomain', { domain: 'Acme' }],
    ['companyIndustry', { industry: 'Acme' }],
  ])('%s is an alias of the field of company', async (alias, company) => {
    await create({ firstName: 'Ada', [alias]: 'Acme' });
    expect((await world.call('GET', '/v1/companies/1')).body.data).toMatchObject(company);
  });

  test.each([
    ['companyNetworkUrl', 'companyNetworkUrl'],
    ['companyWebsite', 'website'],
  ])('%s is an alias of the company address %s', async (alias, field) => {
    await create({ firstName: 'Ada', [alias]: 'https://n.example/company/acme' });
    expect((await world.call('GET', '/v1/companies/1')).body.data[field]).toBe('https://n.example/company/acme');
  });

  test('further properties are custom fields by name: accepted, stored as text, created as fields on first use', async () => {
    const { id } = await create({ firstName: 'Ada', Segment: 'A ', Score: 7, company: { name: 'Acme', Tier: 'gold' } });
    expect(await read(id)).toMatchObject({ Segment: 'A ', Score: '7' });
    expect((await world.call('GET', '/v1/companies/1')).body.data).toMatchObject({ Tier: 'gold' });
    const { fields } = (await world.call('GET', '/v1/contacts/fields')).body.data;
    expect(fields.find((field: { id: string }) => field.id === 'Segment')).toEqual({
      id: 'Segment',
      label: 'Segment',
      fieldType: 'EMPTY_FIELD',
      dataType: 'text',
      editable: true,
      promptReference: '{Segment}',
    });
  });

  test('CRM ids can be given by name, and then it is in CRM', async () => {
    const { id } = await create({ firstName: 'Ada', contactCRMId: '0031', leadCRMId: '00Q1' });
    expect(await read(id)).toMatchObject({ contactCRMId: '0031', leadCRMId: '00Q1', isInCRM: true });
  });

  test('standard values are trimmed, empty ones are no values', async () => {
    const { id } = await create({ firstName: ' Ada ', lastName: '', jobTitle: '  ', professionalEmail: ' ada@x.com ' });
    expect(await read(id)).toMatchObject({
      firstName: 'Ada',
      lastName: null,
      jobTitle: null,
      professionalEmail: 'ada@x.com',
    });
  });

  test('what the service sets itself is ignored, and the answer says so', async () => {
    expect(await create({ firstName: 'Ada', id: 99, createdAt: '2020-01-01T00:00:00Z' })).toMatchObject({
      id: 1,
      createdAt: NOW,
      warnings: ['id was ignored: it is set by the service', 'createdAt was ignored: it is set by the service'],
    });
  });

  test('listId: the contact is put on the list, a merged one too', async () => {
    const list = (await world.call('POST', '/v1/lists', { body: { name: 'L' } })).body.data.id;
    await create({ ...ADA, listId: list });
    await create({ ...ADA, listId: list });
    await create({ firstName: 'Bob', listId: list });
    expect((await world.call('GET', `/v1/lists/${list}`)).body.data.size).toBe(2);
  });

  test.each([
    [{}, 400, '', 'give at least one field'],
    [{ professionalEmail: 'ada' }, 400, 'professionalEmail', 'must be an email address'],
    [{ networkProfileUrl: 'ada' }, 400, 'networkProfileUrl', expect.stringContaining('web address')],
    [{ companyWebsite: 'acme' }, 400, 'companyWebsite', expect.stringContaining('web address')],
    [{ firstName: 7 }, 400, 'firstName', expect.stringContaining('expected string')],
    [{ firstName: 'Ada', listId: 99 }, 404, 'listId', 'there is no list 99'],
    [{ firstName: 'Ada', listId: 0 }, 400, 'listId', expect.anything()],
    [{ firstName: 'Ada', numberOfEmployees: 'many' }, 400, 'numberOfEmployees', 'must be a number of at least 0'],
    [{ firstName: 'Ada', Note: 'x'.repeat(10_001) }, 400, 'Note', 'must be at most 10000 characters'],
  ])('refused, naming the field: %j', async (body, status, path, message) => {
    const reply = await world.call('POST', '/v1/contact', { body });
    expect([reply.status, reply.body.details.issues]).toEqual([status, [expect.objectContaining({ path, message })]]);
    expect((await world.call('GET', '/v1/contacts')).body.data.total).toBe(0);
  });

  test('422 for a list of companies', async () => {
    const list = (await world.call('POST', '/v1/lists', { body: { name: 'L', entity: 'COMPANY' } })).body.data.id;
    const reply = await world.call('POST', '/v1/contact', { body: { firstName: 'Ada', listId: list } });
    expect([reply.status, reply.body.details.issues]).toEqual([
      422,
      [{ path: 'listId', code: 'wrong_entity', message: `list ${list} holds companies` }],
    ]);
  });
});

describe('POST /v1/contacts/bulk', () => {
  test('one entry per item in request order; a bad item fails alone, inside a 200', async () => {
    const reply = await bulk([
      { firstName: 'Ada', networkProfileUrl: 'https://n.example/in/ada' },
      { firstName: 'Bad', professionalEmail: 'bad' },
      { firstName: 'Bob', listId: 99 },
      { firstName: 'Ada', networkProfileUrl: 'https://n.example/in/ada/', jobTitle: 'CEO' },
      { firstName: 'Ada', networkProfileUrl: 'https://n.example/in/ada' },
      'nonsense',
    ]);
    const { results, summary } = reply.body.data;
    expect(reply.status).toBe(200);
    expect(summary).toEqual({ total: 6, created: 1, merged: 2, failed: 3 });
    expect(results.map((result: { index: number }) => result.index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(results.map(({ success }: { success: boolean }) => success)).toEqual([
      true,
      false,
      false,
      true,
      true,
      false,
    ]);
    expect(results.map((result: { contact?: { contactOutcome: string } }) => result.contact?.contactOutcome)).toEqual([
      'CREATED',
      undefined,
      undefined,
      'MERGED_UPDATED',
      'MERGED_NOOP',
      undefined,
    ]);
    expect([results[1].error, results[2].error]).toEqual([
      {
        message: 'professionalEmail: must be an email address',
        details: {
          code: 'invalid',
          issues: [{ path: 'professionalEmail', code: 'invalid_format', message: 'must be an email address' }],
        },
      },
      {
        message: 'listId: there is no list 99',
        details: {
          code: 'not_found',
          issues: [{ path: 'listId', code: 'not_found', message: 'there is no list 99' }],
        },
      },
    ]);
  });

  test('a failed item leaves nothing behind: no contact, no company, no custom field', async () => {
    await bulk([{ firstName: 'Ada', companyName: 'Acme', Segment: 'A', listId: 99 }]);
    expect((await world.call('GET', '/v1/companies')).body.data.total).toBe(0);
    const { fields } = (await world.call('GET', '/v1/contacts/fields')).body.data;
    expect(fields.map(({ id }: { id: string }) => id)).not.toContain('Segment');
  });

  test.each([
    [[], 400],
    [Array.from({ length: 101 }, () => ({ firstName: 'A' })), 400],
    [Array.from({ length: 100 }, () => ({ firstName: 'A' })), 200],
  ])('1 to 100 items per request', async (contacts, status) => {
    expect((await bulk(contacts)).status).toBe(status);
  });

  test('each result shows the contact as it stood after its own item', async () => {
    const one = { networkProfileUrl: 'https://n.example/in/ada' };
    const reply = await bulk([
      { ...one, firstName: 'A' },
      { ...one, firstName: 'B' },
    ]);
    expect(reply.body.data.results.map((r: { contact: { firstName: string } }) => r.contact.firstName)).toEqual([
      'A',
      'B',
    ]);
  });

  test('custom fields end at their limit: the item that would add one more fails, the others do not', async () => {
    const many = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`f${from + index}`, 'x']));
    const reply = await bulk([
      { firstName: 'A', ...many(0, 999) },
      { firstName: 'B', last: 'x' },
      { firstName: 'C', more: 'x' },
      { firstName: 'D', last: 'y' },
    ]);
    expect(reply.body.data.results.map(({ success }: { success: boolean }) => success)).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(reply.body.data.results[2].error.message).toBe('more: exceeds the limit of 1000 custom fields');
  });
});

describe('GET /v1/contacts/{contactId}', () => {
  test.each([['99'], ['9007199254740991']])('404 for %s', async (id) => {
    const reply = await world.call('GET', `/v1/contacts/${id}`);
    expect([reply.status, reply.body.message]).toEqual([404, `There is no contact ${id}`]);
  });

  test('400 for what is no id', async () => {
    expect((await world.call('GET', '/v1/contacts/abc')).status).toBe(400);
  });

  test('a contact of another workspace is not found, exactly like one that does not exist', async () => {
    const { id } = await create(ADA);
    const key = await world.newKey(['ALL'], 'theirs', 'other');
    const replies = await Promise.all(
      [id, 99].map(async (contact) => {
        const { status, body } = await world.call('GET', `/v1/contacts/${contact}`, { key });
        return [status, body.code, body.message.replace(/\d+/, '#')];
      }),
    );
    expect(replies[0]).toEqual(replies[1]);
    expect((await world.call('GET', '/v1/contacts', { key })).body.data.total).toBe(0);
    expect((await world.call('PATCH', `/v1/contacts/${id}`, { key, body: { firstName: 'X' } })).status).toBe(404);
    expect((await world.call('DELETE', `/v1/contacts/${id}`, { key })).status).toBe(404);
    expect((await read(id)).firstName).toBe('Ada');
  });
});

describe('GET /v1/contacts', () => {
  const list = async (query: Record<string, string | number | string[]>) =>
    world.call('GET', '/v1/contacts', { query });
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

  test.each([['page=0'], ['pageSize=101'], ['pageSize=x'], ['listId=0']])('400 for %s', async (query) => {
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
    const listId = (await world.call('POST', '/v1/lists', { body: { name: 'L' } })).body.data.id;
    await world.call('POST', `/v1/lists/${listId}/members`, { body: { contactIds: [3, 1] } });
    expect(await ids({ listId })).toEqual([[1, 3], 1, 25, 2, false]);
    expect((await list({ listId: 99 })).status).toBe(404);
    const companies = (await world.call('POST', '/v1/lists', { body: { name: 'C', entity: 'COMPANY' } })).body.data.id;
    expect((await list({ listId: companies })).status).toBe(422);
  });
});

describe('PATCH /v1/contacts/{contactId}', () => {
  test('changes what is sent and leaves the rest; updatedAt moves, createdAt does not', async () => {
    const { id } = await create(ADA);
    world.clock.advance(1_000);
    const before = await read(id);
    const { body } = await patch(id, { jobTitle: 'Countess', Segment: 'A' });
    const expected = {
      ...before,
      jobTitle: 'Countess',
      Segment: 'A',
      updatedAt: new Date(EPOCH + 1_000).toISOString(),
    };
    expect(body.data).toEqual(expected);
    expect(await read(id)).toEqual(expected);
  });

  test('null clears, and so does empty text', async () => {
    const { id } = await create({ ...ADA, Segment: 'A', contactCRMId: '003' });
    const { body } = await patch(id, { jobTitle: null, phones: '', Segment: null, contactCRMId: null });
    expect(body.data).toMatchObject({ jobTitle: null, phones: null, contactCRMId: null, isInCRM: false });
    expect('Segment' in body.data).toBe(false);
  });

  test('nothing changed: updatedAt stays', async () => {
    const { id } = await create(ADA);
    world.clock.advance(1_000);
    expect((await patch(id, { jobTitle: 'Analyst', Unheard: null })).body.data.updatedAt).toBe(NOW);
    const { fields } = (await world.call('GET', '/v1/contacts/fields')).body.data;
    expect(fields.map((field: { id: string }) => field.id)).not.toContain('Unheard');
  });

  test('another spelling is written as it is sent', async () => {
    const { id } = await create(ADA);
    expect((await patch(id, { professionalEmail: 'ADA@ACME.COM' })).body.data.professionalEmail).toBe('ADA@ACME.COM');
  });

  test('keys follow: the contact is matched and searched by its new values, not by its old ones', async () => {
    const { id } = await create(ADA);
    await patch(id, { networkProfileUrl: 'https://network.example/in/countess', lastName: 'King' });
    expect((await create({ networkProfileUrl: 'https://network.example/in/countess' })).id).toBe(id);
    expect((await create({ networkProfileUrl: 'https://network.example/in/ada' })).id).not.toBe(id);
    expect((await create({ firstName: 'Ada', lastName: 'King', companyName: 'Acme' })).id).toBe(id);
    const found = async (search: string) =>
      (await world.call('POST', '/v1/contacts/search', { body: { search } })).body.data.total;
    expect([await found('king'), await found('lovelace')]).toEqual([1, 0]);
  });

  test.each([
    [{}, '', 'give at least one field'],
    [{ professionalEmail: 'x' }, 'professionalEmail', 'must be an email address'],
    [{ networkProfileUrl: 'x' }, 'networkProfileUrl', expect.stringContaining('web address')],
    [{ createdAt: NOW }, 'createdAt', 'is set by the service and cannot be changed'],
    [{ isInCRM: true }, 'isInCRM', 'is set by the service and cannot be changed'],
    [{ companyId: 3 }, 'companyId', 'is set by the service and cannot be changed'],
    [{ companyName: 'Beta' }, 'companyName', 'belongs to the company: change it there'],
    [{ company: { name: 'Beta' } }, 'company', 'is not a field that can be changed'],
    [{ id: 7 }, 'id', 'is not a field that can be changed'],
    [{ listId: 7 }, 'listId', 'is not a field that can be changed'],
    [{ ' jobTitle': 'x' }, ' jobTitle', 'must be written jobTitle'],
  ])('400 naming the field: %j', async (body, path, message) => {
    const { id } = await create(ADA);
    const before = await read(id);
    const reply = await patch(id, body);
    expect([reply.status, reply.body.details.issues]).toEqual([400, [expect.objectContaining({ path, message })]]);
    expect(await read(id)).toEqual(before);
  });

  test('all problems at once', async () => {
    const { id } = await create(ADA);
    const reply = await patch(id, { createdAt: NOW, companyName: 'x' });
    expect(reply.body.details.issues.map(({ path }: { path: string }) => path)).toEqual(['createdAt', 'companyName']);
  });

  test('a custom field of the company does not stand in the way of one of the contact', async () => {
    const { id } = await create({ firstName: 'Ada', company: { name: 'Acme', Tier: 'gold' } });
    expect((await patch(id, { Tier: 'silver' })).body.data.Tier).toBe('silver');
    expect((await world.call('GET', '/v1/companies/1')).body.data.Tier).toBe('gold');
  });

  test('404 for an unknown contact', async () => {
    expect((await patch(99, { firstName: 'x' })).status).toBe(404);
  });
});

describe('DELETE /v1/contacts/{contactId}', () => {
  test('the contact is gone for good, everywhere, and a second time it is not found', async () => {
    const listId = (await world.call('POST', '/v1/lists', { body: { name: 'L' } })).body.data.id;
    const { id } = await create({ ...ADA, listId });
    await create({ ...ADA, mergeWithExisting: false });
    const duplicates = async () =>
      (await world.call('GET', '/v1/contacts/duplicates?fields=fullName')).body.data.groups.length;
    expect(await duplicates()).toBe(1);

    const reply = await world.call('DELETE', `/v1/contacts/${id}`);
    expect([reply.status, reply.body.data]).toEqual([200, { id, deleted: true }]);

    expect((await world.call('GET', `/v1/contacts/${id}`)).status).toBe(404);
    expect((await world.call('DELETE', `/v1/contacts/${id}`)).status).toBe(404);
    expect((await world.call('GET', `/v1/lists/${listId}`)).body.data.size).toBe(0);
    expect((await world.call('GET', '/v1/contacts', { query: { listId } })).body.data.total).toBe(0);
    expect((await world.call('GET', '/v1/contacts')).body.data.total).toBe(1);
    expect((await world.call('POST', '/v1/contacts/search', { body: { search: 'lovelace' } })).body.data.total).toBe(1);
    expect((await world.call('GET', '/v1/companies/1')).body.data.leadsCount).toBe(0);
    expect(await duplicates()).toBe(0);
  });

  test('its id is never given again, and the same person sent again is somebody new', async () => {
    const { id } = await create(ADA);
    await world.call('DELETE', `/v1/contacts/${id}`);
    expect(await create(ADA)).toMatchObject({ id: id + 1, contactOutcome: 'CREATED' });
  });
});

describe('scopes', () => {
  test.each([
    ['GET', '/v1/contacts', 'CONTACTS_READ'],
    ['GET', '/v1/contacts/1', 'CONTACTS_READ'],
    ['GET', '/v1/contacts/fields', 'CONTACTS_READ'],
    ['GET', '/v1/contacts/duplicates?fields=fullName', 'CONTACTS_READ'],
    ['POST', '/v1/contacts/search', 'CONTACTS_READ'],
    ['POST', '/v1/contacts/bulk', 'CONTACTS_WRITE'],
    ['POST', '/v1/contact', 'CONTACTS_WRITE'],
    ['PATCH', '/v1/contacts/1', 'CONTACTS_WRITE'],
    ['DELETE', '/v1/contacts/1', 'CONTACTS_WRITE'],
  ] as const)('%s %s needs %s', async (method, path, scope) => {
    const wrong = await world.newKey(['COMPANIES_WRITE'], 'wrong');
    const reply = await world.call(method, path, { key: wrong, body: method === 'GET' ? undefined : {} });
    expect([reply.status, reply.body.details.requiredScope]).toEqual([403, scope]);
    const right = await world.newKey([scope], 'right');
    expect((await world.call(method, path, { key: right, body: method === 'GET' ? undefined : {} })).status).not.toBe(
      403,
    );
  });
});
