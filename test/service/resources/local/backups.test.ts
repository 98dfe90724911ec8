// Backups of a store: when one is due, that three are kept, that a damaged store replaces none; and what a check finds.

import { readdirSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupsOf, isBackupDue } from '../../../../src/service/db/backup-files.ts';
import { writeBackup } from '../../../../src/service/db/backups.ts';
import { openReadOnly } from '../../../../src/service/db/sqlite.ts';
import { keepBackups } from '../../../../src/service/keep-backups.ts';
import { EPOCH, openWorld, type World, withFolder } from '../../world.ts';

const NODE_MAJOR = Number(process.versions.node.split('.')[0]);
const HOUR = 3_600_000;

const names = (data: string) => readdirSync(join(data, 'backups')).sort();

async function withWorld(work: (world: World, data: string) => Promise<void>): Promise<void> {
  await withFolder(async (data) => {
    const world = await openWorld({ data });
    try {
      await work(world, data);
    } finally {
      await world.close();
    }
  });
}

test('the newest three are kept, private, each a store of its time', async () => {
  await withWorld(async (world, data) => {
    for (const name of ['A', 'B', 'C', 'D', 'E']) {
      await world.call('POST', '/v1/lists', { body: { name } });
      world.clock.advance(HOUR);
      const made = await world.control('POST', '/_local/backup');
      expect([made.at, made.bytes]).toEqual([new Date(world.clock.now()).toISOString(), statSync(made.path).size]);
    }
    expect(names(data)).toEqual([
      'reach-20261121T120000000Z.db',
      'reach-20261121T130000000Z.db',
      'reach-20261121T140000000Z.db',
    ]);
    const folder = join(data, 'backups');
    expect(
      [folder, ...names(data).map((name) => join(folder, name))].map((path) => statSync(path).mode & 0o777),
    ).toEqual([0o700, 0o600, 0o600, 0o600]);
    const { backups } = await world.control('GET', '/_local/backups');
    expect(backups.map(({ at, counts }: { at: string; counts: unknown }) => [at, counts])).toEqual([
      ['2026-11-21T14:00:00.000Z', { contacts: 0, companies: 0, lists: 5, campaigns: 0 }],
      ['2026-11-21T13:00:00.000Z', { contacts: 0, companies: 0, lists: 4, campaigns: 0 }],
      ['2026-11-21T12:00:00.000Z', { contacts: 0, companies: 0, lists: 3, campaigns: 0 }],
    ]);
    await world.control('POST', '/_local/restore', { path: backups[2].path });
    expect((await world.call('GET', '/v1/lists')).body.data.total).toBe(3);
  });
});

test('what a killed process left is deleted after an hour; other files stay', async () => {
  await withWorld(async (world, data) => {
    await world.control('POST', '/_local/backup');
    const [kept = ''] = names(data);
    for (const name of [`${kept}.0a1b2c`, `${kept}.0a1b2d`, 'mine.db']) writeFileSync(join(data, 'backups', name), '');
    utimesSync(join(data, 'backups', `${kept}.0a1b2c`), EPOCH / 1000, EPOCH / 1000);
    const now = Date.now();
    writeBackup(join(data, 'reach.db'), NODE_MAJOR, now, 'ff');
    expect(names(data)).toEqual(expect.arrayContaining([kept, `${kept}.0a1b2d`, 'mine.db']));
    expect(names(data)).toHaveLength(4);
  });
});

test('a store that is damaged or empty replaces no backup, and leaves nothing unfinished', async () => {
  await withWorld(async (world, data) => {
    const path = join(data, 'reach.db');
    for (let nth = 0; nth < 3; nth += 1) {
      world.clock.advance(HOUR);
      await world.control('POST', '/_local/backup');
    }
    const before = names(data);
    await world.service.store.exec('pragma wal_checkpoint(truncate)');
    for (const size of [Math.floor(statSync(path).size / 2), 60, 0]) {
      truncateSync(path, size);
      expect(() => writeBackup(path, NODE_MAJOR, EPOCH + 9 * HOUR, 'ff')).toThrow(/reach\.db is (damaged|empty)/);
      expect(names(data)).toEqual(before);
    }
  });
});

test('a service that keeps nothing has none', async () => {
  const world = await openWorld();
  expect(await world.control('GET', '/_local/backups')).toEqual({ backups: [] });
  await expect(world.control('POST', '/_local/backup')).rejects.toThrow('A service that keeps nothing has no backups');
  await world.close();
});

test('one is due when the store has changed since the last, and that is long enough ago', async () => {
  await withFolder(async (data) => {
    const path = join(data, 'reach.db');
    const at = (name: string, ms: number) => utimesSync(join(data, name), ms / 1000, ms / 1000);
    const due = (now: number) => isBackupDue(path, now, HOUR);
    expect(due(EPOCH)).toBe(false);
    for (const name of ['admin.key', 'reach.db', 'reach.db-wal']) writeFileSync(join(data, name), '');
    at('admin.key', EPOCH);
    at('reach.db', EPOCH + 1000);
    at('reach.db-wal', EPOCH + 1000);
    expect([due(EPOCH + HOUR - 1), due(EPOCH + HOUR)]).toEqual([false, true]);
    expect(backupsOf(path)).toEqual([]);
  });
  await withWorld(async (_, data) => {
    const path = join(data, 'reach.db');
    const now = Date.now() + 60_000;
    writeBackup(path, NODE_MAJOR, now, 'ff');
    expect(isBackupDue(path, now + 2 * HOUR, HOUR)).toBe(false);
    utimesSync(path, now / 1000 + 1, now / 1000 + 1);
    expect([isBackupDue(path, now + HOUR - 1, HOUR), isBackupDue(path, now + HOUR, HOUR)]).toEqual([false, true]);
  });
});

test('a server looks every minute; one that fails is reported, and tried again', async () => {
  const input: string[] = [];
  let looks = 0;
  const ended = new AbortController();
  const kept = keepBackups({
    everyMs: HOUR,
    isDue: () => looks !== 2,
    sleep: async (ms, signal) => {
      looks += 1;
      input.push(`waits ${ms}`);
      if (looks < 5) return;
      ended.abort();
      await new Promise((_, reject) => signal?.addEventListener('abort', reject));
    },
    backup: async () => {
      input.push('backup');
      if (looks === 1) throw new Error('no room');
      return { path: '', at: 0, bytes: 0 };
    },
    onFailure: (error) => input.push(String(error)),
  });
  await new Promise((done) => ended.signal.addEventListener('abort', done));
  await kept.close();
  expect(input).toEqual([
    'waits 60000',
    ...['backup', 'Error: no room', 'waits 60000'],
    'waits 60000',
    ...['backup', 'waits 60000', 'backup', 'waits 60000'],
  ]);
});

const DAMAGE: readonly (readonly [what: string, sql: string, found: readonly unknown[]])[] = [
  ['nothing', 'select 1', []],
  [
    'jobs without their record, of no known kind, with no payload',
    `insert into jobs (id, workspace_id, kind, due_at, payload) values
       (901, 1, 'campaign-run', 0, '{"campaignId":77}'), (902, 1, 'workflow.run', 0, 'x'), (903, 1, 'lost', 0, '{}')`,
    [
      ['job', 'job 902', 'has a payload that cannot be read'],
      ['job', 'lost', '1 waiting, of a kind that nothing performs'],
      ['job', 'job 901', 'campaign-run works on row 77 of campaigns, which is not there'],
    ],
  ],
  [
    'a record that refers to none',
    "pragma foreign_keys = off; insert into jobs (id, workspace_id, kind, due_at, payload) values (901, 99, 'signal', 0, '{}')",
    [['reference', 'jobs', 'row 901 refers to a row of workspaces that is not there']],
  ],
  [
    'an index that is gone',
    'drop index jobs_by_due',
    [['schema', 'jobs_by_due', 'is missing, or is not as it was made']],
  ],
  ['a table of another', 'create table planted (x)', [['schema', 'planted', 'is not part of a store of this version']]],
];

test.each(DAMAGE)('check finds: %s', async (_, sql, found) => {
  await withWorld(async (world, data) => {
    await world.service.store.exec(sql);
    const { path, findings } = await world.control('GET', '/_local/check');
    expect(path).toBe(join(data, 'reach.db'));
    expect(findings.map(({ check, where, message }: Record<string, string>) => [check, where, message])).toEqual(found);
    openReadOnly(path, NODE_MAJOR).close();
  });
});
