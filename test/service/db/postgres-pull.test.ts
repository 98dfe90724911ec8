// What a user keeps in files is the same on both engines: a snapshot carries it from one to the other, and back.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesOf, lockOf } from '../../cli/commands/outreach/folder.ts';
import { openReach, type Reach } from '../../cli/world.ts';
import { folderForTest } from '../../folder.ts';
import { freeTestDatabase, isPostgres, testDatabase } from '../engine.ts';

async function pulled(reach: Reach): Promise<unknown> {
  expect((await reach.run('pull outreach')).code).toBe(0);
  const ids = await reach.run('contacts list --all -o ndjson --fields id,firstName,lastName,companyId');
  return [filesOf(reach), lockOf(reach), ids.stdout];
}

describe.runIf(isPostgres)('the sample, moved by snapshots', () => {
  test('from SQLite to PostgreSQL and back: the same bytes of a pull, the same ids', async () => {
    const folder = folderForTest();
    const database = await testDatabase(undefined);
    const [first, second] = [join(folder, 'first.snapshot'), join(folder, 'second.snapshot')];
    const from = await openReach({ database: undefined, empty: false });
    const shared = await openReach({ database });
    const back = await openReach({ database: undefined });
    await from.world.control('POST', '/_local/snapshot', { path: first });
    const before = await pulled(from);
    await shared.world.control('POST', '/_local/restore', { path: first });
    expect(await pulled(shared)).toEqual(before);
    await shared.world.control('POST', '/_local/snapshot', { path: second });
    await back.world.control('POST', '/_local/restore', { path: second });
    expect(await pulled(back)).toEqual(before);
    for (const reach of [from, shared, back]) await reach.close();
    await freeTestDatabase(database);
  });
});
