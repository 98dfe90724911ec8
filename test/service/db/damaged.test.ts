// A store that is damaged, emptied or gone: recognised, named, and never answered for.

import { readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StoreDamaged } from '../../../src/service/core/store.ts';
import { openWorld, type World, withFolder } from '../world.ts';

const create = (world: World, name: string) => world.call('POST', '/v1/lists', { body: { name } });
const GONE = [503, 'The store is damaged or gone: its operator has to restore a backup'];

/** A store that was in use, closed; `change` spoils its file. */
async function spoiled(change: (path: string) => void, work: (data: string, path: string) => Promise<void>) {
  await withFolder(async (data) => {
    const world = await openWorld({ data, empty: false });
    await world.service.store.exec('pragma wal_checkpoint(truncate)');
    await world.close();
    const path = join(data, 'reach.db');
    change(path);
    await work(data, path);
  });
}

const overwrite = (path: string, from: number, length: number): void => {
  const bytes = readFileSync(path);
  bytes.fill(0x5a, from, from + length);
  writeFileSync(path, bytes);
};

test.each<[string, (path: string) => void, string]>([
  ['empty', (path) => truncateSync(path, 0), 'is empty'],
  ['cut to half its header', (path) => truncateSync(path, 60), 'is damaged or is not a database'],
  ['with another header', (path) => overwrite(path, 0, 40), 'is damaged or is not a database'],
  ['with a spoiled schema', (path) => overwrite(path, 100, 4000), 'is damaged or is not a database'],
])('%s: not opened, not replaced by a new one, and the way back is named', async (_, change, what) => {
  await spoiled(change, async (data, path) => {
    const before = readFileSync(path);
    const error = await openWorld({ data }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StoreDamaged);
    expect(String(error)).toContain(
      `${path} ${what}: move it away, then restore a snapshot with reach local restore FILE`,
    );
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

test('a store deleted on purpose, its folder kept, is made anew', async () => {
  await spoiled(
    (path) => rmSync(path),
    async (data) => {
      const world = await openWorld({ data });
      expect((await create(world, 'New')).status).toBe(200);
      await world.close();
    },
  );
});

test.each<[string, (path: string) => void]>([
  ['deleted', (path) => rmSync(path)],
  ['renamed', (path) => renameSync(path, `${path}.away`)],
  [
    'replaced',
    (path) => {
      renameSync(path, `${path}.away`);
      writeFileSync(path, readFileSync(`${path}.away`));
    },
  ],
  ['cut', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
])('under a running service %s: 503 from then on, no write is confirmed and none is made', async (_, change) => {
  await withFolder(async (data) => {
    const world = await openWorld({ data, empty: false });
    const path = join(data, 'reach.db');
    await world.service.store.exec('pragma wal_checkpoint(truncate)');
    expect((await world.call('GET', '/v1/lists')).status).toBe(200);
    change(path);
    for (const reply of [await create(world, 'Lost'), await world.call('GET', '/v1/lists')]) {
      expect([reply.status, reply.body.message]).toEqual(GONE);
    }
    await world.close();
  });
});

test('bad pages are found when they are read: 503, not 500', async () => {
  await spoiled(
    (path) => overwrite(path, 4096 * 3, statSync(path).size - 4096 * 4),
    async (data) => {
      const world = await openWorld({ data }).catch((error: unknown) => error);
      if (world instanceof StoreDamaged) return;
      if (world instanceof Error) throw world;
      const reply = await (world as World).call('GET', '/v1/contacts');
      expect([reply.status, reply.body.message]).toEqual(GONE);
      await (world as World).close();
    },
  );
});
