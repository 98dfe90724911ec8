import { expect, test } from 'vitest';
import { EPOCH, openWorld } from '../../world.ts';
import { data, email, input, openInboxWorld, reply, threads, world } from './inbox-world.ts';

openInboxWorld();

const tag = (name: string, more: object = {}) => world.done('POST', '/v1/inbox/tags', { body: { name, ...more } });
const change = (method: 'POST' | 'DELETE', contact: number, body?: object, query: object = {}) =>
  world.call(method, `/v1/inbox/contacts/${contact}/tags`, { ...(body && { body }), query: { ...query } });
const tagsOf = async (contact: number) =>
  (await data('/v1/inboxes', { contactId: contact })).inboxes.map(
    ({ senderIdentityId, tags }: { senderIdentityId: number; tags: { name: string }[] }) =>
      [senderIdentityId, ...tags.map(({ name }) => name)].join(' '),
  );
const talk = async () => {
  await reply(email);
  world.clock.advance(1);
  await reply({ ...email, senderIdentityId: 2 });
};

test('a name that exists gives the tag that has it (undocumented)', async () => {
  const first = await tag(' Hot ', { color: '#FF0000' });
  expect(first).toEqual({ id: 1, name: 'Hot', color: '#ff0000', createdAt: new Date(EPOCH).toISOString() });
  expect(await tag('Hot', { color: '#00ff00' })).toEqual(first);
  expect((await tag('hot')).id).toBe(2);
  expect((await data('/v1/inbox/tags', { name: 'Hot' })).tags).toEqual([first]);
  expect((await world.done('GET', '/v1/inbox/tags')).total).toBe(2);
});

test.each([[{}], [{ name: ' ' }], [{ name: 'x'.repeat(51) }], [{ name: 'x', color: 'red' }], [{ name: 'x', y: 1 }]])(
  '400 for the tag %j',
  async (body) => {
    expect((await world.call('POST', '/v1/inbox/tags', { body })).status).toBe(400);
  },
);

test('on the contact it is in all its conversations; on a sender-specific thread in that one', async () => {
  await talk();
  await tag('Hot');
  await tag('Cold');
  expect((await change('POST', 1, { tagIds: [1, 1] })).body.data).toEqual({ contactId: 1, tagIds: [1], success: true });
  await change('POST', 1, { tagIds: [2], senderIdentityId: 2 });
  expect(await tagsOf(1)).toEqual(['2 Cold Hot', '1 Hot']);
  expect(await threads({ tagIds: '2' })).toEqual(['1 2 EMAIL']);
  expect(await threads({ tagIds: [1, 2] })).toEqual(['1 2 EMAIL', '1 1 EMAIL']);
});

test('removing: one sender-specific thread, or everywhere; twice is the same as once', async () => {
  await talk();
  await tag('Hot');
  for (const senderIdentityId of [1, 2]) await change('POST', 1, { tagIds: [1], senderIdentityId });
  const done = { contactId: 1, tagIds: [1], success: true };
  expect((await change('DELETE', 1, { tagIds: [1], senderIdentityId: 1 })).body.data).toEqual(done);
  expect(await tagsOf(1)).toEqual(['2 Hot', '1']);
  expect((await change('DELETE', 1, { tagIds: [1] })).body.data).toEqual(done);
  const again = await world.call('DELETE', '/v1/inbox/contacts/1/tags', { query: { tagIds: '1' } });
  expect(again.body.data).toEqual(done);
  expect(await tagsOf(1)).toEqual(['2', '1']);
});

test('a tag of the contact, removed from one sender-specific thread, stays on the others', async () => {
  await talk();
  await tag('Hot');
  await tag('Cold');
  await change('POST', 1, { tagIds: [1, 2] });
  await change('DELETE', 1, { tagIds: [1], senderIdentityId: 1 });
  expect(await tagsOf(1)).toEqual(['2 Cold Hot', '1 Cold']);
  expect(await threads({ tagIds: '1' })).toEqual(['1 2 EMAIL']);
  await change('DELETE', 1, { tagIds: [1], senderIdentityId: 2 });
  expect(await tagsOf(1)).toEqual(['2 Cold', '1 Cold']);
});

test.each<[string, object | undefined, object, number, string]>([
  ['no tag ids', {}, {}, 400, 'tagIds: is required'],
  ['no body', undefined, {}, 400, 'tagIds: is required'],
  ['none in the list', { tagIds: [] }, {}, 400, 'tagIds: needs at least one entry'],
  ['ids that are none', undefined, { tagIds: 'x' }, 400, 'tagIds: must be ids'],
  ['an unknown tag', { tagIds: [1, 8, 9] }, {}, 404, 'There are no tags 8, 9: nothing was changed'],
  ['an unknown sender', { tagIds: [1], senderIdentityId: 9 }, {}, 404, 'There is no identity 9'],
  ['no such thread', { tagIds: [1], senderIdentityId: 2 }, {}, 404, 'Contact 1 has no conversation with identity 2'],
])('%s', async (_, body, query, status, message) => {
  await tag('Hot');
  expect(input(await change('DELETE', 1, body, query))).toEqual([status, message]);
});

test('404 for an unknown contact; tags of another workspace are not there', async () => {
  await tag('Hot');
  expect((await change('DELETE', 9, { tagIds: [1] })).status).toBe(404);
  const key = await world.newKey(['ALL'], 'theirs', 'other');
  await world.call('POST', '/v1/contact', { key, body: { firstName: 'X' } });
  const theirs = await world.call('POST', '/v1/inbox/contacts/4/tags', { key, body: { tagIds: [1] } });
  expect(theirs.status).toBe(404);
});

test('removing is limited to 30 a minute (the interface: Limits)', async () => {
  const limited = await openWorld({ rateLimits: 'on' });
  try {
    const statuses: number[] = [];
    for (let index = 0; index < 31; index += 1) {
      const path = '/v1/inbox/contacts/1/tags';
      statuses.push((await limited.call('DELETE', path, { body: { tagIds: [1] } })).status);
    }
    expect([statuses.filter((status) => status === 404).length, statuses.at(-1)]).toEqual([30, 429]);
  } finally {
    await limited.close();
  }
});
