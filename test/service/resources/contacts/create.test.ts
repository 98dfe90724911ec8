import { expect, test } from 'vitest';
import { ADA, APP, create, NOW, openContactWorld, read, world } from './contact-world.ts';

openContactWorld();

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
    ...{ firstName: 'Ada', lastName: 'Lovelace', jobTitle: 'Analyst' },
    ...{ networkProfileUrl: 'https://www.network.example/in/ada', professionalEmail: 'ada@acme.com' },
    ...{ personalEmails: [], mobilePhone: '+44 1', phones: '+44 2, +44 3', imageUrl: null, companyId: 1 },
    company: {
      id: 1,
      name: 'Acme',
      domain: 'acme.com',
      companyNetworkUrl: 'https://network.example/company/acme',
      appUrl: `${APP}/companies/1`,
    },
    ...{ emailVerificationStatus: null, contactCountry: 'GB', networkHeadline: 'Notes on the engine' },
    ...{ contactCRMId: null, leadCRMId: null, isInCRM: false, createdAt: NOW, updatedAt: NOW },
  });
});

test('without a company: companyId and companyAppUrl are null', async () => {
  expect(await create({ firstName: 'Ada' })).toEqual({
    id: 1,
    appUrl: `${APP}/contacts/1`,
    ...{ firstName: 'Ada', lastName: null, professionalEmail: null, networkProfileUrl: null },
    ...{ companyId: null, companyAppUrl: null, createdAt: NOW, contactOutcome: 'CREATED', warnings: [] },
  });
});

test('further properties are custom fields by name: accepted, stored as text, created as fields on first use', async () => {
  const { id } = await create({ firstName: 'Ada', Segment: 'A ', Score: 7, company: { name: 'Acme', Tier: 'gold' } });
  expect(await read(id)).toMatchObject({ Segment: 'A ', Score: '7' });
  expect(await world.done('GET', '/v1/companies/1')).toMatchObject({ Tier: 'gold' });
  const { fields } = await world.done('GET', '/v1/contacts/fields');
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

test('what the service sets itself is ignored, and the answer says so', async () => {
  expect(await create({ firstName: 'Ada', id: 99, createdAt: '2020-01-01T00:00:00Z' })).toMatchObject({
    id: 1,
    createdAt: NOW,
    warnings: ['id was ignored: it is set by the service', 'createdAt was ignored: it is set by the service'],
  });
});

test('listId: the contact is put on the list, a merged one too', async () => {
  const list = (await world.done('POST', '/v1/lists', { body: { name: 'L' } })).id;
  await create({ ...ADA, listId: list });
  await create({ ...ADA, listId: list });
  await create({ firstName: 'Bob', listId: list });
  expect((await world.done('GET', `/v1/lists/${list}`)).size).toBe(2);
});

test.each([
  [{}, 400, '', 'give at least one field'],
  [{ professionalEmail: 'ada' }, 400, 'professionalEmail', 'must be an email address'],
  [{ networkProfileUrl: 'ada' }, 400, 'networkProfileUrl', expect.stringContaining('must be a URI')],
  [{ companyWebsite: 'acme' }, 400, 'companyWebsite', expect.stringContaining('must be a URI')],
  [{ firstName: 7 }, 400, 'firstName', expect.stringContaining('must be text, not the number 7')],
  [{ firstName: 'Ada', listId: 99 }, 404, 'listId', 'there is no list 99'],
  [{ firstName: 'Ada', listId: 0 }, 400, 'listId', expect.anything()],
])('refused, naming the field: %j', async (body, status, path, message) => {
  const reply = await world.call('POST', '/v1/contact', { body });
  expect([reply.status, reply.body.details.issues]).toEqual([status, [expect.objectContaining({ path, message })]]);
  expect((await world.done('GET', '/v1/contacts')).total).toBe(0);
});

test('422 for a list of companies', async () => {
  const list = (await world.done('POST', '/v1/lists', { body: { name: 'L', entity: 'COMPANY' } })).id;
  const reply = await world.call('POST', '/v1/contact', { body: { firstName: 'Ada', listId: list } });
  expect([reply.status, reply.body.details.issues]).toEqual([
    422,
    [{ path: 'listId', code: 'wrong_entity', message: `list ${list} holds companies` }],
  ]);
});
