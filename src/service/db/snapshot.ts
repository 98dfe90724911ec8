// Writes the store to a file, or empties it, in one transaction. Other processes may have the store open: its file is never
// replaced, only its contents.

import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { isBusy, isDiskFailure, quietly, SnapshotExists, type StoreConnection, StoreRefused } from '../core/store.ts';
import { isTaken, makePrivateFile, putNew } from './files.ts';
import { fillText } from './fulltext.ts';
import { applyAfter, assertOurs, makeTables } from './migrations.ts';
import { quoted, schemaOf, tablesOf } from './schema.ts';
import { APPLICATION_ID, FIRST_VERSION, pragma } from './schema-version.ts';
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
    quietly(() => rmSync(unfinished, { force: true }));
  }
}

/** Empties the store to a fresh one of this version. `finish` runs in the same transaction. */
export async function emptyStore(connection: StoreConnection, finish: () => Promise<void>): Promise<void> {
  await replacing(connection, async () => {
    makeTables(connection);
    await finish();
  });
}

/**
 * Runs `fill` on a store without tables, in one transaction. Foreign keys are off in the meantime, so that tables can be
 * dropped in any order; they are checked before the commit.
 */
async function replacing(connection: StoreConnection, fill: () => Promise<void>): Promise<void> {
  connection.exec('pragma foreign_keys = off');
  try {
    connection.exec('begin immediate');
    try {
      dropEverything(connection);
      connection.exec('pragma user_version = 0; pragma application_id = 0; delete from sqlite_sequence');
      await fill();
      if (connection.all('pragma main.foreign_key_check', []).length > 0) {
        throw new StoreRefused('the snapshot refers to records it does not contain');
      }
      connection.exec('commit');
    } catch (error) {
      quietly(() => connection.exec('rollback'));
      throw error;
    }
  } finally {
    quietly(() => connection.exec('pragma foreign_keys = on'));
  }
}

/** Virtual tables take their shadow tables with them. */
function dropEverything(connection: StoreConnection): void {
  const { views, virtual, tables } = tablesOf(connection);
  for (const name of views) connection.exec(`drop view ${quoted(name)}`);
  for (const name of [...virtual, ...tables]) connection.exec(`drop table ${quoted(name)}`);
}

// Takes a store back from a snapshot. The file may come from anywhere: only rows are read from it, into tables made here.

/**
 * Replaces everything with the rows of the snapshot, migrated to this version. `finish` runs in the same transaction.
 * Throws StoreRefused for a file that is not an intact store of a known version; then nothing has changed.
 */
export async function restoreSnapshot(connection: StoreConnection, path: string, finish: () => Promise<void>) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new StoreRefused(`${path} does not exist`, true);
  if (!found.isFile()) throw new StoreRefused(`${path} is not a regular file`);
  attach(connection, path);
  try {
    const version = assertIntact(connection, path);
    await replacing(connection, async () => {
      makeTables(connection, version);
      copyRows(connection, path);
      applyAfter(connection, version);
      await finish();
    });
  } finally {
    connection.exec('detach database snapshot');
  }
}

function attach(connection: StoreConnection, path: string): void {
  try {
    connection.run('attach database ? as snapshot', [path]);
  } catch (error) {
    if (isNoDatabase(error)) throw new StoreRefused(`${path} is not a reach snapshot`);
    // Of a file that is there, SQLite says so where it cannot read the whole schema.
    const isUnread = error instanceof Error && error.message.startsWith('unable to open database');
    throw isUnread ? new StoreRefused(`${path} is damaged, or cannot be read`) : error;
  }
}

/** Of its schema, from the release to the last change: tables and columns were only added meanwhile. */
const VERSIONS_OF_0_2 = [12, FIRST_VERSION - 1] as const;
const ADDED_SINCE: ReadonlySet<string> = new Set([
  ...['delivery_windows', 'signed_deliveries', 'page_sessions'],
  'workflow_run_times',
]);

/** Returns the version of the schema whose tables take the rows of the snapshot. */
function assertIntact(connection: StoreConnection, path: string): number {
  const [oldest, newest] = VERSIONS_OF_0_2;
  try {
    const version = pragma(connection, 'user_version', 'snapshot');
    const isOurs = pragma(connection, 'application_id', 'snapshot') === APPLICATION_ID;
    if (isOurs && version >= oldest && version <= newest) {
      assertTables(connection, path);
      return FIRST_VERSION;
    }
    assertOurs(connection, path, 'snapshot');
    assertSameSchema(connection, path, version);
    const [verdict] = connection.all('pragma snapshot.quick_check(1)', []);
    if (JSON.stringify(verdict).includes('"ok"')) return version;
  } catch (error) {
    if (!isNoDatabase(error)) throw error;
  }
  throw new StoreRefused(`${path} is damaged`);
}

/** Of version 0.2, whose schema is not known here: what is read are tables, none of whose columns is computed. */
function assertTables(connection: StoreConnection, path: string): void {
  const fresh = connection.openInMemory();
  try {
    makeTables(fresh, FIRST_VERSION);
    const found = connection.all(
      "select name from snapshot.sqlite_master where type = 'table' and rootpage > 0 and tbl_name = name",
      [],
    );
    const tables = new Set(found.map((row) => String(Object.values(row ?? {})[0])));
    const missing = tablesOf(fresh).tables.find((name) => !tables.has(name) && !ADDED_SINCE.has(name));
    if (missing !== undefined) throw new StoreRefused(`${path} is not a complete reach snapshot`);
    const computed = [...tables].find((name) => columnsOf(connection, 'snapshot', name, 'hidden <> 0').length > 0);
    if (computed !== undefined)
      throw new StoreRefused(`${path} is not a snapshot written by reach: ${computed} is not part of a store`);
  } finally {
    fresh.close();
  }
}

/** Checked before anything else is read: constraints, views and virtual tables of someone else could run while reading. */
function assertSameSchema(connection: StoreConnection, path: string, version: number): void {
  const { foreign, isIncomplete } = schemaDifference(connection, 'snapshot', version);
  if (foreign !== undefined) {
    const name = JSON.stringify(foreign.slice(0, 100));
    throw new StoreRefused(`${path} is not a snapshot written by reach: ${name} is not part of a store`);
  }
  if (isIncomplete || version === 0) throw new StoreRefused(`${path} is not a complete reach snapshot`);
}

/** Compares a schema with that of the version: the first entry that it should not have, and whether it lacks any. */
function schemaDifference(connection: StoreConnection, schema: string, version: number) {
  const fresh = connection.openInMemory();
  try {
    makeTables(fresh, version);
    // Shadow tables differ between versions of SQLite; no row of them is read.
    const shadow = new Set(tablesOf(fresh).shadow);
    const expected = new Set(schemaOf(fresh, 'main', shadow).map(({ text }) => text));
    const foreign = schemaOf(connection, schema, shadow).find(({ text }) => !expected.delete(text));
    return { foreign: foreign?.name, isIncomplete: expected.size > 0 };
  } finally {
    fresh.close();
  }
}

/** An error of SQLite that means nothing by itself: in a store whose schema was changed, its file is damaged. */
export function isSchemaLost(connection: StoreConnection, error: Error): boolean {
  // These two say something of what was sent; a check or a column that may not be null never should.
  const isOfContent = /^(UNIQUE|FOREIGN KEY) constraint failed/.test(error.message);
  if (isOfContent || isBusy(error) || isDiskFailure(error)) return false;
  try {
    const { foreign, isIncomplete } = schemaDifference(connection, 'main', pragma(connection, 'user_version'));
    return foreign !== undefined || isIncomplete;
  } catch {
    return true;
  }
}

/** Indexes are made afterwards, by our own text: filling indexed tables row by row takes several times as long. */
function copyRows(connection: StoreConnection, path: string): void {
  const indexes = connection
    .all("select name, sql from main.sqlite_master where type = 'index' and sql is not null", [])
    .map((row) => Object.values(row ?? {}).map(String));
  for (const [name = ''] of indexes) connection.exec(`drop index ${quoted(name)}`);
  const { tables } = tablesOf(connection);
  try {
    for (const table of tables) copyTable(connection, table);
    for (const [, sql = ''] of indexes) connection.exec(sql);
    fillText(connection);
    copySequences(connection);
  } catch (error) {
    if (isRowRefused(error)) throw new StoreRefused(`${path} contains rows that are not valid: ${error.message}`);
    throw error;
  }
}

/** Generated columns are not copied, and none that one side lacks. */
function copyTable(connection: StoreConnection, table: string): void {
  const input = new Set(columnsOf(connection, 'snapshot', table, 'hidden = 0'));
  if (input.size === 0) return;
  const columns = columnsOf(connection, 'main', table, 'hidden = 0')
    .filter((name) => input.has(name))
    .map(quoted)
    .join(', ');
  connection.exec(`delete from main.${quoted(table)};
    insert into main.${quoted(table)} (${columns}) select ${columns} from snapshot.${quoted(table)}`);
}

function columnsOf(connection: StoreConnection, schema: string, table: string, which: string): string[] {
  return connection
    .all(`select name from pragma_table_xinfo(?, ?) where ${which}`, [table, schema])
    .map((row) => String(Object.values(row ?? {})[0]));
}

/** Ids go on where they were, and always after the highest of the rows. */
function copySequences(connection: StoreConnection): void {
  const usable = `typeof(seq) <> 'text' and seq = cast(seq as integer) and seq <= ${Number.MAX_SAFE_INTEGER}`;
  connection.exec(`
    insert into main.sqlite_sequence (name, seq)
      select name, cast(max(seq) as integer) from snapshot.sqlite_sequence
      where ${usable} and name in (select name from main.sqlite_master) group by name;
    delete from main.sqlite_sequence as ours
      where exists (select 1 from main.sqlite_sequence where name = ours.name and (seq, -rowid) > (ours.seq, -ours.rowid))`);
}

function isRowRefused(error: unknown): error is Error {
  return error instanceof Error && /constraint failed|cannot store/i.test(error.message);
}
