// Performs all jobs that are due, one after the other, with pauses in which others can use the store.

import { getOwn } from '../../contract/json.ts';
import type { Sleep } from '../../contract/timers.ts';
import { isoTime, readClock, virtualNow } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import { linksTo } from '../core/principals.ts';
import { adminOf } from '../core/queries/keys.ts';
import type { Tx } from '../core/sql.ts';
import { isBusy, isDiskFailure, type Store, type WriteScope } from '../core/store.ts';
import {
  followJobs,
  type JobRow,
  lastJobId,
  type Payload,
  postponeJob,
  requeueJob,
  type TakeJob,
} from './queries/jobs.ts';

/** Real time. */
export interface JobTime {
  readonly realNow: () => number;
  readonly sleep: Sleep;
  readonly isLockRequested?: () => boolean;
}

export interface WorkResult {
  /** Jobs done; and jobs that failed, to be retried or given up. */
  readonly performed: number;
  readonly failed: number;
  /** Whether it was stopped before all due jobs were done. */
  readonly isUnfinished: boolean;
}

export interface WorkOptions {
  /** Stops after the current job. */
  readonly signal?: AbortSignal;
  /** Called after each job. */
  readonly onProgress?: (worked: Omit<WorkResult, 'isUnfinished'>) => void;
}

/** How long the write lock is taken repeatedly before a pause long enough for others to take it, milliseconds. */
const HOLD_MS = 25;

/** Others try to take the lock every 2 ms (db/connection.ts). */
const GAP_MS = 4;

/** How long to wait at most for a thread that requested the lock, milliseconds. */
const LOCK_REQUEST_WAIT_MS = 200;

/** Performs jobs until none is due, including those that fall due in the meantime. */
export async function runDueJobs(
  environment: JobEnvironment,
  time: JobTime,
  { signal, onProgress }: WorkOptions = {},
): Promise<WorkResult> {
  const shared = sharingLock(time);
  let worked: Omit<WorkResult, 'isUnfinished'> = { performed: 0, failed: 0 };
  while (!signal?.aborted) {
    const done = await shared(() => performNext(environment, dueNow(time), 'job'));
    if (done === 'nothing') return { ...worked, isUnfinished: false };
    const { performed, failed } = worked;
    worked = done === 'failed' ? { performed, failed: failed + 1 } : { performed: performed + 1, failed };
    onProgress?.(worked);
  }
  return { ...worked, isUnfinished: true };
}

/** A late job runs at the current time, not at the time it was due. */
function dueNow({ realNow }: JobTime): ChooseJob {
  return async (tx) => {
    const now = await nowIn(tx, realNow());
    return { until: now, nowOf: async () => now };
  };
}

/** The virtual clock, epoch ms. */
export async function nowIn(tx: Tx, realNow: number): Promise<number> {
  return virtualNow(await readClock(tx), realNow);
}

/** Runs pieces of work so that other threads and processes get the write lock, and this thread handles other events. */
export function sharingLock({
  realNow,
  sleep,
  isLockRequested = () => false,
}: JobTime): <T>(piece: () => Promise<T>) => Promise<T> {
  let heldMs = 0;
  return async (piece) => {
    const began = realNow();
    const result = await piece();
    heldMs += realNow() - began;
    for (let waited = 0; waited < LOCK_REQUEST_WAIT_MS && isLockRequested(); waited += 1) await sleep(1);
    if (heldMs < HOLD_MS) await new Promise<void>((resolve) => setImmediate(resolve));
    else {
      heldMs = 0;
      await sleep(GAP_MS);
    }
    return result;
  };
}

// Takes one job from the queue and performs it in one transaction: a process that dies loses and repeats nothing, and
// several processes can share the work.

export interface JobEnvironment {
  readonly store: Store;
  readonly take: TakeJob;
  readonly performers: Performers;
  /** Called for every failure of a performer. */
  readonly onBug: (error: unknown, what: string) => void;
}

/** Which job may run next, and its time on the virtual clock; null for none. */
export type ChooseJob = (
  tx: Tx,
) => Promise<{ readonly until: number; readonly nowOf: (job: JobRow) => Promise<number> } | null>;

type PerformOutcome = 'nothing' | 'done' | 'failed';

/** Delay before a job is retried after its first, second … failure, milliseconds; after the last it is given up. */
const BACKOFF_MS = [1_000, 10_000, 60_000, 600_000] as const;

/** Generations of work at the same time. A run over ten million records has about twenty thousand. */
export const TURNS_MAX = 100_000;

class JobFailure extends Error {
  readonly job: JobRow;
  readonly now: number;

  constructor(job: JobRow, now: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.job = job;
    this.now = now;
  }
}

/** Performs one job; without a scope, no one else writes meanwhile. Throws errors of the store; a performer's error is recorded on its job, and others go on. */
export async function performNext(
  environment: JobEnvironment,
  choose: ChooseJob,
  scope?: WriteScope,
): Promise<PerformOutcome> {
  try {
    return await environment.store.write((tx) => performIn(tx, environment, choose), scope);
  } catch (error) {
    if (!(error instanceof JobFailure) || isBusy(error.cause) || isDiskFailure(error.cause)) throw error;
    await recordFailure(environment, error);
    return 'failed';
  }
}

async function performIn(tx: Tx, { take, performers }: JobEnvironment, choose: ChooseJob): Promise<PerformOutcome> {
  const choice = await choose(tx);
  const job = choice && (await take(tx, choice.until));
  if (!job) return 'nothing';
  const now = await choice.nowOf(job);
  try {
    const performer = await performerOf(performers, job);
    const last = await lastJobId(tx);
    const next = await performer.perform(job, await contextOf(tx, job, now));
    const turns = job.turns + 1;
    await followJobs(tx, job.workspaceId, last, now, turns);
    if (!next) return 'done';
    const isSoon = next.resumeAt <= now;
    await requeueJob(tx, job, {
      dueAt: isSoon ? now : next.resumeAt,
      payload: next.payload ?? job.payload,
      turns: isSoon ? turns : 0,
    });
    return 'done';
  } catch (error) {
    throw new JobFailure(job, now, error);
  }
}

async function performerOf(performers: Performers, { kind, turns, dueAt }: JobRow): Promise<Performer> {
  if (turns > TURNS_MAX)
    throw new Error(
      `job of kind ${kind} was continued ${TURNS_MAX} times at ${isoTime(dueAt)} without time passing: it does not end`,
    );
  const load = getOwn(performers, kind);
  if (!load) throw new Error(`no performer for jobs of kind ${kind}`);
  return load();
}

async function contextOf(tx: Tx, { workspaceId }: JobRow, now: number): Promise<Context> {
  const userId = await adminOf(tx, workspaceId);
  // The service itself, without a key.
  const principal = { workspaceId, userId, role: 'ADMIN', keyId: 0, keyName: 'engine', scopes: ['ALL'] } as const;
  return { tx, principal, now, ...linksTo() };
}

async function recordFailure({ store, performers, onBug }: JobEnvironment, failure: JobFailure): Promise<void> {
  const { job, now, message, cause } = failure;
  onBug(cause, `job ${job.id} (${job.kind}), attempt ${job.attempts + 1}`);
  const wait = job.turns > TURNS_MAX ? undefined : BACKOFF_MS[job.attempts];
  const dueAt = wait === undefined ? null : now + wait;
  const error = cause instanceof Error ? cause : new Error(message);
  const note = (tx: Tx): Promise<boolean> => postponeJob(tx, job.id, dueAt, now, message);
  try {
    await store.write(async (tx) => {
      if (!(await note(tx)) || dueAt !== null) return;
      const performer = await getOwn(performers, job.kind)?.();
      await performer?.failed?.(job, error, await contextOf(tx, job, now));
    }, job.workspaceId);
  } catch (second) {
    // Reporting the failure failed too: the job must not block the others forever.
    if (isBusy(second) || isDiskFailure(second)) throw second;
    onBug(second, `giving up job ${job.id} (${job.kind})`);
    await store.write(note, job.workspaceId);
  }
}

/** The job continues later, with a new payload if one is given. */
interface Continuation {
  /** Virtual clock, epoch ms; a past time counts as now. */
  readonly resumeAt: number;
  readonly payload?: Payload;
}

export interface Performer {
  /**
   * One slice of the work, about 25 ms, within the transaction of `context`: an error rolls everything back and the job
   * is retried later. Must have no effects outside the store.
   */
  perform(job: JobRow, context: Context): Promise<Continuation | void>;
  /** Called when the job is given up after its last attempt, to record that on its owner. */
  failed?(job: JobRow, error: Error, context: Context): Promise<void>;
}

export type Performers = Readonly<Record<string, () => Promise<Performer>>>;
