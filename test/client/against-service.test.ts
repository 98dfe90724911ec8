// The client against the real service, in memory, both on one virtual clock: its rates are kept, its refusals absorbed.

import { afterEach, expect, test } from 'vitest';
import { listPages } from '../../src/client/answers/pages.ts';
import { type Client, createClient } from '../../src/client/api.ts';
import { connectionLost, type Transport } from '../../src/client/transport/transport.ts';
import { routes } from '../../src/contract/routes/routes.ts';
import { type VirtualClock, virtualClock } from '../clock.ts';
import { openWorld, type World } from '../service/world.ts';

const MINUTE = 60_000;
const LATENCY_MS = 200;

let world: World | undefined;

afterEach(() => world?.close());

async function open(clock: VirtualClock, rateLimits: 'on' | 'off' | number): Promise<World> {
  world = await openWorld({ now: () => clock.now(), sleep: clock.sleep, rateLimits });
  return world;
}

function clientOf({ service, key }: World, clock: VirtualClock): Client {
  const transport: Transport = async (request) => {
    await clock.sleep(LATENCY_MS / 2);
    const answer = await clock.outside(service.handle(request));
    await clock.sleep(LATENCY_MS / 2);
    if ('dropped' in answer) throw connectionLost('the service');
    return answer;
  };
  return createClient({
    baseUrl: 'memory:',
    connection: { transport, close: async () => {} },
    key,
    version: '0.0.0-test',
    clock,
    retry: { retries: 20, deadlineMs: 15 * MINUTE },
  });
}

/** Sends so many bulks of one contact over a few connections; gives what came back. */
async function bulks(client: Client, count: number, connections = 4): Promise<number> {
  let left = count;
  let created = 0;
  const one = async () => {
    while (left-- > 0) {
      const { summary } = await client.api.contacts.bulkCreate({ body: { contacts: [{ firstName: `No ${left}` }] } });
      created += summary?.created ?? 0;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return created;
}

const bulk = routes.contacts.bulkCreate;

test('30 bulks a minute: none is refused, and at least 99 % of the rate is used', async () => {
  const clock = virtualClock({ now: Date.UTC(2026, 10, 21, 9, 0, 17) });
  const client = clientOf(await open(clock, 'on'), clock);
  const startedAt = clock.now();
  const minutes = 20;
  const count = 30 * minutes;
  expect(await clock.run(bulks(client, count))).toBe(count);
  expect(client.pace(bulk)).toEqual({ limit: 30, windowMs: MINUTE, sent: count, refused: 0 });
  // The last thirty go at the beginning of the last minute.
  expect(count / 30 / ((clock.now() - startedAt) / MINUTE + 1)).toBeGreaterThanOrEqual(0.99);
});

test('two processes with one key: refused now and then, and nothing is lost or doubled', async () => {
  const clock = virtualClock({ now: Date.UTC(2026, 10, 21, 9, 0, 17) });
  const opened = await open(clock, 'on');
  const clients = [clientOf(opened, clock), clientOf(opened, clock)];
  const created = await clock.run(Promise.all(clients.map((client) => bulks(client, 100))));
  expect(created).toEqual([100, 100]);
  expect(clients.reduce((sum, client) => sum + client.pace(bulk).refused, 0)).toBeGreaterThan(0);
  const listing = listPages(clients[0]?.call ?? expect.fail(), 'contacts', 'list', {});
  let found = 0;
  const count = async () => {
    for await (const _ of listing) found += 1;
  };
  await clock.run(count());
  expect([found, listing.total, listing.more]).toEqual([200, 200, false]);
});

test('a service with its limits off, or raised, is believed', async () => {
  for (const [rateLimits, limit] of [
    ['off', null],
    [10, 300],
  ] as const) {
    const clock = virtualClock();
    const client = clientOf(await open(clock, rateLimits), clock);
    const startedAt = clock.now();
    expect(await clock.run(bulks(client, 200))).toBe(200);
    expect(client.pace(bulk)).toMatchObject({ limit, refused: 0 });
    expect(clock.now() - startedAt).toBe(50 * LATENCY_MS);
    await world?.close();
  }
  world = undefined;
});

test('a dropped answer of a read is asked again, of a write is not', async () => {
  const clock = virtualClock();
  const opened = await open(clock, 'off');
  const client = clientOf(opened, clock);
  await opened.control('POST', '/_local/faults', { endpoint: 'contacts.list', drop: 'before', times: 2 });
  await opened.control('POST', '/_local/faults', { endpoint: 'contacts.create', drop: 'after', times: 1 });
  const created = client.api.contacts.create({ body: { firstName: 'Ada' } });
  await expect(clock.run(created)).rejects.toMatchObject({ fault: 'lost', sent: 'maybe', attempts: 1 });
  const page = await clock.run(client.api.contacts.list());
  expect(page.contacts?.map(({ firstName }) => firstName)).toEqual(['Ada']);
});

test('a cut body, a bare page and a refusal of the service are distinguished', async () => {
  const clock = virtualClock();
  const opened = await open(clock, 'off');
  const client = clientOf(opened, clock);
  const fault = (input: object) =>
    opened.control('POST', '/_local/faults', { endpoint: 'contacts.create', times: 1, ...input });
  const failure = () =>
    clock.run(client.api.contacts.create({ body: { firstName: 'A' } })).catch((error: unknown) => error);
  await fault({ truncate: true });
  // It was done: to fail now would have it repeated.
  expect(await failure()).toEqual({});
  await fault({ status: 502, body: '<html><title>Bad Gateway</title></html>' });
  expect(await failure()).toMatchObject({ name: 'ApiError', status: 502, requestId: expect.any(String) });
  await fault({ status: 409 });
  expect(await failure()).toMatchObject({ name: 'ApiError', status: 409, code: 'conflict' });
});
