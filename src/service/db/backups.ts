// Backups: consistent copies of the store in a folder beside it. The newest three are kept.

import { rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { quietly, SnapshotExists, type StoreConnection, StoreDamaged } from '../core/store.ts';
import type { Backup, InspectedBackup } from '../core/upkeep.ts';
import { backupsOf, folderOf, modifiedAt, nameAt, namesIn } from './backup-files.ts';
import { makeFolder } from './files.ts';
import { pragma } from './schema-version.ts';
import { writeSnapshot } from './snapshot.ts';
import { isNoDatabase, openReadOnly } from './sqlite.ts';

const KEPT = 3;
/** What a killed process left behind; a copy takes minutes at most. */
const UNFINISHED_MS = 3_600_000;

/** So that one that fails is not tried again by every command. */
export function noteBackupAttempt(storePath: string, now: number): void {
  makeFolder(folderOf(storePath));
  utimesSync(folderOf(storePath), now / 1000, now / 1000);
}

/**
 * Copies the store over a connection of its own, which blocks neither readers nor writers; this thread waits. Then all but
 * the newest are deleted: what cannot be copied as a whole replaces none of them.
 */
export function writeBackup(storePath: string, nodeMajor: number, at: number, unique: string): Backup {
  noteBackupAttempt(storePath, at);
  const path = join(folderOf(storePath), nameAt(at));
  try {
    const bytes = snapshotOf(storePath, nodeMajor, path, unique);
    prune(storePath, at);
    return { path, at, bytes };
  } catch (error) {
    // Another process made it in the same millisecond.
    if (error instanceof SnapshotExists) return { path, at, bytes: statSync(path).size };
    throw error;
  } finally {
    // What was written while the copy was made is not in it.
    noteBackupAttempt(storePath, at);
  }
}

/** Copies the store to a new file. Returns its bytes; throws StoreDamaged, and as `writeSnapshot` does. */
export function snapshotOf(storePath: string, nodeMajor: number, path: string, unique: string): number {
  const connection = openReadOnly(storePath, nodeMajor);
  try {
    // An empty file is a database without tables.
    if (pragma(connection, 'user_version') === 0) throw new StoreDamaged(storePath, 'is empty');
    return writeSnapshot(connection, path, unique);
  } catch (error) {
    throw isNoDatabase(error) ? new StoreDamaged(storePath, 'is damaged') : error;
  } finally {
    connection.close();
  }
}

function prune(storePath: string, now: number): void {
  for (const { path } of backupsOf(storePath).slice(KEPT)) quietly(() => rmSync(path, { force: true }));
  const folder = folderOf(storePath);
  for (const name of namesIn(folder).filter((one) => /\.db\.[0-9a-f]+$/.test(one))) {
    const path = join(folder, name);
    if (now - (modifiedAt(path) ?? now) > UNFINISHED_MS) quietly(() => rmSync(path, { force: true }));
  }
}

/** Each backup and what it holds; those that are damaged have no counts. */
export function inspectBackups(storePath: string, nodeMajor: number): InspectedBackup[] {
  return backupsOf(storePath).map((backup) => ({ ...backup, counts: countsIn(backup.path, nodeMajor) }));
}

function countsIn(path: string, nodeMajor: number): InspectedBackup['counts'] {
  let connection: StoreConnection | undefined;
  try {
    connection = openReadOnly(path, nodeMajor);
    const [verdict] = connection.all('pragma quick_check(1)', []);
    if (!JSON.stringify(verdict).includes('"ok"')) return null;
    const [contacts, companies, lists, campaigns] = ['contacts', 'companies', 'lists', 'campaigns'].map((table) => {
      const [row] = connection?.all(`select count(*) from ${table}`, []) ?? [];
      return Number(Object.values(row ?? {})[0]);
    });
    return { contacts: contacts ?? 0, companies: companies ?? 0, lists: lists ?? 0, campaigns: campaigns ?? 0 };
  } catch (error) {
    if (isNoDatabase(error) || (error instanceof Error && /^no such table/.test(error.message))) return null;
    throw error;
  } finally {
    quietly(() => connection?.close());
  }
}
