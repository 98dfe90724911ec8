import { afterEach, describe, expect, test } from 'vitest';
import type { Refusals } from '../../src/client/adapt.ts';
import { listPages } from '../../src/client/answers/pages.ts';
import { type Client, createClient } from '../../src/client/api.ts';
import { openConnection } from '../../src/client/connect.ts';
import { routes } from '../../src/client/routes/routes.ts';
import type { Learned } from '../../src/contract/learned.ts';
import { openStranger, STRANGER_KEY, type Stranger, type StrangerOptions } from '../stranger/server.ts';
import type { Mode } from '../stranger/switches.ts';

const opened: (Stranger | Client)[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

/** A definition with all our requests, under our names. */
const SAME: Learned = { requests: {}, proposals: [], words: {}, bounds: {}, draftOperations: {} };

async function open(mode: Mode, fault?: StrangerOptions['fault'], learned: Learned | null = null) {
  const stranger = await openStranger({ mode, ...(fault && { fault }) });
  opened.push(stranger);
  let kept: Refusals = { unknown: {}, pageSizeMax: {} };
  const client = createClient({
    baseUrl: stranger.url,
    connection: await openConnection({ baseUrl: stranger.url, env: {} }),
    key: STRANGER_KEY,
    version: '0',
    clock: { now: () => Date.now(), sleep: async () => {}, random: () => 0 },
    memory: {
      renames: {},
      known: () => null,
      learn: async () => learned,
      refusals: () => kept,
      keep(refusals) {
        kept = refusals;
      },
    },
  });
  opened.push(client);
  await client.api.contacts.create({ body: { firstName: 'Ada', lastName: 'Lovelace' } });
  return { stranger, client, kept: () => kept };
}

async function all<T>(listing: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of listing) found.push(one);
  return found;
}

const askedOf = ({ requests }: Stranger, path: string) => requests.filter((request) => request.path === path);

describe('a service that refuses what the interface does not show', () => {
  test('a page as large as it gives, remembered for the next list', async () => {
    const { stranger, client, kept } = await open('typed');
    expect(await all(listPages(client.call, 'contacts', 'list', {}))).not.toEqual([]);
    expect(kept().pageSizeMax).toEqual({ 'GET /v1/contacts': 50 });
    const before = askedOf(stranger, '/v1/contacts').length;
    await all(listPages(client.call, 'contacts', 'list', {}));
    expect(
      askedOf(stranger, '/v1/contacts')
        .slice(before)
        .every(({ status }) => status === 200),
    ).toBe(true);
  });

  test('a filter it does not know ends the request', async () => {
    const { stranger, client } = await open('minimal');
    await expect(all(listPages(client.call, 'contacts', 'list', { query: { listId: 1 } }))).rejects.toMatchObject({
      attempts: 0,
      message: 'not possible with this service, which has no definition that confirms listId of GET /v1/contacts',
    });
    expect(askedOf(stranger, '/v1/contacts')).toEqual([]);
  });

  test('of what is written, names that nothing confirms are left out; where nothing is left, nothing is sent', async () => {
    const { stranger, client } = await open('minimal');
    const body = { name: 'A', trackOpens: true, steps: [{ type: 'end' }] };
    const { ignored } = await client.call(routes.campaigns.create, { body });
    expect([ignored, askedOf(stranger, '/v1/campaigns')[0]?.body]).toEqual([
      ['trackOpens'],
      { name: 'A', steps: [{ type: 'end' }] },
    ]);
    const asked = stranger.requests.length;
    const request = { params: { campaignId: 1 }, body: { trackOpens: true } };
    await expect(client.call(routes.campaigns.update, request)).rejects.toMatchObject({ code: 'not_found' });
    expect(stranger.requests.length).toBe(asked);
  });

  test('a message whose request id is not known there is sent once, and not again after a lost answer', async () => {
    const { stranger, client } = await open('minimal', (_, path) =>
      path === '/v1/inbox/messages' ? 'dropAfter' : null,
    );
    const body = { contactId: 1, senderIdentityId: 1, message: 'Hello', requestId: 'r' };
    const sending = client.call(routes.inbox.reply, { body }, { isRepeatable: true });
    await expect(sending).rejects.toMatchObject({ name: 'NetworkError' });
    expect(askedOf(stranger, '/v1/inbox/messages').map((request) => request.body)).toEqual([
      { contactId: 1, senderIdentityId: 1, message: 'Hello' },
    ]);
  });

  test('a filter that the caller applies by itself is left out, and named', async () => {
    const { stranger, client } = await open('strict');
    const listing = listPages(client.call, 'contacts', 'list', { query: { listId: 1 } }, { filtersItself: true });
    expect(await all(listing)).not.toEqual([]);
    expect(listing.ignored).toContain('listId');
    expect(askedOf(stranger, '/v1/contacts').filter(({ query }) => 'listId' in query)).toEqual([]);
  });

  test('a path that the interface does not show: not found, and how to find it', async () => {
    const { client } = await open('strict');
    await expect(client.api.lists.list()).rejects.toMatchObject({
      code: 'not_found',
      hint: expect.stringContaining('reach profile sync'),
    });
  });

  test('nothing found under such a path of a service whose definition has it: what the service says, and no more', async () => {
    const { client } = await open('strict', undefined, SAME);
    await expect(client.api.lists.list()).rejects.toMatchObject({ status: 404, code: 'not_found', hint: undefined });
  });
});
