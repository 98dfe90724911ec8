// Days and times as text, free of any library.

const MOMENT = /^\d{4}-\d{2}-\d{2}T(?!24)\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether it begins with a day that is on the calendar: `Date.parse` takes 31 February. */
function isOnCalendar(text: string): boolean {
  const day = text.slice(0, 10);
  const moment = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(day);
}

/** A time with its offset, such as `2026-11-21T09:00:00Z`. */
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && MOMENT.test(value) && isOnCalendar(value) && !Number.isNaN(Date.parse(value));

const DATE = /^\d{4}-\d{2}-\d{2}(T(?!24)\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A day or a time in epoch ms, in UTC unless it has an offset (`+01:00`, `+0100`). Null for other text: `Date.parse` finds a date in `Series B 5`. */
export function momentOf(text: string): number | null {
  const [whole, time, , , offset] = DATE.exec(text) ?? [];
  if (whole === undefined || !isOnCalendar(text)) return null;
  const moment = Date.parse(time !== undefined && offset === undefined ? `${text}Z` : text);
  return Number.isNaN(moment) ? null : moment;
}

/** `2026-11-21`. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && DAY.test(value) && isOnCalendar(value);
