// Groups that one reading of a whole index found, for the pages after it: valid while no one has written to the workspace.

import type { Tx } from '../../../db/connection.ts';
import type { DuplicateGroup } from './duplicates.ts';

interface KeptGroups {
  readonly version: string;
  /** All groups whose lowest id is higher than this one, up to the last of `groups`. */
  readonly after: number;
  /** Lowest first. */
  readonly groups: readonly DuplicateGroup[];
  /** There are no more behind them. */
  readonly isAll: boolean;
}

const READINGS_MAX = 16;

const readings = new Map<string, KeptGroups>();

/**
 * The first `limit` groups after an id, of those kept under this name, or else of what `read` finds, which is then kept: up to
 * `most` of them.
 */
export async function keptGroups(
  tx: Tx,
  name: string,
  { workspaceId, after, limit, most }: { workspaceId: number; after: number; limit: number; most: number },
  read: (most: number) => Promise<readonly DuplicateGroup[]>,
): Promise<readonly DuplicateGroup[]> {
  const version = await tx.version(workspaceId);
  const key = `${workspaceId} ${name}`;
  const known = readings.get(key);
  if (known?.version === version && after >= known.after) {
    const next = known.groups.filter(({ lowest }) => lowest > after).slice(0, limit);
    if (known.isAll || next.length === limit) return next;
  }
  const asked = Math.max(limit, most);
  const groups = await read(asked);
  readings.delete(key);
  if (most > 0) readings.set(key, { version, after, groups, isAll: groups.length < asked });
  for (const oldest of readings.keys()) {
    if (readings.size <= READINGS_MAX) break;
    readings.delete(oldest);
  }
  return groups.slice(0, limit);
}
