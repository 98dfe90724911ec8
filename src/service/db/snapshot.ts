// Writes the store to a file, or empties it, in one transaction. Other processes may have the store open: its file is never
// replaced, only its contents.

import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { quietly, SnapshotExists, type StoreConnection, StoreRefused } from '../core/store.ts';
import { isTaken, makePrivateFile, putNew } from './files.ts';
import { quoted, tablesOf } from './schema.ts';
import { makeTables } from './sqlite/migrate.ts';

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
export async function replacing(connection: StoreConnection, fill: () => Promise<void>): Promise<void> {
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
