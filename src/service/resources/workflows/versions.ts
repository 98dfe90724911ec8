// The published versions of a workflow: for the pages of the local service.

import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { workflowOf } from './access.ts';
import { versionHeads } from './queries/version-heads.ts';

const VERSIONS_MAX = 100;

/** Newest first. Throws Refusal `not_found`. */
export async function listVersions(
  context: Context,
  workflowId: number,
): Promise<{ readonly version: number; readonly publishedAt: string }[]> {
  await workflowOf(context, workflowId);
  const rows = await versionHeads(context.tx, workflowId, VERSIONS_MAX);
  return rows.map(({ version, publishedAt }) => ({ version, publishedAt: isoTime(publishedAt) }));
}
