// Moves the clock. Jobs that fall due on the way run in order, each at its own time. Other processes see the clock step.

import {
  type ClockChange,
  changedClock,
  isoTime,
  readClock,
  storeClock,
  type VirtualClock,
  virtualNow,
} from '../core/clock.ts';
import { Refusal } from '../core/context.ts';
import type { Tx } from '../core/sql.ts';
import { nextDueAt } from './queries/jobs.ts';
import { type ChooseJob, type JobEnvironment, type JobTime, nowIn, performNext, sharingLock } from './work.ts';

/** One job per minute for a year is half of it. A job that requeues itself every millisecond would never end. */
export const STEPS_MAX = 1_000_000;

/**
 * Returns the final clock. Throws Refusal `invalid` as `changedClock` does, and `unprocessable` if more than `stepsMax`
 * jobs fell due: the clock then stays where it got to.
 */
export async function moveClock(
  environment: JobEnvironment,
  time: JobTime,
  change: ClockChange,
  stepsMax: number = STEPS_MAX,
): Promise<VirtualClock> {
  const { store } = environment;
  const start = await store.write(async (tx) => {
    const at = time.realNow();
    const clock = await readClock(tx);
    const changed = changedClock(clock, await fixedChange(tx, change, virtualNow(clock, at)), at);
    if ('freeze' in change) await storeClock(tx, changed);
    return { changed, from: virtualNow(clock, at), target: virtualNow(changed, at) };
  });
  if ('freeze' in change) return start.changed;
  const shared = sharingLock(time);
  let last = start.from;
  let isBehind = false;
  for (let steps = 0; steps < stepsMax; steps += 1) {
    const isThere = await shared(async () => {
      // What is due already needs no step of the clock: it is shared with the other servers, and holds up no workspace but its own.
      if (isBehind) {
        const choose = behindNow(time, start.target, last, (moment) => {
          last = moment;
        });
        isBehind = (await performNext(environment, choose, 'job')) !== 'nothing';
        if (isBehind) return false;
      }
      const done = await performNext(
        environment,
        nextUntil(time, start.target, last, (moment, isLate) => {
          last = moment;
          isBehind = isLate;
        }),
      );
      return done === 'nothing';
    });
    if (!isThere) continue;
    const clock = await store.write((tx) => arrive(tx, time, start.target));
    if (clock) return clock;
  }
  throw new Refusal(
    'unprocessable',
    `More than ${stepsMax} jobs fell due before ${isoTime(start.target)}: the clock stopped at ${isoTime(last)}. ` +
      'Move it in smaller steps, or stop the workflow or campaign that queues so many jobs',
  );
}

/** `nextUntil` as the moment it stands for. */
async function fixedChange(tx: Tx, change: ClockChange, now: number) {
  if (!('nextUntil' in change)) return change;
  const limit = Date.parse(change.nextUntil);
  const due = await nextDueAt(tx);
  return { set: isoTime(due === null || due > limit ? limit : Math.max(due, now)) };
}

/** Chooses the first job due by the target and moves the clock to its time. The clock never goes back. */
function nextUntil(
  { realNow }: JobTime,
  target: number,
  last: number,
  onMove: (moment: number, isLate: boolean) => void,
): ChooseJob {
  return async (tx) => ({
    until: target,
    nowOf: async ({ dueAt }) => {
      const moment = Math.max(dueAt, last);
      const { before } = await setClockTo(tx, moment, realNow());
      onMove(moment, dueAt <= before);
      return moment;
    },
  });
}

/** Chooses a job that is due already. It runs at its own time: what is due at one moment would else be drawn apart by real time. */
function behindNow({ realNow }: JobTime, target: number, last: number, onPerform: (moment: number) => void): ChooseJob {
  return async (tx) => ({
    until: Math.min(target, await nowIn(tx, realNow())),
    nowOf: async ({ dueAt }) => {
      const moment = Math.max(dueAt, last);
      onPerform(moment);
      return moment;
    },
  });
}

async function setClockTo(tx: Tx, moment: number, realNow: number) {
  const clock = await readClock(tx);
  const before = virtualNow(clock, realNow);
  const now = Math.max(moment, before);
  const moved = clock.frozenAt === null ? { offsetMs: now - realNow, frozenAt: null } : { ...clock, frozenAt: now };
  await storeClock(tx, moved);
  return { before, clock: moved };
}

/** Null if more jobs fell due at the target. */
async function arrive(tx: Tx, { realNow }: JobTime, target: number) {
  const due = await nextDueAt(tx);
  return due !== null && due <= target ? null : (await setClockTo(tx, target, realNow())).clock;
}
