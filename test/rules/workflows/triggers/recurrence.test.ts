// Schedules over the changes to and from daylight saving time. The tables are in schedules.ts.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SCHEDULE_DEFINITIONS } from '../../../../src/contract/workflows/enums.ts';
import { checkWorkflow } from '../../../../src/rules/workflows/check.ts';
import { instantsBetween, nextInstant } from '../../../../src/rules/workflows/triggers/recurrence.ts';
import { scheduleOf, TABLES } from './schedules.ts';

const ALWAYS = Date.parse('2100-01-01T00:00:00Z');
const minutes = (moments: readonly number[]) =>
  moments.map((moment) => `${new Date(moment).toISOString().slice(0, 16)}Z`);

describe.each(TABLES)('%s', (timezone, rows) => {
  test('has all six definitions', () => {
    expect(rows.map(([definition]) => definition)).toEqual([...SCHEDULE_DEFINITIONS]);
  });

  test.each(rows)('%s from %s, %j', (definition, startsAt, recurrence, instants) => {
    const schedule = scheduleOf(definition, startsAt, timezone, recurrence);
    expect(minutes(instantsBetween(schedule, 0, ALWAYS))).toEqual(instants);
    expect(nextInstant(schedule, Date.parse(instants.at(-1) ?? ''))).toBeNull();
  });
});

test('without a recurrence it continues: a day of the month that a month lacks is its last', () => {
  const schedule = scheduleOf('MONTHLY', '2027-12-31T12:00:00Z', 'Etc/UTC', undefined);
  expect(minutes(instantsBetween(schedule, 0, ALWAYS, 4))).toEqual([
    '2027-12-31T12:00Z',
    '2028-01-31T12:00Z',
    '2028-02-29T12:00Z',
    '2028-03-31T12:00Z',
  ]);
});

test('weekdays that never fall on its days: it never fires, and says so', () => {
  const schedule = scheduleOf('DAILY', '2027-03-01T12:00:00Z', 'Etc/UTC', { byWeekday: [2], interval: 7 });
  expect(nextInstant(schedule, 0)).toBeNull();
});

test('half an hour of daylight saving, and a zone that skipped a day', () => {
  const howe = scheduleOf('DAILY', '2027-10-02T02:15:00+10:30', 'Australia/Lord_Howe', { endDate: '2027-10-04' });
  expect(minutes(instantsBetween(howe, 0, ALWAYS))).toEqual([
    '2027-10-01T15:45Z',
    '2027-10-02T15:45Z',
    '2027-10-03T15:15Z',
  ]);
  const apia = scheduleOf('DAILY', '2011-12-29T09:00:00-10:00', 'Pacific/Apia', { endDate: '2011-12-31' });
  expect(minutes(instantsBetween(apia, 0, ALWAYS))).toEqual(['2011-12-29T19:00Z', '2011-12-30T19:00Z']);
});

test('a start that the wall clock shows twice is the one that was written; from then on the first', () => {
  const second = scheduleOf('YEARLY', '2027-10-31T01:30:00Z', 'Europe/Berlin', undefined);
  expect(minutes(instantsBetween(second, 0, ALWAYS, 2))).toEqual(['2027-10-31T01:30Z', '2028-10-31T01:30Z']);
  const daily = scheduleOf('DAILY', '2027-10-31T01:30:00Z', 'Europe/Berlin', undefined);
  expect(minutes(instantsBetween(daily, 0, ALWAYS, 2))).toEqual(['2027-10-31T01:30Z', '2027-11-01T01:30Z']);
});

const schedule = fc
  .record({
    definition: fc.constantFrom(...SCHEDULE_DEFINITIONS),
    start: fc.integer({ min: Date.parse('2020-01-01T00:00:00Z'), max: Date.parse('2030-01-01T00:00:00Z') }),
    timezone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Sydney', 'Asia/Kolkata', 'Etc/UTC'),
    byWeekday: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }), { nil: undefined }),
    interval: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  })
  .map(({ definition, start, timezone, byWeekday, interval }) =>
    scheduleOf(definition, new Date(start - (start % 60_000)).toISOString(), timezone, { byWeekday, interval }),
  );

test('any schedule: in order, never before its start, and the same from wherever one begins to look', () => {
  fc.assert(
    fc.property(schedule, fc.integer({ min: 0, max: 11 }), (one, place) => {
      const all = instantsBetween(one, 0, ALWAYS, 12);
      expect(all).toEqual([...new Set(all)].toSorted((a, b) => a - b));
      expect(Math.min(...all)).toBeGreaterThanOrEqual(Date.parse(one.startsAt));
      const after = all[place];
      if (after !== undefined && place < 11) expect(nextInstant(one, after)).toBe(all[place + 1]);
      if (after !== undefined) expect(nextInstant(one, after - 1)).toBe(after);
    }),
  );
});

test('lint says exactly of which schedules that they never fire', () => {
  const ends = fc.record({ days: fc.option(fc.integer({ min: 0, max: 40 })), isMoment: fc.boolean() });
  const intervals = fc.option(fc.constantFrom(1, 2, 3, 7, 14), { nil: undefined });
  const counts = { never: 0 };
  fc.assert(
    fc.property(schedule, intervals, ends, (one, interval, { days, isMoment }) => {
      // Of a moment, whole days and half a day: no change of the clock decides.
      const end =
        days === null ? undefined : new Date(Date.parse(one.startsAt) + (days - 0.5) * 86_400_000).toISOString();
      const endDate = isMoment ? end : end?.slice(0, 10);
      const trigger = { ...one, recurrence: JSON.parse(JSON.stringify({ ...one.recurrence, interval, endDate })) };
      const isNever = nextInstant(trigger, 0) === null;
      counts.never += Number(isNever);
      const found = checkWorkflow({ name: 'Made', plan: { nodes: [] }, trigger }).map(({ code }) => code);
      expect(found.includes('never_fires')).toBe(isNever);
    }),
    { numRuns: 2000 },
  );
  expect(counts.never).toBeGreaterThan(50);
});
