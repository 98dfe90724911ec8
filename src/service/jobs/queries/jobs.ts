// The queue: work that is due at a moment, kept in the store, so that it commits with what asked for it.

import type { Tx } from '../../db/connection.ts';

/** What can be kept of a job and given back: plain JSON. */
export type Payload = Readonly<Record<string, unknown>>;

export interface NewJob {
  readonly workspaceId: number;
  /** Which performer does it (engine/performers.ts). */
  readonly kind: string;
  /** Of one workspace, kind and key at most one job waits: a later one takes the place of the earlier. */
  readonly key?: string | null;
  /** Virtual clock, epoch ms. */
  readonly dueAt: number;
  readonly payload?: Payload;
}

export interface JobRow {
  readonly id: number;
  readonly workspaceId: number;
  readonly kind: string;
  readonly key: string | null;
  readonly dueAt: number;
  readonly payload: Payload;
  /** How often it failed so far. */
  readonly attempts: number;
  /** How many generations of work came before it without time passing. */
  readonly turns: number;
}

export interface WhichJobs {
  readonly workspaceId: number;
  readonly kind: string;
  /** This one, those whose key begins so, or all of the kind. */
  readonly key?: string;
  readonly keyPrefix?: string;
}

/** What the engine needs of a queue: another store brings its own. */
export interface Jobs {
  /** The moment the next one is due, failed ones aside, or null. One indexed read. */
  nextDueAt(tx: Tx): Promise<number | null>;
  /** Takes the first that is due by then out of the queue: it is gone when the transaction commits. */
  take(tx: Tx, until: number): Promise<JobRow | null>;
  /** Puts a job that was taken back, for later, at the end of those due at the same moment. */
  again(
    tx: Tx,
    job: JobRow,
    next: { readonly dueAt: number; readonly payload: Payload; readonly turns: number },
  ): Promise<void>;
  /** Work that was queued since `mark`, due by `now`, follows on `turns` generations. */
  follow(tx: Tx, mark: number, now: number, turns: number): Promise<void>;
  /** The last id ever given. */
  mark(tx: Tx): Promise<number>;
  /** After a roll back: tried again at `dueAt`, or given up for good where that is null. Says whether it was still there. */
  postpone(
    tx: Tx,
    job: JobRow,
    failure: { readonly dueAt: number | null; readonly now: number; readonly error: string },
  ): Promise<boolean>;
}

const COLUMNS = 'workspace_id, kind, key, due_at, payload, attempts, turns';

/** Queues work in the transaction that is open: it is there when, and only when, that commits. */
export async function enqueueJob(tx: Tx, { workspaceId, kind, key, dueAt, payload }: NewJob): Promise<void> {
  await insert(tx, { workspaceId, kind, key: key ?? null, dueAt, payload: payload ?? {}, turns: 0 });
}

async function insert(tx: Tx, job: Omit<JobRow, 'id' | 'attempts'>): Promise<void> {
  // `or replace`: the new one is last in order, wherever the old one stood.
  await tx.run(
    `insert or replace into jobs (${COLUMNS}) values (?, ?, ?, ?, ?, 0, ?)`,
    job.workspaceId,
    job.kind,
    job.key,
    job.dueAt,
    JSON.stringify(job.payload),
    job.turns,
  );
}

/** Takes back work that waits; what failed for good goes too. Gives how many there were. */
export async function cancelJobs(tx: Tx, { workspaceId, kind, key, keyPrefix }: WhichJobs): Promise<number> {
  const of = 'delete from jobs where workspace_id = ? and kind = ?';
  if (key !== undefined) return (await tx.run(`${of} and key = ?`, workspaceId, kind, key)).changes;
  if (keyPrefix === undefined) return (await tx.run(of, workspaceId, kind)).changes;
  const { changes } = await tx.run(`${of} and substr(key, 1, length(?)) = ?`, workspaceId, kind, keyPrefix, keyPrefix);
  return changes;
}

type KeptRow = Omit<JobRow, 'payload'> & { readonly payload: string };

const SELECT = `select id, workspace_id as workspaceId, kind, key, due_at as dueAt, payload, attempts, turns from jobs`;

function jobOf(row: KeptRow): JobRow {
  const payload: unknown = JSON.parse(row.payload);
  return { ...row, payload: Object.fromEntries(Object.entries(payload ?? {})) };
}

export interface FailedJob {
  readonly kind: string;
  readonly at: number;
  readonly error: string;
}

/** How many jobs wait, how many were given up, and the last so many of those, newest first. */
export async function queueState(
  tx: Tx,
  most: number,
): Promise<{ readonly waiting: number; readonly failed: number; readonly lastFailed: FailedJob[] }> {
  const counted = await tx.one<{ waiting: number; failed: number }>(
    'select count(*) filter (where failed_at is null) as waiting, count(failed_at) as failed from jobs',
  );
  const lastFailed = await tx.all<FailedJob>(
    `select kind, failed_at as at, coalesce(last_error, '') as error from jobs where failed_at is not null
     order by failed_at desc, id desc limit ?`,
    most,
  );
  return { waiting: counted?.waiting ?? 0, failed: counted?.failed ?? 0, lastFailed };
}

/** Whether anything is due: what a command asks before it loads an engine. */
export async function isAnythingDue(tx: Tx, now: number): Promise<boolean> {
  const due = await storedJobs.nextDueAt(tx);
  return due !== null && due <= now;
}

/** The queue in the store's own file. Whoever holds the write lock holds the job: the lock is the lease. */
export const storedJobs: Jobs = {
  nextDueAt: async (tx) => {
    const row = await tx.one<{ due: number }>(
      'select due_at as due from jobs where failed_at is null order by due_at, id limit 1',
    );
    return row?.due ?? null;
  },
  take: async (tx, until) => {
    const row = await tx.one<KeptRow>(
      `${SELECT} where failed_at is null and due_at <= ? order by due_at, id limit 1`,
      until,
    );
    if (!row) return null;
    await tx.run('delete from jobs where id = ?', row.id);
    return jobOf(row);
  },
  again: (tx, job, next) => insert(tx, { ...job, ...next }),
  follow: async (tx, mark, now, turns) => {
    await tx.run('update jobs set turns = ? where id > ? and due_at <= ? and turns < ?', turns, mark, now, turns);
  },
  mark: async (tx) => {
    const row = await tx.one<{ seq: number }>("select seq from sqlite_sequence where name = 'jobs'");
    return row?.seq ?? 0;
  },
  postpone: async (tx, { id }, { dueAt, now, error }) => {
    const { changes } = await tx.run(
      `update jobs set attempts = attempts + 1, last_error = ?, due_at = coalesce(?, due_at), failed_at = ?
       where id = ? and failed_at is null`,
      error,
      dueAt,
      dueAt === null ? now : null,
      id,
    );
    return changes === 1;
  },
};
