import { expect, test } from 'vitest';
import { ADA, create, openContactWorld, read, world } from './contact-world.ts';

openContactWorld();

test.each([['99'], ['9007199254740991']])('404 for %s', async (id) => {
  const reply = await world.call('GET', `/v1/contacts/${id}`);
  expect([reply.status, reply.body.message]).toEqual([404, `There is no contact ${id}`]);
});

test('400 for what is not an id', async () => expect((await world.call('GET', '/v1/contacts/abc')).status).toBe(400));

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
  expect((await world.done('GET', '/v1/contacts', { key })).total).toBe(0);
  expect((await world.call('PATCH', `/v1/contacts/${id}`, { key, body: { firstName: 'X' } })).status).toBe(404);
  expect((await world.call('DELETE', `/v1/contacts/${id}`, { key })).status).toBe(404);
  expect((await read(id)).firstName).toBe('Ada');
});
