// The virtual clock: real time plus an offset, or frozen. It never goes back.

import { durationMs as msOf, parseDuration } from '../../contract/durations.ts';
import { Refusal } from './context.ts';
import { clearSetting, setSetting, setting } from './queries/settings.ts';
import type { Tx } from './sql.ts';

export interface VirtualClock {
  readonly offsetMs: number;
  /** The time it is frozen at, or null while it runs. */
  readonly frozenAt: number | null;
}

/** `nextUntil`: to the moment at which the next work is due, or to this one. */
export type ClockChange =
  | { readonly advance: string }
  | { readonly set: string }
  | { readonly nextUntil: string }
  | { readonly freeze: boolean };

const RUNNING: VirtualClock = { offsetMs: 0, frozenAt: null };

/** RFC 3339 has no later year. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export function virtualNow(clock: VirtualClock, realNow: number): number {
  return clock.frozenAt ?? realNow + clock.offsetMs;
}

/** `90s`, `2h`, `1.5d` → milliseconds. Throws RangeError for anything else. */
export function durationMs(text: string): number {
  const duration = parseDuration(text);
  if (duration === null) throw new RangeError(`not a duration: ${text}`);
  return Math.round(msOf(duration));
}

/** The clock after `change`. Throws Refusal `invalid` for a time in the past, or beyond the year 9999. */
export function changedClock(
  clock: VirtualClock,
  change: Exclude<ClockChange, { readonly nextUntil: string }>,
  realNow: number,
): VirtualClock {
  const now = virtualNow(clock, realNow);
  if ('freeze' in change) {
    if (change.freeze) return { ...clock, frozenAt: now };
    return { offsetMs: now - realNow, frozenAt: null };
  }
  const target = 'advance' in change ? now + durationMs(change.advance) : Date.parse(change.set);
  if (target < now) {
    throw new Refusal('invalid', `The clock can only be moved forward: it is already ${isoTime(now)}`);
  }
  if (!(target <= LATEST)) throw new Refusal('invalid', 'The clock cannot be moved beyond the year 9999');
  return clock.frozenAt === null ? { offsetMs: target - realNow, frozenAt: null } : { ...clock, frozenAt: target };
}

export const isoTime = (ms: number): string => new Date(ms).toISOString();

const NAME = 'clock';

/** Parses the setting; an absent or unreadable one means real time. */
export function clockOf(text: string | null): VirtualClock {
  const parsed: unknown = text === null ? null : JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null) return RUNNING;
  const offsetMs = 'offsetMs' in parsed && typeof parsed.offsetMs === 'number' ? parsed.offsetMs : 0;
  const frozenAt = 'frozenAt' in parsed && typeof parsed.frozenAt === 'number' ? parsed.frozenAt : null;
  return { offsetMs, frozenAt };
}

export async function readClock(tx: Tx): Promise<VirtualClock> {
  return clockOf(await setting(tx, NAME));
}

export async function storeClock(tx: Tx, clock: VirtualClock): Promise<void> {
  if (clock.frozenAt === null && clock.offsetMs === 0) return clearSetting(tx, NAME);
  return setSetting(tx, NAME, JSON.stringify(clock));
}
