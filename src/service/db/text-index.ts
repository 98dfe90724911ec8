// The full-text indexes of SQLite. They keep no text: what a row contributed is taken from the row itself, before it changes.

import { IN_LIST, jsonList } from '../core/sql.ts';
import type { SqlValue, StoreConnection, TextRow, TextTable } from '../core/store.ts';
import { wordsOfWorkspace } from './fulltext.ts';

interface ViewedRow extends TextRow {
  readonly workspace: number;
}

const TEXT_TABLES: readonly TextTable[] = ['contacts', 'companies', 'messages'];

/** Rows whose text is read at a time when an index is made. */
const ROWS_AT_ONCE = 1_000;

/** Adds the text of rows to the index. It is given: reading it back from the view took 3 % of a bulk. */
export function addText(connection: StoreConnection, table: TextTable, workspaceId: number, rows: readonly TextRow[]) {
  connection.runRows(
    addSql(table),
    rows.map(({ id, body }) => [id, wordsOfWorkspace(workspaceId, body)]),
  );
}

const indexed = ({ id, body, workspace }: ViewedRow): SqlValue[] => [id, wordsOfWorkspace(workspace, body)];

const addSql = (table: TextTable): string => `insert into ${table}_fts (rowid, body) values (?, ?)`;

/** Removes the text of rows from the index: the index needs it as it was added. */
export function removeText(connection: StoreConnection, table: TextTable, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const remove = `insert into ${table}_fts (${table}_fts, rowid, body) values ('delete', ?, ?)`;
  connection.runRows(remove, textOf(connection, table, ids).map(indexed));
}

function textOf(connection: StoreConnection, table: TextTable, ids: readonly number[]): readonly ViewedRow[] {
  const sql = `select id, body, workspace from ${table}_text where id ${IN_LIST}`;
  return connection.all(sql, [jsonList(ids)]) as ViewedRow[];
}

/** Rebuilds the indexes from all rows, some at a time: memory does not grow with their number. */
export function fillText(connection: StoreConnection): void {
  for (const table of TEXT_TABLES) {
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
