// One job: taken out of the queue, done and done with in one transaction, so that a process that dies loses nothing and
// doubles nothing, and several processes share the work.

import { isoTime } from '../core/clock.ts';
import type { Store, Tx } from '../core/context.ts';
import { appUrl, type Context } from '../core/context.ts';
import { isBusy, isDiskTrouble } from '../db/sqlite.ts';
import { adminOf } from '../resources/account/queries/users.ts';
import type { Performer, Performers } from './performer.ts';
import type { JobRow, Jobs } from './queries/jobs.ts';

export interface Desk {
  readonly store: Store;
  readonly jobs: Jobs;
  readonly performers: Performers;
  /** Told of every failure of a performer. */
  readonly onBug: (error: unknown, what: string) => void;
}

/** Which job may be done next, and at what moment it happens (virtual clock); null for none now. */
export type Choose = (
  tx: Tx,
) => Promise<{ readonly until: number; readonly nowOf: (job: JobRow) => Promise<number> } | null>;

export type Done = 'nothing' | 'done' | 'failed';

/** How long after its first, second … failure a job is tried again, milliseconds; after the last it is given up. */
const BACKOFF_MS = [1_000, 10_000, 60_000, 600_000] as const;

/** Generations of work at one and the same moment. A run over ten million records has some twenty thousand. */
export const TURNS_MAX = 100_000;

/** What went wrong in a performer, with the job it was at. */
class Fault extends Error {
  readonly job: JobRow;
  readonly now: number;

  constructor(job: JobRow, now: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.job = job;
    this.now = now;
  }
}

/** Does one job. Throws what the store throws: a performer's failure is noted on its job, and others go on. */
export async function performNext(desk: Desk, choose: Choose): Promise<Done> {
  try {
    return await desk.store.write((tx) => performIn(tx, desk, choose));
  } catch (error) {
    if (!(error instanceof Fault) || isBusy(error.cause) || isDiskTrouble(error.cause)) throw error;
    await noteFault(desk, error);
    return 'failed';
  }
}

async function performIn(tx: Tx, { jobs, performers }: Desk, choose: Choose): Promise<Done> {
  const choice = await choose(tx);
  const job = choice && (await jobs.take(tx, choice.until));
  if (!job) return 'nothing';
  const now = await choice.nowOf(job);
  try {
    const performer = await performerOf(performers, job);
    const mark = await jobs.mark(tx);
    const next = await performer.perform(job, await contextOf(tx, job, now));
    const turns = job.turns + 1;
    await jobs.follow(tx, mark, now, turns);
    if (!next) return 'done';
    const isSoon = next.again <= now;
    await jobs.again(tx, job, {
      dueAt: isSoon ? now : next.again,
      payload: next.payload ?? job.payload,
      turns: isSoon ? turns : 0,
    });
    return 'done';
  } catch (error) {
    throw new Fault(job, now, error);
  }
}

async function performerOf(performers: Performers, { kind, turns, dueAt }: JobRow): Promise<Performer> {
  if (turns > TURNS_MAX)
    throw new Error(
      `work of kind ${kind} asked for more at once ${TURNS_MAX} times at ${isoTime(dueAt)}: it does not end`,
    );
  const load = performers[kind];
  if (!load) throw new Error(`nobody performs jobs of kind ${kind}`);
  return load();
}

async function contextOf(tx: Tx, { workspaceId }: JobRow, now: number): Promise<Context> {
  const userId = await adminOf(tx, workspaceId);
  // Not a caller with a key: the service itself.
  const principal = { workspaceId, userId, role: 'ADMIN', keyId: 0, keyName: 'engine', scopes: ['ALL'] } as const;
  return { tx, principal, now, appUrl };
}

async function noteFault({ store, jobs, performers, onBug }: Desk, fault: Fault): Promise<void> {
  const { job, now, message, cause } = fault;
  onBug(cause, `job ${job.id} (${job.kind}), attempt ${job.attempts + 1}`);
  const wait = job.turns > TURNS_MAX ? undefined : BACKOFF_MS[job.attempts];
  const dueAt = wait === undefined ? null : now + wait;
  const error = cause instanceof Error ? cause : new Error(message);
  const note = (tx: Tx): Promise<boolean> => jobs.postpone(tx, job, { dueAt, now, error: message });
  try {
    await store.write(async (tx) => {
      if (!(await note(tx)) || dueAt !== null) return;
      const performer = await performers[job.kind]?.();
      await performer?.failed?.(job, error, await contextOf(tx, job, now));
    });
  } catch (second) {
    // Even saying so failed: the job must not stand in the way of the others for ever.
    if (isBusy(second) || isDiskTrouble(second)) throw second;
    onBug(second, `giving up job ${job.id} (${job.kind})`);
    await store.write(note);
  }
}
