// Full text over contacts and companies: words of the user in, never syntax of the engine.

import type { Tx } from './connection.ts';
import { IN_LIST, jsonList } from './rowset.ts';

export type TextTable = 'contacts' | 'companies';

/** Takes the text of rows out of the index. Call before they change or go: the index knows their old text only then. */
export async function removeText(tx: Tx, table: TextTable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `insert into ${table}_fts (${table}_fts, rowid, body) select 'delete', id, body from ${table}_text where id ${IN_LIST}`,
    jsonList(ids),
  );
}

/** Puts the text of rows into the index, as they are now. */
export async function addText(tx: Tx, table: TextTable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `insert into ${table}_fts (rowid, body) select id, body from ${table}_text where id ${IN_LIST}`,
    jsonList(ids),
  );
}

/**
 * The words of a search as match expressions, each matching by its beginning; null when there is nothing to look for.
 * Text without a letter or digit gives no expression, and so finds nothing. A word that begins another asks for no more.
 */
export function matchWords(search: string): readonly string[] | null {
  const given = search.split(/\s+/).filter((word) => word !== '');
  if (given.length === 0) return null;
  const words = [...new Set(given.map((word) => word.replace(/[\0"]/g, ' ').trim()))];
  return words
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
    .map((word) => `"${word}"*`);
}

/** Ids of rows that hold the word: bind one match expression. */
export function textHits(table: TextTable): string {
  return `select rowid from ${table}_fts where ${table}_fts match ?`;
}
