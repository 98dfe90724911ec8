// Brings a database to the schema of this version.

import type { PoolClient } from 'pg';
import { StoreRefused } from '../../core/store.ts';
import type { NamedPool } from './driver.ts';
import { connectProblem } from './errors.ts';
import { LOCKS, WHOLE_STORE } from './locks.ts';
import { POSTGRES_MIGRATIONS } from './schema.ts';

/** Whoever migrates a large database takes a while; the others wait. */
const BEGIN = `begin; set local lock_timeout = 600000; select pg_advisory_xact_lock(${LOCKS}, ${WHOLE_STORE})`;

/**
 * All that is missing in one transaction; of several servers that start at once, one migrates and the others wait. Where
 * nothing is missing, nobody is disturbed: the lock would have to wait for all work in progress, and would hold up all that
 * comes after it.
 */
export async function migrate({ pool, where }: NamedPool): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw connectProblem(error, where);
  });
  try {
    await assertVersion(client, where);
    if ((await missingIn(client)).length === 0) return;
    await client.query(BEGIN);
    try {
      for (const { name, sql } of await missingIn(client)) {
        await client.query(sql);
        await client.query('insert into migrations (name) values ($1)', [name]);
      }
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  } finally {
    client.release();
  }
}

/** Older ones lack what the schema uses. */
const OLDEST_VERSION = 15;

async function assertVersion(client: PoolClient, where: string): Promise<void> {
  const { rows } = await client.query("select current_setting('server_version') as version");
  const version = String(rows[0]?.version);
  if (Number.parseInt(version, 10) >= OLDEST_VERSION) return;
  throw new StoreRefused(`the ${where} is of PostgreSQL ${version}: reach needs ${OLDEST_VERSION} or newer`);
}

/** Throws StoreRefused for a database of a newer version, or of something else. */
async function missingIn(client: PoolClient): Promise<typeof POSTGRES_MIGRATIONS> {
  const done = await migrationsOf(client);
  if (done === null && (await hasTables(client))) {
    throw new StoreRefused(
      'the database has tables, but is not a reach store: name an empty database, or another schema',
    );
  }
  const known = POSTGRES_MIGRATIONS.map(({ name }) => name);
  const newer = (done ?? []).find((name) => !known.includes(name));
  if (newer !== undefined) {
    throw new StoreRefused(
      `the database was written by a newer version of reach (it has ${newer}): update reach, or name another database`,
    );
  }
  return POSTGRES_MIGRATIONS.filter(({ name }) => !done?.includes(name));
}

async function migrationsOf(client: PoolClient): Promise<string[] | null> {
  const there = await client.query("select to_regclass('migrations') is not null as yes");
  if (there.rows[0]?.yes !== 1) return null;
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

async function hasTables(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query(
    'select count(*) as n from information_schema.tables where table_schema = current_schema',
  );
  return Number(rows[0]?.n) > 0;
}
