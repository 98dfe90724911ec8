// What a profile was last seen to have, in one file per profile. It may be deleted at any time.

import { join } from 'node:path';
import { keptText } from '../files/bounded-read.ts';
import { replacePrivateFile } from '../files/write-atomic.ts';
import type { Paths } from './paths.ts';

const fileOf = (paths: Paths, kind: string, profile: string) =>
  join(paths.cache, kind, `${encodeURIComponent(profile)}.json`);

/** Null when nothing is kept, or nothing readable. */
export function readCache(paths: Paths, kind: string, profile: string): unknown {
  try {
    return JSON.parse(keptText(fileOf(paths, kind, profile)) ?? 'null');
  } catch {
    return null;
  }
}

/** A cache that cannot be written is not a reason to fail: lint then knows only what is built in. */
export function writeCache(paths: Paths, kind: string, profile: string, value: unknown): void {
  try {
    replacePrivateFile(fileOf(paths, kind, profile), JSON.stringify(value));
  } catch {
    // A disk that is full or read-only.
  }
}
