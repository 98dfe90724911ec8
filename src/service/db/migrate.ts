import { quietly, type StoreConnection, StoreRefused } from '../core/store.ts';
import { MIGRATIONS, type Migration } from './migrations.ts';
import { NEW_STORE } from './new-store.ts';
import { APPLICATION_ID, pragma } from './schema-version.ts';
import type { FillProgress } from './text-index.ts';

/** Something is said whenever as many rows have been indexed. */
const SAID_ROWS = 100_000;

/**
 * Migrates the store to this version, each migration in its own transaction; an empty one gets its schema in one step. Safe
 * when several processes start at once: the one that waited finds the work done. Throws StoreRefused for a newer store or
 * another program's database.
 */
export function migrate(
  connection: StoreConnection,
  path: string,
  migrations: readonly Migration[] = MIGRATIONS,
  onMigrating: (text: string) => void = () => {},
): void {
  const onProgress: FillProgress = (table, rows) => {
    if (rows % SAID_ROWS === 0) onMigrating(`new search index: ${rows.toLocaleString('en-US')} ${table}`);
  };
  assertOurs(connection, path, migrations.length);
  while (pragma(connection, 'user_version') < migrations.length) {
    connection.exec('begin immediate');
    try {
      assertOurs(connection, path, migrations.length);
      applyNext(connection, migrations, onProgress);
      connection.exec('commit');
    } catch (error) {
      quietly(() => connection.exec('rollback'));
      throw error;
    }
  }
}

/** Applies all missing migrations within the open transaction. */
export function applyPending(connection: StoreConnection, migrations: readonly Migration[]): void {
  while (pragma(connection, 'user_version') < migrations.length) applyNext(connection, migrations);
}

/** The same without the shortcut for an empty store: the shortcut is made by it. */
export function applyEach(connection: StoreConnection, migrations: readonly Migration[]): void {
  for (let at = pragma(connection, 'user_version'); at < migrations.length; at += 1)
    applyOne(connection, migrations, at);
}

function applyNext(connection: StoreConnection, migrations: readonly Migration[], onProgress?: FillProgress): void {
  const version = pragma(connection, 'user_version');
  // Most of a migration's time goes into altering tables that have no rows yet.
  if (version === 0 && isWhole(migrations)) makeNew(connection);
  else applyOne(connection, migrations, version, onProgress);
}

const isWhole = (migrations: readonly Migration[]): boolean =>
  migrations.length === MIGRATIONS.length && migrations.every((one, at) => one === MIGRATIONS[at]);

function makeNew(connection: StoreConnection): void {
  connection.exec(`pragma application_id = ${APPLICATION_ID}; ${NEW_STORE}
    pragma user_version = ${MIGRATIONS.length}`);
}

function applyOne(
  connection: StoreConnection,
  migrations: readonly Migration[],
  version: number,
  onProgress?: FillProgress,
): void {
  const next = migrations[version];
  if (!next) return;
  if (version === 0) {
    connection.exec(`pragma application_id = ${APPLICATION_ID};
      create table migrations (name text primary key) strict, without rowid`);
  }
  connection.exec(next.sql);
  next.fill?.(connection, onProgress);
  connection.run('insert into migrations (name) values (?)', [next.name]);
  connection.exec(`pragma user_version = ${version + 1}`);
}

/** `schema` names an attached database. */
export function assertOurs(connection: StoreConnection, path: string, known: number, schema = 'main'): void {
  const version = pragma(connection, 'user_version', schema);
  const application = pragma(connection, 'application_id', schema);
  const [tables] = connection.all(`select count(*) as n from ${schema}.sqlite_master`, []);
  const isEmpty = application === 0 && version === 0 && Object.values(tables ?? {})[0] === 0;
  if (isEmpty && schema === 'main') return;
  if (application !== APPLICATION_ID) throw new StoreRefused(`${path} is a database, but not a reach store`);
  if (version > known) {
    throw new StoreRefused(
      `${path} was written by a newer version of reach (store version ${version}, this one knows ${known}): ` +
        'update reach, or name another data folder',
    );
  }
}
