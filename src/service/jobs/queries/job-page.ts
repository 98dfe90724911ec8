import type { Tx } from '../../db/connection.ts';
import type { PageWindow } from '../../db/fragment.ts';

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

const IS: Readonly<Record<JobState, string>> = {
  failed: 'failed_at is not null',
  due: 'failed_at is null and due_at <= ?2',
  waiting: 'failed_at is null and due_at > ?2',
};

/** A page of the workspace's jobs: given up first, newest first; then the others by when they are due. */
export async function jobPage(
  tx: Tx,
  { workspaceId, now, state }: { readonly workspaceId: number; readonly now: number; readonly state: JobState | null },
  page: PageWindow,
): Promise<{ rows: JobLine[]; total: number }> {
  const where = `workspace_id = ?1 and ${state === null ? '?2 is not null' : `(${IS[state]}) and ?2 is not null`}`;
  const rows = await tx.all<JobLine>(
    `select id, kind, key, due_at as dueAt, attempts, failed_at as failedAt, last_error as error, payload from jobs
     where ${where} order by failed_at is null, failed_at desc, due_at, id limit ?3 offset ?4`,
    workspaceId,
    now,
    page.limit,
    page.offset,
  );
  const counted = await tx.one<{ n: number }>(`select count(*) as n from jobs where ${where}`, workspaceId, now);
  return { rows, total: counted?.n ?? 0 };
}
