// Enrichment runs and imports, one after the other: for the pages of the local service.

import type { Context } from '../../core/context.ts';
import { type PageRequest, pagingOf, windowOf } from '../../core/paging.ts';
import { actionRunById, actionRunPage } from './queries/runs.ts';
import { type Status, statusView } from './status.ts';

/** Newest first. */
export async function listActionRuns(
  { tx, principal }: Context,
  query: PageRequest,
): Promise<{ readonly runs: readonly Status[] } & ReturnType<typeof pagingOf>> {
  const { ids, total } = await actionRunPage(tx, principal.workspaceId, windowOf(query));
  const runs: Status[] = [];
  for (const id of ids) {
    const run = await actionRunById(tx, principal.workspaceId, id);
    if (run) runs.push(statusView(run));
  }
  return { runs, ...pagingOf(query, total) };
}
