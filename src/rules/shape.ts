// Checks of one value by itself: text, numbers, words of a list, ids.

import { own } from '../contract/dictionary.ts';
import { alternatives } from '../contract/english.ts';
import { isObject, type JsonObject } from '../contract/json.ts';
import { LIMITS } from '../contract/limits.ts';
import { nameKeyOf } from './name-keys.ts';
import { didYouMean, HINTS_MAX, nearest } from './nearest.ts';
import type { At, Basis, Problems } from './problem.ts';

/** A value as a person would call it. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return value.trim() === '' ? 'empty text' : 'text';
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `the number ${String(value)}`;
}

/** A value in a message: text in quotes, anything else by its kind. */
export function quoted(value: unknown): string {
  return typeof value === 'string' && value !== '' ? `"${value.slice(0, 60)}"` : kindOf(value);
}

export function has(fields: JsonObject, key: string): boolean {
  return own(fields, key) !== undefined;
}

/** True when there is a value; null is an unfinished one, and a problem. */
export function hasValue(problems: Problems, at: At, value: unknown): boolean {
  if (value !== null) return true;
  problems.error('undocumented', at, 'invalid_type', `${nameOf(at)} has no value: give it one, or leave it out`);
  return false;
}

/** `content`; of a span or a message of a bundle with what it belongs to: `delay.unit`, `messages[0]`. */
export function nameOf(at: At): string {
  const [parent, last] = [at.at(-2), at.at(-1)];
  if (typeof last === 'number') return `${parent}[${last}]`;
  const isOfSpan = (last === 'value' || last === 'unit') && parent !== undefined && parent !== 'condition';
  return isOfSpan ? `${parent}.${last}` : (last ?? 'the value');
}

export interface TextBounds {
  readonly most: number;
  /** Whether empty text has a meaning. */
  readonly blank?: boolean;
  /** Whether the interface names the bound. */
  readonly isGiven?: boolean;
}

export function checkText(
  problems: Problems,
  at: At,
  value: unknown,
  { most, blank = false, isGiven: isInput = false }: TextBounds,
): void {
  if (!hasValue(problems, at, value)) return;
  if (typeof value !== 'string') {
    problems.error('given', at, 'invalid_type', `${nameOf(at)} must be text, not ${kindOf(value)}`);
  } else if (!blank && !/\S/.test(value)) {
    problems.error('undocumented', at, 'too_small', `${nameOf(at)} is empty`);
  } else if (value.length > most) {
    problems.error(
      isInput ? 'given' : 'undocumented',
      at,
      'too_big',
      `${nameOf(at)} has ${value.length} characters; at most ${most} are allowed`,
    );
  }
}

/** A word of a list. One that the interface does not list in full is checked through `ofUndocumented`. */
export function checkWord(problems: Problems, at: At, value: unknown, words: readonly string[]): void {
  if (!hasValue(problems, at, value)) return;
  if (typeof value === 'string' && words.includes(value)) return;
  const meant = typeof value === 'string' ? didYouMean(value, words, problems.found.length) : '';
  const message = `${nameOf(at)} must be ${alternatives(words)}, not ${quoted(value)}${meant}`;
  problems.error('given', at, 'invalid_value', message, { resembles: meant !== '' });
}

export interface NumberBounds {
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
  /** Whether `min` itself is too small. */
  readonly above?: boolean;
}

export function checkNumber(problems: Problems, at: At, value: unknown, bounds: NumberBounds): void {
  if (!hasValue(problems, at, value)) return;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, whole = false, above = false } = bounds;
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    problems.error('given', at, 'invalid_type', `${nameOf(at)} must be a number, not ${kindOf(value)}`);
  } else if (whole && !Number.isSafeInteger(value)) {
    problems.error('given', at, 'invalid_type', `${nameOf(at)} must be a whole number, not ${value}`);
  } else if (value < min || (above && value === min)) {
    const least = above ? `more than ${min}` : `at least ${min}`;
    problems.error('given', at, 'too_small', `${nameOf(at)} must be ${least}, not ${value}`);
  } else if (value > max) {
    problems.error('given', at, 'too_big', `${nameOf(at)} must be at most ${max}, not ${value}`);
  }
}

export function checkBoolean(problems: Problems, at: At, value: unknown): void {
  if (!hasValue(problems, at, value) || typeof value === 'boolean') return;
  problems.error('given', at, 'invalid_type', `${nameOf(at)} must be true or false, not ${kindOf(value)}`);
}

/** The id of a record. */
export function checkId(problems: Problems, at: At, value: unknown): void {
  if (!hasValue(problems, at, value)) return;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return;
  // Only some ids are shown to be numbers.
  const basis = typeof value === 'string' ? 'undocumented' : 'given';
  problems.error(basis, at, 'invalid_type', `${nameOf(at)} must be the id of a record, a positive whole number`);
}

/** An id that may be a positive whole number or text. */
export function checkReference(problems: Problems, at: At, value: unknown): void {
  if (!hasValue(problems, at, value)) return;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return;
  if (typeof value === 'string' && /\S/.test(value) && value.length <= LIMITS.referenceMax) return;
  problems.error('given', at, 'invalid_type', `${nameOf(at)} must be an id: a positive whole number or text`);
}

/** An id that may be a number or text, as one text. */
export function referenceText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** `; did you mean "delay"?`, also for the key that names a record in a file; empty for a key that resembles none. */
export function keyMeant(key: string, known: readonly string[], before: number): string {
  const meant = didYouMean(key, known, before);
  if (meant !== '') return meant;
  const id = known.find((one) => nearest(key, [nameKeyOf(one) ?? '']) !== null);
  return id === undefined ? '' : `; did you mean "${id}", or "${nameKeyOf(id)}" in a file?`;
}

/**
 * Unknown keys: another service may know more fields than the interface shows (undocumented), unless a key resembles a known
 * one. Keys that begin with `x-` are the user's own. `what` is what the object is
 * called; `ignored` keys are accepted and not offered.
 */
export function checkKeys(
  problems: Problems,
  at: At,
  fields: JsonObject,
  known: readonly string[],
  what: string,
  ignored: readonly string[] = [],
  basis: Basis = 'undocumented',
): void {
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined || known.includes(key) || ignored.includes(key)) continue;
    const before = problems.found.length;
    const meant = keyMeant(key, known, before);
    const hint = meant === '' && known.length > 0 && before < HINTS_MAX ? ` (it has ${known.join(', ')})` : meant;
    const message = `${what} has no field "${key.slice(0, 60)}"${hint}`;
    problems.error(basis, [...at, key], 'unknown_key', message, { resembles: meant !== '' });
  }
}

/** An object, or null and a problem. */
export function checkFields(problems: Problems, at: At, value: unknown, example: string): JsonObject | null {
  if (!hasValue(problems, at, value)) return null;
  if (isObject(value)) return value;
  problems.error(
    'given',
    at,
    'invalid_type',
    `${nameOf(at)} must be an object such as ${example}, not ${kindOf(value)}`,
  );
  return null;
}

export function checkRequired(problems: Problems, at: At, fields: JsonObject, key: string, why: string): boolean {
  if (has(fields, key)) return true;
  problems.error('given', [...at, key], 'required', why);
  return false;
}
