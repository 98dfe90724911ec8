// Moving the clock: what falls due on the way is done in order, each piece at its own moment; then the clock stands at
// the target. Other processes see it step.

import {
  type Clock,
  type ClockChange,
  changedClock,
  isoTime,
  readClock,
  storeClock,
  virtualNow,
} from '../core/clock.ts';
import type { Tx } from '../core/context.ts';
import { Refusal } from '../core/refusals.ts';
import { type Choose, type Desk, performNext } from './perform.ts';
import { breathing, type Time } from './work.ts';

/** Every minute of a year is half of it. Work that wakes itself every millisecond would never let the clock arrive. */
export const STEPS_MAX = 1_000_000;

/**
 * Gives the clock as it was left. Throws Refusal `invalid` as `changedClock` does, and `unprocessable` when more than
 * `stepsMax` jobs fell due: the clock then stands where it got.
 */
export async function moveClock(
  desk: Desk,
  time: Time,
  change: ClockChange,
  stepsMax: number = STEPS_MAX,
): Promise<Clock> {
  const { store } = desk;
  const began = await store.write(async (tx) => {
    const at = time.realNow();
    const clock = await readClock(tx);
    const changed = changedClock(clock, change, at);
    if ('freeze' in change) await storeClock(tx, changed);
    return { changed, from: virtualNow(clock, at), target: virtualNow(changed, at) };
  });
  if ('freeze' in change) return began.changed;
  const breath = breathing(time);
  let last = began.from;
  for (let steps = 0; steps < stepsMax; steps += 1) {
    const isThere = await breath(async () => {
      const done = await performNext(
        desk,
        stepping(time, began.target, last, (moment) => {
          last = moment;
        }),
      );
      return done === 'nothing';
    });
    if (!isThere) continue;
    const clock = await store.write((tx) => arrive(tx, desk, time, began.target));
    if (clock) return clock;
  }
  throw new Refusal(
    'unprocessable',
    `More than ${stepsMax} pieces of work fell due before ${isoTime(began.target)}: the clock stopped at ` +
      `${isoTime(last)}. Move it in smaller steps, or end what wakes itself so often`,
  );
}

/** Takes the first job due by the target, and the clock to its moment. It never goes back. */
function stepping({ realNow }: Time, target: number, last: number, stepped: (moment: number) => void): Choose {
  return async (tx) => ({
    until: target,
    nowOf: async ({ dueAt }) => {
      const moment = Math.max(dueAt, last);
      await standAt(tx, moment, realNow());
      stepped(moment);
      return moment;
    },
  });
}

async function standAt(tx: Tx, moment: number, realNow: number): Promise<Clock> {
  const clock = await readClock(tx);
  const now = Math.max(moment, virtualNow(clock, realNow));
  const moved = clock.frozenAt === null ? { offsetMs: now - realNow, frozenAt: null } : { ...clock, frozenAt: now };
  await storeClock(tx, moved);
  return moved;
}

/** Null where more fell due in the last moment. */
async function arrive(tx: Tx, { jobs }: Desk, { realNow }: Time, target: number): Promise<Clock | null> {
  const due = await jobs.nextDueAt(tx);
  return due !== null && due <= target ? null : standAt(tx, target, realNow());
}
