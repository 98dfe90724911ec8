// Takes a store back from a snapshot. The file may come from anywhere: only rows are read from it, into tables made here.

import { statSync } from 'node:fs';
import { type StoreConnection, StoreRefused } from '../core/store.ts';
import { applyPending, assertOurs } from './migrate.ts';
import { countAgain } from './migrations/0020_record_counts.ts';
import { groupAgain } from './migrations/0021_duplicate_groups.ts';
import { MIGRATIONS, type Migration } from './migrations.ts';
import { quoted, schemaOf, tablesOf } from './schema.ts';
import { pragma } from './schema-version.ts';
import { replacing } from './snapshot.ts';
import { isNoDatabase } from './sqlite.ts';
import { fillText, isFilledByUs } from './text-index.ts';

/**
 * Replaces everything with the rows of the snapshot, migrated to this version. `finish` runs in the same transaction.
 * Throws StoreRefused for a file that is not an intact store of a known version; then nothing has changed.
 */
export async function restoreSnapshot(
  connection: StoreConnection,
  path: string,
  finish: () => Promise<void>,
): Promise<void> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new StoreRefused(`${path} does not exist`, true);
  if (!found.isFile()) throw new StoreRefused(`${path} is not a regular file`);
  attach(connection, path);
  try {
    const known = assertIntact(connection, path);
    await replacing(connection, async () => {
      applyPending(connection, known);
      copyRows(connection, path);
      applyPending(connection, MIGRATIONS);
      // Whatever the file says of its own rows.
      countAgain(connection);
      groupAgain(connection);
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
    throw isNoDatabase(error) ? new StoreRefused(`${path} is not a reach snapshot`) : error;
  }
}

/** Returns the migrations the snapshot was written by. */
function assertIntact(connection: StoreConnection, path: string): readonly Migration[] {
  try {
    assertOurs(connection, path, MIGRATIONS.length, 'snapshot');
    const known = MIGRATIONS.slice(0, pragma(connection, 'user_version', 'snapshot'));
    assertSameSchema(connection, path, known);
    const [verdict] = connection.all('pragma snapshot.quick_check(1)', []);
    if (JSON.stringify(verdict).includes('"ok"')) return known;
  } catch (error) {
    if (!isNoDatabase(error)) throw error;
  }
  throw new StoreRefused(`${path} is damaged`);
}

/** Checked before anything else is read: constraints, views and virtual tables of someone else could run while reading. */
function assertSameSchema(connection: StoreConnection, path: string, known: readonly Migration[]): void {
  const fresh = connection.openInMemory();
  try {
    applyPending(fresh, known);
    // Shadow tables differ between versions of SQLite; no row of them is read.
    const shadow = new Set(tablesOf(fresh).shadow);
    const expected = new Set(schemaOf(fresh, 'main', shadow).map(({ text }) => text));
    const found = schemaOf(connection, 'snapshot', shadow);
    const foreign = found.find(({ text }) => !expected.delete(text));
    if (foreign) {
      const name = JSON.stringify(foreign.name.slice(0, 100));
      throw new StoreRefused(`${path} is not a snapshot written by reach: ${name} is not part of a store`);
    }
    if (expected.size > 0 || known.length === 0) throw new StoreRefused(`${path} is not a complete reach snapshot`);
  } finally {
    fresh.close();
  }
}

/** Indexes are made afterwards, by our own text: filling indexed tables row by row takes several times as long. */
function copyRows(connection: StoreConnection, path: string): void {
  const indexes = connection
    .all("select name, sql from main.sqlite_master where type = 'index' and sql is not null", [])
    .map((row) => Object.values(row ?? {}).map(String));
  for (const [name = ''] of indexes) connection.exec(`drop index ${quoted(name)}`);
  const { tables, virtual } = tablesOf(connection);
  try {
    for (const table of tables.filter((name) => name !== 'migrations')) copyTable(connection, table);
    for (const [, sql = ''] of indexes) connection.exec(sql);
    if (virtual.some((index) => isFilledByUs(connection, index))) fillText(connection);
    else
      for (const index of virtual)
        connection.exec(`insert into ${quoted(index)} (${quoted(index)}) values ('rebuild')`);
    copySequences(connection);
  } catch (error) {
    if (isRowRefused(error)) throw new StoreRefused(`${path} contains rows that are not valid: ${error.message}`);
    throw error;
  }
}

/** Generated columns are not copied. */
function copyTable(connection: StoreConnection, table: string): void {
  const columns = connection
    .all("select name from pragma_table_xinfo(?, 'main') where hidden = 0", [table])
    .map((row) => quoted(String(Object.values(row ?? {})[0])))
    .join(', ');
  connection.exec(`delete from main.${quoted(table)};
    insert into main.${quoted(table)} (${columns}) select ${columns} from snapshot.${quoted(table)}`);
}

/** Ids go on where they were, and always after the highest of the rows. */
function copySequences(connection: StoreConnection): void {
  const usable = `typeof(seq) = 'integer' and seq <= ${Number.MAX_SAFE_INTEGER}`;
  connection.exec(`
    insert into main.sqlite_sequence (name, seq)
      select name, max(seq) from snapshot.sqlite_sequence
      where ${usable} and name in (select name from main.sqlite_master) group by name;
    delete from main.sqlite_sequence as ours
      where exists (select 1 from main.sqlite_sequence where name = ours.name and (seq, -rowid) > (ours.seq, -ours.rowid))`);
}

function isRowRefused(error: unknown): error is Error {
  return error instanceof Error && /constraint failed|cannot store/i.test(error.message);
}
