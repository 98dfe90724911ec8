// Every change of the schema, in order, for both engines. One is never changed once released: a change is a new one at the end.

import { largest, smallest } from '../../contract/extremes.ts';
import type { TextTable } from '../core/sql.ts';
import { quietly, type StoreConnection, StoreOutdated, StoreRefused } from '../core/store.ts';
import { fillText } from './fulltext.ts';
import { POSTGRES_COUNTS, POSTGRES_SCHEMA } from './postgres/schema.ts';
import { APPLICATION_ID, pragma } from './schema-version.ts';
import counts from './sqlite/counts.sql';
import sqlite from './sqlite/schema.sql';

export interface Migration {
  /** Number and subject, `0031_subject`. PostgreSQL's table of migrations has the name, SQLite's `user_version` the number. */
  readonly name: string;
  readonly sqlite: string;
  readonly postgres: string;
  /**
   * Servers of the version before can go on beside those that have it: it only adds tables, indexes, and columns that may be
   * empty or have a default; and whatever the older servers write in the meantime is right for the newer ones.
   */
  readonly isAdditive?: boolean;
  /** Tables whose text changes: SQLite's index of it is filled again. */
  readonly texts?: readonly TextTable[];
}

/** Where the rules of keys change: the service makes those of the records that are there again, before the first request. */
const OUTDATED_KEYS = `insert into settings (name, value) select 'keys.outdated', 'true'
  where exists (select 1 from contacts) or exists (select 1 from companies) on conflict (name) do nothing`;

/** A message is found by whom it was sent to as well. Older ones get the name that their contact has now. */
const MESSAGE_RECIPIENTS = `update messages set contact_name = (
    select nullif(trim(concat_ws(' ', c.first_name, c.last_name)), '')
    from threads as t join contacts as c on c.id = t.contact_id where t.id = messages.thread_id)
  where direction = 'OUTBOUND' and contact_name is null;
  drop index messages_by_address;
  drop view messages_text;
  create view messages_text (id, body, workspace) as
    select id, concat_ws(' ', subject, body, contact_name, contact_address), workspace_id from messages;`;

/** One or two letters are looked up, not put together from all words that begin so. PostgreSQL needs none: its index is a tree. */
const SHORT_WORDS = `drop table messages_fts;
  create virtual table messages_fts using fts5 (
    body, content = '', columnsize = 0, tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M* Co'", prefix = '2 3'
  )`;

/** Version 0.2 had those before the first. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0029_schema', sqlite, postgres: POSTGRES_SCHEMA },
  { name: '0030_keys', sqlite: OUTDATED_KEYS, postgres: OUTDATED_KEYS },
  { name: '0031_counts', sqlite: counts, postgres: POSTGRES_COUNTS },
  {
    name: '0032_keys_and_recipients',
    sqlite: `${OUTDATED_KEYS}; ${MESSAGE_RECIPIENTS}`,
    postgres: `${OUTDATED_KEYS}; ${MESSAGE_RECIPIENTS} update messages_fts set words = words_of(m.workspace, m.body)
      from messages_text as m where m.id = messages_fts.id`,
    texts: ['messages'],
  },
  { name: '0033_short_words', sqlite: SHORT_WORDS, postgres: 'select 1', texts: ['messages'] },
];

export interface AppliedMigration {
  readonly number: number;
  readonly isAdditive: boolean;
}

export interface Migratable {
  /** Its name in messages. */
  readonly where: string;
  /** What else can be named in its place: `data folder`, `database`. */
  readonly place: string;
  /** Those that it has; none where it is empty. Throws StoreRefused for what is no store. */
  applied(): Promise<readonly AppliedMigration[]>;
  /** Runs `work` in a transaction, while no one else migrates. */
  alone(work: () => Promise<void>): Promise<void>;
  apply(migration: Migration): Promise<void>;
  /** Throws StoreRefused where servers that lack the migrations are at work. */
  assertNoServerAtWork?(missing: readonly Migration[]): Promise<void>;
}

export interface MigrateOptions {
  readonly migrations?: readonly Migration[] | undefined;
  /** Called when a store that has contents is changed. */
  readonly onMigrating?: ((text: string) => void) | undefined;
}

/** What the store lacks. Throws StoreRefused for a schema that this version cannot work with. */
function missingMigrations(
  applied: readonly AppliedMigration[],
  database: Pick<Migratable, 'where' | 'place'>,
  migrations: readonly Migration[] = MIGRATIONS,
): readonly Migration[] {
  const refused = refusalOf(applied, database, migrations);
  if (refused) throw refused;
  return migrations.filter((one) => applied.every(({ number }) => number !== numberOf(one)));
}

/** Announces the migration of a store that has contents; a new one is made without a word. */
function announce(
  pending: readonly Migration[],
  { where }: Pick<Migratable, 'where'>,
  { migrations = MIGRATIONS, onMigrating = () => {} }: MigrateOptions,
): void {
  if (pending.length === 0 || pending.length === migrations.length) return;
  onMigrating(`${where} is brought to this version (${namesOf(pending)}), which takes minutes if it is large`);
}

/**
 * All that is missing, in one transaction. Of several processes that start at once, one migrates and the others wait; where
 * nothing is missing, no one is disturbed. Throws StoreRefused for what is no store, for a schema that this version cannot work
 * with, and for one that may not be changed under the servers that are at work.
 */
export async function migrate(database: Migratable, options: MigrateOptions = {}): Promise<void> {
  const missing = async () => missingMigrations(await database.applied(), database, options.migrations);
  if ((await missing()).length === 0) return;
  await database.alone(async () => {
    const pending = await missing();
    const hasContents = pending.length < (options.migrations ?? MIGRATIONS).length;
    if (hasContents && !mayRunBeside(pending)) await database.assertNoServerAtWork?.(pending);
    announce(pending, database, options);
    for (const one of pending) await database.apply(one);
  });
}

/** Why this version cannot work with the schema; null if it can. */
export function refusalOf(
  applied: readonly AppliedMigration[],
  { where, place }: Pick<Migratable, 'where' | 'place'>,
  migrations: readonly Migration[] = MIGRATIONS,
): StoreRefused | null {
  const known = new Set(migrations.map(numberOf));
  const first = smallest(known);
  const other = place === 'database' ? ' and another database' : '';
  if (applied.length > 0 && !applied.some(({ number }) => number >= first))
    return new StoreOutdated(
      `${where} was written by reach 0.2 or earlier, whose stores this version does not open: take a snapshot with reach 0.2 ` +
        `(reach local snapshot FILE) and restore it with this version${other} (reach local restore FILE)`,
    );
  const newer = applied.filter(({ number }) => number > first && !known.has(number));
  if (mayRunBeside(newer)) return null;
  return new StoreRefused(
    `${where} was written by a newer version of reach (store version ${largest(newer.map(({ number }) => number))}, ` +
      `this one knows ${largest(known)}): update reach, or name another ${place}`,
  );
}

export const numberOf = ({ name }: Pick<Migration, 'name'>): number => Number(name.slice(0, 4));

export const namesOf = (migrations: readonly Migration[]): string => migrations.map(({ name }) => name).join(', ');

/** Whether servers without these migrations and servers with them may be at work on one database. */
function mayRunBeside(migrations: readonly { readonly isAdditive?: boolean }[]): boolean {
  return migrations.length === 0 || (migrations.length === 1 && migrations[0]?.isAdditive === true);
}

// The migrations of a store on SQLite, whose `user_version` is the number of the last one.

/** Names of migrations have four digits; a file may claim any number. */
const NUMBER_MAX = 9_999;

/**
 * All that is missing, in one transaction, without a pause: another connection of this process that waits for the lock would
 * wait for ever. Throws StoreRefused for a newer or older store, or another program's database.
 */
export function migrateSqlite(connection: StoreConnection, path: string, options: MigrateOptions = {}): void {
  const missing = () => missingMigrations(appliedIn(connection, path), named(path), options.migrations);
  if (missing().length === 0) return;
  connection.exec('begin immediate');
  try {
    const pending = missing();
    announce(pending, named(path), options);
    for (const one of pending) apply(connection, one);
    connection.exec('commit');
  } catch (error) {
    quietly(() => connection.exec('rollback'));
    throw error;
  }
}

/** Makes the tables of an empty database within the open transaction, as the version with this number has them. */
export function makeTables(connection: StoreConnection, number = Number.POSITIVE_INFINITY): void {
  for (const one of MIGRATIONS) if (numberOf(one) <= number) apply(connection, one);
}

/** The migrations after the one with this number, within the open transaction. */
export function applyAfter(connection: StoreConnection, number: number): void {
  for (const one of MIGRATIONS) if (numberOf(one) > number) apply(connection, one);
}

function apply(connection: StoreConnection, migration: Migration): void {
  connection.exec(`pragma application_id = ${APPLICATION_ID}; ${migration.sqlite};
    pragma user_version = ${numberOf(migration)}`);
  if (migration.texts) fillText(connection, migration.texts);
}

/** Throws StoreRefused for a file that this version cannot read; `schema` names the attached database that it is. */
export function assertOurs(connection: StoreConnection, path: string, schema: string): void {
  const refused = refusalOf(appliedIn(connection, path, schema), named(path));
  if (refused) throw refused;
}

const named = (path: string) => ({ where: path, place: 'data folder' });

/** Read in this order: another process may make the store, in one transaction, between any two of the readings. */
function appliedIn(connection: StoreConnection, path: string, schema = 'main'): AppliedMigration[] {
  const before = pragma(connection, 'user_version', schema);
  const [tables] = connection.all(`select count(*) as n from ${schema}.sqlite_master`, []);
  const application = pragma(connection, 'application_id', schema);
  if (application === APPLICATION_ID) {
    const version = pragma(connection, 'user_version', schema);
    return Array.from({ length: Math.min(version, NUMBER_MAX) }, (_, at) => ({ number: at + 1, isAdditive: false }));
  }
  if (application === 0 && before === 0 && Object.values(tables ?? {})[0] === 0 && schema === 'main') return [];
  throw new StoreRefused(`${path} is a database, but not a reach store`);
}
