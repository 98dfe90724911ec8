// Bodies that were slow to read: 100 KB of what slow patterns are slow on in every text, and thousands of keys.

import type { Golden } from '../../golden/golden.ts';
import { story } from '../../golden/story.ts';

const SIZE = 100_000;
const BODY_SIZE = 1_900_000;
const OBJECTS_MAX = 2;
const of = (part: string, end = ''): string => part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE) + end;

const PATTERNS: readonly (readonly [string, string])[] = [
  ['spaces', of(' ', 'x')],
  ['lines', of('\n', 'x')],
  ['dots', of('.', 'x:')],
  ['names with dots', of('a.')],
  ['slashes', `https://a.example/${of('/', '#x')}`],
  ['at signs', of('a@', '.')],
  ['comments', of('<!--')],
  ['braces', of('{{a')],
  ['tokens', of('{aiSnippet:x1}')],
  ['marks', of('e\u0301\u0323')],
];

function textsIn(value: unknown): number {
  if (typeof value === 'string') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner) => sum + textsIn(inner), 0);
}

/** A word of a list: with another in its place, what stands beside it would not be looked at. */
const WORD = /^([A-Z][A-Z_]+|[a-z]+_[a-z_]+|email|end|task|condition|days|hours|text)$/;

/** The body with another text in place of each of its own, or of those that are not words of a list. */
function filled(value: unknown, text: string, withWords: boolean): unknown {
  if (typeof value === 'string') return withWords || !WORD.test(value) ? text : value;
  if (Array.isArray(value)) return value.map((inner) => filled(inner, text, withWords));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, text, withWords)]));
}

const UNKNOWN_KEYS = Object.fromEntries(Array.from({ length: 1900 }, (_, nth) => [`unknown ${nth}`, 'x']));

/** The body once for each of its first objects, with thousands of keys beside its own. */
function* widenedOf(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { ...value, ...UNKNOWN_KEYS };
  for (const [key, inner] of Object.entries(value)) {
    for (const one of widenedOf(inner))
      yield Array.isArray(value) ? value.with(Number(key), one) : { ...value, [key]: one };
  }
}

export interface FreezingBody {
  readonly what: string;
  readonly body: unknown;
}

/** The rows that take a body, each with one that works. */
export const ROWS_WITH_BODY: readonly Golden[] = [
  ...new Map(story.filter(({ request }) => request.body !== undefined).map((golden) => [golden.row, golden])).values(),
];

/** `every` makes one of so many, `nth` says which: over all rows, each of them is there many times. */
export function* freezingBodies({ request: { body } }: Golden, nth = 0, every = 1): Generator<FreezingBody> {
  // As much as a body may hold.
  const most = Math.floor(BODY_SIZE / Math.max(1, textsIn(body)));
  for (const [place, [name, text]] of PATTERNS.entries()) {
    if ((place + nth) % every !== 0) continue;
    for (const withWords of name === 'braces' ? [true, false] : [false])
      yield { what: name, body: filled(body, text.slice(-most), withWords) };
  }
  const widened = [...widenedOf(body)].slice(0, OBJECTS_MAX);
  for (const [place, wide] of widened.entries())
    if ((place + nth) % every === 0) yield { what: `1900 keys (${place})`, body: wide };
}
