// The keys of an object: which it has, which it needs, and what it does not know.

import { alternatives, kindOf } from '../contract/english.ts';
import { getOwn, has, isObject, type JsonObject } from '../contract/json.ts';
import type { Relations } from '../contract/relations.ts';
import { nameKeyOf } from './name-keys.ts';
import { didYouMean, HINTS_MAX, nearest } from './nearest.ts';
import type { At, Basis, Problems } from './problem.ts';

/** `content`; of a span or a message of a bundle with what it belongs to: `delay.unit`, `messages[0]`. */
export function nameOf(at: At): string {
  const [parent, last] = [at.at(-2), at.at(-1)];
  if (typeof last === 'number') return `${parent}[${last}]`;
  const isOfSpan = (last === 'value' || last === 'unit') && parent !== undefined && parent !== 'condition';
  return isOfSpan ? `${parent}.${last}` : (last ?? 'the value');
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
 * one. `what` is what the object is called; `ignored` keys are accepted and not offered.
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
    unknownKey(problems, [...at, key], known, what, basis);
  }
}

export function unknownKey(
  problems: Problems,
  at: At,
  known: readonly string[],
  what: string,
  basis: Basis = 'undocumented',
): void {
  const key = String(at.at(-1));
  const before = problems.found.length;
  const meant = keyMeant(key, known, before);
  const hint = meant === '' && known.length > 0 && before < HINTS_MAX ? ` (it has ${known.join(', ')})` : meant;
  const message = `${what} has no field "${key.slice(0, 60)}"${hint}`;
  problems.errorOf(basis, at, 'unknown_key', message, { resembles: meant !== '' });
}

/** Whether it is an object; else a problem. `what`: `a node must be an object with id, kind and next`. */
export function mustBeObject(problems: Problems, at: At, value: unknown, what: string): value is JsonObject {
  if (isObject(value)) return true;
  problems.error(at, 'invalid_type', `${what}, not ${kindOf(value)}`);
  return false;
}

/** Whether it is a list; else a problem. `what`: `nodes must be a list of nodes`. */
export function mustBeList(problems: Problems, at: At, value: unknown, what: string): value is readonly unknown[] {
  if (Array.isArray(value)) return true;
  problems.error(at, 'invalid_type', `${what}, not ${kindOf(value)}`);
  return false;
}

/** An object, or null and a problem. No value is an unfinished one. */
export function checkFields(problems: Problems, at: At, value: unknown, example: string): JsonObject | null {
  if (value === null) {
    problems.undocumented(at, 'invalid_type', `${nameOf(at)} has no value: give it one, or leave it out`);
    return null;
  }
  return mustBeObject(problems, at, value, `${nameOf(at)} must be an object such as ${example}`) ? value : null;
}

interface WordField<W extends string> {
  /** Where it stands. */
  readonly key: string;
  readonly words: readonly W[];
  /** `a node needs a kind`. */
  readonly needs: string;
  /** `unknown kind`, and its code. */
  readonly unknown: string;
  readonly code: string;
  /** What it has to be. */
  readonly mustBe: string;
  /** What was probably meant, where no spelling comes near one of the words; else empty. */
  readonly meant?: (text: string) => string;
}

/** The word that says what an object is, or null and a problem. */
export function readWord<W extends string>(
  problems: Problems,
  at: At,
  fields: JsonObject,
  { key, words, needs, unknown, code, mustBe, meant = () => '' }: WordField<W>,
): W | null {
  const where = [...at, key];
  const written = getOwn(fields, key);
  const word = words.find((one) => one === written);
  if (word !== undefined) return word;
  if (written === undefined) problems.error(where, 'required', `${needs}: ${words.join(', ')}`);
  else if (typeof written !== 'string') {
    problems.error(where, 'invalid_type', `${key} must be ${mustBe}, not ${kindOf(written)}`);
  } else {
    const hint = meant(written) || didYouMean(written, words) || `; known: ${words.join(', ')}`;
    problems.error(where, code, `${unknown} "${written.slice(0, 60)}"${hint}`);
  }
  return null;
}

export function checkRequired(problems: Problems, at: At, fields: JsonObject, key: string, why: string): boolean {
  if (has(fields, key)) return true;
  problems.error([...at, key], 'required', why);
  return false;
}

/** Every broken relation of an object; `isGiven` decides which of its fields count. */
export function* brokenRelations(
  { oneOf = [], excludes = [], needs: required = [] }: Relations,
  what: string,
  isInput: (key: string) => boolean,
): Generator<{ readonly key: string; readonly code: 'required' | 'exclusive'; readonly message: string }> {
  const [first = []] = oneOf;
  if (oneOf.length > 0 && !oneOf.some((group) => group.every(isInput))) {
    const groups = oneOf.map((group) => group.join(' and '));
    // The comma keeps the groups apart: subject and content, or aiMessageId.
    const message = `${what} needs ${first.length > 1 ? groups.join(', or ') : alternatives(groups)}`;
    for (const key of first) if (!isInput(key)) yield { key, code: 'required', message };
  }
  for (const { field, others, why } of excludes) {
    for (const key of isInput(field) ? others.filter(isInput) : []) {
      const message = `${key} cannot be combined with ${field}${why === undefined ? '' : `: ${why}`}`;
      yield { key, code: 'exclusive', message };
    }
  }
  const missing = required.filter(([field, key]) => isInput(field) && !isInput(key)).map(([, key]) => key);
  for (const key of new Set(missing)) {
    const by = required.filter(([, other]) => other === key).map(([field]) => field);
    yield { key, code: 'required', message: `${by.join(' and ')} need ${key}` };
  }
}

export function checkRelations(problems: Problems, at: At, fields: JsonObject, relations: Relations, what: string) {
  for (const { key, code, message } of brokenRelations(relations, what, (name) => has(fields, name))) {
    // Which fields need another is undocumented; what excludes what, and what is needed at least, is not.
    const basis = code === 'required' && relations.needs?.some(([, other]) => other === key) ? 'undocumented' : 'given';
    problems.errorOf(basis, [...at, key], code, message);
  }
}
