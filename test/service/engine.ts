// Which engine the stores of the tests are on: SQLite, or in vitest's project postgres databases of a server whose address is
// in REACH_TEST_POSTGRES.

import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { FIRST_TONE_ID, POSTGRES_MIGRATIONS } from '../../src/service/db/postgres/schema.ts';
import { openPostgres } from '../../src/service/db/postgres/store.ts';

const SERVER = process.env['REACH_TEST_POSTGRES'];

export const isPostgres = SERVER !== undefined && process.env['REACH_TEST_ENGINE'] === 'postgres';

/** Another one for every schema. */
const TEMPLATE = `reach_test_${createHash('sha256').update(JSON.stringify(POSTGRES_MIGRATIONS)).digest('hex').slice(0, 8)}`;
/** Of advisory locks: one process makes the template. */
const TEMPLATE_LOCK = 15;

function urlOf(database: string): string {
  const url = new URL(SERVER ?? '');
  url.pathname = `/${database}`;
  return String(url);
}

let made = 0;
let admin: Promise<Client> | undefined;
const databases = new Map<string, string>();

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: urlOf('postgres') });
  await client.connect();
  await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`);
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [TEMPLATE]);
  if (rowCount === 0) {
    await client.query(`create database ${TEMPLATE}_unfinished template template0 encoding 'UTF8' locale 'C.UTF-8'`);
    const { store } = await openPostgres(urlOf(`${TEMPLATE}_unfinished`), Number(process.versions.node.split('.')[0]), {
      now: Date.now,
    });
    await store.close();
    await client.query(`alter database ${TEMPLATE}_unfinished rename to ${TEMPLATE}`);
  }
  await client.query(`select pg_advisory_unlock(${TEMPLATE_LOCK})`);
  return client;
}

/** Deletes the rows of a database, wherever there are any, and starts its ids over. */
const EMPTIED = `
do $$ declare name text; found bool; begin
  set local session_replication_role = replica;
  for name in select quote_ident(tablename) from pg_tables where schemaname = 'public' and tablename <> 'migrations' loop
    execute 'select exists (select 1 from ' || name || ')' into found;
    if found then execute 'delete from ' || name; end if;
  end loop;
  for name in select quote_ident(sequencename) from pg_sequences where schemaname = 'public' and last_value is not null loop
    execute 'alter sequence ' || name || ' restart';
  end loop;
end $$`;

const free: string[] = [];

/** A database of its own; the same for the same folder. */
export async function testDatabase(data: string | undefined): Promise<{ url: string }> {
  const known = data === undefined || data === ':memory:' ? undefined : databases.get(data);
  const name = known ?? free.pop() ?? (await newDatabase());
  if (data !== undefined && data !== ':memory:') databases.set(data, name);
  return { url: urlOf(name) };
}

async function newDatabase(): Promise<string> {
  admin ??= connected();
  const client = await admin;
  made += 1;
  const name = `reach_test_${process.pid}_${made}`;
  await client.query(`create database ${name} template ${TEMPLATE}`);
  return name;
}

/** Empties what no one will open again, for the next. */
export async function freeTestDatabase({ url }: { url: string }): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  if ([...databases.values()].includes(name)) return;
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(EMPTIED);
  await client.query(FIRST_TONE_ID);
  await client.end();
  free.push(name);
}
