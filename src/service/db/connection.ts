// The store: one connection, one transaction at a time, short. Readers see one moment; writers hold the lock from the start.

import { migrate, StoreRefused } from './migrate.ts';
import { type Connection, isBusy, isNoDatabase, openConnection, type RunResult, type Value } from './sqlite.ts';

/** What a query gets to work with. Valid only inside the `read` or `write` that gave it. */
export interface Tx {
  /** Prepared once for each text; rows are what the caller's type says. Composed queries: `fragment.ts`. */
  all<Row>(sql: string, ...values: Value[]): Promise<Row[]>;
  /** The first row, or undefined. */
  one<Row>(sql: string, ...values: Value[]): Promise<Row | undefined>;
  run(sql: string, ...values: Value[]): Promise<RunResult>;
}

export type Work<T> = (tx: Tx) => Promise<T>;

export interface Store {
  /** Runs `work` on one consistent state. Calls queue up: never call the store again inside `work`. */
  read<T>(work: Work<T>): Promise<T>;
  /** Runs `work` with the write lock held; what it throws rolls everything back. On return it is on disk. */
  write<T>(work: Work<T>): Promise<T>;
  /** As `write`, but not synced to disk: for counts that a power cut may lose. */
  count<T>(work: Work<T>): Promise<T>;
  /** The bare connection, alone, outside a transaction: snapshot and restore. */
  alone<T>(work: (connection: Connection, tx: Tx) => Promise<T>): Promise<T>;
  /** Waits for work under way, then closes. */
  close(): Promise<void>;
}

/** Told while a transaction waits for the write lock, so that whoever takes it again and again lets others have it. */
export interface LockWish {
  begin(): void;
  end(): void;
}

/** How a write waits for a lock that another thread or process has. */
export interface LockWait {
  /** For how long, milliseconds. */
  readonly ms?: number | undefined;
  readonly wish?: LockWish | undefined;
}

/** Opens a store at `path` (or `:memory:`) and brings it to this version. Throws StoreRefused for one we must not touch. */
export async function openStore(path: string, nodeMajor: number, lockWait: LockWait = {}): Promise<Store> {
  let connection: Connection | undefined;
  try {
    connection = openConnection(path, nodeMajor);
    migrate(connection, path);
    return storeOver(connection, lockWait);
  } catch (error) {
    connection?.close();
    if (isNoDatabase(error))
      throw new StoreRefused(`${path} is damaged, or is no database: move it away, or restore it`);
    throw error;
  }
}

function storeOver(connection: Connection, lockWait: LockWait): Store {
  const tx = txOver(connection);
  let tail: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work);
    tail = turn.catch(() => {});
    return turn;
  };
  const within = async <T>(begin: 'begin' | 'begin immediate', work: Work<T>): Promise<T> => {
    if (begin === 'begin') connection.exec(begin);
    else if (!hasTakenLock(connection)) await waitForLock(connection, lockWait);
    try {
      const result = await work(tx);
      connection.exec('commit');
      return result;
    } catch (error) {
      rollBack(connection);
      throw error;
    }
  };
  return {
    read: (work) => inTurn(() => within('begin', work)),
    write: (work) => inTurn(() => within('begin immediate', work)),
    count: (work) =>
      inTurn(async () => {
        connection.exec('pragma synchronous = normal');
        try {
          return await within('begin immediate', work);
        } finally {
          connection.exec('pragma synchronous = full');
        }
      }),
    alone: (work) => inTurn(() => work(connection, tx)),
    close: () => inTurn(async () => connection.close()),
  };
}

/** How often the write lock is looked for while another thread or process has it, and for how long in all, milliseconds. */
const LOCK_POLL_MS = 2;
const LOCK_WAIT_MS = 12_000;

/** Begins a transaction that may write; false where somebody else has the lock. */
function hasTakenLock(connection: Connection): boolean {
  try {
    connection.withoutWaiting('begin immediate');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/**
 * SQLite's own waiting would block this thread, and looks but every 100 ms after a while, so that whoever takes the lock
 * again and again would seldom be found without it. Throws what `isBusy` knows.
 */
async function waitForLock(connection: Connection, { ms = LOCK_WAIT_MS, wish }: LockWait): Promise<void> {
  wish?.begin();
  try {
    for (let left = Math.ceil(ms / LOCK_POLL_MS); left > 0; left -= 1) {
      await new Promise<void>((resolve) => setTimeout(resolve, LOCK_POLL_MS));
      if (hasTakenLock(connection)) return;
    }
    connection.withoutWaiting('begin immediate');
  } finally {
    wish?.end();
  }
}

/** SQLite rolls back by itself on some errors (disk full): then there is nothing left to roll back. */
function rollBack(connection: Connection): void {
  try {
    connection.exec('rollback');
  } catch {}
}

/** The casts of rows are the one place where SQL's word is taken for a type. */
function txOver(connection: Connection): Tx {
  return {
    all: async <Row>(sql: string, ...values: Value[]) => connection.all(sql, values) as Row[],
    one: async <Row>(sql: string, ...values: Value[]) => connection.all(sql, values)[0] as Row | undefined,
    run: async (sql, ...values) => connection.run(sql, values),
  };
}
