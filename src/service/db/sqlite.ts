// The only file that loads the SQLite driver. Everything else sees `Connection`.

import { createRequire } from 'node:module';

export type Value = string | number | bigint | boolean | null | Uint8Array;

export interface RunResult {
  readonly changes: number;
  readonly lastId: number;
}

/** One open handle on a store: synchronous, one statement at a time. */
export interface Connection {
  all(sql: string, values: readonly Value[]): unknown[];
  run(sql: string, values: readonly Value[]): RunResult;
  /** Several statements, no values, no rows. */
  exec(sql: string): void;
  /** As `exec`, but a lock that somebody else holds is an error at once. */
  withoutWaiting(sql: string): void;
  close(): void;
}

interface DriverStatement {
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}

interface DriverDatabase {
  prepare(sql: string): DriverStatement;
  exec(sql: string): void;
  close(): void;
}

interface Driver {
  readonly DatabaseSync: new (path: string, options?: { readOnly?: boolean }) => DriverDatabase;
}

/** Node has SQLite without a warning from 24 on; before that the package with the same interface serves. */
const FIRST_NODE_WITH_SQLITE = 24;

/** How long a statement waits for another process's write lock, milliseconds. */
const BUSY_TIMEOUT_MS = 15_000;

/** Statements are few and fixed but for composed filters; the cap keeps those from piling up. */
const STATEMENTS_MAX = 200;

/** By `require`: the first `import()` of a process costs 6 ms more. */
function loadDriver(nodeMajor: number): Driver {
  const require = createRequire(import.meta.url);
  const driver: Driver = require(nodeMajor >= FIRST_NODE_WITH_SQLITE ? 'node:sqlite' : '@photostructure/sqlite');
  return driver;
}

function plain(value: Value): unknown {
  return typeof value === 'boolean' ? Number(value) : value;
}

/**
 * Opens `path` (a file, or `:memory:`) with the settings every store of ours has: write-ahead log, each commit synced,
 * foreign keys on. Throws what the driver throws when the file is no database or cannot be opened.
 */
export function openConnection(path: string, nodeMajor: number): Connection {
  const { DatabaseSync } = loadDriver(nodeMajor);
  const database = new DatabaseSync(path);
  try {
    database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    if (path !== ':memory:') useWriteAheadLog(database);
    // mmap_size and wal_autocheckpoint: they halve the median read at a million rows.
    database.exec(
      `pragma synchronous = full; pragma foreign_keys = on; pragma wal_autocheckpoint = 10000;
       pragma mmap_size = 2147483648; pragma cache_size = -32000; pragma temp_store = memory`,
    );
    return connectionOver(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Two processes that create a store at once: SQLite refuses the switch at once instead of waiting, so we ask again. */
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

function connectionOver(database: DriverDatabase): Connection {
  const statements = new Map<string, DriverStatement>();
  const prepared = (sql: string): DriverStatement => {
    const known = statements.get(sql);
    if (known) return known;
    const fresh = database.prepare(sql);
    if (statements.size >= STATEMENTS_MAX) statements.clear();
    statements.set(sql, fresh);
    return fresh;
  };
  return {
    all: (sql, values) => prepared(sql).all(...values.map(plain)),
    run: (sql, values) => {
      const { changes, lastInsertRowid } = prepared(sql).run(...values.map(plain));
      return { changes: Number(changes), lastId: Number(lastInsertRowid) };
    },
    exec: (sql) => database.exec(sql),
    withoutWaiting: (sql) => {
      database.exec('pragma busy_timeout = 0');
      try {
        database.exec(sql);
      } finally {
        database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
      }
    },
    close: () => {
      statements.clear();
      database.close();
    },
  };
}

/** Another process held the lock for longer than we wait. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && /database (table )?is locked|SQLITE_BUSY/i.test(error.message);
}

/** The file is something else than a database, or is damaged. */
export function isNoDatabase(error: unknown): boolean {
  return error instanceof Error && /file is not a database|disk image is malformed/i.test(error.message);
}

/** The disk under the store is full or went away. */
export function isDiskTrouble(error: unknown): boolean {
  return (
    error instanceof Error && /database or disk is full|disk I\/O error|SQLITE_FULL|SQLITE_IOERR/i.test(error.message)
  );
}
