// Writes the store to a file, restores it from one, or empties it, each in one transaction. Other processes may have the
// store open: its file is never replaced, only its contents.

import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { SnapshotExists, type StoreConnection, StoreRefused } from '../core/store.ts';
import { isTaken, makePrivateFile, putNew } from './files.ts';
import { applyPending, assertOurs, pragma } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { isNoDatabase } from './sqlite.ts';

/**
 * Writes the whole store to `path`, or no file at all. `unique` distinguishes unfinished files. Returns the size in bytes.
 * Throws SnapshotExists, and file system errors.
 */
export function writeSnapshot(connection: StoreConnection, path: string, unique: string): number {
  if (statSync(path, { throwIfNoEntry: false })) throw new SnapshotExists(path);
  const unfinished = `${path}.${unique}`;
  try {
    makePrivateFile(unfinished);
    connection.run('vacuum into ?', [unfinished]);
    const file = openSync(unfinished, 'r+');
    fsyncSync(file);
    closeSync(file);
    putNew(unfinished, path);
    return statSync(path).size;
  } catch (error) {
    if (isTaken(error)) throw new SnapshotExists(path);
    throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/**
 * Replaces everything with the contents of the snapshot, migrated to this version. `finish` runs in the same transaction.
 * Throws StoreRefused, before anything is changed, for a file that is not an intact store of a known version.
 */
export async function restoreSnapshot(
  connection: StoreConnection,
  path: string,
  finish: () => Promise<void>,
): Promise<void> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new StoreRefused(`${path} does not exist`, true);
  attach(connection, path);
  try {
    assertIntact(connection, path);
    await replacing(connection, async () => {
      copyFromSnapshot(connection);
      applyPending(connection, MIGRATIONS);
      await finish();
    });
  } finally {
    connection.exec('detach database snapshot');
  }
}

/** Empties the store to a fresh one of this version. `finish` runs in the same transaction. */
export async function emptyStore(connection: StoreConnection, finish: () => Promise<void>): Promise<void> {
  await replacing(connection, async () => {
    connection.exec('pragma user_version = 0; pragma application_id = 0');
    applyPending(connection, MIGRATIONS);
    await finish();
  });
}

/** Foreign keys are off in the meantime, so that tables can be dropped in any order; they are checked before the commit. */
async function replacing(connection: StoreConnection, fill: () => Promise<void>): Promise<void> {
  connection.exec('pragma foreign_keys = off');
  try {
    connection.exec('begin immediate');
    try {
      dropEverything(connection);
      await fill();
      if (connection.all('pragma main.foreign_key_check', []).length > 0) {
        throw new StoreRefused('the snapshot refers to records it does not contain');
      }
      connection.exec('commit');
    } catch (error) {
      connection.exec('rollback');
      throw error;
    }
  } finally {
    connection.exec('pragma foreign_keys = on');
  }
}

function attach(connection: StoreConnection, path: string): void {
  try {
    connection.run('attach database ? as snapshot', [path]);
  } catch (error) {
    throw isNoDatabase(error) ? new StoreRefused(`${path} is not a reach snapshot`) : error;
  }
}

function assertIntact(connection: StoreConnection, path: string): void {
  try {
    assertOurs(connection, path, MIGRATIONS.length, 'snapshot');
    const [verdict] = connection.all('pragma snapshot.quick_check(1)', []);
    if (JSON.stringify(verdict).includes('"ok"')) return;
  } catch (error) {
    if (!isNoDatabase(error)) throw error;
  }
  throw new StoreRefused(`${path} is damaged`);
}

interface TableRow {
  readonly name: string;
  readonly type: string;
}

interface SchemaRow {
  readonly name: string;
  readonly type: string;
  readonly sql: string;
}

/** Tables of a schema without SQLite's own; `shadow` ones are created and dropped with their virtual table. */
function tablesOf(connection: StoreConnection, schema: string): TableRow[] {
  const rows = connection.all('select name, type from pragma_table_list where schema = ?', [schema]);
  return rows.map(tableRow).filter(({ name, type }) => type !== 'shadow' && !name.startsWith('sqlite_'));
}

function tableRow(row: unknown): TableRow {
  const values = Object.values(row ?? {});
  return { name: String(values[0]), type: String(values[1]) };
}

function dropEverything(connection: StoreConnection): void {
  const byKind = (kind: string): TableRow[] => tablesOf(connection, 'main').filter(({ type }) => type === kind);
  for (const { name } of byKind('view')) connection.exec(`drop view ${quoted(name)}`);
  for (const { name } of byKind('virtual')) connection.exec(`drop table ${quoted(name)}`);
  for (const { name } of byKind('table')) connection.exec(`drop table ${quoted(name)}`);
}

/** Tables, their rows, then indexes and triggers: filling indexed tables row by row takes several times as long. */
function copyFromSnapshot(connection: StoreConnection): void {
  const entries = schemaOf(connection);
  const tables = tablesOf(connection, 'snapshot');
  for (const { name } of tables.filter(({ type }) => type !== 'view')) {
    const table = entries.find((entry) => entry.type === 'table' && entry.name === name);
    if (table) connection.exec(table.sql);
  }
  for (const kind of ['table', 'virtual']) {
    for (const { name } of tables.filter(({ type }) => type === kind)) copyRows(connection, name, kind);
  }
  for (const { sql } of entries.filter(({ type }) => type !== 'table')) connection.exec(sql);
  connection.exec('delete from main.sqlite_sequence');
  connection.exec('insert into main.sqlite_sequence select * from snapshot.sqlite_sequence');
  connection.exec(`pragma user_version = ${pragma(connection, 'user_version', 'snapshot')}`);
}

function schemaOf(connection: StoreConnection): SchemaRow[] {
  const sql = "select name, type, sql from snapshot.sqlite_master where sql is not null and name not like 'sqlite_%'";
  return connection.all(sql, []).map((row) => {
    const [name, type, text] = Object.values(row ?? {});
    return { name: String(name), type: String(type), sql: String(text) };
  });
}

/** Generated columns are not copied; rows of a virtual table keep their number. */
function copyRows(connection: StoreConnection, name: string, kind: string): void {
  const info = connection.all('select name from pragma_table_xinfo(?, ?) where hidden = 0', [name, 'snapshot']);
  const columns = info.map((row) => quoted(String(Object.values(row ?? {})[0])));
  const all = (kind === 'virtual' ? ['rowid', ...columns] : columns).join(', ');
  connection.exec(`insert into main.${quoted(name)} (${all}) select ${all} from snapshot.${quoted(name)}`);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
