// What only PostgreSQL has: several servers on one store. Its schema is held against SQLite's.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { sleep } from '../../../src/contract/timers.ts';
import { makeTables } from '../../../src/service/db/migrations.ts';
import { openPool } from '../../../src/service/db/postgres/driver.ts';
import { jobNewsOf } from '../../../src/service/db/postgres/servers.ts';
import { quoted, tablesOf } from '../../../src/service/db/schema.ts';
import { openConnection } from '../../../src/service/db/sqlite.ts';
import { folderForTest } from '../../folder.ts';
import { databaseForEachTest, worldForTest } from '../../opened.ts';
import { isPostgres } from '../engine.ts';
import type { openWorld, World } from '../world.ts';

const NODE_MAJOR = Number(process.versions.node.split('.')[0]);

interface Shape {
  readonly columns: readonly string[];
  readonly indexes: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

const KINDS = new Map([
  ['INTEGER', 'bigint'],
  ['REAL', 'double precision'],
  ['TEXT', 'text'],
]);

/** Tables by name: columns with kind and obligation; keys and indexes by their columns. */
function sqliteShapes(): Map<string, Shape> {
  const connection = openConnection(':memory:', NODE_MAJOR);
  makeTables(connection);
  const shapes = new Map<string, Shape>();
  for (const table of tablesOf(connection).tables) {
    const info = connection.all('select name, type, "notnull" as needed, pk from pragma_table_xinfo(?)', [
      table,
    ]) as Row[];
    const columns = info.map(({ name, type, needed, pk }) =>
      [name, KINDS.get(String(type)), needed === 1 || pk !== 0 ? 'not null' : ''].join(' '),
    );
    const key = info.filter(({ pk }) => pk !== 0).sort((a, b) => Number(a['pk']) - Number(b['pk']));
    const lists = connection.all('select name, "unique" as alone, origin from pragma_index_list(?)', [table]) as Row[];
    const indexes = lists
      .filter(({ origin }) => origin !== 'pk')
      .map(({ name, alone }) => {
        const of = connection.all(
          `select name from pragma_index_info(${quoted(String(name)).replaceAll('"', "'")})`,
          [],
        ) as Row[];
        return `${alone === 1 ? 'unique ' : ''}${of.map((column) => column['name']).join(', ')}`;
      });
    indexes.push(`unique ${key.map(({ name }) => name).join(', ')}`);
    shapes.set(table, { columns, indexes: indexes.sort() });
  }
  connection.close();
  return shapes;
}

async function postgresShapes(url: string): Promise<Map<string, Shape>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const columns = await client.query(
    `select table_name as table, column_name as name, data_type as kind, is_nullable as free
     from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
  );
  const indexes = await client.query(
    `select c.relname as table, i.indisunique as alone,
       (select string_agg(a.attname, ', ' order by k.at) from unnest(i.indkey::int[]) with ordinality as k (number, at)
          join pg_attribute as a on a.attrelid = c.oid and a.attnum = k.number where k.at <= i.indnkeyatts) as columns
     from pg_index as i join pg_class as c on c.oid = i.indrelid join pg_namespace as n on n.oid = c.relnamespace
     where n.nspname = 'public'`,
  );
  await client.end();
  const shapes = new Map<string, { columns: string[]; indexes: string[] }>();
  const shapeOf = (table: string) => {
    const shape = shapes.get(table) ?? { columns: [], indexes: [] };
    shapes.set(table, shape);
    return shape;
  };
  for (const { table, name, kind, free } of columns.rows)
    shapeOf(table).columns.push([name, kind, free === 'NO' ? 'not null' : ''].join(' '));
  // Every index of SQLite ends in the row's id.
  for (const { table, alone, columns: of } of indexes.rows)
    shapeOf(table).indexes.push(
      `${alone ? 'unique ' : ''}${of.replace(/^(workspace_id(?:, \w+, suppressed)?), id$/, '$1')}`,
    );
  return new Map([...shapes].map(([table, shape]) => [table, { ...shape, indexes: shape.indexes.sort() }]));
}

describe.runIf(isPostgres)('on PostgreSQL', () => {
  const database = databaseForEachTest();

  /** Servers with a pool each; the first makes the store. */
  async function servers(count: number, options: Parameters<typeof openWorld>[0] = {}): Promise<World[]> {
    const worlds: World[] = [];
    for (let n = 0; n < count; n += 1) worlds.push(await database.open(options));
    return worlds;
  }

  test('tables, columns, keys and indexes are those of SQLite', async () => {
    const [sqlite, postgres] = [sqliteShapes(), await postgresShapes(database.url)];
    expect(sqlite.size).toBeGreaterThan(50);
    // Each engine keeps its own account of migrations.
    postgres.delete('migrations');
    for (const [table, shape] of sqlite) expect({ table, ...postgres.get(table) }).toEqual({ table, ...shape });
    const beside = [...postgres.keys()].filter((table) => !sqlite.has(table)).sort();
    expect(beside).toEqual([
      ...[
        ...'companies_fts companies_text contacts_fts contacts_text messages_fts messages_text'.split(' '),
        ...'requests secrets servers'.split(' '),
      ],
    ]);
  });

  test('they share the admin key, the admin token and the log of requests', async () => {
    const [first, second] = await servers(2);
    expect(await second?.service.adminToken()).toBe(await first?.service.adminToken());
    expect(second?.key).toBe(first?.key);
    await first?.call('GET', '/v1/lists');
    await first?.control('GET', '/_local/log');
    const log = await second?.control('GET', '/_local/log');
    expect(log.requests.map(({ path }: { path: string }) => path)).toContain('/v1/lists');
  });

  test('a search for letters that only this process knows finds nothing', async () => {
    const [world] = await servers(1);
    const found = await world?.call('POST', '/v1/contacts/search', { body: { search: '\u{13460}' } });
    expect([found?.status, found?.body.data.total]).toEqual([200, 0]);
  });

  test('a statement of a heavy row that takes too long is stopped: 408, and nothing continues', async () => {
    const [world] = await servers(1);
    const { store } = world?.service ?? {};
    const slow = store?.read((tx) => tx.one('select 1 as one from pg_sleep(30)'), 50);
    await expect(slow).rejects.toMatchObject({ name: 'StoreTimeout', limitMs: 50 });
    const left = await store?.read((tx) =>
      tx.one(
        "select count(*) as n from pg_stat_activity where query like '%pg_sleep(30)%' and pid <> pg_backend_pid() and state = 'active'",
      ),
    );
    expect(left).toEqual({ n: 0 });
  });

  test('its statements share the time, and one that would begin after it does not', async () => {
    const [world] = await servers(1);
    const { store } = world?.service ?? {};
    const nap = 'select 1 as one from pg_sleep(0.4)';
    let done = 0;
    const naps = store?.read(async (tx) => {
      for (; done < 4; done += 1) await tx.one(nap);
    }, 1_000);
    await expect(naps).rejects.toMatchObject({ name: 'StoreTimeout', limitMs: 1_000 });
    expect(done).toBeLessThan(3);
    const late = store?.read(async (tx) => {
      await sleep(30);
      await tx.one('select 1 as one');
    }, 20);
    await expect(late).rejects.toMatchObject({ name: 'StoreTimeout', limitMs: 20 });
  });

  test('who is alive, the time of the database, and news of jobs', async () => {
    const [first, second] = await servers(2);
    const [one, two] = [first?.service.servers, second?.service.servers];
    if (!one || !two) throw new Error('no servers');
    const self = { version: '1', workers: 1, isAnswering: true };
    const ignore = () => {};
    await one.join({ ...self, url: 'http://one' }, ignore);
    await two.join({ ...self, url: null, isAnswering: false }, ignore);
    expect(await two.list()).toMatchObject([{ url: 'http://one' }, { url: null, isAnswering: false, workers: 1 }]);
    // The test's clock stands at its epoch, the database's runs.
    expect(Math.abs(one.aheadMs() - two.aheadMs())).toBeLessThan(60_000);
    await first?.service.store.write(async (tx) => {
      // The locks are taken by the time the first statement has an answer.
      await tx.one('select 1 as one');
      expect(await two.locks()).toMatchObject([
        { workspaceId: 1, server: one.connectionName.slice(6), isWaiting: false },
      ]);
    }, 1);
    const pool = await openPool(database.url, {});
    const { listen } = await jobNewsOf(pool.pool, Date.now);
    const received = new Promise<void>((woken) => {
      const listening = listen(() => void listening.close().then(woken), sleep);
    });
    let isReceived = false;
    void received.then(() => {
      isReceived = true;
    });
    while (!isReceived) {
      await one.announceJobs();
      await sleep(5);
    }
    await pool.pool.end();
    await one.leave();
    expect(await two.list()).toHaveLength(1);
    await two.leave();
  });

  test('the sample goes from SQLite to PostgreSQL and back by snapshots: the same rows with the same ids', async () => {
    const folder = folderForTest();
    const [world] = await servers(1);
    const sqlite = await worldForTest({ data: folder, database: undefined, empty: false });
    const paths = ['a', 'b'].map((name) => join(folder, `${name}.snapshot`));
    await sqlite.control('POST', '/_local/snapshot', { path: paths[0] });
    await world?.control('POST', '/_local/restore', { path: paths[0] });
    await world?.control('POST', '/_local/snapshot', { path: paths[1] });
    expect(contentsOf(paths[1] ?? '')).toEqual(contentsOf(paths[0] ?? ''));
    const made = await world?.call('POST', '/v1/lists', { body: { name: 'Next' } });
    const twin = await sqlite.call('POST', '/v1/lists', { body: { name: 'Next' } });
    expect(made?.body.data.id).toBe(twin.body.data.id);
  });
});

/** A fingerprint of the rows of each table, whatever their order; not of the mark that a restored store gets. */
function contentsOf(path: string): Record<string, string> {
  const connection = openConnection(path, NODE_MAJOR);
  const entries = tablesOf(connection).tables.map((table) => {
    const rows = connection
      .all(`select * from ${quoted(table)}`, [])
      .map((row) => JSON.stringify(Object.values(row ?? {})))
      .filter((row) => !row.startsWith('["store.restored",'));
    return [table, `${rows.length} ${createHash('sha256').update(rows.sort().join('\n')).digest('hex').slice(0, 12)}`];
  });
  connection.close();
  return Object.fromEntries(entries);
}
