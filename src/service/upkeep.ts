// Upkeep of a store: on this thread, or each task on a thread of its own that ends with it.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SnapshotExists, type Store, StoreDamaged, StoreUnreachable, storeUnreachable } from './core/store.ts';
import type { Backup, Finding, InspectedBackup, Upkeep } from './core/upkeep.ts';
import { inspectBackups, snapshotOf, writeBackup } from './db/backups.ts';
import { findingsIn } from './db/check.ts';
import { isNoDatabase, openReadOnly } from './db/sqlite.ts';
import { PERFORMERS } from './performers.ts';

const JOB_KINDS: ReadonlySet<string> = new Set(Object.keys(PERFORMERS));

export type UpkeepTask =
  | { readonly is: 'backup'; readonly at: number; readonly unique: string }
  | { readonly is: 'snapshot'; readonly path: string; readonly unique: string }
  | { readonly is: 'backups' }
  | { readonly is: 'check' };

type UpkeepResult = Backup | number | readonly InspectedBackup[] | readonly Finding[];

/** The answer of the thread. */
export type UpkeepOutcome = { readonly result: UpkeepResult } | { readonly failed: UpkeepFailure };

/** An error, as it crosses from the thread. */
interface UpkeepFailure {
  readonly message: string;
  readonly isDamaged: boolean;
  /** The path of a snapshot is taken. */
  readonly isTaken: boolean;
  readonly isUnreachable: boolean;
  readonly syscall?: string;
  readonly code?: string;
}

/** Works on the file over connections of its own; it may be damaged. */
export function upkeepOf(path: string, nodeMajor: number): Upkeep {
  return {
    backup: async (at, unique) => writeBackup(path, nodeMajor, at, unique),
    snapshot: async (to, unique) => snapshotOf(path, nodeMajor, to, unique),
    backups: async () => inspectBackups(path, nodeMajor),
    check: async () => {
      const size = statSync(path, { throwIfNoEntry: false })?.size;
      if (!size) return [{ check: 'file', where: path, message: size === 0 ? 'is empty' : 'is missing' }];
      try {
        const connection = openReadOnly(path, nodeMajor);
        try {
          return findingsIn(connection, path, JOB_KINDS);
        } finally {
          connection.close();
        }
      } catch (error) {
        if (!isNoDatabase(error)) throw error;
        return [{ check: 'file', where: path, message: 'is damaged or is not a database' }];
      }
    },
  };
}

/** Of a store that is not a file of ours, in memory or on a server: a copy of it is checked. */
export function upkeepOfOther(store: Store, nodeMajor: number): Upkeep {
  return {
    backup: async () => {
      throw new Error('this store has no folder for backups');
    },
    snapshot: (path, unique) => store.snapshot(path, unique),
    backups: async () => [],
    check: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'reach-'));
      try {
        const path = join(folder, 'copy.db');
        await store.snapshot(path, 'part');
        return await upkeepOf(path, nodeMajor).check();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The part of node:worker_threads that is used. */
interface UpkeepThread {
  on(event: 'message', listener: (outcome: UpkeepOutcome) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
}

/** Each task on a thread of its own: requests are answered meanwhile. */
export function upkeepOnThreads(path: string, spawn: (task: UpkeepTask) => UpkeepThread): Upkeep {
  const run = <T extends UpkeepResult>(task: UpkeepTask): Promise<T> =>
    new Promise((resolve, reject) => {
      const thread = spawn(task);
      thread.on('message', (outcome) => {
        // The thread answers each task with its own kind of result.
        if ('result' in outcome) return resolve(outcome.result as T);
        const { message, isDamaged, isTaken, isUnreachable, ...cause } = outcome.failed;
        if (isDamaged) return reject(new StoreDamaged(path, message));
        if (isUnreachable) return reject(storeUnreachable(message));
        reject(isTaken ? new SnapshotExists(message) : Object.assign(new Error(message), cause));
      });
      thread.on('error', reject);
      thread.on('exit', () => reject(new Error('the thread ended before it was done')));
    });
  return {
    backup: (at, unique) => run({ is: 'backup', at, unique }),
    snapshot: (to, unique) => run({ is: 'snapshot', path: to, unique }),
    backups: () => run({ is: 'backups' }),
    check: () => run({ is: 'check' }),
  };
}

/** Runs on the thread. `opened` opens the store. */
export async function performUpkeep(
  opened: () => Promise<Upkeep> | Upkeep,
  path: string,
  task: UpkeepTask,
): Promise<UpkeepOutcome> {
  try {
    const upkeep = await opened();
    if (task.is === 'backup') return { result: await upkeep.backup(task.at, task.unique) };
    if (task.is === 'snapshot') return { result: await upkeep.snapshot(task.path, task.unique) };
    return { result: task.is === 'backups' ? await upkeep.backups() : await upkeep.check() };
  } catch (error) {
    const isDamaged = error instanceof StoreDamaged;
    const message = error instanceof Error ? error.message.replace(isDamaged ? `${path} ` : '', '') : String(error);
    const { syscall, code } = Object(error);
    const cause = { ...(syscall !== undefined && { syscall }), ...(code !== undefined && { code }) };
    return {
      failed: {
        message,
        isDamaged,
        isTaken: error instanceof SnapshotExists,
        isUnreachable: error instanceof StoreUnreachable,
        ...cause,
      },
    };
  }
}
