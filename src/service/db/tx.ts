// What a transaction of SQLite works with.

import { IdSet } from '../core/id-set.ts';
import { type Query, rowsOver, type SqlValue, type Tx, textOf } from '../core/sql.ts';
import type { StoreConnection } from '../core/store.ts';
import { TextChanges } from './fulltext.ts';

/** Of this connection, and of all others: what each has written. */
const VERSION = `select total_changes() || ' ' || data_version as version from pragma_data_version`;

const NEXT_ID = 'select coalesce((select seq from sqlite_sequence where name = ?), 0) + 1 as id';

function nextId([row]: readonly unknown[]): number {
  return Number(Object.values(row ?? {})[0]);
}

/** Their numbers: what one connection has written says nothing of what another one sees. */
let connections = 0;

/** The only casts of rows: SQL cannot be checked against a type. `text`: what is left to write before a commit. */
export function txOver(connection: StoreConnection, text = new TextChanges(connection)): Tx {
  connections += 1;
  const number = connections;
  /** A search sees what the transaction has changed; what goes back to a savepoint takes its words along. */
  const asked = (query: Query, values: readonly SqlValue[]): readonly [string, readonly SqlValue[]] => {
    const [sql, bound] = textOf(query, values);
    if (sql.includes('_fts') || sql.startsWith('savepoint ')) text.write();
    if (sql.startsWith('rollback to ')) text.waiting = [];
    return [sql, bound];
  };
  // As one text: as rows they take ten times as long.
  const ids: Tx['ids'] = async (query, ...all) => {
    const [sql, values] = asked(query, all);
    const [row] = connection.all(`with hits (id) as (${sql}) select json_group_array(id) as ids from hits`, values);
    return IdSet.ofJson(String(Object.values(row ?? {})[0]));
  };
  return {
    ...rowsOver(
      async <Row>(query: Query, ...values: SqlValue[]) => connection.all(...asked(query, values)) as Row[],
      async (query, ...values) => connection.run(...asked(query, values)),
    ),
    ids,
    // One prepared statement per row: here twice as fast as all rows as one JSON text.
    runRows: async (sql, rows) => connection.runRows(sql, rows),
    addText: async (table, workspaceId, rows) => text.add(table, workspaceId, rows),
    removeText: async (table, ids) => text.remove(table, ids),
    version: async () => `${number} ${Object.values(connection.all(VERSION, [])[0] ?? {})[0]}`,
    // Nothing is taken: no one else writes meanwhile, and what is inserted moves the sequence.
    reserveIds: async (table) => nextId(connection.all(NEXT_ID, [table])),
  };
}
