const UNITS: readonly (readonly [number, string])[] = [
  [86_400_000 * 365, 'year'],
  [86_400_000 * 30, 'month'],
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
];

/** `3 hours ago`, `in 2 days`, `now`. */
export function relativeTime(iso: string, now: number): string {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return iso;
  const ms = Math.abs(now - then);
  for (const [length, name] of UNITS) {
    const count = Math.floor(ms / length);
    if (count < 1) continue;
    const amount = `${count} ${name}${count === 1 ? '' : 's'}`;
    return then <= now ? `${amount} ago` : `in ${amount}`;
  }
  return 'now';
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Whether the text is a moment as the API writes it. */
export const isInstant = (text: string): boolean => INSTANT.test(text);

/** `2026-11-22 10:30`, in the time zone of this process. */
export function localTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const two = (number: number) => String(number).padStart(2, '0');
  const date = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${date} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
