// Brings a database to the schema of this version. Servers of two neighbouring versions may be at work on one database while
// they are updated one after the other, where the newer one only adds to the schema.

import type { PoolClient } from 'pg';
import { StoreRefused } from '../../core/store.ts';
import { ALIVE_MS, aliveIn } from './alive.ts';
import type { NamedPool } from './driver.ts';
import { connectProblem } from './errors.ts';
import { LOCKS, WHOLE_STORE } from './locks.ts';
import { POSTGRES_MIGRATIONS, type PostgresMigration } from './schema.ts';

/** Whoever migrates a large database takes a while; the others wait. */
const BEGIN = `begin; set local lock_timeout = 600000; select pg_advisory_xact_lock(${LOCKS}, ${WHOLE_STORE})`;

type Migrations = readonly PostgresMigration[];

/**
 * All that is missing in one transaction; of several servers that start at once, one migrates and the others wait. Where
 * nothing is missing, no server is disturbed: the lock would have to wait for all work in progress, and would hold up all that
 * comes after it. Throws StoreRefused for what is no store, for a schema that this version cannot work with, and for one that
 * may not be changed under the servers that are at work.
 */
export async function migrate(
  { pool, where }: NamedPool,
  migrations: Migrations = POSTGRES_MIGRATIONS,
  onMigrating: (text: string) => void = () => {},
): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw connectProblem(error, where);
  });
  try {
    await assertSuitable(client, where);
    if ((await missingIn(client, where, migrations)).length === 0) return;
    await client.query(BEGIN);
    try {
      const missing = await missingIn(client, where, migrations);
      if (!mayRunBeside(missing) && missing.length < migrations.length)
        await assertNoServerAtWork(client, where, missing);
      if (missing.length > 0 && missing.length < migrations.length)
        onMigrating(
          `the ${where} is brought to this version (${namesOf(missing)}), which takes minutes if it is large`,
        );
      for (const migration of missing) await apply(client, migration);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  } finally {
    client.release();
  }
}

async function apply(client: PoolClient, { name, sql, isAdditive = false }: PostgresMigration): Promise<void> {
  await client.query(sql);
  // The first one makes the table.
  await client.query('alter table migrations add column if not exists is_additive bigint not null default 0');
  await client.query('insert into migrations (name, is_additive) values ($1, $2)', [name, isAdditive ? 1 : 0]);
}

/** Whether servers without these migrations and servers with them may be at work on one database. */
function mayRunBeside(migrations: readonly { readonly isAdditive?: boolean }[]): boolean {
  return migrations.length === 0 || (migrations.length === 1 && migrations[0]?.isAdditive === true);
}

async function assertNoServerAtWork(client: PoolClient, where: string, missing: Migrations): Promise<void> {
  const servers = await aliveIn(client);
  if (servers.length === 0) return;
  const listed = servers.map(({ url, version }) => `${url ?? 'one without an address'} (version ${version})`);
  throw new StoreRefused(
    `this version has to change the schema of the ${where} (${namesOf(missing)}), and servers of an older one that are at work ` +
      `there could not go on: ${listed.join(', ')}. Stop them, then start this one again; one that was killed counts for ` +
      `${ALIVE_MS / 1_000} seconds`,
  );
}

function namesOf(migrations: readonly { readonly name: string }[]): string {
  return migrations.map(({ name }) => name).join(', ');
}

/** Older ones lack what the schema uses. */
const OLDEST_VERSION = 15;

/** Words are told apart by Unicode, and names of all languages are kept: no other encoding can. */
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

/** Throws StoreRefused as `migrate` does. */
async function missingIn(client: PoolClient, where: string, migrations: Migrations): Promise<Migrations> {
  const done = await migrationsOf(client);
  if (done === null && (await hasTables(client))) {
    throw new StoreRefused(
      'the database has tables, but is not a reach store: name an empty database, or another schema',
    );
  }
  const refused = refusalOf(done ?? [], where, migrations);
  if (refused) throw refused;
  return migrations.filter(({ name }) => !done?.some((one) => one.name === name));
}

/** Why this version cannot work with the schema as it is now; null if it can. */
export async function refusalIn({ pool, where }: NamedPool): Promise<StoreRefused | null> {
  return refusalOf((await migrationsOf(pool)) ?? [], where, POSTGRES_MIGRATIONS);
}

function refusalOf(done: readonly DoneMigration[], where: string, migrations: Migrations): StoreRefused | null {
  const newer = done.filter(({ name }) => !migrations.some((one) => one.name === name));
  if (mayRunBeside(newer)) return null;
  return new StoreRefused(
    `the ${where} was written by a newer version of reach (it has ${namesOf(newer)}), with which servers of this version ` +
      'cannot work: update reach, or name another database',
  );
}

interface DoneMigration {
  readonly name: string;
  readonly isAdditive: boolean;
}

async function migrationsOf(client: Pick<PoolClient, 'query'>): Promise<DoneMigration[] | null> {
  const there = await client.query("select to_regclass('migrations') is not null as yes");
  if (there.rows[0]?.yes !== 1) return null;
  // The column came later than the table.
  const { rows } = await client.query<{ name: string; additive: number | null }>(
    "select name, (to_jsonb(one) ->> 'is_additive')::bigint as additive from migrations as one order by name",
  );
  return rows.map(({ name, additive }) => ({ name, isAdditive: additive === 1 }));
}

async function hasTables(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query(
    'select count(*) as n from information_schema.tables where table_schema = current_schema',
  );
  return Number(rows[0]?.n) > 0;
}
