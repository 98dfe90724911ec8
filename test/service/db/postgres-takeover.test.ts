// What keeps a server from holding up the others: when it dies, when it starts, and when its work is slow.

import { Client } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { IN_LIST, IN_TEXTS } from '../../../src/service/core/sql.ts';
import { StoreUnreachable } from '../../../src/service/core/store.ts';
import { openPool } from '../../../src/service/db/postgres/driver.ts';
import { analyzeGrown } from '../../../src/service/db/postgres/servers.ts';
import { openPostgres } from '../../../src/service/db/postgres/store.ts';
import type { Performers } from '../../../src/service/jobs/work.ts';
import { databaseForEachTest } from '../../opened.ts';
import { isPostgres } from '../engine.ts';
import { pendingJobs } from '../jobs/pending.ts';
import { note, noted, queue } from '../jobs/performing.ts';
import { EPOCH } from '../world.ts';

describe.runIf(isPostgres)('servers on one database do not wait for each other longer than needed', () => {
  const database = databaseForEachTest();
  const { open } = database;

  test('one that starts does not wait for writes in progress, and holds up none', async () => {
    const first = await open();
    const started = await first.service.store.write(async (tx) => {
      await tx.one('select 1 as one');
      const second = await open();
      return second.call('GET', '/v1/lists');
    }, 1);
    expect(started.status).toBe(200);
  });

  test('one that leaves while it renews its row says nothing of the connections it closes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const lost: unknown[] = [];
      const onLost = (error: unknown) => void lost.push(error);
      const nodeMajor = Number(process.versions.node.split('.')[0]);
      // With one connection, what it asks next comes behind what it asks on leaving.
      const place = await openPostgres(database.url, nodeMajor, { size: 1, now: Date.now, onLost });
      await place.servers.join({ url: 'http://127.0.0.1:1', version: '0', workers: 0, isAnswering: true }, onLost);
      vi.advanceTimersByTime(5_000);
      await place.servers.leave();
      await place.store.close();
      await new Promise(setImmediate);
      expect(lost).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a connection that is lost in the middle of a job is no failure of the job', async () => {
    let isCut = false;
    const cutOnce: Performers = {
      say: async () => ({
        perform: async (_, { tx }) => {
          await note(tx, 'done', 'said');
          if (isCut) return;
          isCut = true;
          await tx.one('select pg_terminate_backend(pg_backend_pid())');
        },
      }),
    };
    const world = await open({ performers: cutOnce });
    await queue(world, { dueAt: EPOCH });
    await expect(world.work()).rejects.toThrow();
    const waiting = await world.service.store.read((tx) => pendingJobs(tx, 'say'));
    expect(waiting.map(({ attempts, dueAt }) => [attempts, dueAt])).toEqual([[0, EPOCH]]);
    expect(await world.work()).toMatchObject({ performed: 1, failed: 0 });
    expect(await noted(world)).toEqual(['said']);
  });

  test('the database looks for clients that are gone while it works for them', async () => {
    const { pool } = await openPool(database.url, {});
    const { rows } = await pool.query("select current_setting('client_connection_check_interval') as setting");
    expect(rows).toEqual([{ setting: '500ms' }]);
    await pool.end();
  });

  test('a transaction that stands still loses its workspace and ends as unreachable; nothing of it is written', async () => {
    const [still, other] = [await open(), await open()];
    let answered: number | undefined;
    const written = still.service.store.write(async (tx) => {
      await tx.run("insert into settings (name, value) values ('half', 'x')");
      answered = (await other.call('POST', '/v1/lists', { body: { name: 'Other' } })).status;
      await tx.run("insert into settings (name, value) values ('whole', 'x')");
    }, 1);
    await expect(written).rejects.toBeInstanceOf(StoreUnreachable);
    expect(answered).toBe(200);
    expect(await still.service.store.read((tx) => tx.all("select name from settings where value = 'x'"))).toEqual([]);
  });

  test('a statement that waits for a lock ends with its process, and does not get the lock', async () => {
    const world = await open();
    const gone = new Client({ connectionString: database.url });
    gone.on('error', () => {});
    await gone.connect();
    await gone.query("set application_name = 'gone'; set client_connection_check_interval = 500");
    const waiting = async () =>
      (
        await world.service.store.read((tx) =>
          tx.one<{ n: number }>("select count(*) as n from pg_stat_activity where application_name = 'gone'"),
        )
      )?.n;
    await world.service.store.write(async (tx) => {
      await tx.one('select 1 as one');
      gone.query('begin; select pg_advisory_xact_lock(1919117362, 1)').catch(() => {});
      // As the end of a process closes it: without a word.
      Object(gone).connection.stream.destroy();
      while ((await waiting()) !== 0);
    }, 1);
    expect((await world.call('POST', '/v1/lists', { body: { name: 'L' } })).status).toBe(200);
  });

  test('a list of values is read once, not once for every row', async () => {
    const world = await open();
    const planOf = (sql: string, ...values: (string | number)[]) =>
      world.service.store.read((tx) => tx.all<Record<string, string>>(`explain ${sql}`, ...values));
    const [ids, names] = [
      await planOf(`select id from contacts where workspace_id = ? and id ${IN_LIST}`, 1, '[1]'),
      await planOf(`select id from lists where workspace_id = ? and name ${IN_TEXTS}`, 1, '["a"]'),
    ].map((lines) => lines.flatMap((line) => Object.values(line)).join('\n'));
    for (const plan of [ids, names]) {
      expect(plan).toContain('InitPlan');
      expect(plan).not.toMatch(/(Filter|Cond):.*_of\(/);
    }
  });

  test('tables that have grown are looked at before the database does so itself', async () => {
    const world = await open();
    const { pool } = await openPool(database.url, {});
    const known = async () => {
      const { rows } = await pool.query("select reltuples as n from pg_class where oid = 'settings'::regclass");
      return Number(rows[0].n);
    };
    await pool.query('vacuum analyze settings');
    const before = await known();
    // Again where the database has looked at the table by itself meanwhile: its pages count as known then, its rows do not.
    for (let from = 0; (await known()) === before; from += 2_000) {
      await world.service.store.exec(
        `insert into settings (name, value) select 'n' || ${from} + n, repeat('x', 100) from generate_series(1, 2000) as n`,
      );
      await analyzeGrown(pool);
    }
    expect(await known()).toBeGreaterThan(before + 1_500);
    // Nothing has grown since.
    const { rows } = await pool.query("select analyze_count as n from pg_stat_user_tables where relname = 'settings'");
    await analyzeGrown(pool);
    const after = await pool.query("select analyze_count as n from pg_stat_user_tables where relname = 'settings'");
    expect(after.rows).toEqual(rows);
    // Its pages are as many when its rows are gone, and come again.
    await pool.query("delete from settings where name like 'n%'");
    await pool.query('analyze settings');
    await world.service.store.exec(
      "insert into settings (name, value) select 'm' || n, '' from generate_series(1, 2000) as n",
    );
    await analyzeGrown(pool);
    expect(await known()).toBeGreaterThan(1_500);
    await pool.end();
  });
});
