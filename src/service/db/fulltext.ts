// Full-text search over contacts and companies. Input is plain words, never engine syntax.

import type { Tx } from './connection.ts';
import { IN_LIST, jsonList } from './rowset.ts';

export type TextTable = 'contacts' | 'companies';

/** Removes the text of rows from the index. Call before they change or are deleted: the index needs their old text. */
export async function removeText(tx: Tx, table: TextTable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `insert into ${table}_fts (${table}_fts, rowid, body, workspace) select 'delete', id, body, workspace
     from ${table}_text where id ${IN_LIST}`,
    jsonList(ids),
  );
}

/** Adds the current text of rows to the index. */
export async function addText(tx: Tx, table: TextTable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `insert into ${table}_fts (rowid, body, workspace) select id, body, workspace from ${table}_text where id ${IN_LIST}`,
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

/**
 * The same expressions, each within one workspace: a word that most rows of another one have would otherwise be looked up in
 * all of them. Where there is no other, this only costs.
 */
export async function inWorkspace(tx: Tx, workspaceId: number, words: readonly string[]): Promise<readonly string[]> {
  const other = await tx.one('select 1 from workspaces where id <> ? limit 1', workspaceId);
  return words.map((word) => {
    // Words without a letter could be numbers of workspaces.
    const inBody = /[a-z]/i.test(word) ? word : `body : ${word}`;
    return other === undefined ? inBody : `workspace : "${workspaceId}" AND ${inBody}`;
  });
}

/** Ids of rows that contain the word: bind one match expression. */
export function textHits(table: TextTable): string {
  return `select rowid from ${table}_fts where ${table}_fts match ?`;
}
