import { expect, test } from 'vitest';
import { worldForTest } from '../../opened.ts';

test.each([
  ['NUL is left out, also of names in lists of objects', '{"name":"A\\u0000da"}', 'Ada'],
  ['half a character becomes the sign for one that cannot be read', '{"name":"A\\ud800"}', 'A\ufffd'],
  ['a whole character stays, however it is written', '{"name":"\\ud83d\\ude00"}', '\u{1f600}'],
  ['a backslash before u0000 is a backslash', '{"name":"A\\\\u0000"}', 'A\\u0000'],
])('%s', async (_, body, name) => {
  const world = await worldForTest();
  const made = await world.call('POST', '/v1/lists', { body });
  expect([made.status, made.body.data.name]).toEqual([200, name]);
  const page = await world.call('GET', '/v1/lists', { query: { name: `${name}\0` } });
  expect(page.status).toBe(200);
});

test('a name that is forbidden stays forbidden with NUL inside', async () => {
  const world = await worldForTest();
  const reply = await world.call('POST', '/v1/lists', { body: '{"__pro\\u0000to__":{},"name":"A"}' });
  expect([reply.status, reply.body.message]).toEqual([400, '__proto__ is not a valid name']);
});
