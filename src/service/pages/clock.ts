// The clock and the time zone of a page: every time on it is of that one zone, and says so.

import { isDay } from '../../rules/days.ts';

export interface PageClock {
  /** The virtual clock, epoch ms. */
  readonly now: number;
  /** An IANA name. */
  readonly zone: string;
}

export const SERVER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 50;

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, timeZoneName: 'shortOffset', hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(zone, format);
  return format;
}

const ZONE = /^[A-Za-z][\w+-]{0,40}(?:\/[\w+-]{1,40}){0,2}$/;

/** The zone if there is one of this name, else the server's. */
export function zoneNamed(name: string): string {
  if (!ZONE.test(name)) return SERVER_ZONE;
  try {
    formatOf(name);
    return name;
  } catch {
    return SERVER_ZONE;
  }
}

function partsOf(at: number, zone: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
}

/** `2026-11-22`, in the zone. */
export function dayOf(at: number, zone: string): string {
  const { year, month, day } = partsOf(at, zone);
  return `${year}-${month}-${day}`;
}

/** `2026-11-22 10:30 UTC+1`. */
export function zonedTime(iso: string, zone: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const { hour, minute, timeZoneName = '' } = partsOf(at, zone);
  return `${dayOf(at, zone)} ${hour}:${minute} ${timeZoneName.replace(/^GMT(?:[+-]0)?/, 'UTC')}`;
}

const HOUR_MS = 3_600_000;

/** Noon of a day, UTC; NaN for a text that is not a date, as 30 February. */
const noonOf = (day: string): number => (isDay(day) ? Date.parse(`${day}T12:00:00Z`) : Number.NaN);

/** When a day begins in the zone; null for a text that is not a date. */
export function startOfDay(day: string, zone: string): number | null {
  const noon = noonOf(day);
  if (Number.isNaN(noon)) return null;
  // Zones are at most 14 hours away; their clocks are changed by quarters of an hour.
  for (let at = noon - 27 * HOUR_MS; at <= noon + 3 * HOUR_MS; at += HOUR_MS / 4) if (dayOf(at, zone) >= day) return at;
  return null;
}

export function nextDay(day: string): string {
  const noon = noonOf(day);
  return Number.isNaN(noon) ? '' : new Date(noon + 24 * HOUR_MS).toISOString().slice(0, 10);
}
