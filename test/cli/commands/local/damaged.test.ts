// A store that cannot be opened, from the command line: what it says, what is wrong with it, and the way back.

import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openLocal } from '../../../../src/local.ts';
import { openConnection } from '../../../../src/service/db/sqlite.ts';
import { reachForAllTests } from '../../../opened.ts';

const reach = reachForAllTests();
const run = (line: string) => reach.run(line, { openLocal });
const local = (name = '') => join(reach.home, 'data', 'local', name);
const SNAPSHOT = 'before.db';

beforeAll(async () => {
  expect(await run('contacts create -f firstName=Ada -f lastName=X')).toMatchObject({ code: 0, stderr: '' });
  const connection = openConnection(local('reach.db'), Number(process.versions.node.split('.')[0]));
  connection.exec('pragma wal_checkpoint(truncate)');
  connection.close();
  expect(await run(`local snapshot ${SNAPSHOT}`)).toMatchObject({ code: 0 });
  cpSync(local(), join(reach.home, 'kept'), { recursive: true });
});
beforeEach(() => {
  rmSync(local(), { recursive: true });
  cpSync(join(reach.home, 'kept'), local(), { recursive: true });
});

/** Its log would mend some of it. */
function damage(change: (path: string) => void): void {
  for (const suffix of ['-wal', '-shm']) rmSync(local(`reach.db${suffix}`), { force: true });
  change(local('reach.db'));
}

const WAYS: readonly (readonly [string, (path: string) => void, string])[] = [
  ['empty', (path) => truncateSync(path), 'is empty'],
  ['no database', (path) => writeFileSync(path, 'no database '.repeat(900)), 'is damaged or is not a database'],
];

test.each(WAYS)(
  '%s: exit 7 names the file and the command that puts a snapshot in its place',
  async (_, change, what) => {
    damage(change);
    for (const line of ['contacts list', 'local status', 'local snapshot other.db']) {
      const ran = await run(line);
      expect([line, ran.code, ran.stdout, ran.stderr]).toEqual([
        ...[line, 7, ''],
        `error: ${local('reach.db')} ${what}\n  hint: reach local restore FILE puts a snapshot in its place; moving it away ` +
          'starts over\n',
      ]);
    }
  },
);

test('restore: asks, and goes back to the snapshot; the damaged store is moved aside', async () => {
  damage((path) => truncateSync(path, 5000));
  expect(await run(`local restore ${SNAPSHOT}`)).toMatchObject({ code: 2 });
  expect((await run(`local restore ${SNAPSHOT} --dry-run`)).code).toBe(0);
  expect(readFileSync(local('reach.db'))).toHaveLength(5000);

  const key = readFileSync(local('admin.key'), 'utf8');
  const done = await run(`local restore ${SNAPSHOT} --yes --json`);
  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('the store that could not be opened is now ')]);
  expect((await run('contacts search Ada -o id')).stdout).not.toBe('');
  expect(readFileSync(local('admin.key'), 'utf8')).toBe(key);
  const names = readdirSync(local()).filter((name) => name.startsWith('reach.db'));
  const aside = names.filter((name) => /^reach\.db\.damaged-\d+$/.test(name));
  expect(aside.map((name) => readFileSync(local(name)).length)).toEqual([5000]);
  expect(names.filter((name) => !/^reach\.db(-wal|-shm)?$/.test(name))).toEqual(aside);
});

test('restore: bad pages of a store that opens', async () => {
  damage((path) => {
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 4096 * 60, 4096 * 90);
    writeFileSync(path, bytes);
  });
  expect(await run(`local restore ${SNAPSHOT} --yes`)).toMatchObject({ code: 0 });
  expect((await run('contacts search Ada -o id')).stdout).not.toBe('');
});

test('restore: a sound store is replaced as well', async () => {
  await run('contacts create -f firstName=Later -f lastName=X');
  expect(await run(`local restore ${SNAPSHOT} --yes`)).toMatchObject({ code: 0 });
  expect((await run('contacts search Later -o id')).stdout).toBe('');
});

test('what cannot be restored changes nothing', async () => {
  damage((path) => truncateSync(path, 5000));
  reach.write('other.db', 'no database '.repeat(900));
  const before = readdirSync(local()).sort();
  const refused = ['local restore', 'local restore other.db --yes', 'local restore none.db --yes'];
  const codes: (readonly [string, number])[] = [];
  for (const line of refused) codes.push([line, (await run(line)).code]);
  expect(codes).toEqual([
    ['local restore', 2],
    ['local restore other.db --yes', 3],
    ['local restore none.db --yes', 5],
  ]);
  expect(readFileSync(local('reach.db'))).toHaveLength(5000);
  expect(readdirSync(local()).sort()).toEqual(before);
});

test('--data: the store of another folder; none is made where there is none', async () => {
  cpSync(local(), join(reach.home, 'team'), { recursive: true });
  truncateSync(join(reach.home, 'team', 'reach.db'));
  expect(await run(`local restore ${SNAPSHOT} --data team --yes`)).toMatchObject({ code: 0 });
  expect(await run(`local restore ${SNAPSHOT} --data nowhere --yes`)).toMatchObject({ code: 5 });
  expect(existsSync(join(reach.home, 'nowhere'))).toBe(false);
});
