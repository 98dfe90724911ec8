import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LoggedRequest } from '../../../../src/service/core/operator.ts';
import { openStore } from '../../../../src/service/db/connection.ts';
import { requestLogIn, requestLogInMemory } from '../../../../src/service/db/request-log.ts';
import { folderForTest } from '../../../folder.ts';
import { worldForEachTest, worldForTest } from '../../../opened.ts';
import { openWorld, TRANSPORTS } from '../../world.ts';

const seen = (index: number): LoggedRequest => ({
  at: '2026-11-21T09:00:00.000Z',
  requestId: `req_${index}`,
  method: 'GET',
  path: '/v1/validate',
  endpoint: 'account.validate',
  key: 'admin',
  status: 200,
  ms: 1,
});

describe.each(TRANSPORTS)('over %s', (transport) => {
  const world = worldForEachTest({ transport });

  test('every request is seen, newest first, by the name of its key and without a key in its path', async () => {
    await world.call('GET', '/v1/validate');
    await world.call('GET', '/v1/lists', { query: { name: world.key }, key: null });
    await world.call('PUT', '/nothing', { body: { secret: 'body' } });
    const { requests, total, hasNextPage } = await world.control('GET', '/_local/log');
    expect([total, hasNextPage]).toEqual([3, false]);
    const common = { at: '2026-11-21T09:00:00.000Z', requestId: expect.stringMatching(/^req_/), ms: 0 };
    expect(requests).toEqual([
      { ...common, method: 'PUT', path: '/nothing', endpoint: null, key: null, status: 404 },
      { ...common, method: 'GET', path: '/v1/lists?name=gsk_***', endpoint: 'lists.list', key: null, status: 401 },
      { ...common, method: 'GET', path: '/v1/validate', endpoint: 'account.validate', key: 'admin', status: 200 },
    ]);
  });

  test.each([
    ['/v1/lists?name=gsk_ab-cd_ef%2Fg&page=1', '/v1/lists?name=gsk_***&page=1'],
    ['/v1/lists?token=adm_0123-xyz', '/v1/lists?token=adm_***'],
    ['/v1/whsec_00ff/gsk%5Fabc', '/v1/whsec_***/gsk%5F***'],
    ['/wf/0f9d3c2b7a6e4d51?x=1', '/wf/***?x=1'],
  ])('of %s it keeps %s', async (path, kept) => {
    await world.call('GET', path);
    const { requests } = await world.control('GET', '/_local/log');
    expect(requests[0].path).toBe(kept);
  });

  test('it is read page by page', async () => {
    for (let i = 0; i < 5; i += 1) await world.call('GET', `/v1/nothing/${i}`);
    // Reading it leaves no trace in it, or every page would repeat the end of the one before.
    await world.control('GET', '/_local/log?page=1&pageSize=2');
    const page = await world.control('GET', '/_local/log?page=2&pageSize=2');
    expect(page.requests.map(({ path }: LoggedRequest) => path)).toEqual(['/v1/nothing/2', '/v1/nothing/1']);
    expect({ ...page, requests: [] }).toEqual({ requests: [], page: 2, pageSize: 2, total: 5, hasNextPage: true });
  });
});

test('in a folder it outlives the service, and its file is for the owner only', async () => {
  const data = folderForTest();
  const first = await openWorld({ data });
  await first.call('GET', '/v1/validate');
  await first.close();
  const second = await openWorld({ data });
  expect((await second.control('GET', '/_local/log')).requests[0].path).toBe('/v1/validate');
  await second.close();
  expect((statSync(join(data, 'requests.ndjson')).mode & 0o777).toString(8)).toBe('600');
});

test('it is bounded: a full file becomes the older one, and the older one before that is gone', async () => {
  const folder = folderForTest();
  const store = await openStore(join(folder, 'reach.db'), 20);
  const path = join(folder, 'requests.ndjson');
  const log = requestLogIn(path, store, 20_000);
  for (let i = 0; i < 2_000; i += 1) await log.append(seen(i));
  const bytes = statSync(path).size + statSync(`${path}.1`).size;
  expect(bytes).toBeLessThan(2 * 20_000 + 2 * 200 * 200);
  const { requests, total } = await log.newest(0, 3);
  expect(requests.map(({ requestId }) => requestId)).toEqual(['req_1999', 'req_1998', 'req_1997']);
  expect(total).toBeGreaterThan(100);
  expect((await log.newest(total - 1, 5)).requests).toHaveLength(1);
  await store.close();
});

test('a line cut short by a crash is passed over', async () => {
  const folder = folderForTest();
  const store = await openStore(join(folder, 'reach.db'), 20);
  const path = join(folder, 'requests.ndjson');
  const log = requestLogIn(path, store);
  await log.append(seen(1));
  writeFileSync(path, `${readFileSync(path, 'utf8')}{"at":"2026-`);
  expect((await log.newest(0, 10)).requests).toEqual([seen(1)]);
  await store.close();
});

test('in memory the newest stay', async () => {
  const log = requestLogInMemory(10);
  for (let i = 0; i < 35; i += 1) await log.append(seen(i));
  expect((await log.newest(0, 1)).requests).toEqual([seen(34)]);
  expect((await log.newest(0, 100)).total).toBeLessThan(20);
});

test('a log that cannot be written does not spoil the answer', async () => {
  const data = folderForTest();
  const world = await worldForTest({ data: join(data, 'store') });
  await world.call('GET', '/v1/validate');
  rmSync(join(data, 'store', 'requests.ndjson'));
  mkdirSync(join(data, 'store', 'requests.ndjson'));
  expect((await world.call('GET', '/v1/validate')).status).toBe(200);
  expect(world.bugs.map(String)).toEqual([expect.stringContaining('EISDIR')]);
});
