import { describe, expect, test } from 'vitest';
import { roll } from '../../../../src/service/resources/local/faults.ts';
import { folderForTest } from '../../../folder.ts';
import { worldForEachTest, worldForTest } from '../../../opened.ts';
import { TRANSPORTS, type World } from '../../world.ts';

describe.each(TRANSPORTS)('over %s', (transport) => {
  const world = worldForEachTest({ transport });

  const add = (fault: object) => world.control('POST', '/_local/faults', fault);
  const validate = () => world.send('GET', '/v1/validate');
  const statuses = async (count: number, send = validate): Promise<unknown[]> => {
    const all: unknown[] = [];
    for (let i = 0; i < count; i += 1) {
      const reply = await send();
      all.push('status' in reply ? reply.status : 'cut');
    }
    return all;
  };

  test('the next 2 answers are 429, then 500, then all is well', async () => {
    await add({ endpoint: 'account.validate', times: 2, status: 429, headers: { 'Retry-After': '7' } });
    await add({ endpoint: 'account.validate', times: 1, status: 500 });
    const first = await world.call('GET', '/v1/validate');
    expect([first.status, first.headers['retry-after'], first.body.code]).toEqual([429, '7', 'rate_limited']);
    expect(first.body.requestId).toBe(first.headers['x-request-id']);
    expect(await statuses(4)).toEqual([429, 500, 200, 200]);
  });

  test('an endpoint other than the one named is left alone', async () => {
    await add({ endpoint: 'lists.create', status: 502 });
    expect(await statuses(2)).toEqual([200, 200]);
  });

  test('* spoils every row that takes a key, and never the control surface', async () => {
    await add({ endpoint: '*', status: 502 });
    expect(await statuses(1)).toEqual([502]);
    expect((await world.call('GET', '/healthz')).status).toBe(200);
    expect(await world.control('DELETE', '/_local/faults')).toEqual({ removed: 1 });
    expect(await statuses(1)).toEqual([200]);
  });

  test('a body is sent as it is, over the real answer or in place of it', async () => {
    await add({ endpoint: 'account.validate', times: 1, body: '<html>', headers: { 'content-type': 'text/html' } });
    await add({ endpoint: 'account.validate', times: 1, body: 'gateway', status: 504 });
    const page = await world.call('GET', '/v1/validate').catch((error: unknown) => error);
    expect(String(page)).toMatch(/answered not as its row says/);
    const gateway = await world.call('GET', '/v1/validate');
    expect([gateway.status, gateway.body]).toEqual([504, 'gateway']);
  });

  test('latency waits on the given clock and adds up with other faults', async () => {
    await add({ endpoint: '*', latencyMs: 1500 });
    await add({ endpoint: 'account.validate', times: 1, latencyMs: 200, status: 503 });
    expect(await statuses(2)).toEqual([503, 200]);
    expect(world.slept).toEqual([1700, 1500]);
  });

  test('a drop before: the write was not applied; a drop after: it was', async () => {
    await add({ endpoint: 'lists.create', times: 1, drop: 'before' });
    await add({ endpoint: 'lists.create', times: 1, drop: 'after' });
    const send = (name: string) => () => world.send('POST', '/v1/lists', { body: { name } });
    expect(await statuses(1, send('lost'))).toEqual(['cut']);
    expect(await statuses(1, send('kept'))).toEqual(['cut']);
    expect((await world.done('GET', '/v1/lists')).lists.map(({ name }: { name: string }) => name)).toEqual(['kept']);
  });

  test('the log shows a cut connection as status 0', async () => {
    await add({ endpoint: '*', times: 1, drop: 'after' });
    await validate();
    const { requests } = await world.control('GET', '/_local/log');
    expect(requests[0]).toMatchObject({ path: '/v1/validate', endpoint: 'account.validate', key: 'admin', status: 0 });
  });

  test('a probability with a seed fails the same requests each time', async () => {
    const fault = { endpoint: 'account.validate', probability: 0.3, seed: 'tuesday', status: 503 };
    await add(fault);
    const first = await statuses(40);
    await world.control('DELETE', '/_local/faults');
    await add(fault);
    expect(await statuses(40)).toEqual(first);
    expect(first).toEqual(Array.from({ length: 40 }, (_, i) => (roll('tuesday', i) < 0.3 ? 503 : 200)));
    expect(first).toContain(503);
    expect(first).toContain(200);
  });

  test('probability and times together: that many hits, then none', async () => {
    await add({ endpoint: 'account.validate', probability: 0.5, seed: 'x', times: 3, status: 503 });
    const all = await statuses(60);
    expect(all.filter((status) => status === 503)).toHaveLength(3);
  });

  test('400 for an endpoint that does not exist, and for a fault that does nothing', async () => {
    const headers = { 'x-admin-token': await world.service.adminToken() };
    const post = (body: object) => world.call('POST', '/_local/faults', { key: null, headers, body });
    const unknown = await post({ endpoint: 'contacts.bulk', status: 500 });
    expect([unknown.status, unknown.body.details.issues[0].path]).toEqual([400, 'endpoint']);
    const others = 'use * for all, or a name that reach help evidence lists';
    expect(unknown.body.message).toBe(`There is no endpoint "contacts.bulk": ${others}`);
    expect((await post({ endpoint: 'local.faults', status: 500 })).status).toBe(400);
    expect((await post({ endpoint: '*' })).body.message).toBe(
      'This fault has no effect: set one of status, headers, body, truncate, drop, latencyMs',
    );
    expect((await post({ endpoint: '*', status: 200 })).status).toBe(400);
  });

  test('the list shows faults in force, with how often each was used', async () => {
    await add({ endpoint: '*', times: 1, status: 500 });
    await add({ endpoint: 'account.validate', times: 5, status: 503 });
    await statuses(3);
    expect((await world.control('GET', '/_local/faults')).faults).toEqual([
      { endpoint: 'account.validate', times: 5, status: 503, id: 2, used: 2 },
    ]);
  });
});

test('a truncated body in memory is half of its bytes and says how many there should be', async () => {
  const world = await worldForTest();
  await world.control('POST', '/_local/faults', { endpoint: '*', truncate: true, body: 'äbcdefgh' });
  const reply = await world.send('GET', '/v1/validate');
  expect(reply).toMatchObject({ status: 200, body: 'äbc', headers: { 'content-length': '9' } });
});

test('a truncated body over a socket ends in the middle', async () => {
  const world = await worldForTest({ transport: 'socket' });
  await world.control('POST', '/_local/faults', { endpoint: '*', times: 1, truncate: true });
  expect(await world.send('GET', '/v1/validate')).toEqual({ cut: 'within' });
  expect((await world.call('GET', '/v1/validate')).status).toBe(200);
});

test('two services on one folder use up a counted fault together', async () => {
  const data = folderForTest();
  const [a, b] = [await worldForTest({ data }), await worldForTest({ data })];
  await a.control('POST', '/_local/faults', { endpoint: '*', times: 2, status: 503 });
  const status = async (world: World) => (await world.call('GET', '/v1/validate')).status;
  expect([await status(a), await status(b), await status(a), await status(b)]).toEqual([503, 503, 200, 200]);
});
