// The fields of a SCHEDULE. Knows nothing of when it fires: that is in recurrence.ts, which costs luxon.

import { quoted } from '../../../contract/english.ts';
import { getOwn, has, type JsonObject } from '../../../contract/json.ts';
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
  if (!has(recurrence, 'endDate')) return;
  const end = getOwn(recurrence, 'endDate');
  const where = [...at, 'endDate'];
  if (!isDay(end) && !isMoment(end)) {
    const message = `endDate must be a day such as 2026-12-31 or a moment with Z or an offset, not ${quoted(end)}`;
    checking.error(where, 'invalid_value', message);
    return;
  }
  if (isOver(end, getOwn(trigger, 'startsAt'), getOwn(trigger, 'timezone'))) {
    checking.undocumented(where, 'never_fires', 'endDate is before startsAt: the schedule never fires');
  }
}

/** Whether the end is before the start: by the day of the zone, or by the moment. */
function isOver(end: string, start: unknown, timezone: unknown): boolean {
  if (!isMoment(start)) return false;
  if (!isDay(end)) return Date.parse(end) < Date.parse(start);
  if (typeof timezone !== 'string' || !isTimeZone(timezone)) return false;
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' });
  return end < format.format(Date.parse(start));
}

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
