import { afterEach, describe, expect, test } from 'vitest';
import type { Refusals } from '../../src/client/adapt.ts';
import { listPages } from '../../src/client/answers/pages.ts';
import { type Client, createClient } from '../../src/client/api.ts';
import { openConnection } from '../../src/client/connect.ts';
import { openStranger, STRANGER_KEY, type Stranger } from '../stranger/server.ts';
import type { Mode } from '../stranger/switches.ts';

const opened: (Stranger | Client)[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function open(mode: Mode) {
  const stranger = await openStranger({ mode });
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
      learn: async () => null,
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
    const { client } = await open('strict');
    await expect(all(listPages(client.call, 'contacts', 'list', { query: { listId: 1 } }))).rejects.toMatchObject({
      name: 'ApiError',
      status: 400,
    });
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
});
