// Which backups there are, and whether one is due: asked at the end of every command, so it looks at nothing but files.

import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Backup } from '../core/upkeep.ts';

const NAME = /^reach-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/;

export const folderOf = (storePath: string): string => join(dirname(storePath), 'backups');
export const nameAt = (at: number): string => `reach-${new Date(at).toISOString().replace(/[-:.]/g, '')}.db`;

/** Newest first, by their names: a copy of the folder keeps no times. */
export function backupsOf(storePath: string): Backup[] {
  const folder = folderOf(storePath);
  return namesIn(folder)
    .flatMap((name) => {
      const [, year, month, day, hour, minute, second, ms] = NAME.exec(name) ?? [];
      const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
      const path = join(folder, name);
      const found = statSync(path, { throwIfNoEntry: false });
      return found?.isFile() && !Number.isNaN(at) ? [{ path, at, bytes: found.size }] : [];
    })
    .toSorted((a, b) => b.at - a.at);
}

/**
 * Whether the store has changed since the last backup was made or tried, and that is long enough ago. Of a store that has
 * none, since it was first used.
 */
export function isBackupDue(storePath: string, now: number, everyMs: number): boolean {
  const before = modifiedAt(folderOf(storePath)) ?? modifiedAt(join(dirname(storePath), 'admin.key'));
  if (before === null || now - before < everyMs) return false;
  return Math.max(modifiedAt(storePath) ?? 0, modifiedAt(`${storePath}-wal`) ?? 0) > before;
}

export function modifiedAt(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
