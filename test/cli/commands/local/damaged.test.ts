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
const BACKUP = 'reach-20261121T090000000Z.db';

beforeAll(async () => {
  expect(await run('contacts create -f firstName=Ada -f lastName=X')).toMatchObject({ code: 0, stderr: '' });
  const connection = openConnection(local('reach.db'), Number(process.versions.node.split('.')[0]));
  connection.exec('pragma wal_checkpoint(truncate)');
  connection.close();
  expect((await run('local backup -o id')).stdout).toBe(`${local(`backups/${BACKUP}`)}\n`);
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
  ['missing', (path) => rmSync(path), 'is missing'],
  ['no database', (path) => writeFileSync(path, 'no database '.repeat(900)), 'is damaged or is not a database'],
];

test.each(WAYS)(
  '%s: exit 7 names the file, the backup and the command that goes back to it',
  async (_, change, what) => {
    damage(change);
    for (const line of ['contacts list', 'local status', 'local backup']) {
      const ran = await run(line);
      expect([line, ran.code, ran.stdout, ran.stderr]).toEqual([
        ...[line, 7, ''],
        `error: ${local('reach.db')} ${what}\n  hint: reach local restore --latest goes back to the backup of ` +
          `2026-11-21T09:00:00.000Z (${local(`backups/${BACKUP}`)}); reach local check tells what is wrong\n`,
      ]);
    }
  },
);

test('check: a table of findings and exit 1; none and exit 0 for a sound store', async () => {
  const sound = await run('local check --json');
  expect([sound.code, sound.stdout, sound.stderr]).toEqual([0, '[]\n', `${local('reach.db')}: no damage found\n`]);
  damage((path) => writeFileSync(path, 'no database '.repeat(900)));
  const ran = await run('local check');
  expect([ran.code, ran.stdout]).toEqual([1, `file\t${local('reach.db')}\tfile is not a database\n`]);
  damage((path) => rmSync(path));
  expect(await run('local check --json')).toMatchObject({ code: 1, stdout: expect.stringContaining('"file"') });
});

test('check: bad pages of a store that opens', async () => {
  damage((path) => {
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 4096 * 60, 4096 * 90);
    writeFileSync(path, bytes);
  });
  const ran = await run('local check --json');
  expect(ran.code).toBe(1);
  const checks: { check: string }[] = JSON.parse(ran.stdout);
  expect(new Set(checks.map(({ check }) => check))).toContain('file');
});

test('restore --latest: lists, asks, and goes back; the damaged store is moved aside', async () => {
  damage((path) => truncateSync(path, 5000));
  const asked = await run('local restore --latest');
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining(`→ ${local(`backups/${BACKUP}`)}, of 2026-`)]);
  expect(asked.stderr).toMatch(/: 1 contacts|: \d+ contacts, \d+ companies, \d+ lists, \d+ campaigns\n/);
  expect((await run('local restore --latest --dry-run')).code).toBe(0);
  expect(readFileSync(local('reach.db'))).toHaveLength(5000);

  const done = await run('local restore --latest --yes --json');
  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('the store that could not be opened is now ')]);
  expect((await run('contacts search Ada -o id')).stdout).not.toBe('');
  expect(await run('local check')).toMatchObject({ code: 0 });
  const names = readdirSync(local()).filter((name) => name.startsWith('reach.db'));
  const aside = names.filter((name) => /^reach\.db\.damaged-[0-9a-f]{12}$/.test(name));
  expect(aside.map((name) => readFileSync(local(name)).length)).toEqual([5000]);
  expect(names.filter((name) => !/^reach\.db(-wal|-shm)?$/.test(name))).toEqual(aside);
});

test('restore --latest: the newest that is not damaged; a sound store is replaced as well', async () => {
  cpSync(local(`backups/${BACKUP}`), local('backups/reach-20261122T090000000Z.db'));
  truncateSync(local('backups/reach-20261122T090000000Z.db'), 9000);
  await run('contacts create -f firstName=Later -f lastName=X');
  const ran = await run('local restore --latest --yes');
  expect([ran.code, ran.stderr]).toEqual([
    0,
    expect.stringContaining('T090000000Z.db, of 2026-11-22T09:00:00.000Z: damaged'),
  ]);
  expect(ran.stdout).toContain(BACKUP);
  expect((await run('contacts search Later -o id')).stdout).toBe('');
});

test('what cannot be restored changes nothing', async () => {
  damage((path) => truncateSync(path));
  writeFileSync(join(reach.home, 'other.db'), 'no database '.repeat(900));
  const before = readdirSync(local()).sort();
  const refused = [
    'local restore',
    'local restore other.db --latest',
    'local restore other.db --yes',
    'local restore none.db --yes',
  ];
  expect(await Promise.all(refused.map(async (line) => [line, (await run(line)).code]))).toEqual([
    ['local restore', 2],
    ['local restore other.db --latest', 2],
    ['local restore other.db --yes', 3],
    ['local restore none.db --yes', 5],
  ]);
  writeFileSync(local('serve.lock'), JSON.stringify({ pid: 77, url: null, start: 'start of 77', pidSpace: 'test' }));
  rmSync(local('backups'), { recursive: true });
  expect(await run('local restore --latest --yes')).toMatchObject({ code: 5 });
  expect((await run('contacts list')).stderr).toContain(
    'hint: there is no backup: reach local restore FILE takes a snapshot',
  );
  expect(readdirSync(local()).sort()).toEqual([...before.filter((name) => name !== 'backups'), 'serve.lock'].sort());
});

test('a folder that is served is exit 6', async () => {
  damage((path) => truncateSync(path));
  const holder = { pid: process.ppid, url: null, start: `start of ${process.ppid}`, pidSpace: 'test' };
  writeFileSync(local('serve.lock'), JSON.stringify(holder));
  const alive = (pid: number) => pid === process.ppid;
  const ran = await reach.run('local restore --latest --yes', {
    openLocal: (io, folder, note) => openLocal({ ...io, alive }, folder, note),
  });
  expect([ran.code, ran.stderr]).toEqual([
    6,
    expect.stringContaining(`is served by process ${process.ppid}: stop it first`),
  ]);
});

test('--data: the store of another folder; none is made where there is none', async () => {
  cpSync(local(), join(reach.home, 'team'), { recursive: true });
  expect(await run('local check --data team')).toMatchObject({ code: 0 });
  truncateSync(join(reach.home, 'team', 'reach.db'));
  expect(await run('local restore --latest --data team --yes')).toMatchObject({ code: 0 });
  expect(await run('local check --data nowhere')).toMatchObject({ code: 5 });
  expect(existsSync(join(reach.home, 'nowhere'))).toBe(false);
});
