// Counters of rates in a file of their own: every limited request counts, and would wait for the lock of whoever imports. They
// are no part of a snapshot, and a power failure may lose them.

import { existsSync, rmSync } from 'node:fs';
import type { Tx } from '../core/sql.ts';
import { quietly, type StoreConnection, type TransactionWork } from '../core/store.ts';
import { makePrivateFile } from './files.ts';
import { laneOf } from './lane.ts';
import { isNoDatabase, openConnection, txOver } from './sqlite.ts';

type CountedStore = { readonly path: string; readonly nodeMajor: number; readonly refuseWhenClosing: () => void };

/** A page or two change at a time. */
const CHECKPOINT_PAGES = 200;

const SCHEMA = `
  pragma synchronous = off;
  create table if not exists rate_windows (
    key_id integer not null, endpoint text not null, began_at integer not null, used integer not null,
    primary key (key_id, endpoint)
  ) without rowid;
  create table if not exists delivery_windows (
    webhook_id text primary key, began_at integer not null, used integer not null
  ) without rowid`;

function opened(path: string, nodeMajor: number): StoreConnection {
  if (path !== ':memory:') makePrivateFile(path);
  const connection = openConnection(path, nodeMajor, { checkpointPages: CHECKPOINT_PAGES });
  try {
    connection.exec(SCHEMA);
    return connection;
  } catch (error) {
    quietly(() => connection.close());
    throw error;
  }
}

/** A damaged file is not a loss: it begins again. */
function openedAnyhow(path: string, nodeMajor: number): StoreConnection {
  try {
    return opened(path, nodeMajor);
  } catch (error) {
    if (!isNoDatabase(error)) throw error;
    for (const part of ['', '-wal', '-shm']) rmSync(path + part, { force: true });
    return opened(path, nodeMajor);
  }
}

/** Beside the store at `path`; opened when something is first counted. */
export function countersOf({ path, nodeMajor, refuseWhenClosing }: CountedStore) {
  const own = path === ':memory:' ? path : `${path}-rates`;
  const lane = laneOf(refuseWhenClosing);
  let connection: StoreConnection | undefined;
  const within = async <T>(work: TransactionWork<T>): Promise<T> => {
    connection ??= openedAnyhow(own, nodeMajor);
    const { exec } = connection;
    exec('begin immediate');
    try {
      const result = await work(txOver(connection));
      exec('commit');
      return result;
    } catch (error) {
      quietly(() => exec('rollback'));
      throw error;
    }
  };
  return {
    count: <T>(work: TransactionWork<T>): Promise<T> => lane.run(() => within(work)),
    empty: async () => {
      if (connection === undefined && !existsSync(own)) return;
      const emptied = async (tx: Tx): Promise<void> => {
        await tx.run('delete from rate_windows');
        await tx.run('delete from delivery_windows');
      };
      await lane.run(() => within(emptied));
    },
    close: () => lane.end(() => connection?.close()),
  };
}
