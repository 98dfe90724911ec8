// Durations in steps: objects in a request, and the text that files may have in their place (`delay: 2 days`).

import { ACCEPTANCE_UNITS, DELAY_UNITS, WAIT_UNITS } from '../../contract/campaigns/enums.ts';
import { type Duration, type DurationUnit, parseDuration, unitWords } from '../../contract/durations.ts';
import { alternatives } from '../../contract/english.ts';
import { isObject } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { nearest } from '../nearest.ts';
import type { At, Problems } from '../problem.ts';
import { checkKeys, checkNumber, checkWord, given, has, kindOf } from '../shape.ts';

/** The duration in a step; null when there is none, or it is not valid. */
export function durationOf(value: unknown): Duration | null {
  if (!isObject(value)) return null;
  const [amount, unit] = [given(value, 'value'), given(value, 'unit')];
  const known = WAIT_UNITS.find((word) => word === unit);
  if (typeof amount !== 'number' || !Number.isFinite(amount) || amount <= 0 || known === undefined) return null;
  return { value: amount, unit: known };
}

export type DurationField = 'delay' | 'waitFor' | 'waitForAcceptance';

const BOUNDS: Readonly<
  Record<DurationField, { readonly units: readonly DurationUnit[]; readonly whole: boolean; readonly min: number }>
> = {
  delay: { units: DELAY_UNITS, whole: true, min: 1 },
  waitFor: { units: WAIT_UNITS, whole: false, min: 0 },
  waitForAcceptance: { units: ACCEPTANCE_UNITS, whole: true, min: LIMITS.acceptanceDaysMin },
};

/** Regular expressions for the text form of each duration, for the JSON Schema of files. */
export const DURATION_PATTERNS: Readonly<Record<DurationField, string>> = {
  delay: durationPattern('delay'),
  waitFor: durationPattern('waitFor'),
  waitForAcceptance: durationPattern('waitForAcceptance'),
};

function durationPattern(name: DurationField): string {
  const { units, whole } = BOUNDS[name];
  const fraction = whole ? '(\\.0{1,9})?' : '(\\.[0-9]{1,9})?';
  // Zero is not a duration.
  return `^\\s*(?=[0.]*[1-9])[0-9]{1,12}${fraction}\\s*(${unitWords(units)})\\s*$`;
}

export function isDurationField(key: string): key is DurationField {
  return Object.hasOwn(BOUNDS, key);
}

/** `delay`, `waitFor` or `waitForAcceptance`. */
export function checkDuration(problems: Problems, at: At, value: unknown, name: DurationField): void {
  const { units, whole, min } = BOUNDS[name];
  if (!isObject(value)) {
    problems.error(at, 'invalid_type', notADuration(value, name));
    return;
  }
  checkKeys(problems, at, value, ['value', 'unit'], name);
  if (has(value, 'value')) {
    checkNumber(problems, [...at, 'value'], given(value, 'value'), { min, whole, above: !whole });
  } else problems.error([...at, 'value'], 'required', `${name} needs a value: how many ${alternatives(units)}`);
  if (has(value, 'unit')) checkWord(problems, [...at, 'unit'], given(value, 'unit'), units);
  else problems.error([...at, 'unit'], 'required', `${name} needs a unit: ${alternatives(units)}`);
}

/** Why a value is not a duration object. A service gets text where only a file may have it. */
function notADuration(value: unknown, name: DurationField): string {
  const { units, min } = BOUNDS[name];
  const unit = units.at(-1) ?? 'days';
  const example = `{ value: ${Math.max(min, 2)}, unit: ${unit} }`;
  if (typeof value === 'number') return `${name} needs a unit: ${example}, not the number ${value}`;
  if (typeof value !== 'string') return `${name} must be ${example}, not ${kindOf(value)}`;
  const duration = parseDuration(value);
  if (duration !== null) return `${name} must be { value: ${duration.value}, unit: ${duration.unit} }, not text`;
  const match = /^\s*([0-9]+(?:\.[0-9]+)?)\s*([a-z]+)\s*$/i.exec(value);
  const meant = nearest(match?.[2] ?? '', units);
  const hint = match !== null && meant !== null ? `; did you mean "${match[1]} ${meant}"?` : '';
  return `${name} "${value.slice(0, 60)}" is not a duration: write ${alternatives(units)}, such as ${example}${hint}`;
}
