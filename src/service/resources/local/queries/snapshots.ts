// Snapshots of the store: written, restored, or started over.

import type { Store, Tx } from '../../../core/context.ts';
import { restoreSnapshot } from '../../../db/restore.ts';
import { emptyStore, writeSnapshot } from '../../../db/snapshot.ts';

/** Returns the size in bytes. Throws SnapshotExists. */
export function snapshotTo(store: Store, path: string, unique: string): Promise<number> {
  return store.withConnection(async (connection) => writeSnapshot(connection, path, unique));
}

/** `finish` runs in the same transaction. Throws StoreRefused. */
export function restoreFrom(store: Store, path: string, finish: (tx: Tx) => Promise<void>): Promise<void> {
  return store.withConnection((connection, tx) => restoreSnapshot(connection, path, () => finish(tx)));
}

/** Empties the store; `fill` runs in the same transaction, and `report` after it. */
export function startOver<T>(
  store: Store,
  fill: (tx: Tx) => Promise<void>,
  report: (tx: Tx) => Promise<T>,
): Promise<T> {
  return store.withConnection(async (connection, tx) => {
    await emptyStore(connection, () => fill(tx));
    return report(tx);
  });
}
