import { createHash } from 'node:crypto';
import type { ReplyData } from '../../../contract/table.ts';
import { type ClockChange, isoTime, readClock, type VirtualClock, virtualNow } from '../../core/clock.ts';
import { readFeatures } from '../../core/features.ts';
import type { LogFilter, OperatorContext } from '../../core/operator.ts';
import { noteMove, storeIdentity } from '../../core/queries/settings.ts';
import type { PageRequest, Tx } from '../../core/sql.ts';
import { lastFailures, nextDueAt, queueFigures } from '../../jobs/queries/jobs.ts';
import { activeFaults } from './queries/faults.ts';
import { countRecords } from './queries/overview.ts';

type LocalStatus = ReplyData<'local', 'status'>;

export async function describeStatus(context: OperatorContext): Promise<LocalStatus> {
  const { store, version, data, now, limitsByDefault, servers } = context;
  const [alive, locks] = servers === null ? [[], []] : await Promise.all([servers.list(), servers.locks()]);
  return store.read(async (tx) => ({
    version,
    schemaVersion: store.schemaVersion,
    data,
    now: isoTime(now),
    features: await readFeatures(tx, limitsByDefault),
    faults: (await activeFaults(tx)).length,
    counts: await countRecords(tx),
    work: await describeWork(tx, now),
    servers: alive.map(({ isAnswering, startedAt, seenAt, ...server }) => ({
      ...server,
      answers: isAnswering,
      startedAt: isoTime(startedAt),
      seenAt: isoTime(seenAt),
    })),
    locks: locks.map(({ isWaiting, ...lock }) => ({ ...lock, waiting: isWaiting })),
  }));
}

export async function showStore({ store }: OperatorContext): Promise<ReplyData<'local', 'store'>> {
  const identity = await store.read(storeIdentity);
  return { mark: createHash('sha256').update(identity).digest('hex').slice(0, 16) };
}

const FAILURES_LISTED = 5;

async function describeWork(tx: Tx, now: number): Promise<LocalStatus['work']> {
  const due = await nextDueAt(tx);
  return {
    ...(await queueFigures(tx, now)),
    nextDueAt: due === null ? null : isoTime(due),
    lastFailed: (await lastFailures(tx, FAILURES_LISTED)).map(({ at, ...failure }) => ({
      ...failure,
      at: isoTime(at),
    })),
  };
}

export async function listRequests({ log }: OperatorContext, { page, pageSize }: PageRequest, filter?: LogFilter) {
  const skip = (page - 1) * pageSize;
  const { requests, total } = await log.newest(skip, pageSize, filter);
  return { requests: [...requests], page, pageSize, total, hasNextPage: skip + requests.length < total };
}

type ClockView = ReplyData<'local', 'clock'>;

export async function showClock({ store, realNow }: OperatorContext): Promise<ClockView> {
  const at = realNow();
  return clockView(await store.read(readClock), at);
}

/** Runs the jobs that fall due on the way. Throws Refusal as `moveClock` does. */
export async function setClock({ store, moveClock, realNow }: OperatorContext, change: ClockChange) {
  const from = virtualNow(await store.read(readClock), realNow());
  const clock = await moveClock(change);
  if (!('freeze' in change)) await store.write((tx) => noteMove(tx, from, virtualNow(clock, realNow())));
  return clockView(clock, realNow());
}

function clockView(clock: VirtualClock, realNow: number): ClockView {
  const now = virtualNow(clock, realNow);
  return { now: isoTime(now), frozen: clock.frozenAt !== null, offsetMs: now - realNow };
}
