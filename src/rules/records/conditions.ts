// What `--where` understands: conditions on the fields of a record, as a person writes them, and whether a value meets them.

import { durationMs, parseDuration } from '../../contract/durations.ts';
import { isDay, momentOf } from '../days.ts';
import type { RecordField } from './fields.ts';
import { oneSpelling, withoutInvisibleEdges } from './invisible-characters.ts';

/** An end of a range, with itself in it or not. */
interface Bound<T> {
  readonly at: T;
  readonly inclusive: boolean;
}

type Test =
  /** Exactly this text; for a time, this UTC day. */
  | { readonly is: 'exactly'; readonly text: string }
  | { readonly is: 'empty' }
  /** These words, one after the other, whole unless `*` stands at their ends. */
  | { readonly is: 'contains'; readonly text: string; readonly openStart: boolean; readonly openEnd: boolean }
  | { readonly is: 'number'; readonly from: Bound<number> | null; readonly to: Bound<number> | null }
  /** Epoch ms: `from` inclusive, `until` exclusive. */
  | { readonly is: 'time'; readonly from: number | null; readonly until: number | null };

export interface RecordCondition {
  /** As it was written. */
  readonly text: string;
  readonly field: string;
  /** The opposite is wanted: also of records without a value. */
  readonly not: boolean;
  readonly test: Test;
}

const CONDITION = /^([^=<>!~]{1,200})(!=|!~|>=|<=|>|<|~|=)(.*)$/s;
const NUMBER = /^-?[0-9]{1,15}(?:\.[0-9]{1,15})?$/;
const DAY_MS = 86_400_000;

/** When a day or a moment begins and ends: a day is a whole UTC day. Null for another text. */
function spanOf(text: string): { readonly from: number; readonly until: number } | null {
  const from = momentOf(text);
  return from === null ? null : { from, until: from + (isDay(text) ? DAY_MS : 1) };
}

/** `last-30d`: the time since then. */
function sinceOf(text: string, now: number): number | null {
  if (!text.startsWith('last-')) return null;
  const duration = parseDuration(text.slice('last-'.length));
  return duration === null ? null : now - durationMs(duration);
}

function rangeOf(text: string): Test | null {
  const at = text.indexOf('..');
  if (at < 0) return null;
  const [low, high] = [text.slice(0, at), text.slice(at + 2)];
  if (low === '' && high === '') return null;
  const every = (is: (end: string) => boolean) => (low === '' || is(low)) && (high === '' || is(high));
  if (every((end) => NUMBER.test(end))) {
    const bound = (end: string) => (end === '' ? null : { at: Number(end), inclusive: true });
    return { is: 'number', from: bound(low), to: bound(high) };
  }
  if (!every((end) => spanOf(end) !== null)) return null;
  return { is: 'time', from: spanOf(low)?.from ?? null, until: spanOf(high)?.until ?? null };
}

function comparisonOf(operator: string, text: string): Test | null {
  const inclusive = operator.endsWith('=');
  const isLower = operator.startsWith('>');
  if (NUMBER.test(text)) {
    const bound = { at: Number(text), inclusive };
    return { is: 'number', from: isLower ? bound : null, to: isLower ? null : bound };
  }
  const span = spanOf(text);
  if (span === null) return null;
  if (isLower) return { is: 'time', from: inclusive ? span.from : span.until, until: null };
  return { is: 'time', from: null, until: inclusive ? span.until : span.from };
}

function equalTo(text: string, now: number): Test {
  if (text === '') return { is: 'empty' };
  const since = sinceOf(text, now);
  if (since !== null) return { is: 'time', from: since, until: null };
  return rangeOf(text) ?? { is: 'exactly', text };
}

function containing(text: string): Test | null {
  const [openStart, openEnd] = [text.startsWith('*'), text.length > 1 && text.endsWith('*')];
  const inner = text.slice(openStart ? 1 : 0, openEnd ? -1 : undefined).trim();
  return inner === '' ? null : { is: 'contains', text: inner.toLowerCase(), openStart, openEnd };
}

/** A condition, or what is wrong with the text. `now`: epoch ms, for times that are relative to it. */
export function parseCondition(text: string, now: number): RecordCondition | { readonly problem: string } {
  const match = CONDITION.exec(text);
  if (match === null) return { problem: 'must be a field, an operator and a value' };
  const [, field = '', operator = '', typed = ''] = match;
  const value = oneSpelling(withoutInvisibleEdges(typed));
  const test = operator.endsWith('~')
    ? containing(value)
    : operator === '=' || operator === '!='
      ? equalTo(value, now)
      : comparisonOf(operator, value);
  if (test === null) {
    return { problem: operator.endsWith('~') ? 'names no text' : `${operator} takes a number, a day or a time` };
  }
  return { text, field: field.trim(), not: operator.startsWith('!'), test };
}

const isLetter = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}\p{M}]/u.test(char);

function contains(value: string, { text, openStart, openEnd }: Extract<Test, { is: 'contains' }>): boolean {
  const whole = value.toLowerCase();
  for (let at = whole.indexOf(text); at >= 0; at = whole.indexOf(text, at + 1)) {
    const end = at + text.length;
    const before = !openStart && isLetter(text[0]) && isLetter(whole[at - 1]);
    const after = !openEnd && isLetter(text.at(-1)) && isLetter(whole[end]);
    if (!before && !after) return true;
  }
  return false;
}

function isBetween(number: number, from: Bound<number> | null, to: Bound<number> | null): boolean {
  if (from !== null && (from.inclusive ? number < from.at : number <= from.at)) return false;
  return to === null || (to.inclusive ? number <= to.at : number < to.at);
}

function one(value: unknown, test: Test): boolean {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return false;
  const text = oneSpelling(String(value));
  switch (test.is) {
    case 'exactly': {
      const day = isDay(test.text) ? spanOf(test.text) : null;
      const time = day === null ? null : momentOf(text);
      return text === test.text || (day !== null && time !== null && time >= day.from && time < day.until);
    }
    case 'empty':
      return text === '';
    case 'contains':
      return contains(text, test);
    case 'number':
      return NUMBER.test(text) && isBetween(Number(text), test.from, test.to);
    case 'time': {
      const time = momentOf(text);
      return time !== null && (test.from === null || time >= test.from) && (test.until === null || time < test.until);
    }
  }
}

/** Whether the value of the field meets the condition; of several values one is enough. */
export function meets({ not, test }: RecordCondition, value: unknown): boolean {
  const values: unknown[] = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  const is = test.is === 'empty' ? values.every((item) => one(item, test)) : values.some((item) => one(item, test));
  return is !== not;
}

// What a filter means, as data: SQL is made of it in the store, and a test evaluates it record by record.

/** Whose ids: records of the search itself, members of lists, or of campaigns. */
export type IdKind = 'record' | 'contactList' | 'companyList' | 'campaign';

export type RecordPredicate =
  | { readonly is: 'all'; readonly of: readonly RecordPredicate[] }
  | { readonly is: 'any'; readonly of: readonly RecordPredicate[] }
  | { readonly is: 'not'; readonly of: RecordPredicate }
  /** Exactly one of these texts. */
  | { readonly is: 'oneOf'; readonly field: RecordField; readonly values: readonly string[] }
  /** No value, or empty text. */
  | { readonly is: 'empty'; readonly field: RecordField }
  /** Both ends inclusive; null = open. */
  | { readonly is: 'between'; readonly field: RecordField; readonly min: number | null; readonly max: number | null }
  | { readonly is: 'flag'; readonly field: RecordField; readonly value: boolean }
  /** Epoch ms: `from` inclusive, `until` exclusive; null = open. */
  | { readonly is: 'during'; readonly field: RecordField; readonly from: number | null; readonly until: number | null }
  /** A record that has one of these keys of matching.ts. */
  | { readonly is: 'keys'; readonly keys: readonly string[] }
  | { readonly is: 'ids'; readonly kind: IdKind; readonly ids: readonly number[] };

export const SEARCH_NAME_HINT = 'use letters, digits, . _ and -, 60 at most';

/** Whether a name can be given on a command line without quotes. */
export const isSearchName = (name: unknown): boolean =>
  typeof name === 'string' && /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u.test(name);
