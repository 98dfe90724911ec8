// The fields of a SCHEDULE. Knows nothing of when it fires: that is in recurrence.ts, which costs luxon.

import { quoted } from '../../../contract/english.ts';
import { getOwn, has, type JsonObject, listIn } from '../../../contract/json.ts';
import { fieldsOf } from '../../../contract/schema-parts.ts';
import { SCHEDULE_DEFINITIONS, WORKFLOW_LIMITS } from '../../../contract/workflows/enums.ts';
import { Recurrence, Schedule } from '../../../contract/workflows/plan.ts';
import { checkFieldsOf, checkText } from '../../check-value.ts';
import { isDay, isMoment } from '../../days.ts';
import { checkFields, checkKeys, checkRequired, mustBeList } from '../../keys.ts';
import { didYouMean } from '../../nearest.ts';
import type { At } from '../../problem.ts';
import type { Checking } from '../checking.ts';

/** A moment with `Z` or an offset. */
const WITHOUT_OFFSET = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/;

/** Whether it is the name of a time zone: an offset such as `+01:00` is none, it has no daylight saving. */
function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

export function checkSchedule(checking: Checking, at: At, trigger: JsonObject): void {
  const why = `a SCHEDULE needs a definition: ${SCHEDULE_DEFINITIONS.join(', ')}`;
  checkRequired(checking, at, trigger, 'definition', why);
  checkFieldsOf(checking, at, trigger, Schedule, 'definition');
  if (checkRequired(checking, at, trigger, 'startsAt', 'a SCHEDULE needs startsAt: when it fires first')) {
    checkStart(checking, [...at, 'startsAt'], getOwn(trigger, 'startsAt'));
  }
  if (checkRequired(checking, at, trigger, 'timezone', 'a SCHEDULE needs a timezone such as Europe/Berlin')) {
    checkZone(checking, [...at, 'timezone'], getOwn(trigger, 'timezone'));
  }
  if (has(trigger, 'recurrence')) checkRecurrence(checking, [...at, 'recurrence'], trigger);
}

function checkStart(checking: Checking, at: At, value: unknown): void {
  if (isMoment(value)) return;
  if (typeof value === 'string' && WITHOUT_OFFSET.test(value)) {
    const message = `startsAt ${quoted(value)} needs Z or an offset: 2026-11-23T09:00:00+01:00`;
    checking.error(at, 'invalid_value', message);
  } else {
    checking.error(at, 'invalid_value', `startsAt must be a moment such as 2026-11-23T09:00:00Z, not ${quoted(value)}`);
  }
}

function checkZone(checking: Checking, at: At, value: unknown): void {
  if (typeof value !== 'string' || value.trim() === '') {
    checkText(checking, at, value, WORKFLOW_LIMITS.nameMax);
    return;
  }
  if (isTimeZone(value)) return;
  const message = `unknown time zone "${value.slice(0, 60)}"${didYouMean(value, Intl.supportedValuesOf('timeZone'))}`;
  checking.error(
    at,
    'unknown_timezone',
    message.endsWith('?') ? message : `${message}: use a name such as Europe/Berlin`,
  );
}

function checkRecurrence(checking: Checking, at: At, trigger: JsonObject): void {
  const recurrence = checkFields(checking, at, getOwn(trigger, 'recurrence'), '{ byWeekday: [1, 3], interval: 2 }');
  if (recurrence === null) return;
  checkKeys(checking, at, recurrence, Object.keys(fieldsOf(Recurrence).fields), 'a recurrence');
  if (has(recurrence, 'byWeekday')) checkWeekdays(checking, [...at, 'byWeekday'], getOwn(recurrence, 'byWeekday'));
  checkFieldsOf(checking, at, recurrence, Recurrence, 'interval');
  const end = getOwn(recurrence, 'endDate');
  const where = [...at, has(recurrence, 'endDate') ? 'endDate' : 'byWeekday'];
  if (end !== undefined && !isDay(end) && !isMoment(end)) {
    const message = `endDate must be a day such as 2026-12-31 or a moment with Z or an offset, not ${quoted(end)}`;
    checking.error(where, 'invalid_value', message);
    return;
  }
  const why = whyNever(trigger, recurrence, end);
  if (why !== null) checking.undocumented(where, 'never_fires', `${why}: the schedule never fires`);
}

const DAY_MS = 86_400_000;

/** Days after the start that the schedule may fire on, as many as it takes to know the first. */
function daysAhead(definition: unknown, interval: number, weekday: number): number[] {
  const week = [0, 1, 2, 3, 4, 5, 6];
  if (definition === 'DAILY') return week.map((day) => day * interval);
  if (definition !== 'WEEKLY' && definition !== 'BI_WEEKLY') return week;
  const sinceMonday = (weekday + 6) % 7;
  const period = 7 * interval * (definition === 'WEEKLY' ? 1 : 2);
  return [...week, ...week.map((day) => day + period)].map((day) => day - sinceMonday).filter((day) => day >= 0);
}

/** Why it never fires; null where it does, or that is not known. */
function whyNever({ definition, startsAt, timezone }: JsonObject, recurrence: JsonObject, end: string | undefined) {
  if (!isMoment(startsAt)) return null;
  const start = Date.parse(startsAt);
  if (end !== undefined && isMoment(end) && Date.parse(end) < start) return 'endDate is before startsAt';
  if (typeof timezone !== 'string' || !isTimeZone(timezone)) return null;
  // By the calendar of the zone.
  const first = Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(start));
  if (end !== undefined && isDay(end) && Date.parse(end) < first) return 'endDate is before startsAt';
  const weekdays = listIn(getOwn(recurrence, 'byWeekday'));
  const interval = getOwn(recurrence, 'interval') ?? 1;
  if (weekdays.length === 0 || Number.isNaN(first) || !isCount(interval)) return null;
  const weekday = (first / DAY_MS + 4) % 7;
  const ahead = daysAhead(definition, interval, weekday).find((days) => weekdays.includes((weekday + days) % 7));
  if (ahead === undefined) return 'no day that the interval comes to is one of byWeekday';
  if (ahead === 0 || end === undefined) return null;
  // Of a moment, an hour is left for the change of the clock.
  const isOver = isDay(end)
    ? first + ahead * DAY_MS > Date.parse(end)
    : start + ahead * DAY_MS - HOUR_MS > Date.parse(end);
  return isOver ? 'no day of byWeekday comes before endDate' : null;
}

const HOUR_MS = 3_600_000;

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0;

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function checkWeekdays(checking: Checking, at: At, value: unknown): void {
  const range = 'from 0 (Sunday) to 6 (Saturday)';
  if (!mustBeList(checking, at, value, `byWeekday must be a list of numbers ${range}`)) return;
  if (value.length === 0) checking.undocumented(at, 'too_small', 'byWeekday is empty: leave it out for every day');
  if (value.length > 100) {
    checking.error(at, 'too_big', 'byWeekday has more days than a week');
    return;
  }
  for (const [index, day] of value.entries()) {
    const where = [...at, index];
    if (typeof day !== 'number' || !Number.isInteger(day) || day < 0 || day > 6) {
      const name = typeof day === 'string' ? WEEKDAYS.findIndex((word) => isNamed(word, day)) : day === 7 ? 0 : -1;
      const hint = name < 0 ? '' : `; ${WEEKDAYS[name]} is ${name}`;
      checking.error(
        where,
        'invalid_value',
        `a weekday is a number ${range}, not ${typeof day === 'number' ? day : quoted(day)}${hint}`,
      );
    } else if (value.indexOf(day) < index) {
      checking.undocumented(where, 'duplicate_day', `${WEEKDAYS[day]} is listed twice`);
    }
  }
}

const isNamed = (word: string, text: string): boolean =>
  text.trim().length > 1 && word.toLowerCase().startsWith(text.trim().toLowerCase().slice(0, 3));
