// The store: one connection, one short transaction at a time. Readers see one consistent state; writers take the lock first.

import { sleep } from '../../contract/timers.ts';
import { stopping } from '../core/refusals.ts';
import {
  isBusy,
  quietly,
  type SqlValue,
  type Store,
  type StoreConnection,
  StoreDamaged,
  type TransactionWork,
  type Tx,
} from '../core/store.ts';
import { fileGuard } from './files.ts';
import { isCurrent, pragma, SCHEMA_VERSION } from './schema-version.ts';
import { isErrorOfSqlite, isNoDatabase, openConnection } from './sqlite.ts';

export type { Store, Tx };

/** Set while a transaction waits for the write lock, so that a thread that takes it repeatedly lets others have it. */
export interface LockRequests {
  begin(): void;
  end(): void;
}

export interface OpenOptions {
  /** How long a write waits for a lock that another thread or process holds, milliseconds. */
  readonly lockWaitMs?: number | undefined;
  readonly lockRequests?: LockRequests | undefined;
  /** Pages in the write-ahead log before they are moved into the file. */
  readonly checkpointPages?: number | undefined;
  /** It had contents before: without any, it lost them. */
  readonly isUsed?: boolean;
}

/**
 * Opens a store at `path` (or `:memory:`) and migrates it to this version. Throws StoreRefused for a file that must not be
 * changed, StoreDamaged for one that cannot be read.
 */
export async function openStore(path: string, nodeMajor: number, options: OpenOptions = {}): Promise<Store> {
  let connection: StoreConnection | undefined;
  try {
    connection = openConnection(path, nodeMajor, options.checkpointPages);
    if (options.isUsed && pragma(connection, 'user_version') === 0)
      throw new StoreDamaged(path, 'has lost its contents');
    if (!isCurrent(connection)) (await import('./migrate.ts')).migrate(connection, path);
    return storeOver(connection, path, options);
  } catch (error) {
    quietly(() => connection?.close());
    if (isNoDatabase(error)) throw new StoreDamaged(path, 'is damaged or is not a database');
    throw error;
  }
}

function storeOver(connection: StoreConnection, path: string, options: OpenOptions): Store {
  const tx = txOver(connection);
  // Before each transaction, and before a write is committed.
  const assertFile = path === ':memory:' ? () => {} : fileGuard(path);
  let tail: Promise<unknown> = Promise.resolve();
  let isClosing = false;
  const queued = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work);
    tail = turn.catch(() => {});
    return turn;
  };
  const refuseWhenClosing = (): void => {
    if (isClosing) throw stopping();
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    queued(() => {
      refuseWhenClosing();
      return work();
    });
  const within = async <T>(begin: 'begin' | 'begin immediate', work: TransactionWork<T>): Promise<T> => {
    assertFile();
    if (begin === 'begin') connection.exec(begin);
    else if (!hasTakenLock(connection)) await waitForLock(connection, options, refuseWhenClosing);
    try {
      const result = await work(tx);
      // What was cut meanwhile would take the write, and lose it.
      if (begin === 'begin immediate') assertFile();
      connection.exec('commit');
      return result;
    } catch (error) {
      // SQLite itself rolls back on some errors (disk full): then there is nothing left to roll back.
      quietly(() => connection.exec('rollback'));
      throw await causeOf(error, connection, path);
    }
  };
  /** Outside a transaction. */
  const outside =
    <T>(work: () => Promise<T>) =>
    async (): Promise<T> => {
      assertFile();
      try {
        return await work();
      } catch (error) {
        throw await causeOf(error, connection, path);
      }
    };
  return {
    schemaVersion: SCHEMA_VERSION,
    read: (work) => inTurn(() => within('begin', work)),
    write: (work) => inTurn(() => within('begin immediate', work)),
    writeUnsynced: (work) =>
      inTurn(async () => {
        connection.exec('pragma synchronous = normal');
        try {
          return await within('begin immediate', work);
        } finally {
          quietly(() => connection.exec('pragma synchronous = full'));
        }
      }),
    exec: (sql) => inTurn(outside(async () => connection.exec(sql))),
    snapshot: (to, unique) =>
      inTurn(outside(async () => (await import('./snapshot.ts')).writeSnapshot(connection, to, unique))),
    restore: (from, finish) =>
      inTurn(outside(async () => (await import('./restore.ts')).restoreSnapshot(connection, from, () => finish(tx)))),
    empty: (fill) =>
      inTurn(outside(async () => (await import('./snapshot.ts')).emptyStore(connection, () => fill(tx)))),
    close: () => {
      isClosing = true;
      return queued(async () => connection.close());
    },
  };
}

/** What an error of a statement comes from: in a damaged store, of that. */
async function causeOf(error: unknown, connection: StoreConnection, path: string): Promise<unknown> {
  const isDamaged =
    isNoDatabase(error) ||
    (isErrorOfSqlite(error) && (await import('./check.ts')).isSchemaLost(connection, path, error));
  return isDamaged ? new StoreDamaged(path, 'is damaged') : error;
}

/** How often a waiting write tries to take the lock, and how long in all, milliseconds. */
const LOCK_POLL_MS = 2;
const LOCK_WAIT_MS = 12_000;

/** Begins a transaction that may write; false if another connection holds the lock. */
function hasTakenLock(connection: StoreConnection): boolean {
  try {
    connection.execWithoutWaiting('begin immediate');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/**
 * SQLite's own waiting would block this thread, and soon retries only every 100 ms: a lock that is taken over and over
 * would seldom be seen free. Throws an error that `isBusy` recognizes.
 */
async function waitForLock(
  connection: StoreConnection,
  { lockWaitMs = LOCK_WAIT_MS, lockRequests }: OpenOptions,
  refuseWhenClosing: () => void,
): Promise<void> {
  lockRequests?.begin();
  try {
    for (let left = Math.ceil(lockWaitMs / LOCK_POLL_MS); left > 0; left -= 1) {
      await sleep(LOCK_POLL_MS);
      refuseWhenClosing();
      if (hasTakenLock(connection)) return;
    }
    connection.execWithoutWaiting('begin immediate');
  } finally {
    lockRequests?.end();
  }
}

const NEXT_ID = 'select coalesce((select seq from sqlite_sequence where name = ?), 0) + 1 as id';

function nextId([row]: readonly unknown[]): number {
  return Number(Object.values(row ?? {})[0]);
}

/** The only casts of rows: SQL cannot be checked against a type. */
function txOver(connection: StoreConnection): Tx {
  return {
    all: async <Row>(sql: string, ...values: SqlValue[]) => connection.all(sql, values) as Row[],
    one: async <Row>(sql: string, ...values: SqlValue[]) => connection.all(sql, values)[0] as Row | undefined,
    run: async (sql, ...values) => connection.run(sql, values),
    // One prepared statement per row: here twice as fast as all rows as one JSON text.
    runRows: async (sql, rows) => {
      for (const row of rows) connection.run(sql, row);
    },
    // Nothing is taken: nobody else writes meanwhile, and what is inserted moves the sequence.
    reserveIds: async (table) => nextId(connection.all(NEXT_ID, [table])),
  };
}
