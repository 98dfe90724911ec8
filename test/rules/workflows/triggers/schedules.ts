// Firings of schedules over the changes to and from daylight saving time, typed by hand from calendars.

import type { ScheduleTrigger } from '../../../../src/contract/workflows/plan.ts';

type Row = readonly [
  definition: ScheduleTrigger['definition'],
  startsAt: string,
  recurrence: NonNullable<ScheduleTrigger['recurrence']>,
  instants: readonly string[],
];

/** Clocks: 28 March 2027 02:00 → 03:00, 31 October 2027 03:00 → 02:00. */
const BERLIN: readonly Row[] = [
  [
    'DAILY',
    '2027-03-26T09:00:00+01:00',
    { byWeekday: [5, 6, 0, 1], interval: 1, endDate: '2027-03-30' },
    // Friday to Monday; Tuesday is not named.
    ['2027-03-26T08:00Z', '2027-03-27T08:00Z', '2027-03-28T07:00Z', '2027-03-29T07:00Z'],
  ],
  [
    'WEEKLY',
    '2027-10-18T02:30:00+02:00',
    { byWeekday: [0, 1], interval: 2, endDate: '2027-11-15' },
    // Every other week from Monday on: the Sunday of the change lies between.
    ['2027-10-18T00:30Z', '2027-10-24T00:30Z', '2027-11-01T01:30Z', '2027-11-07T01:30Z', '2027-11-15T01:30Z'],
  ],
  [
    'BI_WEEKLY',
    '2027-10-17T02:30:00+02:00',
    { byWeekday: [0, 3], interval: 1, endDate: '2027-11-14' },
    // 31 October shows 02:30 twice: the first.
    ['2027-10-17T00:30Z', '2027-10-27T00:30Z', '2027-10-31T00:30Z', '2027-11-10T01:30Z', '2027-11-14T01:30Z'],
  ],
  [
    'MONTHLY',
    '2027-01-31T09:00:00+01:00',
    { byWeekday: [1, 2, 3, 4, 5], interval: 1, endDate: '2027-06-30' },
    // The last of each month, or the Monday after it: two of them are Sundays.
    [
      ...['2027-02-01T08:00Z', '2027-03-01T08:00Z', '2027-03-31T07:00Z', '2027-04-30T07:00Z', '2027-05-31T07:00Z'],
      '2027-06-30T07:00Z',
    ],
  ],
  [
    'QUARTERLY',
    '2026-11-30T02:30:00+01:00',
    { byWeekday: [0], interval: 1, endDate: '2027-12-31' },
    // The first Sunday from the 30th on, or from the end of February.
    ['2026-12-06T01:30Z', '2027-02-28T01:30Z', '2027-05-30T00:30Z', '2027-09-05T00:30Z', '2027-12-05T01:30Z'],
  ],
  [
    'YEARLY',
    '2025-03-28T02:30:00+01:00',
    { byWeekday: [0, 1, 2, 3, 4, 5, 6], interval: 1, endDate: '2028-12-31' },
    // 28 March 2027 does not show 02:30: it fires at 03:30, an hour later by the clock.
    ['2025-03-28T01:30Z', '2026-03-28T01:30Z', '2027-03-28T01:30Z', '2028-03-28T00:30Z'],
  ],
];

/** Clocks: 14 March 2027 02:00 → 03:00, 7 November 2027 02:00 → 01:00. */
const NEW_YORK: readonly Row[] = [
  [
    'DAILY',
    '2027-03-10T02:30:00-05:00',
    { byWeekday: [0, 3, 5], interval: 2, endDate: '2027-03-26' },
    // Every other day that is a Sunday, Wednesday or Friday; the 14th does not show 02:30.
    ['2027-03-10T07:30Z', '2027-03-12T07:30Z', '2027-03-14T07:30Z', '2027-03-24T06:30Z', '2027-03-26T06:30Z'],
  ],
  [
    'WEEKLY',
    '2027-11-01T01:30:00-04:00',
    { byWeekday: [0, 1, 6], interval: 1, endDate: '2027-11-09' },
    ['2027-11-01T05:30Z', '2027-11-06T05:30Z', '2027-11-07T05:30Z', '2027-11-08T06:30Z'],
  ],
  [
    'BI_WEEKLY',
    '2027-02-19T18:00:00-05:00',
    { byWeekday: [5], interval: 2, endDate: '2027-05-14' },
    // Every four weeks.
    ['2027-02-19T23:00Z', '2027-03-19T22:00Z', '2027-04-16T22:00Z', '2027-05-14T22:00Z'],
  ],
  [
    'MONTHLY',
    '2027-08-31T00:30:00-04:00',
    { byWeekday: [0, 1, 2, 3, 4, 5, 6], interval: 2, endDate: '2028-03-01T00:00:00Z' },
    ['2027-08-31T04:30Z', '2027-10-31T04:30Z', '2027-12-31T05:30Z', '2028-02-29T05:30Z'],
  ],
  [
    'QUARTERLY',
    '2026-12-14T09:00:00-05:00',
    { byWeekday: [1], interval: 1, endDate: '2027-12-20' },
    ['2026-12-14T14:00Z', '2027-03-15T13:00Z', '2027-06-14T13:00Z', '2027-09-20T13:00Z', '2027-12-20T14:00Z'],
  ],
  [
    'YEARLY',
    '2025-11-02T01:30:00-04:00',
    { byWeekday: [0], interval: 2, endDate: '2030-01-01' },
    // The clocks of all three Sundays show 01:30 twice.
    ['2025-11-02T05:30Z', '2027-11-07T05:30Z', '2029-11-04T05:30Z'],
  ],
];

/** Clocks: 4 April 2027 03:00 → 02:00, 3 October 2027 02:00 → 03:00. */
const SYDNEY: readonly Row[] = [
  [
    'DAILY',
    '2027-04-02T02:30:00+11:00',
    { byWeekday: [0, 1, 5, 6], interval: 1, endDate: '2027-04-05' },
    ['2027-04-01T15:30Z', '2027-04-02T15:30Z', '2027-04-03T15:30Z', '2027-04-04T16:30Z'],
  ],
  [
    'WEEKLY',
    '2027-09-26T02:30:00+10:00',
    { byWeekday: [0, 2], interval: 1, endDate: '2027-10-10' },
    ['2027-09-25T16:30Z', '2027-09-27T16:30Z', '2027-10-02T16:30Z', '2027-10-04T15:30Z', '2027-10-09T15:30Z'],
  ],
  [
    'BI_WEEKLY',
    '2027-03-24T08:00:00+11:00',
    { byWeekday: [3, 4], interval: 1, endDate: '2027-04-22' },
    [
      ...['2027-03-23T21:00Z', '2027-03-24T21:00Z', '2027-04-06T22:00Z', '2027-04-07T22:00Z', '2027-04-20T22:00Z'],
      '2027-04-21T22:00Z',
    ],
  ],
  [
    'MONTHLY',
    '2027-08-03T02:30:00+10:00',
    { byWeekday: [0], interval: 1, endDate: '2027-11-30' },
    ['2027-08-07T16:30Z', '2027-09-04T16:30Z', '2027-10-02T16:30Z', '2027-11-06T15:30Z'],
  ],
  [
    'QUARTERLY',
    '2026-10-31T09:00:00+11:00',
    { byWeekday: [1, 2, 3, 4, 5], interval: 2, endDate: '2027-11-01' },
    ['2026-11-01T22:00Z', '2027-04-29T23:00Z', '2027-10-31T22:00Z'],
  ],
  [
    'YEARLY',
    '2026-04-04T02:30:00+11:00',
    { byWeekday: [0], interval: 1, endDate: '2028-12-31' },
    ['2026-04-04T15:30Z', '2027-04-03T15:30Z', '2028-04-08T16:30Z'],
  ],
];

/** Time zone → its table. */
export const TABLES = [
  ['Europe/Berlin', BERLIN],
  ['America/New_York', NEW_YORK],
  ['Australia/Sydney', SYDNEY],
] as const;

export const scheduleOf = (
  definition: ScheduleTrigger['definition'],
  startsAt: string,
  timezone: string,
  recurrence: ScheduleTrigger['recurrence'],
): ScheduleTrigger => ({ type: 'SCHEDULE', definition, startsAt, timezone, recurrence });
