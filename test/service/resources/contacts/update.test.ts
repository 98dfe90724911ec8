import { expect, test } from 'vitest';
import { EPOCH } from '../../world.ts';
import { ADA, create, NOW, openContactWorld, patch, read, world } from './contact-world.ts';

openContactWorld();

test('changes what is sent and leaves the rest; updatedAt moves, createdAt does not', async () => {
  const { id } = await create(ADA);
  world.clock.advance(1_000);
  const before = await read(id);
  const { body } = await patch(id, { jobTitle: 'Countess', Segment: 'A' });
  const expected = { ...before, jobTitle: 'Countess', Segment: 'A', updatedAt: new Date(EPOCH + 1_000).toISOString() };
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
  const { fields } = await world.done('GET', '/v1/contacts/fields');
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
  const found = async (search: string) => (await world.done('POST', '/v1/contacts/search', { body: { search } })).total;
  expect([await found('king'), await found('lovelace')]).toEqual([1, 0]);
});

test.each([
  [{}, '', 'give at least one field'],
  [{ professionalEmail: 'x' }, 'professionalEmail', 'must be an email address'],
  [{ networkProfileUrl: 'x' }, 'networkProfileUrl', expect.stringContaining('must be a URI')],
  [{ createdAt: NOW }, 'createdAt', 'is set by the service and cannot be changed'],
])('400 naming the field: %j', async (body, path, message) => {
  const { id } = await create(ADA);
  const before = await read(id);
  const reply = await patch(id, body);
  expect([reply.status, reply.body.details.issues]).toEqual([400, [expect.objectContaining({ path, message })]]);
  expect(await read(id)).toEqual(before);
});

test('a custom field of the company is changed there: a PATCH of the contact with it is refused', async () => {
  const { id } = await create({ firstName: 'Ada', company: { name: 'Acme', Tier: 'gold' } });
  const reply = await patch(id, { Tier: 'silver' });
  const issue = { path: 'Tier', code: 'not_editable', message: 'belongs to the company: change it there' };
  expect([reply.status, reply.body.details.issues]).toEqual([400, [issue]]);
  expect((await world.done('GET', '/v1/companies/1')).Tier).toBe('gold');
});

test('404 for an unknown contact', async () => expect((await patch(99, { firstName: 'x' })).status).toBe(404));
