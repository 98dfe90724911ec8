import { expect, test } from 'vitest';
import { ADA, create, openContactWorld, world } from './contact-world.ts';

openContactWorld();

test('the contact is gone for good, everywhere, and a second time it is not found', async () => {
  const listId = (await world.done('POST', '/v1/lists', { body: { name: 'L' } })).id;
  const { id } = await create({ ...ADA, listId });
  await create({ ...ADA, mergeWithExisting: false });
  const duplicates = async () => (await world.done('GET', '/v1/contacts/duplicates?fields=fullName')).groups.length;
  expect(await duplicates()).toBe(1);

  const reply = await world.call('DELETE', `/v1/contacts/${id}`);
  expect([reply.status, reply.body.data]).toEqual([200, { id, deleted: true }]);

  expect((await world.call('GET', `/v1/contacts/${id}`)).status).toBe(404);
  expect((await world.call('DELETE', `/v1/contacts/${id}`)).status).toBe(404);
  expect((await world.done('GET', `/v1/lists/${listId}`)).size).toBe(0);
  expect((await world.done('GET', '/v1/contacts', { query: { listId } })).total).toBe(0);
  expect((await world.done('GET', '/v1/contacts')).total).toBe(1);
  expect((await world.done('POST', '/v1/contacts/search', { body: { search: 'lovelace' } })).total).toBe(1);
  expect((await world.done('GET', '/v1/companies/1')).leadsCount).toBe(0);
  expect(await duplicates()).toBe(0);
});

test('its id is never given again, and the same person sent again is someone new', async () => {
  const { id } = await create(ADA);
  await world.call('DELETE', `/v1/contacts/${id}`);
  expect(await create(ADA)).toMatchObject({ id: id + 1, contactOutcome: 'CREATED' });
});
