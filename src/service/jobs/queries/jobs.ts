// The job queue. It is part of the store, so that a job commits together with the change that queued it.

import type { Context, Principal } from '../../core/context.ts';
import { allOf, type Fragment, type PageRequest, raw, sql, TRUE, type Tx } from '../../core/sql.ts';
import { unindexed } from '../../db/rowset.ts';

/** Plain JSON. */
export type Payload = Readonly<Record<string, unknown>>;

/** The transaction that queues a job, for whom, and when (virtual clock, epoch ms). */
export interface Queuing extends Pick<Context, 'tx' | 'now'> {
  readonly principal: Pick<Principal, 'workspaceId'>;
}

export interface NewJob {
  /** Selects the performer (performers.ts). */
  readonly kind: string;
  /** At most one job per workspace, kind and key is queued: a later one replaces the earlier. */
  readonly key?: string | null;
  /** Virtual clock, epoch ms; now, unless it is given. */
  readonly dueAt?: number;
  readonly payload?: Payload;
}

export interface JobRow {
  readonly id: number;
  readonly workspaceId: number;
  readonly kind: string;
  readonly key: string | null;
  readonly dueAt: number;
  readonly payload: Payload;
  /** Failures so far. */
  readonly attempts: number;
  /** Generations of work before it without time passing. */
  readonly turns: number;
}

/** Removes the first job due by `until` from the queue, when the transaction commits; null if there is none. */
export type TakeJob = (tx: Tx, until: number) => Promise<JobRow | null>;

const COLUMNS = 'workspace_id, kind, key, due_at, payload, attempts, turns';

/** Queues a job in the open transaction: it exists if and only if that commits. */
export async function enqueueJob({ tx, principal, now }: Queuing, job: NewJob): Promise<void> {
  const { kind, key = null, dueAt = now, payload = {} } = job;
  await insert(tx, { workspaceId: principal.workspaceId, kind, key, dueAt, payload, turns: 0 });
}

async function insert(tx: Tx, job: Omit<JobRow, 'id' | 'attempts'>): Promise<void> {
  // Not updated: the new one is last in order, wherever the old one was.
  if (job.key !== null)
    await tx.run(sql`delete from jobs
      where workspace_id = ${job.workspaceId} and kind = ${job.kind} and key = ${job.key} and failed_at is null`);
  await tx.run(sql`insert into jobs (${raw(COLUMNS)})
    values (${job.workspaceId}, ${job.kind}, ${job.key}, ${job.dueAt}, ${JSON.stringify(job.payload)}, 0,
    ${job.turns})`);
}

/** Leaves the job that is queued under this key, if there is one. */
export async function enqueueUnlessQueued({ tx, principal }: Queuing, kind: string, key: string, dueAt: number) {
  await tx.run(sql`insert into jobs (${raw(COLUMNS)})
    values (${principal.workspaceId}, ${kind}, ${key}, ${dueAt}, '{}', 0, 0) on conflict do nothing`);
}

/** Deletes the jobs of this key, including those given up. Returns their number. */
export async function cancelJobs({ tx, principal }: Queuing, kind: string, key: string): Promise<number> {
  const { changes } = await tx.run(sql`delete from jobs
    where workspace_id = ${principal.workspaceId} and kind = ${kind} and key = ${key}`);
  return changes;
}

const SELECT_JOB = `select id, workspace_id as workspaceId, kind, key, due_at as dueAt, payload as "payload{}", attempts, turns from jobs`;

interface FailedJob {
  readonly kind: string;
  readonly at: number;
  readonly error: string;
}

/** The last `most` that were given up, newest first. */
export function lastFailures(tx: Tx, most: number): Promise<FailedJob[]> {
  return tx.all<FailedJob>(sql`select kind, failed_at as at, coalesce(last_error, '') as error from jobs
    where failed_at is not null
    order by failed_at desc, id desc limit ${most}`);
}

export interface QueueFigures {
  readonly waiting: number;
  readonly failed: number;
  readonly due: number;
  /** How long the first due job has waited, milliseconds; 0 if none is due. */
  readonly lateMs: number;
}

export async function queueFigures(tx: Tx, now: number): Promise<QueueFigures> {
  const counted = await tx.one<{ waiting: number; failed: number; due: number; first: number | null }>(
    `select count(*) filter (where failed_at is null) as waiting, count(failed_at) as failed,
       count(*) filter (where failed_at is null and due_at <= ?1) as due,
       min(due_at) filter (where failed_at is null and due_at <= ?1) as first
     from jobs`,
    now,
  );
  const { waiting = 0, failed = 0, due = 0, first = null } = counted ?? {};
  return { waiting, failed, due, lateMs: first === null ? 0 : now - first };
}

/** Jobs that come back by themselves, whatever else happens. */
const RECURRING = ['action-purge', 'finder-purge', 'social-refresh', 'workflow.schedule', 'workflow.sweep'];

/** Whether nothing waits but what comes back by itself. */
export async function isIdle(tx: Tx, workspaceId: number): Promise<boolean> {
  const passing = raw(`kind not in (${RECURRING.map((kind) => `'${kind}'`).join(', ')})`);
  return !(await tx.has(sql`from jobs where workspace_id = ${workspaceId} and failed_at is null and ${passing}`));
}

/** Whether any job is due: checked before the job runner is loaded. */
export async function isAnythingDue(tx: Tx, now: number): Promise<boolean> {
  const due = await nextDueAt(tx);
  return due !== null && due <= now;
}

/** When the next job is due, failed ones excluded, or null. One indexed read. */
export function nextDueAt(tx: Tx): Promise<number | null> {
  return tx.value(sql`select due_at from jobs where failed_at is null order by due_at, id limit 1`);
}

async function taken(tx: Tx, row: JobRow): Promise<JobRow> {
  await tx.run(sql`delete from jobs where id = ${row.id}`);
  return row;
}

/** From the store's own file: the write lock is the lease of a job. */
export const takeJob: TakeJob = async (tx, until) => {
  const row = await tx.one<JobRow>(sql`${raw(SELECT_JOB)} where failed_at is null and due_at <= ${until}
    order by due_at, id limit 1`);
  return row ? taken(tx, row) : null;
};

/** A workspace whose jobs were done while we waited for it is not a reason to stop looking. */
const ATTEMPTS = 10;

/**
 * From PostgreSQL. Several servers work at once, each on another workspace: whoever takes a job takes its workspace first, then
 * the row, and holds both until the commit.
 */
export const takeSharedJob: TakeJob = async (tx, until) => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const workspaceId = await tx.value<number>(sql`select claim_workspace(${until})`);
    if (workspaceId === null) return null;
    const row = await tx.one<JobRow>(sql`${raw(SELECT_JOB)}
      where failed_at is null and due_at <= ${until} and workspace_id = ${workspaceId} order by due_at, id limit 1
      for update skip locked`);
    if (row) return taken(tx, row);
  }
  return null;
};

/** Queues a taken job again, after those due at the same time. */
export function requeueJob(tx: Tx, job: JobRow, next: Pick<JobRow, 'dueAt' | 'payload' | 'turns'>): Promise<void> {
  return insert(tx, { ...job, ...next });
}

/** An id that those of later jobs are above. */
export async function lastJobId(tx: Tx): Promise<number> {
  return (await tx.value<number>(sql`select max(id) from jobs`)) ?? 0;
}

/** Sets the generation of jobs of the workspace that were queued after this id and are due by `now`. */
export async function followJobs(tx: Tx, workspaceId: number, after: number, now: number, turns: number) {
  await tx.run(sql`update jobs set turns = ${turns}
    where id > ${after} and due_at <= ${now} and turns < ${turns}
    and ${raw(unindexed('workspace_id'))} = ${workspaceId}`);
}

/** After a rollback: retried at `dueAt`, or given up if null. Returns whether the job still existed. */
export async function postponeJob(tx: Tx, id: number, dueAt: number | null, now: number, error: string) {
  const { changes } = await tx.run(sql`update jobs
    set attempts = attempts + 1, last_error = ${error}, due_at = coalesce(${dueAt}, due_at),
    failed_at = ${dueAt === null ? now : null}
    where id = ${id} and failed_at is null`);
  return changes === 1;
}

/** `failed`: given up. `due`: performed next. */
export const JOB_STATES = ['failed', 'due', 'waiting'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** `attempts`: failures so far; `payload`: JSON. */
interface JobLine extends Pick<JobRow, 'id' | 'kind' | 'key' | 'dueAt' | 'attempts'> {
  readonly failedAt: number | null;
  readonly error: string | null;
  readonly payload: string;
}

function inState(state: JobState | undefined, now: number): Fragment {
  if (state === undefined) return TRUE;
  if (state === 'failed') return sql`failed_at is not null`;
  return sql`failed_at is null and due_at ${raw(state === 'due' ? '<=' : '>')} ${now}`;
}

/** A page of the workspace's jobs: given up first, newest first; then the others by when they are due. */
export async function jobPage({ tx, principal, now }: Queuing, query: PageRequest & { state?: JobState | undefined }) {
  const where = allOf([sql`workspace_id = ${principal.workspaceId}`, inState(query.state, now)]);
  const found = sql`select id, kind, key, due_at as dueAt, attempts, failed_at as failedAt, last_error as error, payload
    from jobs where ${where}`;
  return tx.page<JobLine>(found, 'case when failed_at is null then 1 else 0 end, failed_at desc, due_at, id', query);
}
