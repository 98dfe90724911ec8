// The contact fields a profile was last seen with, so that lint knows them offline.

import type { Paths } from '../../app/paths.ts';
import { readCache, writeCache } from './profile-cache.ts';

const KIND = 'fields';

/** Ids of contact fields; none when nothing is kept. */
export function cachedFields(paths: Paths, profile: string): readonly string[] {
  const kept = readCache(paths, KIND, profile);
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}

export function keepFields(paths: Paths, profile: string, ids: readonly string[]): void {
  writeCache(paths, KIND, profile, ids);
}
