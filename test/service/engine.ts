// Which engine the stores of the tests are on: SQLite, or in vitest's project postgres databases of a server whose address is
// in REACH_TEST_POSTGRES.

import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { MIGRATIONS } from '../../src/service/db/migrations.ts';
import { FIRST_TONE_ID, openPostgres } from '../../src/service/db/postgres/store.ts';
import { keepConnections } from './kept-connections.ts';

const SERVER = process.env['REACH_TEST_POSTGRES'];

export const isPostgres = SERVER !== undefined && process.env['REACH_TEST_ENGINE'] === 'postgres';

/** Another one for every schema. */
const TEMPLATE = `reach_test_${createHash('sha256').update(JSON.stringify(MIGRATIONS)).digest('hex').slice(0, 8)}`;
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
const EMPTY = `
do $make$ declare steps text; begin
  select string_agg(step, ' ') into steps from (
    select format('if exists (select from %1$I) then delete from %1$I; end if;', tablename) as step
      from pg_tables where schemaname = 'public' and tablename <> 'migrations'
    union all
    select format('if (select is_called or last_value <> %s from %I) then perform setval(%L, %1$s, false); end if;',
        start_value, sequencename, sequencename)
      from pg_sequences where schemaname = 'public' and sequencename <> 'ai_tones_id_seq'
  ) as each;
  execute format('create function pg_temp.empty() returns void language plpgsql as %L',
    'begin set local session_replication_role = replica; ' || steps ||
    ' if (select is_called from ai_tones_id_seq) then ${FIRST_TONE_ID} end if; end');
end $make$`;

const free: string[] = [];

type Fill = (database: { readonly url: string }) => Promise<void>;

/** A database of its own; the same for the same folder. With `fill`, it begins with what that puts into one. */
export async function testDatabase(data: string | undefined, fill?: Fill): Promise<{ url: string }> {
  const known = data === undefined || data === ':memory:' ? undefined : databases.get(data);
  const name = known ?? (fill ? await copyOfFilled(fill) : (free.pop() ?? (await newDatabase())));
  if (data !== undefined && data !== ':memory:') databases.set(data, name);
  if (!copies.has(name)) keepConnections(urlOf(name));
  return { url: urlOf(name) };
}

async function newDatabase(template = TEMPLATE): Promise<string> {
  admin ??= connected();
  const client = await admin;
  made += 1;
  const name = `reach_test_${process.pid}_${made}`;
  await client.query(`create database ${name} template ${template} strategy file_copy`);
  return name;
}

let filled: Promise<string> | undefined;
const copies = new Set<string>();

/** Filled once for all: to copy it takes a tenth of the time. */
async function copyOfFilled(fill: Fill): Promise<string> {
  filled ??= newDatabase().then(async (name) => {
    await fill({ url: urlOf(name) });
    return name;
  });
  const name = await newDatabase(await filled);
  copies.add(name);
  return name;
}

/** Connections that empty databases: what one has planned, it need not plan again. */
const cleaners = new Map<string, Promise<Client>>();

async function cleanerOf(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // A test that restarts the server cuts it: the next one is another.
  client.on('error', () => cleaners.delete(url));
  await client.connect();
  await client.query(EMPTY);
  return client;
}

/** Empties what no one will open again, for the next. */
export async function freeTestDatabase({ url }: { url: string }): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  if ([...databases.values()].includes(name)) return;
  if (copies.delete(name)) return void (await (await admin)?.query(`drop database ${name} with (force)`));
  const cleaner = cleaners.get(url) ?? cleanerOf(url);
  cleaners.set(url, cleaner);
  await (await cleaner).query('select pg_temp.empty()');
  free.push(name);
}

/** For a program that ends by itself: open connections would keep it. */
export async function closeTestDatabases(): Promise<void> {
  for (const client of [admin, ...cleaners.values()]) await (await client)?.end();
}
