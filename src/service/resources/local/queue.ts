// The queue of background work, for the pages of the local service.

import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { type PageRequest, pagingOf, windowOf } from '../../core/paging.ts';
import { JOB_STATES, type JobState, jobPage } from '../../jobs/queries/job-page.ts';

export { JOB_STATES };

export interface QueuedJob {
  readonly id: number;
  readonly kind: string;
  readonly key: string | null;
  readonly dueAt: string;
  /** `failed`: given up. `due`: performed next. */
  readonly state: JobState;
  /** Failures so far. */
  readonly attempts: number;
  readonly error: string | null;
  /** JSON. */
  readonly payload: string;
}

/** Jobs of the workspace: given up first, then by when they are due. */
export async function listJobs(
  { tx, principal, now }: Context,
  query: PageRequest & { readonly state?: JobState | undefined },
): Promise<{ readonly jobs: readonly QueuedJob[] } & ReturnType<typeof pagingOf>> {
  const { rows, total } = await jobPage(
    tx,
    { workspaceId: principal.workspaceId, now, state: query.state ?? null },
    windowOf(query),
  );
  const jobs = rows.map(({ dueAt, failedAt, ...job }) => ({
    ...job,
    dueAt: isoTime(dueAt),
    state: failedAt !== null ? ('failed' as const) : dueAt <= now ? ('due' as const) : ('waiting' as const),
  }));
  return { jobs, ...pagingOf(query, total) };
}
