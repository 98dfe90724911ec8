// Expired previews are deleted. One job per workspace waits for the first of them, as long as there are any.

import { LIMITS } from '../../../contract/limits.ts';
import type { Context } from '../../core/context.ts';
import { enqueueUnlessQueued } from '../../jobs/queries/jobs.ts';
import { deletePreviews, firstPreviewAt } from './queries/previews.ts';

const PURGE_JOB = 'finder-purge';
const DAY_MS = 86_400_000;

/** Our choice: for a week after a preview expired, the refusal still names the text to create it again from. */
const KEPT_MS = LIMITS.previewLifetimeMs + 7 * DAY_MS;

const SLICE_PREVIEWS = 500;

/** First in a day, for what a store has kept from before; also after a purge that failed. */
export async function armPreviewPurge({ tx, principal, now }: Context): Promise<void> {
  const { workspaceId } = principal;
  await enqueueUnlessQueued(tx, { workspaceId, kind: PURGE_JOB, key: '', dueAt: now + DAY_MS });
}

/** Deletes one slice. Returns when the next is due: once a day at most; null if no preview is left. */
export async function purgePreviews({ tx, principal, now }: Context): Promise<number | null> {
  const { workspaceId } = principal;
  const deleted = await deletePreviews(tx, workspaceId, { until: now - KEPT_MS, limit: SLICE_PREVIEWS });
  if (deleted === SLICE_PREVIEWS) return now;
  const first = await firstPreviewAt(tx, workspaceId);
  return first === null ? null : Math.max(first + KEPT_MS, now + DAY_MS);
}
