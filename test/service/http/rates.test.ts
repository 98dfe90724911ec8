import { afterEach, describe, expect, test } from 'vitest';
import { metricsOf } from '../../../src/service/http/probes.ts';
import { ROUTES } from '../../../src/service/http/routes.ts';
import { openWorld, type Reply, TRANSPORTS, type World, withFolder } from '../world.ts';

let world: World;
afterEach(() => world.close());

const rate = ({ headers }: Reply) => [
  headers['x-ratelimit-limit'],
  headers['x-ratelimit-remaining'],
  headers['x-ratelimit-reset'],
];
/** A bulk that is refused for its body counts like one that is not. */
const bulk = (at: World, key = at.key) => at.call('POST', '/v1/contacts/bulk', { key, body: { contacts: [] } });

async function times<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let i = 0; i < count; i += 1) all.push(await work());
  return all;
}

describe.each(TRANSPORTS)('over %s', (transport) => {
  test('429 on the 31st bulk of a minute, Retry-After in whole seconds rounded up', async () => {
    world = await openWorld({ transport, rateLimits: 'on' });
    const first = await bulk(world);
    expect([first.status, ...rate(first)]).toEqual([400, '30', '29', '60']);
    world.clock.advance(10_500);
    const rest = await times(29, () => bulk(world));
    expect(rest.map(({ status }) => status)).toEqual(Array(29).fill(400));
    expect(rest.at(-1)?.headers).toMatchObject({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '50' });
    const refused = await bulk(world);
    expect([refused.status, refused.headers['retry-after'], ...rate(refused)]).toEqual([429, '50', '30', '0', '50']);
    expect(refused.body).toMatchObject({
      status: 'error',
      code: 'rate_limited',
      message: 'More than 30 requests per minute to this endpoint: wait 50 s',
      details: { retryAfter: 50, limit: 30 },
    });
  });

  test('the window closes 60 s after its first request, and then all of it is there again', async () => {
    world = await openWorld({ transport, rateLimits: 'on' });
    await times(31, () => bulk(world));
    world.clock.advance(59_999);
    expect((await bulk(world)).headers['retry-after']).toBe('1');
    world.clock.advance(1);
    const open = await bulk(world);
    expect([open.status, ...rate(open)]).toEqual([400, '30', '29', '60']);
  });

  test('each key and each endpoint has a window of its own; who may not pass uses none', async () => {
    world = await openWorld({ transport, rateLimits: 'on' });
    const other = await world.newKey(['ALL']);
    const narrow = await world.newKey(['WORKSPACE_READ']);
    await times(31, () => bulk(world));
    expect((await bulk(world, other)).status).toBe(400);
    expect((await world.call('GET', '/v1/validate')).headers['x-ratelimit-remaining']).toBe('99');
    const denied = await times(40, () => bulk(world, narrow));
    expect(new Set(denied.map(({ status }) => status))).toEqual(new Set([403]));
    expect(denied[0]?.headers['x-ratelimit-limit']).toBeUndefined();
  });
});

test('the window follows the virtual clock', async () => {
  world = await openWorld({ rateLimits: 'on' });
  await times(31, () => bulk(world));
  await world.control('POST', '/_local/clock', { freeze: true });
  world.clock.advance(120_000);
  expect((await bulk(world)).status).toBe(429);
  await world.control('POST', '/_local/clock', { advance: '60s' });
  expect((await bulk(world)).status).toBe(400);
});

test('a number multiplies every limit', async () => {
  world = await openWorld({ rateLimits: 2.5 });
  expect(rate(await bulk(world))).toEqual(['75', '74', '60']);
  expect(rate(await world.call('GET', '/v1/validate'))).toEqual(['250', '249', '60']);
});

test('a tiny number still lets one request pass', async () => {
  world = await openWorld({ rateLimits: 0.001 });
  expect((await times(2, () => bulk(world))).map(({ status }) => status)).toEqual([400, 429]);
});

test('with limits off every answer says so and none is refused; switching them on works at once', async () => {
  world = await openWorld({ rateLimits: 'off' });
  const answers = await times(60, () => bulk(world));
  expect(new Set(answers.map((reply) => `${reply.status} ${rate(reply)}`))).toEqual(new Set(['400 none,,']));
  await world.control('PATCH', '/_local/features', { 'rate-limits': true });
  expect(rate(await bulk(world))).toEqual(['30', '29', '60']);
  await world.control('PATCH', '/_local/features', { 'rate-limits': false });
  expect(rate(await bulk(world))).toEqual(['none', undefined, undefined]);
});

test('two services on one folder share the count', async () => {
  world = await openWorld();
  await withFolder(async (data) => {
    const [a, b] = [await openWorld({ data, rateLimits: 'on' }), await openWorld({ data, rateLimits: 'on' })];
    expect(b.key).toBe(a.key);
    await times(15, () => bulk(a));
    await times(15, () => bulk(b));
    expect([(await bulk(a)).status, (await bulk(b)).status]).toEqual([429, 429]);
    await a.close();
    await b.close();
  });
});

test('monitoring sees what each key has used of the minute, the refused ones too', async () => {
  world = await openWorld({ rateLimits: 'on' });
  const used = async () => {
    const lines = (await metricsOf('1').text(world.service)).split('\n');
    return lines.filter((line) => line.startsWith('reach_rate_used{'));
  };
  expect(await used()).toEqual([]);
  await times(32, () => bulk(world));
  await world.call('GET', '/v1/validate');
  expect(await used()).toEqual([
    'reach_rate_used{key="1",route="contacts.bulkCreate"} 32',
    'reach_rate_used{key="1",route="account.validate"} 1',
  ]);
  world.clock.advance(60_000);
  expect(await used()).toEqual([]);
});

test('every row that takes a key is limited, with the number of its row', async () => {
  world = await openWorld({ rateLimits: 'on' });
  const rows = ROUTES.all.filter(({ group, row }) => group !== 'local' && row.access !== 'WEBHOOK');
  expect(rows.length).toBeGreaterThan(20);
  for (const { row } of rows) {
    const reply = await world.call(row.method, row.path.replaceAll(/\{[a-zA-Z]+\}/g, 'x'), { body: '[' });
    expect([row.path, reply.headers['x-ratelimit-limit']]).toEqual([row.path, String(row.perMinute)]);
  }
});
