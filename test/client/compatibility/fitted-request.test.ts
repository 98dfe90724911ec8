// A service that refuses what the interface does not show.

import { afterEach, expect, test } from 'vitest';
import { listPages } from '../../../src/client/answers/pages.ts';
import { type Client, createClient } from '../../../src/client/api.ts';
import { compatibleCall } from '../../../src/client/compatibility/compatible-call.ts';
import { openConnection } from '../../../src/client/connect.ts';
import { ApiError } from '../../../src/client/errors.ts';
import type { RequestInput } from '../../../src/client/request.ts';
import { objectIn } from '../../../src/contract/json.ts';
import type { Learned } from '../../../src/contract/learned.ts';
import { routes } from '../../../src/contract/routes/routes.ts';
import { openStranger, STRANGER_KEY, type Stranger, type StrangerOptions } from '../../stranger/server.ts';
import type { Mode } from '../../stranger/switches.ts';

const opened: (Stranger | Client)[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

/** A definition with all our requests, under our names. */
const SAME: Learned = { requests: {}, others: {}, bodies: { places: [], requests: {} }, draftOperations: {} };

async function open(mode: Mode, fault?: StrangerOptions['fault'], learned: Learned | null = null) {
  const stranger = await openStranger({ mode, ...(fault && { fault }) });
  opened.push(stranger);
  const client = createClient({
    baseUrl: stranger.url,
    connection: await openConnection({ baseUrl: stranger.url, env: {} }),
    key: STRANGER_KEY,
    version: '0',
    clock: { now: () => Date.now(), sleep: async () => {}, random: () => 0 },
    definition: { renames: {}, known: () => learned, learn: async () => learned, failure: () => null },
  });
  opened.push(client);
  await client.api.contacts.create({ body: { firstName: 'Ada', lastName: 'Lovelace' } });
  return { stranger, client };
}

async function all<T>(listing: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of listing) found.push(one);
  return found;
}

const askedOf = ({ requests }: Stranger, path: string) => requests.filter((request) => request.path === path);

test.each<readonly [string, Learned | null, readonly (string | undefined)[]]>([
  ['no definition: the page of the service', null, ['100', undefined]],
  ['the maximum of its definition', { ...SAME, requests: { 'GET /v1/contacts': { pageSizeMax: 50 } } }, ['50']],
  ['a definition without a maximum: the page of the service', SAME, ['100', undefined]],
])('a page that it may find too large: %s', async (_title, learned, sizes) => {
  const { stranger, client } = await open('strict', undefined, learned);
  expect(await all(listPages(client.call, 'contacts', 'list', {}))).not.toEqual([]);
  const asked = askedOf(stranger, '/v1/contacts').map(({ query }) => query['pageSize']);
  expect(asked.slice(0, sizes.length)).toEqual(sizes);
});

test('a later page that is refused is not asked for in another size: it would be other records', async () => {
  const refusal = {
    method: 'GET',
    path: '/v1/contacts',
    status: 400,
    code: 'invalid',
    message: 'too deep',
    body: '',
  } as const;
  const contacts = Array.from({ length: 100 }, (_, at) => ({ id: at + 1 }));
  const once = async (_: unknown, { query }: RequestInput) => {
    const { page, pageSize } = objectIn(query);
    if (page === 2 && pageSize === 100) throw new ApiError(refusal);
    const data = { contacts };
    return { status: 200, headers: {}, requestId: undefined, data, envelope: { data } };
  };
  const definition = { renames: {}, known: () => SAME, learn: async () => SAME, failure: () => null };
  const clock = { now: () => 0, sleep: async () => {}, random: () => 0 };
  const { call } = compatibleCall(once, definition, { clock });
  await expect(all(listPages(call, 'contacts', 'list', {}))).rejects.toThrow('too deep');
});

test('a message whose request id is not known there is sent once, and not again after a lost answer', async () => {
  const lost = (_: string, path: string) => (path === '/v1/inbox/messages' ? 'dropAfter' : null);
  const { stranger, client } = await open('minimal', lost, {
    ...SAME,
    requests: { 'POST /v1/inbox/messages': { absent: ['requestId'] } },
  });
  const body = { contactId: 1, senderIdentityId: 1, message: 'Hello', requestId: 'r' };
  const sending = client.call(routes.inbox.reply, { body }, { isRepeatable: true });
  await expect(sending).rejects.toMatchObject({ name: 'NetworkError' });
  expect(askedOf(stranger, '/v1/inbox/messages').map((request) => request.body)).toEqual([
    { contactId: 1, senderIdentityId: 1, message: 'Hello' },
  ]);
});

test('lists without a path for them are those that the condition field offers', async () => {
  const { client } = await open('strict', undefined, { ...SAME, requests: { 'GET /v1/lists': { missing: true } } });
  expect(await client.api.lists.list()).toMatchObject({ lists: [{ id: 1001 }], total: 1, hasNextPage: false });
  await expect(client.call(routes.lists.list, {}, { isExact: true })).rejects.toMatchObject({
    message: 'not possible with this service, which has no GET /v1/lists',
  });
});

test('nothing found under such a path of a service whose definition has it: what the service says, and no more', async () => {
  const { client } = await open('strict', undefined, SAME);
  await expect(client.api.lists.list()).rejects.toMatchObject({ status: 404, code: 'not_found', hint: undefined });
});
