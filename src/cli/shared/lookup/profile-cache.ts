// What a profile was last seen to have, in one file per profile. It may be deleted at any time.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Paths } from '../../app/paths.ts';

const fileOf = (paths: Paths, kind: string, profile: string) =>
  join(paths.cache, kind, `${encodeURIComponent(profile)}.json`);

/** Null when nothing is kept, or nothing readable. */
export function readCache(paths: Paths, kind: string, profile: string): unknown {
  try {
    return JSON.parse(readFileSync(fileOf(paths, kind, profile), 'utf8'));
  } catch {
    return null;
  }
}

/** A cache that cannot be written is not a reason to fail: lint then knows only what is built in. */
export function writeCache(paths: Paths, kind: string, profile: string, value: unknown, pid: number): void {
  const file = fileOf(paths, kind, profile);
  try {
    mkdirSync(join(paths.cache, kind), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.${pid}`, JSON.stringify(value), { mode: 0o600 });
    renameSync(`${file}.${pid}`, file);
  } catch {
    // A disk that is full or read-only.
  }
}
