// The contact fields a profile was last seen with, so that lint knows them offline. It may be deleted at any time.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Paths } from '../../app/paths.ts';

const fileOf = (paths: Paths, profile: string) => join(paths.cache, 'fields', `${encodeURIComponent(profile)}.json`);

/** Ids of contact fields; none when nothing is kept, or nothing readable. */
export function cachedFields(paths: Paths, profile: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(fileOf(paths, profile), 'utf8'));
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Keeps the ids. A cache that cannot be written is no reason to fail. */
export function keepFields(paths: Paths, profile: string, ids: readonly string[], pid: number): void {
  const file = fileOf(paths, profile);
  try {
    mkdirSync(join(paths.cache, 'fields'), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.${pid}`, JSON.stringify(ids), { mode: 0o600 });
    renameSync(`${file}.${pid}`, file);
  } catch {
    // A disk that is full or read-only: lint goes on knowing only the standard fields.
  }
}
