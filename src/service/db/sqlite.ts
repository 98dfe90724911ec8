// The only file that loads the SQLite driver. Everything else sees `StoreConnection`.

import { createRequire } from 'node:module';
import { dictionary } from '../../contract/json.ts';
import { IdSet } from '../core/id-set.ts';
import { columnNamed, type Query, type ReadColumn, rowsOver, type SqlValue, type Tx, textOf } from '../core/sql.ts';
import { isBusy, quietly, type StoreConnection } from '../core/store.ts';
import { TextChanges } from './fulltext.ts';

interface DriverStatement {
  all(...values: unknown[]): unknown[];
  columns(): { readonly name: string }[];
  /** Each row as an array of its values, in their order. */
  setReturnArrays(isArray: boolean): void;
  run(...values: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}

interface DriverDatabase {
  prepare(sql: string): DriverStatement;
  exec(sql: string): void;
  close(): void;
}

interface Driver {
  readonly DatabaseSync: new (path: string) => DriverDatabase;
}

/** Node includes SQLite without a warning since 24; earlier versions use a package with the same interface. */
const FIRST_NODE_WITH_SQLITE = 24;

const BUILT_IN = 'node:sqlite';
const PACKAGE = '@photostructure/sqlite';

/** How long a statement waits for another process's write lock, milliseconds. */
const BUSY_TIMEOUT_MS = 15_000;

const CHECKPOINT_PAGES = 10_000;
const CACHE_KILOBYTES = 64_000;

export interface ConnectionSettings {
  /** Pages in the write-ahead log before they are moved into the file. */
  readonly checkpointPages?: number | undefined;
}

/** Limits the cache to twice as many: composed filters would otherwise add statements without end. */
const STATEMENTS_MAX = 400;

/** By `require`: the first `import()` of a process costs 6 ms more. */
function loadDriver(nodeMajor: number): Driver {
  const require = createRequire(import.meta.url);
  const driver: Driver = require(nodeMajor >= FIRST_NODE_WITH_SQLITE ? BUILT_IN : PACKAGE);
  return driver;
}

const isBoolean = (value: SqlValue): boolean => typeof value === 'boolean';

function bindable(values: readonly SqlValue[]): readonly unknown[] {
  return values.some(isBoolean) ? values.map((value) => (typeof value === 'boolean' ? Number(value) : value)) : values;
}

/**
 * Opens `path` (a file, or `:memory:`) with the settings every store has: write-ahead log, each commit synced, foreign
 * keys on. Throws the driver's error if the file is not a database or cannot be opened.
 */
export function openConnection(
  path: string,
  nodeMajor: number,
  { checkpointPages = CHECKPOINT_PAGES }: ConnectionSettings = {},
): StoreConnection {
  const { DatabaseSync } = loadDriver(nodeMajor);
  const database = new DatabaseSync(path);
  try {
    database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    if (path !== ':memory:') useWriteAheadLog(database);
    // wal_autocheckpoint: fewer checkpoints make a read at a million rows faster. mmap_size: where a mapped file is cut or
    // its disk fails, reading it would end the process. trusted_schema: a file from elsewhere cannot call functions with
    // side effects.
    database.exec(
      `pragma trusted_schema = off; pragma synchronous = full; pragma foreign_keys = on; pragma wal_autocheckpoint = ${checkpointPages};
       pragma mmap_size = 0; pragma cache_size = -${CACHE_KILOBYTES}; pragma temp_store = memory`,
    );
    return connectionOver(database, () => openConnection(':memory:', nodeMajor));
  } catch (error) {
    quietly(() => database.close());
    throw error;
  }
}

/** When two processes create a store at once, SQLite refuses the switch instead of waiting, so it is retried. */
function useWriteAheadLog(database: DriverDatabase): void {
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (isWriteAheadLog(database.prepare('pragma journal_mode').all())) return;
      database.exec('begin immediate; commit');
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (attempt >= 200 || !isBusy(error)) throw error;
    }
  }
}

function isWriteAheadLog(rows: readonly unknown[]): boolean {
  return JSON.stringify(rows).includes('"wal"');
}

/** Rows are made here: the driver looks up each name for each row, which takes as long as the rest of it. */
class Statement {
  readonly driver: DriverStatement;
  #columns: readonly ReadColumn[] | null = null;

  constructor(driver: DriverStatement) {
    this.driver = driver;
  }

  all(values: readonly unknown[]): unknown[] {
    this.#columns ??= this.#columnsOfArrays();
    const columns = this.#columns;
    return this.driver.all(...values).map((cells) => rowOf(columns, cells as readonly unknown[]));
  }

  #columnsOfArrays(): readonly ReadColumn[] {
    this.driver.setReturnArrays(true);
    return this.driver.columns().map(({ name }) => columnNamed(name));
  }
}

function rowOf(columns: readonly ReadColumn[], cells: readonly unknown[]): object {
  const row = dictionary<unknown>();
  for (const [at, { key, read }] of columns.entries()) row[key] = read === null ? cells[at] : read(cells[at]);
  return row;
}

function connectionOver(database: DriverDatabase, openInMemory: () => StoreConnection): StoreConnection {
  // What is in use moves from the old ones to the recent ones, before those become the old ones.
  let recent = new Map<string, Statement>();
  let old = new Map<string, Statement>();
  const prepared = (sql: string): Statement => {
    const known = recent.get(sql);
    if (known) return known;
    const statement = old.get(sql) ?? new Statement(database.prepare(sql));
    if (recent.size >= STATEMENTS_MAX) {
      old = recent;
      recent = new Map();
    }
    recent.set(sql, statement);
    return statement;
  };
  return {
    all: (sql, values) => prepared(sql).all(bindable(values)),
    run: (sql, values) => {
      const { changes, lastInsertRowid } = prepared(sql).driver.run(...bindable(values));
      return { changes: Number(changes), lastId: Number(lastInsertRowid) };
    },
    // By `all`, whose answer is empty: the driver takes half of a short statement to make that of `run`.
    runRows: (sql, rows) => {
      const { driver } = prepared(sql);
      for (const row of rows) driver.all(...bindable(row));
    },
    exec: (sql) => database.exec(sql),
    execWithoutWaiting: (sql) => {
      database.exec('pragma busy_timeout = 0');
      try {
        database.exec(sql);
      } finally {
        quietly(() => database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`));
      }
    },
    openInMemory,
    close: () => {
      recent.clear();
      old.clear();
      database.close();
    },
  };
}

/** Of a statement, whatever is wrong with it. */
export function isErrorOfSqlite(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
}

/** The file is not a database, or is damaged. */
export function isNoDatabase(error: unknown): boolean {
  return (
    error instanceof Error &&
    /file is not a database|disk image is malformed|malformed database schema/i.test(error.message)
  );
}

// What a transaction of SQLite works with.

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
