// The store on SQLite: one short write at a time, and reads beside it. Readers see one consistent state; writers take the lock
// first.

import { sleep } from '../../contract/timers.ts';
import { stopping } from '../core/context.ts';
import { endable, type SharedCounter } from '../core/ending.ts';
import type { Tx } from '../core/sql.ts';
import {
  isBusy,
  quietly,
  type Store,
  type StoreConnection,
  StoreDamaged,
  type TransactionWork,
} from '../core/store.ts';
import { countersOf } from './counters.ts';
import { fileGuard } from './files.ts';
import { TextChanges } from './fulltext.ts';
import { laneOf, writesTogether } from './lane.ts';
import { isCurrent, pragma, SCHEMA_VERSION } from './schema-version.ts';
import { type ConnectionSettings, isErrorOfSqlite, isNoDatabase, openConnection, txOver } from './sqlite.ts';

export interface OpenOptions extends ConnectionSettings {
  /** How long a write waits for a lock that another thread or process holds, milliseconds. */
  readonly lockWaitMs?: number | undefined;
  /**
   * Transactions that wait for the write lock: a thread that takes it repeatedly lets others have it. Only of a thread that is
   * never ended while it waits: its request would count forever.
   */
  readonly lockRequests?: SharedCounter | undefined;
  /** Called with what takes long while a large store is brought to this version. */
  readonly onMigrating?: ((text: string) => void) | undefined;
  /** It had contents before: without any, it lost them. */
  readonly isUsed?: boolean;
  /** Asked before each statement, and before a write is committed: true refuses it. */
  readonly isToEnd?: () => boolean;
}

/**
 * Opens a store at `path` (or `:memory:`) and migrates it to this version. Throws StoreRefused for a file that must not be
 * changed, StoreDamaged for one that cannot be read.
 */
export async function openStore(path: string, nodeMajor: number, options: OpenOptions = {}): Promise<Store> {
  let connection: StoreConnection | undefined;
  try {
    connection = openConnection(path, nodeMajor, options);
    if (options.isUsed && pragma(connection, 'user_version') === 0)
      throw new StoreDamaged(path, 'has lost its contents');
    if (!isCurrent(connection)) (await import('./migrations.ts')).migrateSqlite(connection, path, options);
    return storeOver(connection, { ...options, path, nodeMajor });
  } catch (error) {
    quietly(() => connection?.close());
    if (isNoDatabase(error)) throw new StoreDamaged(path, 'is damaged or is not a database');
    throw error;
  }
}

interface StoreName {
  readonly path: string;
  readonly nodeMajor: number;
}

interface StoreFile extends OpenOptions, StoreName {
  /** Throws where it is no longer the file that was opened. */
  readonly assertFile: () => void;
  /** Throws once the store is being closed. */
  readonly refuseWhenClosing: () => void;
  readonly text: TextChanges;
}

function storeOver(connection: StoreConnection, { path, ...options }: OpenOptions & StoreName): Store {
  const { isToEnd } = options;
  const guarded = isToEnd ? endable(connection, isToEnd) : connection;
  const text = new TextChanges(guarded);
  const tx = txOver(guarded, text);
  // Before each transaction, and before a write is committed.
  const assertFile = path === ':memory:' ? () => {} : fileGuard(path);
  let isClosing = false;
  const refuseWhenClosing = (): void => {
    if (isClosing || isToEnd?.()) throw stopping();
  };
  const file: StoreFile = { ...options, path, assertFile, refuseWhenClosing, text };
  const lane = laneOf(refuseWhenClosing);
  const reader = readerOf(file);
  const counters = countersOf(file);
  let writes = 0;
  const written = <T>(work: () => Promise<T>): Promise<T> => {
    writes += 1;
    return lane.run(work).finally(() => {
      writes -= 1;
    });
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
  const replaced = (work: (by: typeof import('./snapshot.ts')) => Promise<void>): Promise<void> =>
    written(outside(async () => work(await import('./snapshot.ts')).then(counters.empty)));
  return {
    schemaVersion: SCHEMA_VERSION,
    // While writes wait, for the lock or for each other, whoever only reads does not wait with them.
    read: (work) =>
      writes === 0 || reader === null ? lane.run(() => reading(connection, tx, file, work)) : reader.read(work),
    write: writesTogether(connection, {
      takeTurn: written,
      transaction: (work) => writing(connection, tx, file, work),
      text,
      causeOf: (error) => causeOf(error, connection, path),
    }),
    writeUnsynced: (work) =>
      written(async () => {
        connection.exec('pragma synchronous = normal');
        try {
          return await writing(connection, tx, file, work);
        } finally {
          quietly(() => connection.exec('pragma synchronous = full'));
        }
      }),
    count: (work) => counters.count(work),
    exec: (sql) => written(outside(async () => connection.exec(sql))),
    snapshot: (to, unique) =>
      written(outside(async () => (await import('./snapshot.ts')).writeSnapshot(connection, to, unique))),
    restore: (from, finish) =>
      replaced(({ restoreSnapshot }) => restoreSnapshot(connection, from, () => text.writtenAfter(() => finish(tx)))),
    empty: (fill) => replaced(({ emptyStore }) => emptyStore(connection, () => text.writtenAfter(() => fill(tx)))),
    close: async () => {
      isClosing = true;
      await lane.end(() => connection.close());
      await reader?.close();
      await counters.close();
    },
  };
}

/** A connection of its own for reads, opened when it is first needed; null for a store in memory, which has only one. */
function readerOf(file: StoreFile): { read: Store['read']; close(): Promise<void> } | null {
  const { path, nodeMajor, refuseWhenClosing } = file;
  if (path === ':memory:') return null;
  const lane = laneOf(refuseWhenClosing);
  let opened: { connection: StoreConnection; tx: Tx } | undefined;
  const open = () => {
    const connection = openConnection(path, nodeMajor);
    connection.exec('pragma query_only = on');
    return { connection, tx: txOver(connection) };
  };
  return {
    read: (work) =>
      lane.run(() => {
        opened ??= open();
        return reading(opened.connection, opened.tx, file, work);
      }),
    close: () => lane.end(() => opened?.connection.close()),
  };
}

async function reading<T>(
  connection: StoreConnection,
  tx: Tx,
  { assertFile, path }: StoreFile,
  work: TransactionWork<T>,
): Promise<T> {
  assertFile();
  connection.exec('begin');
  try {
    const result = await work(tx);
    connection.exec('commit');
    return result;
  } catch (error) {
    quietly(() => connection.exec('rollback'));
    throw await causeOf(error, connection, path);
  }
}

async function writing<T>(connection: StoreConnection, tx: Tx, file: StoreFile, work: TransactionWork<T>): Promise<T> {
  file.assertFile();
  if (!hasTakenLock(connection)) await waitForLock(connection, file);
  try {
    const result = await file.text.writtenAfter(() => work(tx));
    // What was cut meanwhile would take the write, and lose it.
    file.assertFile();
    if (file.isToEnd?.()) throw stopping();
    connection.exec('commit');
    return result;
  } catch (error) {
    // SQLite itself rolls back on some errors (disk full): then there is nothing left to roll back.
    quietly(() => connection.exec('rollback'));
    throw await causeOf(error, connection, file.path);
  }
}

/** What an error of a statement comes from: in a damaged store, of that. */
async function causeOf(error: unknown, connection: StoreConnection, path: string): Promise<unknown> {
  const isDamaged =
    isNoDatabase(error) || (isErrorOfSqlite(error) && (await import('./snapshot.ts')).isSchemaLost(connection, error));
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
  { lockWaitMs = LOCK_WAIT_MS, lockRequests, refuseWhenClosing }: StoreFile,
): Promise<void> {
  if (lockRequests) Atomics.add(lockRequests, 0, 1);
  try {
    for (let left = Math.ceil(lockWaitMs / LOCK_POLL_MS); left > 0; left -= 1) {
      await sleep(LOCK_POLL_MS);
      refuseWhenClosing();
      if (hasTakenLock(connection)) return;
    }
    connection.execWithoutWaiting('begin immediate');
  } finally {
    if (lockRequests) Atomics.sub(lockRequests, 0, 1);
  }
}
