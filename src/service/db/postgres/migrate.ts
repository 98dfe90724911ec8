// The migrations of a database. Servers of two neighbouring versions may be at work on it while they are updated one after the
// other, where the newer one only adds to the schema.

import type { Pool, PoolClient } from 'pg';
import type { ListedServer } from '../../core/operator.ts';
import { StoreRefused } from '../../core/store.ts';
import {
  type AppliedMigration,
  type Migratable,
  type MigrateOptions,
  type Migration,
  migrate,
  namesOf,
  numberOf,
  refusalOf,
} from '../migrations.ts';
import type { NamedPool } from './driver.ts';
import { connectProblem } from './errors.ts';

/** "rch2". */
export const LOCKS = 0x72636832;
/** Number of the lock that those who work on the whole store take alone, and all others together. Workspaces have their id. */
export const WHOLE_STORE = 0;

/** Whoever migrates a large database takes a while; the others wait, for this and for all work in progress. */
const BEGIN = `begin; set local lock_timeout = 600000; select pg_advisory_xact_lock(${LOCKS}, ${WHOLE_STORE})`;

/** Throws StoreRefused as `migrate` does, and for a database that cannot be used for a store. */
export async function migratePostgres({ pool, where }: NamedPool, options?: MigrateOptions): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw connectProblem(error, where);
  });
  try {
    await assertSuitable(client, where);
    await migrate(migratable(client, where), options);
  } finally {
    client.release();
  }
}

function migratable(client: PoolClient, where: string): Migratable {
  return {
    ...named(where),
    applied: async () => {
      const applied = await appliedIn(client);
      if (applied === null && (await hasTables(client))) {
        throw new StoreRefused(
          'the database has tables, but is not a reach store: name an empty database, or another schema',
        );
      }
      return applied ?? [];
    },
    alone: async (work) => {
      await client.query(BEGIN);
      try {
        await work();
        await client.query('commit');
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw error;
      }
    },
    apply: async ({ name, postgres, isAdditive = false }) => {
      await client.query(postgres);
      await client.query('insert into migrations (name, is_additive) values ($1, $2)', [name, isAdditive ? 1 : 0]);
    },
    assertNoServerAtWork: (missing) => assertNoServerAtWork(client, where, missing),
  };
}

const named = (where: string) => ({ where: `the ${where}`, place: 'database' });

async function assertNoServerAtWork(client: PoolClient, where: string, missing: readonly Migration[]): Promise<void> {
  const servers = await aliveIn(client);
  if (servers.length === 0) return;
  const listed = servers.map(({ url, version }) => `${url ?? 'one without an address'} (version ${version})`);
  throw new StoreRefused(
    `this version has to change the schema of the ${where} (${namesOf(missing)}), and servers of an older one that are at work ` +
      `there could not go on: ${listed.join(', ')}. Stop them, then start this one again; one that was killed counts for ` +
      `${ALIVE_MS / 1_000} seconds`,
  );
}

/** Older ones lack what the schema uses. */
const OLDEST_VERSION = 15;

/** Words are separated by Unicode rules, and names of all languages are kept: no other encoding can. */
const ENCODING = 'UTF8';

async function assertSuitable(client: PoolClient, where: string): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version') as version, current_setting('server_encoding') as encoding",
  );
  const { version, encoding } = rows[0];
  if (Number.parseInt(version, 10) < OLDEST_VERSION)
    throw new StoreRefused(`the ${where} is of PostgreSQL ${version}: reach needs ${OLDEST_VERSION} or newer`);
  if (encoding !== ENCODING)
    throw new StoreRefused(
      `the ${where} keeps text as ${encoding}: createdb --encoding=UTF8 --template=template0 makes one that reach can use`,
    );
}

/** Why this version cannot work with the schema as it is now; null if it can. */
export async function refusalIn({ pool, where }: NamedPool): Promise<StoreRefused | null> {
  return refusalOf((await appliedIn(pool)) ?? [], named(where));
}

/** Null for a database without a table of migrations. */
async function appliedIn(client: Pick<PoolClient, 'query'>): Promise<AppliedMigration[] | null> {
  const there = await client.query("select to_regclass('migrations') is not null as yes");
  if (there.rows[0]?.yes !== 1) return null;
  const { rows } = await client.query<{ name: string; additive: number | null }>(
    "select name, (to_jsonb(one) ->> 'is_additive')::bigint as additive from migrations as one order by name",
  );
  return rows.map(({ name, additive }) => ({ number: numberOf({ name }), isAdditive: additive === 1 }));
}

async function hasTables(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query(
    'select count(*) as n from information_schema.tables where table_schema = current_schema',
  );
  return Number(rows[0]?.n) > 0;
}

/** In milliseconds, as the rest of the service counts. */
export const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** A server renews its row more often than that. */
const ALIVE_MS = 15_000;

/** The oldest first. */
export async function aliveIn(client: Pick<Pool | PoolClient, 'query'>): Promise<ListedServer[]> {
  const { rows } = await client.query<Omit<ListedServer, 'isAnswering'> & { isAnswering: number }>(
    `select id, url, version, workers, is_answering as "isAnswering", started_at as "startedAt", seen_at as "seenAt"
     from servers where seen_at > ${NOW} - ${ALIVE_MS} order by started_at, id`,
  );
  return rows.map((row) => ({ ...row, isAnswering: row.isAnswering === 1 }));
}
