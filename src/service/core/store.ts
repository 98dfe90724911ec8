// The store as the rest of the service sees it: transactions, rows, and what can go wrong.

import type { RunResult, SqlValue, Tx } from './sql.ts';

/**
 * What a transaction writes: one workspace, by its id, or that of the job which it takes; or rows of no workspace that others
 * may write at the same time, so that each statement must be right by itself. Without: anything.
 */
export type WriteScope = number | 'job' | 'shared';

export type TransactionWork<T> = (tx: Tx) => Promise<T>;

/** One open handle on a store: synchronous, one statement at a time. */
export interface StoreConnection {
  all(sql: string, values: readonly SqlValue[]): unknown[];
  run(sql: string, values: readonly SqlValue[]): RunResult;
  /** Runs one statement once for each row, with its values. */
  runRows(sql: string, rows: Iterable<readonly SqlValue[]>): void;
  /** Several statements, no values, no rows. */
  exec(sql: string): void;
  /** Like `exec`, but fails at once if another connection holds the lock. */
  execWithoutWaiting(sql: string): void;
  /** An empty database in memory, by the same driver. */
  openInMemory(): StoreConnection;
  close(): void;
}

export interface Store {
  readonly schemaVersion: number;
  /** Runs `work` on one consistent state. Calls queue up: never call the store again inside `work`. */
  read<T>(work: TransactionWork<T>, limitMs?: number): Promise<T>;
  /**
   * Runs `work` with the write lock held; if it throws, everything is rolled back. When it returns, it is on disk. With a
   * scope, `work` touches nothing beyond it: a store that can lets others write there meanwhile.
   *
   * `limitMs`, here and above: a store with processes of its own stops a statement that takes longer, with StoreTimeout.
   */
  write<T>(work: TransactionWork<T>, scope?: WriteScope, limitMs?: number): Promise<T>;
  /**
   * Like `write`, but not synced to disk: for counters that a power failure may lose. Others may count at the same time, so
   * that each statement must be right by itself.
   */
  writeUnsynced<T>(work: TransactionWork<T>): Promise<T>;
  /** Runs `work`, one statement, on the counters of rates, which are no part of a snapshot, and wait for no other write. */
  count<T>(work: TransactionWork<T>): Promise<T>;
  /** Several statements of maintenance, outside a transaction. */
  exec(sql: string): Promise<void>;
  /** Writes everything to a new file; `unique` distinguishes unfinished ones. Returns its bytes. Throws SnapshotExists. */
  snapshot(path: string, unique: string): Promise<number>;
  /** Replaces everything with the rows of a snapshot; `finish` runs in the same transaction. Throws StoreRefused. */
  restore(path: string, finish: TransactionWork<void>): Promise<void>;
  /** Empties the store to a fresh one of this version; `fill` runs in the same transaction. */
  empty(fill: TransactionWork<void>): Promise<void>;
  /** Waits for the transaction in progress, then closes. Those that wait for their turn are refused as `unavailable`. */
  close(): Promise<void>;
}

/** The store was written by a newer version, or is not one of reach: nothing was changed. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
  readonly isMissing: boolean;

  constructor(message: string, isMissing = false) {
    super(message);
    this.isMissing = isMissing;
  }
}

/** The store was written by a version whose stores this one does not open. */
export class StoreOutdated extends StoreRefused {}

/** The file of the store is damaged, or is not the one that was opened. Nothing more is written to it. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';
  readonly path: string;
  /** Nothing is lost: what is missing is made again when the store is opened next. */
  readonly isWhole: boolean;

  /** `what` is wrong with the file at `path`. */
  constructor(path: string, what: string, isWhole = false) {
    super(`${path} ${what}`);
    this.path = path;
    this.isWhole = isWhole;
  }
}

export class SnapshotExists extends Error {
  override readonly name = 'SnapshotExists';
}

/** The database cannot be reached, or the connection to it was lost. */
export class StoreUnreachable extends Error {
  override readonly name = 'StoreUnreachable';

  constructor(why: string, where = 'the database') {
    super(`${where} cannot be reached (${why})`);
  }
}

/** The same as on another thread, by its message. */
export const storeUnreachable = (message: string): StoreUnreachable =>
  Object.assign(new StoreUnreachable(''), { message });

/** The database knows no such user, or another password. */
export class StoreForbidden extends Error {
  override readonly name = 'StoreForbidden';
}

export class StoreTimeout extends Error {
  override readonly name = 'StoreTimeout';
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`a statement was stopped after ${limitMs} ms`);
    this.limitMs = limitMs;
  }
}

/** Another process held the lock for longer than we wait. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}

/** Another process held the lock for longer than we wait, or the connection to the database was lost: try again. */
export function isBusy(error: unknown): boolean {
  if (error instanceof StoreBusy || error instanceof StoreUnreachable) return true;
  return error instanceof Error && /database (table )?is locked|SQLITE_BUSY/i.test(error.message);
}

const DISK =
  /database or disk is full|disk I\/O error|readonly database|unable to open database file|SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/i;

/** The file of a snapshot cannot be written; the store may be sound. */
export class SnapshotUnwritten extends Error {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`cannot write ${path}`, { cause });
    this.path = path;
  }
}

/** The disk under the store is full, failed or read-only; the store is damaged; or a file beside it could not be used. */
export function isDiskFailure(error: unknown): boolean {
  if ([StoreDamaged, StoreRefused, SnapshotUnwritten].some((one) => error instanceof one)) return true;
  return error instanceof Error && (DISK.test(error.message) || 'syscall' in error);
}

/** Does what is left to do after a failure: that it fails too must not hide the first cause. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {}
}

/**
 * Waits for all of them, in the order they were sent, and throws what the first one threw. `Promise.all` would go on while
 * the others may still send something, beyond the end of the transaction.
 */
export async function settleAll(statements: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(statements)) if (outcome.status === 'rejected') throw outcome.reason;
}
