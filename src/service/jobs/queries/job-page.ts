import type { Tx } from '../../db/connection.ts';
import { allOf, type Fragment, type PageWindow, TRUE } from '../../db/fragment.ts';

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
  if (state === 'failed') return { sql: 'failed_at is not null', values: [] };
  return { sql: `failed_at is null and due_at ${state === 'due' ? '<=' : '>'} ?`, values: [now] };
}

/** A page of the workspace's jobs: given up first, newest first; then the others by when they are due. */
export async function jobPage(
  tx: Tx,
  { workspaceId, now, state }: { readonly workspaceId: number; readonly now: number; readonly state: JobState | null },
  page: PageWindow,
): Promise<{ rows: JobLine[]; total: number }> {
  const where = allOf([{ sql: 'workspace_id = ?', values: [workspaceId] }, inState(state, now)]);
  const rows = await tx.all<JobLine>(
    `select id, kind, key, due_at as dueAt, attempts, failed_at as failedAt, last_error as error, payload from jobs
     where ${where.sql} order by case when failed_at is null then 1 else 0 end, failed_at desc, due_at, id limit ? offset ?`,
    ...where.values,
    page.limit,
    page.offset,
  );
  const counted = await tx.one<{ n: number }>(`select count(*) as n from jobs where ${where.sql}`, ...where.values);
  return { rows, total: counted?.n ?? 0 };
}
