import { expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import { type ListedGroup, send } from './duplicates-world.ts';

const world = worldForEachTest();

const ask = (query: Record<string, string | number | string[]>) =>
  world.call('GET', '/v1/contacts/duplicates', { query });
const groups = async (query: Record<string, string | number | string[]>): Promise<ListedGroup[]> =>
  (await ask(query)).body.data.groups;

/** A contact for each name, with that address. */
const sendEmails = (...mailboxes: readonly string[]) =>
  send(
    world,
    mailboxes.map((name) => ({ professionalEmail: `${name}@x.com` })),
  );

test('linkedinUrl is accepted for networkUrl and sent back as it was asked', async () => {
  await send(world, [{ networkProfileUrl: 'https://n.example/in/a' }, { networkProfileUrl: 'https://n.example/in/a' }]);
  expect((await groups({ fields: 'linkedinUrl' }))[0]?.values).toEqual({ linkedinUrl: 'n.example/in/a' });
});

test('at most the 100 oldest ids of a group; size is the full count', async () => {
  await sendEmails(...Array.from({ length: 130 }, () => 'a'));
  expect(await groups({ fields: 'professionalEmail' })).toEqual([
    {
      values: { professionalEmail: 'a@x.com' },
      contactIds: Array.from({ length: 100 }, (_, index) => index + 1),
      size: 130,
    },
  ]);
});

test('at most 100 groups per page, also when no number is asked for', async () => {
  const names = Array.from({ length: 101 }, (_, index) => String(index));
  await sendEmails(...names, ...names);
  const first = (await ask({ fields: 'professionalEmail' })).body.data;
  expect([first.groups.length, first.nextCursor]).toEqual([100, '100']);
  const second = (await ask({ fields: 'professionalEmail', cursor: first.nextCursor })).body.data;
  expect([second.groups.length, second.nextCursor]).toEqual([1, null]);
});

test('listId: only groups that touch the list, with all their members', async () => {
  await sendEmails('a', 'b', 'a', 'b', 'c', 'c');
  await world.call('POST', '/v1/lists', { body: { name: 'L' } });
  await world.call('POST', '/v1/lists/1/members', { body: { contactIds: [4, 5] } });
  const touching = await groups({ fields: 'professionalEmail', listId: 1 });
  expect(touching.map(({ contactIds }) => contactIds)).toEqual([
    [2, 4],
    [5, 6],
  ]);
  expect((await ask({ fields: 'professionalEmail', listId: 99 })).status).toBe(404);
  await world.call('POST', '/v1/lists', { body: { name: 'C', entity: 'COMPANY' } });
  expect((await ask({ fields: 'professionalEmail', listId: 2 })).status).toBe(422);
});

test('deleted contacts never appear', async () => {
  await sendEmails('a', 'a', 'a');
  await world.call('DELETE', '/v1/contacts/1');
  expect(await groups({ fields: 'professionalEmail' })).toMatchObject([{ contactIds: [2, 3], size: 2 }]);
  await world.call('DELETE', '/v1/contacts/2');
  expect(await groups({ fields: 'professionalEmail' })).toEqual([]);
});

test('blocklisted and opted-out contacts never appear, and are still merged into', async () => {
  await send(
    world,
    ['a', 'a', 'a'].map((name) => ({
      professionalEmail: `${name}@x.com`,
      networkProfileUrl: 'https://n.example/in/a',
    })),
  );
  await world.service.store.write((tx) => tx.run('update contacts set suppressed = 1 where id = 1'));
  for (const fields of ['professionalEmail', 'professionalEmail,networkUrl']) {
    expect(await groups({ fields })).toMatchObject([{ contactIds: [2, 3], size: 2 }]);
  }
  const again = await world.call('POST', '/v1/contact', { body: { networkProfileUrl: 'https://n.example/in/a' } });
  expect(again.body.data.id).toBe(1);
  await world.call('PATCH', '/v1/contacts/1', { body: { jobTitle: 'CEO' } });
  expect(await groups({ fields: 'networkUrl' })).toMatchObject([{ contactIds: [2, 3], size: 2 }]);
});

test('inaccessible contacts, those of another workspace, never appear', async () => {
  const key = await world.newKey(['ALL'], 'theirs', 'other');
  const body = { contacts: [{ professionalEmail: 'a@x.com' }] };
  await world.call('POST', '/v1/contacts/bulk', { body });
  await world.call('POST', '/v1/contacts/bulk', { key, body });
  expect(await groups({ fields: 'professionalEmail' })).toEqual([]);
});

test('a contact that changes leaves one group and joins another', async () => {
  await sendEmails('a', 'a', 'b');
  await world.call('PATCH', '/v1/contacts/2', { body: { professionalEmail: 'B@x.com' } });
  expect(await groups({ fields: 'professionalEmail' })).toMatchObject([{ contactIds: [2, 3] }]);
});

test.each([
  ['', 'fields'],
  ['fields=', 'fields'],
  ['fields=zzz', 'fields[0]'],
  ['fields=fullName,fullName', 'fields'],
  ['fields=networkUrl,linkedinUrl', 'fields'],
  ['fields=fullName,professionalEmail,networkUrl,contactCRMId,leadCRMId,linkedinUrl', 'fields'],
  ['fields=fullName&cursor=abc', 'cursor'],
  ['fields=fullName&cursor=-1', 'cursor'],
  ['fields=fullName&limit=0', 'limit'],
  ['fields=fullName&limit=101', 'limit'],
  ['fields=fullName&listId=x', 'listId'],
])('refused: %s', async (query, path) => {
  const reply = await world.call('GET', `/v1/contacts/duplicates?${query}`);
  expect([reply.status, reply.body.details.issues[0].path]).toEqual([400, path]);
});

test.each(['fields=fullName,professionalEmail', 'fields=fullName&fields=professionalEmail'])(
  'fields may be comma-separated or repeated: %s',
  async (query) => {
    expect((await world.call('GET', `/v1/contacts/duplicates?${query}`)).status).toBe(200);
  },
);
