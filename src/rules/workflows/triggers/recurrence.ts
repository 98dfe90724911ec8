// When a schedule fires. Days are counted on the calendar of its time zone, and each becomes a moment by its wall clock:
// 09:00 stays 09:00 whatever the offset. Loads luxon: only what performs schedules comes here, lint does not.

import { DateTime, IANAZone } from 'luxon';
import { smallest } from '../../../contract/extremes.ts';
import type { ScheduleTrigger } from '../../../contract/workflows/plan.ts';
import { isMoment } from '../../days.ts';

/** Periods without a firing after which there is none: weekdays and any interval come round in seven, and a few lie before. */
const EMPTY_PERIODS_MAX = 12;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** No schedule is followed further. */
const LAST_YEAR = 9999;

/** A calendar day as its midnight in UTC, epoch ms: days of a calendar have no zone, so that adding them is exact. */
type Day = number;

interface Followed {
  readonly zone: IANAZone;
  readonly startsAt: number;
  readonly firstDay: Day;
  /** Wall-clock time of day, ms after midnight. */
  readonly timeOfDay: number;
  /** Inclusive; null when it goes on. */
  readonly end: number | null;
  readonly weekdays: ReadonlySet<number>;
  /** The days of its period `k`, in order. */
  readonly daysOf: (k: number) => readonly Day[];
  /** A period that is not after the day. */
  readonly periodBefore: (day: Day) => number;
}

/** 0 = Sunday … 6 = Saturday. */
const weekdayOf = (day: Day): number => (Math.floor(day / DAY_MS) + 4) % 7;

/**
 * The moment at which a wall clock shows day and time. Shown twice (the clock goes back): the first. Never shown (it goes
 * forward): as much later as the clock jumps, so that 02:30 becomes 03:30.
 */
function instantOf(zone: IANAZone, day: Day, timeOfDay: number): number {
  const wall = day + timeOfDay;
  const before = zone.offset(wall - DAY_MS) * MINUTE_MS;
  const after = zone.offset(wall + DAY_MS) * MINUTE_MS;
  const displayed = [wall - before, wall - after].filter((moment) => moment + zone.offset(moment) * MINUTE_MS === wall);
  return displayed.length > 0 ? smallest(displayed) : wall - before;
}

/** `2026-12-24 09:00 Europe/Berlin` as epoch ms; NaN for another text. */
export function zonedTime(text: string): number {
  const [, date = '', time = '', name = ''] = /^(\S+) (\d{2}:\d{2}) (\S+)$/.exec(text) ?? [];
  const zone = IANAZone.create(name);
  const wall = `${date}T${time}Z`;
  if (!zone.isValid || !isMoment(wall)) return Number.NaN;
  const at = Date.parse(wall);
  const day = Math.floor(at / DAY_MS) * DAY_MS;
  return instantOf(zone, day, at - day);
}

/** The day `months` after another; the last of its month where that has no such day. */
function monthsLater(day: Day, months: number): Day {
  return DateTime.fromMillis(day, { zone: 'utc' }).plus({ months }).toMillis();
}

function follow({ definition, startsAt, timezone, recurrence = {} }: ScheduleTrigger): Followed | null {
  const zone = IANAZone.create(timezone);
  const start = Date.parse(startsAt);
  if (!zone.isValid || Number.isNaN(start)) return null;
  const wall = start + zone.offset(start) * MINUTE_MS;
  const firstDay = Math.floor(wall / DAY_MS) * DAY_MS;
  const { byWeekday, interval = 1, endDate } = recurrence;
  const weekdays = new Set(byWeekday ?? []);
  const common = { zone, startsAt: start, firstDay, timeOfDay: wall - firstDay, end: endOf(zone, endDate), weekdays };
  switch (definition) {
    case 'DAILY':
      return { ...common, ...everyDays(firstDay, interval, weekdays) };
    case 'WEEKLY':
      return { ...common, ...everyWeeks(firstDay, interval, weekdays) };
    case 'BI_WEEKLY':
      return { ...common, ...everyWeeks(firstDay, 2 * interval, weekdays) };
    case 'MONTHLY':
      return { ...common, ...everyMonths(firstDay, interval, weekdays) };
    case 'QUARTERLY':
      return { ...common, ...everyMonths(firstDay, 3 * interval, weekdays) };
    case 'YEARLY':
      return { ...common, ...everyMonths(firstDay, 12 * interval, weekdays) };
  }
}

/** A day counts to its end in the zone, a moment as it is. */
function endOf(zone: IANAZone, endDate: string | undefined): number | null {
  if (endDate === undefined) return null;
  const end = Date.parse(endDate);
  return endDate.includes('T') ? end : instantOf(zone, end + DAY_MS, 0) - 1;
}

type Periods = Pick<Followed, 'daysOf' | 'periodBefore'>;

/** Every so many days; with weekdays, those of these days that are one of them. */
function everyDays(first: Day, days: number, weekdays: ReadonlySet<number>): Periods {
  return {
    daysOf: (k) => {
      const day = first + k * days * DAY_MS;
      return weekdays.size === 0 || weekdays.has(weekdayOf(day)) ? [day] : [];
    },
    periodBefore: (day) => Math.floor((day - first) / (days * DAY_MS)),
  };
}

/** Every so many weeks, counted from Monday, on the weekdays, or on that of the first day. */
function everyWeeks(first: Day, weeks: number, weekdays: ReadonlySet<number>): Periods {
  const fromMonday = (weekday: number) => (weekday + 6) % 7;
  const monday = first - fromMonday(weekdayOf(first)) * DAY_MS;
  const days = [...(weekdays.size === 0 ? [weekdayOf(first)] : weekdays)].map(fromMonday).toSorted((a, b) => a - b);
  return {
    daysOf: (k) => days.map((day) => monday + (k * weeks * 7 + day) * DAY_MS),
    periodBefore: (day) => Math.floor((day - monday) / (weeks * 7 * DAY_MS)),
  };
}

/**
 * Once every so many months, on the day of the month of the first one or the last there is; with weekdays, on the first
 * of them from that day on.
 */
function everyMonths(first: Day, months: number, weekdays: ReadonlySet<number>): Periods {
  return {
    daysOf: (k) => {
      let day = monthsLater(first, k * months);
      for (let later = 0; later < 6 && weekdays.size > 0 && !weekdays.has(weekdayOf(day)); later += 1) day += DAY_MS;
      return [day];
    },
    periodBefore: (day) => {
      const [from, to] = [DateTime.fromMillis(first, { zone: 'utc' }), DateTime.fromMillis(day, { zone: 'utc' })];
      return Math.floor(((to.year - from.year) * 12 + to.month - from.month) / months);
    },
  };
}

/**
 * The firings strictly after `after` (epoch ms), in order, for ever or until the end date. A schedule fires first at its
 * `startsAt`, if that is one of its days. Throws nothing: a schedule that is not in order never fires.
 */
function* instantsAfter(schedule: ScheduleTrigger, after: number): Generator<number> {
  const followed = follow(schedule);
  if (followed === null) return;
  const { zone, startsAt, firstDay, timeOfDay, end, daysOf, periodBefore } = followed;
  const from = Math.max(after, startsAt - 1);
  const day = Math.floor(from / DAY_MS) * DAY_MS;
  let last = from;
  let empty = 0;
  // A day earlier for the offset, another period earlier for weekdays that reach into the next month.
  for (let k = Math.max(0, periodBefore(day - DAY_MS) - 1); empty < EMPTY_PERIODS_MAX; k += 1) {
    empty += 1;
    for (const one of daysOf(k)) {
      // A wall clock may show the start twice: it is the one that was written.
      const moment = one === firstDay ? startsAt : instantOf(zone, one, timeOfDay);
      if (end !== null && moment > end) return;
      if (Number.isNaN(moment) || new Date(one).getUTCFullYear() > LAST_YEAR) return;
      if (moment <= last) continue;
      last = moment;
      empty = 0;
      yield moment;
    }
  }
}

/** The first firing strictly after `after`, epoch ms; null when there is none any more. */
export function nextInstant(schedule: ScheduleTrigger, after: number): number | null {
  const next = instantsAfter(schedule, after).next();
  return next.done === true ? null : next.value;
}

/** The firings after `after` up to and including `until`, at most `most` of them. */
export function instantsBetween(schedule: ScheduleTrigger, after: number, until: number, most = 1000): number[] {
  const found: number[] = [];
  for (const moment of instantsAfter(schedule, after)) {
    if (moment > until || found.length >= most) break;
    found.push(moment);
  }
  return found;
}

/** A moment as a clock in the time zone shows it, in English. */
export function wallClock(at: number, timezone: string, format: string): string {
  return DateTime.fromMillis(at, { zone: timezone, locale: 'en' }).toFormat(format);
}
