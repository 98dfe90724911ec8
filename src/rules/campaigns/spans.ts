// Spans of time: the interface's objects, and the friendly text that files may have in their place (`delay: 2 days`).

import { ACCEPTANCE_UNITS, DELAY_UNITS, type SpanUnit, WAIT_UNITS } from '../../contract/campaigns/enums.ts';
import { LIMITS } from '../../contract/limits.ts';
import { nearest } from '../nearest.ts';
import type { At, Problems } from '../problem.ts';
import { alternatives, checkKeys, checkNumber, checkWord, given, has, isFields, kindOf } from '../shape.ts';

export interface Span {
  readonly value: number;
  readonly unit: SpanUnit;
}

/** Friendly words for units; weeks become days, which every span takes. */
const UNITS: readonly (readonly [unit: SpanUnit, times: number, words: readonly string[]])[] = [
  ['seconds', 1, ['s', 'sec', 'secs', 'second', 'seconds']],
  ['minutes', 1, ['m', 'min', 'mins', 'minute', 'minutes']],
  ['hours', 1, ['h', 'hr', 'hrs', 'hour', 'hours']],
  ['days', 1, ['d', 'day', 'days']],
  ['days', 7, ['w', 'week', 'weeks']],
];
const WORDS = new Map(UNITS.flatMap(([unit, times, words]) => words.map((word) => [word, { unit, times }] as const)));

const SPAN = /^\s*([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*([a-z]+)\s*$/;

/** `2 days`, `36h`, `1 week`; null when it is no span. */
export function parseSpan(text: string): Span | null {
  const match = SPAN.exec(text);
  const word = WORDS.get(match?.[2] ?? '');
  if (match === null || word === undefined) return null;
  return { value: Number(match[1]) * word.times, unit: word.unit };
}

/** The shortest friendly text that reads as this span. */
export function spanText({ value, unit }: Span): string {
  return `${value} ${value === 1 ? unit.replace(/s$/, '') : unit}`;
}

const MS: Readonly<Record<SpanUnit, number>> = {
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
};

export function spanMs({ value, unit }: Span): number {
  return value * MS[unit];
}

/** A span as it stands in a step, or null when there is none or it is not in order. */
export function spanOf(value: unknown): Span | null {
  if (!isFields(value)) return null;
  const [amount, unit] = [given(value, 'value'), given(value, 'unit')];
  const known = WAIT_UNITS.find((word) => word === unit);
  if (typeof amount !== 'number' || !Number.isFinite(amount) || amount <= 0 || known === undefined) return null;
  return { value: amount, unit: known };
}

export type SpanField = 'delay' | 'waitFor' | 'waitForAcceptance';

const BOUNDS: Readonly<
  Record<SpanField, { readonly units: readonly SpanUnit[]; readonly whole: boolean; readonly min: number }>
> = {
  delay: { units: DELAY_UNITS, whole: true, min: 1 },
  waitFor: { units: WAIT_UNITS, whole: false, min: 0 },
  waitForAcceptance: { units: ACCEPTANCE_UNITS, whole: true, min: LIMITS.acceptanceDaysMin },
};

/** Regular expressions for the friendly text that is in order for each span; the JSON Schema of files has them. */
export const SPAN_PATTERNS: Readonly<Record<SpanField, string>> = {
  delay: spanPattern('delay'),
  waitFor: spanPattern('waitFor'),
  waitForAcceptance: spanPattern('waitForAcceptance'),
};

function spanPattern(name: SpanField): string {
  const { units, whole } = BOUNDS[name];
  const words = UNITS.filter(([unit]) => units.includes(unit)).flatMap(([, , own]) => own);
  const fraction = whole ? '(\\.0{1,9})?' : '(\\.[0-9]{1,9})?';
  // Nothing but zeros is no span.
  return `^\\s*(?=[0.]*[1-9])[0-9]{1,9}${fraction}\\s*(${words.join('|')})\\s*$`;
}

export function isSpanField(key: string): key is SpanField {
  return Object.hasOwn(BOUNDS, key);
}

/** `delay`, `waitFor` or `waitForAcceptance` (step rule 2, condition types). */
export function checkSpan(problems: Problems, at: At, value: unknown, name: SpanField): void {
  const { units, whole, min } = BOUNDS[name];
  if (!isFields(value)) {
    problems.error(at, 'invalid_type', notASpan(value, name));
    return;
  }
  checkKeys(problems, at, value, ['value', 'unit'], name);
  if (has(value, 'value')) {
    checkNumber(problems, [...at, 'value'], given(value, 'value'), { min, whole, above: !whole });
  } else problems.error([...at, 'value'], 'required', `${name} needs a value: how many ${alternatives(units)}`);
  if (has(value, 'unit')) checkWord(problems, [...at, 'unit'], given(value, 'unit'), units);
  else problems.error([...at, 'unit'], 'required', `${name} needs a unit: ${alternatives(units)}`);
}

/** What is wrong with something that is no span object; a service gets text where only a file may have it. */
function notASpan(value: unknown, name: SpanField): string {
  const { units, min } = BOUNDS[name];
  const unit = units.at(-1) ?? 'days';
  const example = `{ value: ${Math.max(min, 2)}, unit: ${unit} }`;
  if (typeof value === 'number') return `${name} needs a unit: ${example}, not the number ${value}`;
  if (typeof value !== 'string') return `${name} must be ${example}, not ${kindOf(value)}`;
  const span = parseSpan(value);
  if (span !== null) return `${name} must be { value: ${span.value}, unit: ${span.unit} }, not text`;
  const match = /^\s*([0-9]+(?:\.[0-9]+)?)\s*([a-z]+)\s*$/i.exec(value);
  const meant = nearest(match?.[2] ?? '', units);
  const hint = match !== null && meant !== null ? `; did you mean "${match[1]} ${meant}"?` : '';
  return `${name} "${value.slice(0, 60)}" is no span of time: write ${alternatives(units)}, such as ${example}${hint}`;
}
