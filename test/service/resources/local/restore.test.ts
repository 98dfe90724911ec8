import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderForTest } from '../../../folder.ts';
import { worldForTest } from '../../../opened.ts';
import { create } from './snapshot-calls.ts';

test('another service with the store open sees a restore and a reset at once, and continues', async () => {
  const folder = folderForTest();
  const data = join(folder, 'data');
  const [a, b] = [await worldForTest({ data }), await worldForTest({ data })];
  await create(b, 'Before');
  const path = join(folder, 's.db');
  await a.control('POST', '/_local/snapshot', { path });
  await create(b, 'After');
  await a.control('POST', '/_local/restore', { path });
  expect((await b.done('GET', '/v1/contacts')).total).toBe(1);
  expect((await create(b, 'Then')).body.data.id).toBe(2);
  await b.control('POST', '/_local/reset', { empty: true });
  expect((await a.done('GET', '/v1/contacts')).total).toBe(0);
  expect((await create(a, 'New')).status).toBe(200);
});

test('a snapshot of another folder brings its keys, and the own key continues working', async () => {
  const folder = folderForTest();
  const [from, to] = [await worldForTest({ empty: true }), await worldForTest({ data: join(folder, 'to') })];
  const key = await from.newKey(['ALL'], 'theirs');
  const path = join(folder, 's.db');
  await from.control('POST', '/_local/snapshot', { path });
  await to.control('POST', '/_local/restore', { path });
  expect((await to.call('GET', '/v1/validate')).status).toBe(200);
  expect((await to.done('GET', '/v1/validate', { key })).key.name).toBe('theirs');
});

test('a snapshot in which the own key is revoked is taken back all the same', async () => {
  const folder = folderForTest();
  const world = await worldForTest({ data: join(folder, 'data') });
  await world.control('DELETE', '/_local/keys/1');
  const path = join(folder, 's.db');
  await world.control('POST', '/_local/snapshot', { path });
  await world.control('POST', '/_local/reset', { empty: true });
  await world.control('POST', '/_local/restore', { path });
  expect((await world.call('GET', '/v1/validate')).status).toBe(401);
  expect((await world.call('GET', '/v1/validate', { key: await world.service.adminKey() })).status).toBe(200);
});

test('the store itself is not a snapshot to restore from', async () => {
  const data = folderForTest();
  const world = await worldForTest({ data });
  const path = join(data, 'reach.db');
  await expect(world.control('POST', '/_local/restore', { path })).rejects.toThrow('is the store itself');
});
