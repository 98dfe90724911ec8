// Full-text search over contacts, companies and messages. Input is plain words, never engine syntax. Every word is kept together
// with its workspace: what others have is not looked at, however much it is.

import { type Fragment, raw, sql } from '../core/sql.ts';
import type { TextTable } from '../core/store.ts';

/** A letter or digit and what follows it, accents included. */
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** For ASCII text: takes two thirds of the time. */
const PLAIN_WORDS = /[A-Za-z0-9]+/g;
const PLAIN = /^[\0-\x7f]*$/;

/** Characters that no word of a text contains: one stands for a workspace, or two for those with the highest ids. */
const FIRST_MARK = 0xf0000;
const MARKS = 65_000;
const FIRST_HIGH_MARK = 0xe000;

function markOf(workspaceId: number): string {
  const high = Math.floor(workspaceId / MARKS);
  const low = String.fromCodePoint(FIRST_MARK + (workspaceId % MARKS));
  return high === 0 ? low : String.fromCodePoint(FIRST_HIGH_MARK + high) + low;
}

/** The words of a text as they are indexed, and as they are looked for. */
export function wordsOfWorkspace(workspaceId: number, text: string): string {
  const words = text.match(PLAIN.test(text) ? PLAIN_WORDS : WORDS);
  if (words === null) return '';
  const mark = markOf(workspaceId);
  return mark + words.join(` ${mark}`);
}

/**
 * The words of a search as prefix match expressions; null for an empty search. A word without a letter or digit gives no
 * expression and so finds nothing. A word that is a prefix of another is left out.
 */
export function matchWords(workspaceId: number, search: string): readonly string[] | null {
  const entered = search.split(/\s+/).filter((word) => word !== '');
  if (entered.length === 0) return null;
  const words = [...new Set(entered.map((word) => wordsOfWorkspace(workspaceId, word)))];
  return words
    .filter((word) => word !== '' && !words.some((other) => other !== word && other.startsWith(word)))
    .map((word) => `"${word}"*`);
}

/** Ids of rows that contain the word, a match expression. */
export function textHits(table: TextTable, word: string): Fragment {
  return sql`select rowid from ${raw(table)}_fts where ${raw(table)}_fts match ${word}`;
}
