// A store that is damaged, emptied or gone: recognised, named, and never answered for.

import fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { StoreDamaged, StoreRefused } from '../../../src/service/core/store.ts';
import { folderForAllTests, folderForTest } from '../../folder.ts';
import { openWorld, type World, withFolder } from '../world.ts';

const create = (world: World, name: string) => world.call('POST', '/v1/lists', { body: { name } });
const GONE = [503, 'The store is damaged or gone: its operator has to restore a snapshot'];

/** A store with the sample workspace, closed: made once, and copied for each test. */
const made = folderForAllTests();
beforeAll(async () => {
  const world = await openWorld({ data: made, empty: false });
  await world.service.store.exec('pragma wal_checkpoint(truncate)');
  await world.close();
});

async function inUse(work: (data: string, path: string) => Promise<void>) {
  await withFolder(async (data) => {
    fs.cpSync(made, data, { recursive: true });
    await work(data, join(data, 'reach.db'));
  });
}

const overwrite = (path: string, from: number, length: number): void => {
  const bytes = fs.readFileSync(path);
  bytes.fill(0x5a, from, from + length);
  fs.writeFileSync(path, bytes);
};

test.each<[string, (path: string) => void, string]>([
  ['empty', (path) => fs.truncateSync(path, 0), 'is empty'],
  ['cut to half its header', (path) => fs.truncateSync(path, 60), 'is damaged or is not a database'],
  ['with another header', (path) => overwrite(path, 0, 40), 'is damaged or is not a database'],
  ['with a spoiled schema', (path) => overwrite(path, 100, 4000), 'is damaged or is not a database'],
])('%s: not opened, not replaced by a new one, and the way back is named', async (_, change, what) => {
  await inUse(async (data, path) => {
    change(path);
    const before = fs.readFileSync(path);
    const error = await openWorld({ data }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StoreDamaged);
    expect(String(error)).toBe(`StoreDamaged: ${path} ${what}`);
    expect(fs.readFileSync(path).equals(before)).toBe(true);
  });
});

test('contents that were in the lost log alone: not begun again', async () => {
  const data = folderForTest();
  const world = await openWorld({ data });
  const path = join(data, 'reach.db');
  // A killed process leaves them so.
  fs.cpSync(path, `${path}.first`);
  await world.close();
  for (const suffix of ['', '-wal', '-shm']) fs.rmSync(path + suffix, { force: true });
  fs.renameSync(`${path}.first`, path);
  const error = await openWorld({ data }).catch((caught: unknown) => caught);
  expect(String(error)).toBe(`StoreDamaged: ${path} has lost its contents`);
});

test('a store deleted on purpose, its folder kept, is made again', async () => {
  await inUse(async (data, path) => {
    fs.rmSync(path);
    const world = await openWorld({ data });
    expect((await create(world, 'New')).status).toBe(200);
    await world.close();
  });
});

test.each<[string, (path: string) => void]>([
  ['deleted', (path) => fs.rmSync(path)],
  ['renamed', (path) => fs.renameSync(path, `${path}.away`)],
  [
    'replaced',
    (path) => {
      fs.renameSync(path, `${path}.away`);
      fs.writeFileSync(path, fs.readFileSync(`${path}.away`));
    },
  ],
  ['cut', (path) => fs.truncateSync(path, Math.floor(fs.statSync(path).size / 2))],
  ['emptied', (path) => fs.truncateSync(path)],
  // The last writes are in the log alone: they would be lost with it.
  ['left without its log', (path) => fs.rmSync(`${path}-wal`)],
  ['left without the index of its log', (path) => fs.rmSync(`${path}-shm`)],
])('under a running service %s: 503 from then on, no write is confirmed and none is made', async (_, change) => {
  await inUse(async (data, path) => {
    const world = await openWorld({ data });
    await world.service.store.exec('pragma wal_checkpoint(truncate)');
    expect((await world.call('GET', '/v1/lists')).status).toBe(200);
    change(path);
    for (const reply of [await create(world, 'Lost'), await world.call('GET', '/v1/lists')]) {
      expect([reply.status, reply.body.message]).toEqual(GONE);
    }
    await world.close();
  });
});

describe.each<['read' | 'write']>([['read'], ['write']])('cut inside a transaction that is a %s', (way) => {
  test.each([0, 0.25, 0.5, 0.9])('to %d of its size: it fails, and so does whatever comes after', async (part) => {
    await inUse(async (data, path) => {
      const world = await openWorld({ data });
      const { store } = world.service;
      await store.exec('pragma wal_checkpoint(truncate)');
      const cut = store[way](async (tx) => {
        if (way === 'write') await tx.run("update contacts set created_at = created_at || ''");
        await tx.all('select * from lists');
        fs.truncateSync(path, Math.floor(fs.statSync(path).size * part));
        return await tx.all('select * from contacts');
      });
      // What a read had in memory already is as good as before.
      const outcome = await cut.then(
        () => 'done',
        (error) => error,
      );
      if (way === 'write' || outcome !== 'done') expect(outcome).toBeInstanceOf(StoreDamaged);
      for (const reply of [await create(world, 'Lost'), await world.call('GET', '/v1/lists')])
        expect([reply.status, reply.body.message]).toEqual(GONE);
      await world.close();
      await expect(openWorld({ data })).rejects.toThrow(StoreDamaged);
    });
  });
});

test('bad pages are found when they are read: 503, not 500', async () => {
  await inUse(async (data, path) => {
    overwrite(path, 4096 * 3, fs.statSync(path).size - 4096 * 4);
    const world = await openWorld({ data }).catch((error: unknown) => error);
    if (world instanceof StoreDamaged) return;
    if (world instanceof Error) throw world;
    const reply = await (world as World).call('GET', '/v1/contacts');
    expect([reply.status, reply.body.message]).toEqual(GONE);
    await (world as World).close();
  });
});

test('one bit of the schema flipped, 40 places: refused, 503, or as before, but never a bug', {
  timeout: 30_000,
}, async () => {
  await inUse(async (data, path) => {
    const whole = fs.readFileSync(path);
    const at = (text: string): number => whole.indexOf(text);
    const begins = ['CREATE TABLE contacts', 'CREATE TABLE lists', 'CREATE TABLE jobs', 'CREATE TABLE settings'].map(
      at,
    );
    const outcomes = new Map<string, number>();
    for (let nth = 0; nth < 40; nth += 1) {
      const bytes = Buffer.from(whole);
      const place = Number(begins[nth % begins.length]) + 7 + ((nth * 37) % 300);
      bytes[place] = (bytes[place] ?? 0) ^ (1 << (nth % 7));
      fs.writeFileSync(path, bytes);
      const outcome = await outcomeOf(data);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    expect([...outcomes.keys()].sort()).toEqual(['503', 'as before', 'refused']);
  });
});

async function outcomeOf(data: string): Promise<string> {
  const world = await openWorld({ data }).catch((error: unknown) => error);
  if (world instanceof StoreDamaged || world instanceof StoreRefused) return 'refused';
  if (world instanceof Error) throw world;
  const { call, bugs, close } = world as World;
  const statuses = [
    (await call('GET', '/v1/contacts')).status,
    (await call('POST', '/v1/lists', { body: { name: 'New' } })).status,
    (await call('POST', '/v1/contacts', { body: { firstName: 'Ada', lastName: 'X', emails: [] } })).status,
    (await call('GET', '/v1/lists')).status,
  ];
  await close();
  expect(bugs).toEqual([]);
  return statuses.includes(503) ? '503' : 'as before';
}
