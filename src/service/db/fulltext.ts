// Full-text search over contacts, companies and messages. Input is plain words, never engine syntax. Every word is kept together
// with its workspace: what others have is not looked at, however much it is.

import { type Fragment, IN_LIST, jsonList, raw, sql, type TextRow, type TextTable } from '../core/sql.ts';
import type { StoreConnection } from '../core/store.ts';

/** A letter or digit and what follows it, accents included. */
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

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
  const words = text.match(WORDS);
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

export function textHits(table: TextTable, word: string): Fragment {
  return sql`select rowid from ${raw(table)}_fts where ${raw(table)}_fts match ${word}`;
}

// The full-text indexes of SQLite. They keep no text: what a row contributed is taken from the row itself, before it changes.

interface ViewedRow extends TextRow {
  readonly workspace: number;
}

const TEXT_TABLES: readonly TextTable[] = ['contacts', 'companies', 'messages'];

const ROWS_AT_ONCE = 1_000;

interface TextChange {
  readonly sql: string;
  readonly row: readonly [id: number, words: string];
}

/**
 * Changes of the indexes, written at the end of their transaction in the order of ids. FTS5 writes what it has so far, as a
 * segment that is merged later, at each savepoint, before each statement that may have to be taken back alone, and before a lower id.
 */
export class TextChanges {
  readonly #connection: StoreConnection;
  #waiting: TextChange[] = [];

  constructor(connection: StoreConnection) {
    this.#connection = connection;
  }

  /** Those that wait. Set again where the transaction goes back to when they did. */
  get waiting(): readonly TextChange[] {
    return [...this.#waiting];
  }

  set waiting(changes: readonly TextChange[]) {
    this.#waiting = [...changes];
  }

  /** Adds the text of rows to the index. It is given: reading it back from the view took 3 % of a bulk. */
  add(table: TextTable, workspaceId: number, rows: readonly TextRow[]): void {
    const sql = addSql(table);
    for (const { id, body } of rows) this.#waiting.push({ sql, row: [id, wordsOfWorkspace(workspaceId, body)] });
  }

  /** Removes the text of rows, which are not changed yet: the index needs it as it was added. */
  remove(table: TextTable, ids: readonly number[]): void {
    if (ids.length === 0) return;
    const sql = `insert into ${table}_fts (${table}_fts, rowid, body) values ('delete', ?, ?)`;
    for (const row of textOf(this.#connection, table, ids)) this.#waiting.push({ sql, row: indexed(row) });
  }

  /** Runs the work of a transaction, then writes. What cannot be done is forgotten. */
  async writtenAfter<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.write();
      return result;
    } finally {
      this.#waiting = [];
    }
  }

  write(): void {
    const inOrder = this.#waiting.splice(0).sort((one, other) => one.row[0] - other.row[0]);
    for (const { sql, row } of inOrder) this.#connection.runRows(sql, [row]);
  }
}

const indexed = ({ id, body, workspace }: ViewedRow): TextChange['row'] => [id, wordsOfWorkspace(workspace, body)];

const addSql = (table: TextTable): string => `insert into ${table}_fts (rowid, body) values (?, ?)`;

function textOf(connection: StoreConnection, table: TextTable, ids: readonly number[]): readonly ViewedRow[] {
  const sql = `select id, body, workspace from ${table}_text where id ${IN_LIST}`;
  return connection.all(sql, [jsonList(ids)]) as ViewedRow[];
}

/** Rebuilds indexes from all rows, some at a time: memory does not grow with their number. */
export function fillText(connection: StoreConnection, tables = TEXT_TABLES): void {
  for (const table of tables) {
    connection.exec(`insert into ${table}_fts (${table}_fts) values ('delete-all')`);
    const next = `select id, body, workspace from ${table}_text where id > ? order by id limit ${ROWS_AT_ONCE}`;
    const add = addSql(table);
    let after = 0;
    for (;;) {
      const rows = connection.all(next, [after]) as ViewedRow[];
      connection.runRows(add, rows.map(indexed));
      if (rows.length < ROWS_AT_ONCE) break;
      after = rows.at(-1)?.id ?? after;
    }
  }
}
