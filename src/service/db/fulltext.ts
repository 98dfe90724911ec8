// Full-text search over contacts and companies. Input is plain words, never engine syntax.

import type { Tx } from './connection.ts';
import { IN_LIST, jsonList } from './rowset.ts';

export type TextTable = 'contacts' | 'companies';

/** Removes the text of rows from the index. Call before they change or are deleted: the index needs their old text. */
export async function removeText(tx: Tx, table: TextTable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `insert into ${table}_fts (${table}_fts, rowid, body) select 'delete', id, body from ${table}_text where id ${IN_LIST}`,
    jsonList(ids),
  );
}

/** Adds the current text of rows to the index. */
export async function addText(tx: Tx, table: TextTable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `insert into ${table}_fts (rowid, body) select id, body from ${table}_text where id ${IN_LIST}`,
    jsonList(ids),
  );
}

/**
 * The words of a search as prefix match expressions; null for an empty search. A word without a letter or digit gives no
 * expression and so finds nothing. A word that is a prefix of another is left out.
 */
export function matchWords(search: string): readonly string[] | null {
  const entered = search.split(/\s+/).filter((word) => word !== '');
  if (entered.length === 0) return null;
  const words = [...new Set(entered.map((word) => word.replace(/[\0"]/g, ' ').trim()))];
  return words
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
    .map((word) => `"${word}"*`);
}

/** Ids of rows that contain the word: bind one match expression. */
export function textHits(table: TextTable): string {
  return `select rowid from ${table}_fts where ${table}_fts match ?`;
}
