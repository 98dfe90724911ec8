// Kysely over our one connection. Transactions are the store's business (store/db.ts), never Kysely's.

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Database } from './schema.ts';
import type { Connection, Value } from './sqlite.ts';

export function kyselyOver(connection: Connection): Kysely<Database> {
  return new Kysely<Database>({ dialect: dialectOver(connection) });
}

function dialectOver(connection: Connection): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driverOver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function driverOver(connection: Connection): Driver {
  const refused = async (): Promise<void> => {
    throw new Error('transactions are opened with store.read() and store.write()');
  };
  const only = databaseConnection(connection);
  return {
    init: async () => {},
    acquireConnection: async () => only,
    beginTransaction: refused,
    commitTransaction: refused,
    rollbackTransaction: refused,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}

function databaseConnection(connection: Connection): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      // Kysely types values as unknown and rows by the query it compiled: both casts repeat what its types promised.
      const values = query.parameters as readonly Value[];
      if (returnsRows(query)) return { rows: connection.all(query.sql, values) as R[] };
      const { changes, lastId } = connection.run(query.sql, values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastId) };
    },
    // biome-ignore lint/correctness/useYield: nothing streams, lists are read page by page
    async *streamQuery() {
      throw new Error('queries are read page by page, not streamed');
    },
  };
}

function returnsRows({ query, sql }: CompiledQuery): boolean {
  if (query.kind === 'SelectQueryNode') return true;
  if (query.kind === 'RawNode') return /^\s*(select|with|values|pragma)\b|\breturning\b/i.test(sql);
  return 'returning' in query && query.returning !== undefined;
}
