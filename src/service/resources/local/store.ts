// The store as a whole, as its operator sees it: what it holds, the sample workspace, snapshots, starting over.

import { isAbsolute, resolve } from 'node:path';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Tx } from '../../core/context.ts';
import { readFeatures } from '../../core/features.ts';
import type { OperatorContext } from '../../core/operator.ts';
import { Refusal } from '../../core/refusals.ts';
import { StoreRefused } from '../../db/migrate.ts';
import { MIGRATIONS } from '../../db/migrations.ts';
import { emptyStore, restoreSnapshot, SnapshotExists, writeSnapshot } from '../../db/snapshot.ts';
import { queueState, storedJobs } from '../../jobs/queries/jobs.ts';
import { loadSample } from '../../sample/load.ts';
import { ensureAdminKey } from './keys.ts';
import { countRecords, type RecordCounts } from './queries/counts.ts';
import { faultsInForce } from './queries/faults.ts';
import { begin } from './set-up.ts';

export function describeStatus(context: OperatorContext): Promise<ReplyOf<Table['local']['status']>> {
  const { store, version, data, now, limitsByDefault } = context;
  return store.read(async (tx) => ({
    version,
    schemaVersion: MIGRATIONS.length,
    data,
    now: isoTime(now),
    features: await readFeatures(tx, limitsByDefault),
    faults: (await faultsInForce(tx)).length,
    counts: await countRecords(tx),
    work: await describeWork(tx),
  }));
}

const FAILURES_TOLD = 5;

async function describeWork(tx: Tx): Promise<ReplyOf<Table['local']['status']>['work']> {
  const { lastFailed, ...counts } = await queueState(tx, FAILURES_TOLD);
  const due = await storedJobs.nextDueAt(tx);
  return {
    ...counts,
    nextDueAt: due === null ? null : isoTime(due),
    lastFailed: lastFailed.map(({ kind, at, error }) => ({ kind, at: isoTime(at), error })),
  };
}

type Loaded = Omit<RecordCounts, 'keys'>;

/** Loads the sample workspace once; what is there already stays. Says what the store holds then. */
export function seed({ store, now }: OperatorContext): Promise<Loaded> {
  return store.write(async (tx) => {
    await loadSample(tx, now);
    return held(tx);
  });
}

/** Throws Refusal `invalid` for a path that cannot be written, `conflict` for one that exists. */
export async function takeSnapshot(
  { store, randomBytes }: OperatorContext,
  path: string,
): Promise<{ path: string; bytes: number }> {
  assertAbsolute(path);
  const unique = Buffer.from(await randomBytes(6)).toString('hex');
  try {
    const bytes = await store.alone(async (connection) => writeSnapshot(connection, path, unique));
    return { path, bytes };
  } catch (error) {
    if (error instanceof SnapshotExists) throw new Refusal('conflict', `${path} exists: a snapshot replaces no file`);
    throw fileTrouble(error, `cannot write ${path}`);
  }
}

/**
 * Replaces everything by the snapshot, in one transaction: other processes see the store before or after. The
 * operator's own key goes on working. Throws Refusal `not_found` or `invalid`, and then nothing has changed.
 */
export async function restore(context: OperatorContext, path: string): Promise<{ path: string }> {
  const { store, storePath, secrets, now } = context;
  assertAbsolute(path);
  if (resolve(path) === storePath) throw new Refusal('invalid', `${path} is the store itself`);
  try {
    await store.alone(async (connection, tx) =>
      restoreSnapshot(connection, path, async () => {
        const key = secrets.read('admin.key');
        if (key !== null) await ensureAdminKey(tx, key, now);
      }),
    );
    return { path };
  } catch (error) {
    if (error instanceof StoreRefused) throw new Refusal(error.isMissing ? 'not_found' : 'invalid', error.message);
    throw fileTrouble(error, `cannot read ${path}`);
  }
}

/** Everything goes: records, keys but the operator's own, clock, faults, switches. */
export async function reset(context: OperatorContext, isEmpty: boolean): Promise<Loaded> {
  const { store, realNow } = context;
  return store.alone(async (connection, tx) => {
    // The clock starts over too, so this is the real time.
    const now = realNow();
    await emptyStore(connection, async () => {
      await begin(tx, context, now);
      if (!isEmpty) await loadSample(tx, now);
    });
    return held(tx);
  });
}

async function held(tx: Tx): Promise<Loaded> {
  const { contacts, companies, lists, campaigns } = await countRecords(tx);
  return { contacts, companies, lists, campaigns };
}

/** Relative to what? The service and its caller may run in different folders, or on different machines. */
function assertAbsolute(path: string): void {
  if (!isAbsolute(path))
    throw new Refusal('invalid', `${path} must be an absolute path, on the machine of the service`);
}

/** What the file system says of a path somebody gave is for them; everything else is not theirs to know. */
function fileTrouble(error: unknown, what: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EISDIR'].includes(code)) {
    return new Refusal('invalid', `${what}: ${code}`);
  }
  return error;
}
