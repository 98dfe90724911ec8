// Durations as people write them: 500ms, 90s, 1.5h, 2 days, 1 week. Free of zod.

type DurationUnit = 'milliseconds' | 'seconds' | 'minutes' | 'hours' | 'days';

export interface Duration {
  readonly value: number;
  readonly unit: DurationUnit;
}

/** Every word for a unit; weeks become days. */
const UNITS: readonly (readonly [unit: DurationUnit, times: number, words: readonly string[]])[] = [
  ['milliseconds', 1, ['ms', 'millisecond', 'milliseconds']],
  ['seconds', 1, ['s', 'sec', 'secs', 'second', 'seconds']],
  ['minutes', 1, ['m', 'min', 'mins', 'minute', 'minutes']],
  ['hours', 1, ['h', 'hr', 'hrs', 'hour', 'hours']],
  ['days', 1, ['d', 'day', 'days']],
  ['days', 7, ['w', 'week', 'weeks']],
];
const WORDS = new Map(UNITS.flatMap(([unit, times, words]) => words.map((word) => [word, { unit, times }] as const)));

const MS: Readonly<Record<DurationUnit, number>> = {
  milliseconds: 1,
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
};

/** A regular expression for durations in these units, for the JSON Schema of files. Zero is not a duration. */
export function durationPattern(units: readonly string[], whole: boolean): string {
  const words = UNITS.filter(([unit]) => units.includes(unit)).flatMap(([, , own]) => own);
  const fraction = whole ? '(\\.0{1,9})?' : '(\\.[0-9]{1,9})?';
  return `^\\s*(?=[0.]*[1-9])[0-9]{1,12}${fraction}\\s*(${words.join('|')})\\s*$`;
}

const DURATION = /^\s*([0-9]{1,12}(?:\.[0-9]{1,9})?)\s*([a-z]+)\s*$/;

/** `2 days`, `36h`, `1 week`; null when the text is not a duration. */
export function parseDuration(text: string): Duration | null {
  const match = DURATION.exec(text);
  const word = WORDS.get(match?.[2] ?? '');
  if (match === null || word === undefined) return null;
  return { value: Number(match[1]) * word.times, unit: word.unit };
}

export function durationMs({ value, unit }: Duration): number {
  return Math.round(value * MS[unit]);
}

/** The shortest text that reads as this duration. */
export function durationText({ value, unit }: Duration): string {
  return `${value} ${value === 1 ? unit.replace(/s$/, '') : unit}`;
}
