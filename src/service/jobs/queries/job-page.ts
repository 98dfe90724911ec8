import { allOf, type Fragment, type PageWindow, pageOf, raw, sql, TRUE } from '../../core/sql.ts';
import type { Tx } from '../../core/store.ts';

/** `failed`: given up. `due`: performed next. */
export const JOB_STATES = ['failed', 'due', 'waiting'] as const;
export type JobState = (typeof JOB_STATES)[number];

interface JobLine {
  readonly id: number;
  readonly kind: string;
  readonly key: string | null;
  readonly dueAt: number;
  readonly attempts: number;
  readonly failedAt: number | null;
  readonly error: string | null;
  readonly payload: string;
}

function inState(state: JobState | null, now: number): Fragment {
  if (state === null) return TRUE;
  if (state === 'failed') return sql`failed_at is not null`;
  return sql`failed_at is null and due_at ${raw(state === 'due' ? '<=' : '>')} ${now}`;
}

/** A page of the workspace's jobs: given up first, newest first; then the others by when they are due. */
export async function jobPage(
  tx: Tx,
  { workspaceId, now, state }: { readonly workspaceId: number; readonly now: number; readonly state: JobState | null },
  page: PageWindow,
): Promise<{ rows: JobLine[]; total: number }> {
  const where = allOf([sql`workspace_id = ${workspaceId}`, inState(state, now)]);
  return pageOf<JobLine>(
    tx,
    sql`select id, kind, key, due_at as dueAt, attempts,
    failed_at as failedAt, last_error as error, payload from jobs where ${where}`,
    'case when failed_at is null then 1 else 0 end, failed_at desc, due_at, id',
    page,
  );
}
