// How long the history is kept, and how much of it.

import { existsSync, readdirSync } from 'node:fs';
import { keptText } from '../../files/bounded-read.ts';
import { replacePrivateFile } from '../../files/write-atomic.ts';
import type { Paths } from '../paths.ts';
import { type HistoryEntry, historyFolder, inOrder, removeEntry, storedEntries } from './entry.ts';

export const KEPT_DAYS = 90;
export const KEPT_BYTES = 1024 ** 3;
const DAY_MS = 86_400_000;

/** Of all profiles, the newest first. */
export function allEntries(paths: Paths): HistoryEntry[] {
  let profiles: string[];
  try {
    profiles = readdirSync(historyFolder(paths));
  } catch {
    return [];
  }
  return profiles
    .flatMap((name) => storedEntries(paths, decodeURIComponent(name)))
    .toSorted((one, other) => inOrder(other, one));
}

/** The entries beyond the bounds, of all profiles. */
export function entriesBeyond(
  paths: Paths,
  now: number,
  { days, bytes }: { readonly days: number; readonly bytes: number },
): readonly HistoryEntry[] {
  let sum = 0;
  return allEntries(paths).filter((entry) => {
    sum += entry.bytes;
    return sum > bytes || entry.header.at < now - days * DAY_MS;
  });
}

/** Removes what is beyond the bounds, at the first write of a day. The first of all says what is kept. */
export function pruneDaily(paths: Paths, now: number, note: (text: string) => void): void {
  const folder = historyFolder(paths);
  const marker = `${folder}.pruned`;
  const today = new Date(now).toISOString().slice(0, 10);
  try {
    if (!existsSync(folder)) {
      note(
        `the values before each change are kept in ${folder} for ${KEPT_DAYS} days, at most 1 GB: see reach history and reach undo; --no-history turns it off`,
      );
    } else if (keptText(marker) === today) return;
    for (const entry of entriesBeyond(paths, now, { days: KEPT_DAYS, bytes: KEPT_BYTES })) removeEntry(entry);
    replacePrivateFile(marker, today);
  } catch {
    // A history that grows too large must not keep a command from its work; one that cannot be written does.
  }
}
