import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Refusal } from '../../core/context.ts';
import type { OperatorContext } from '../../core/operator.ts';
import { areKeysOutdated, clearSetting, SETTINGS, setSetting } from '../../core/queries/settings.ts';
import type { Tx } from '../../core/sql.ts';
import { isDiskFailure, SnapshotExists, SnapshotUnwritten, StoreRefused } from '../../core/store.ts';
import { COMPANIES } from '../companies/queries/companies.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { remakeKeys } from '../records/queries/records.ts';
import { ensureAdminKey } from './keys.ts';

/** Throws Refusal `invalid` for a path that cannot be written, `conflict` for one that exists. */
export async function takeSnapshot(context: OperatorContext, path: string): Promise<{ path: string; bytes: number }> {
  assertPath(context, path);
  const { store, randomBytes } = context;
  const unique = Buffer.from(await randomBytes(6)).toString('hex');
  try {
    return { path, bytes: await store.snapshot(path, unique) };
  } catch (error) {
    if (error instanceof SnapshotExists) {
      throw new Refusal('conflict', `${path} already exists: a snapshot does not overwrite files`);
    }
    const refusal = pathRefusal(error, `cannot write ${path}`);
    throw refusal === error && isDiskFailure(error) ? new SnapshotUnwritten(path, error) : refusal;
  }
}

/**
 * Replaces everything with the snapshot, in one transaction: other processes see the store before or after. The
 * operator's own key stays valid. Throws Refusal `not_found` or `invalid`; then nothing has changed.
 */
export async function restore(context: OperatorContext, path: string): Promise<{ path: string }> {
  const { store, storePath, secrets, randomBytes, now } = context;
  assertPath(context, path);
  if (resolve(path) === storePath) throw new Refusal('invalid', `${path} is the store itself`);
  try {
    await store.restore(path, async (tx) => {
      await updateOutdatedKeys(tx);
      const key = await secrets.read('admin.key');
      if (key !== null) await ensureAdminKey(tx, key, now);
      await setSetting(tx, SETTINGS.restored, Buffer.from(await randomBytes(8)).toString('hex'));
    });
    return { path };
  } catch (error) {
    if (error instanceof StoreRefused) throw new Refusal(error.isMissing ? 'not_found' : 'invalid', error.message);
    throw pathRefusal(error, `cannot read ${path}`);
  }
}

/**
 * The service and its caller may run in different folders, or on different machines. Over a socket, a path leads into the
 * folder of the store and to no file beyond it, also not by a link. Throws Refusal `invalid`.
 */
function assertPath({ isRemote, folder }: OperatorContext, path: string): void {
  if (!isAbsolute(path)) throw new Refusal('invalid', `${path} must be an absolute path on the machine of the service`);
  if (!isRemote) return;
  if (folder === null) {
    const message = 'A service that keeps nothing takes no snapshots over the socket: start it with --data';
    throw new Refusal('invalid', message);
  }
  const within = relative(realpathSync(folder), realOf(path));
  if (within !== '' && within !== '..' && !within.startsWith(`..${sep}`) && !isAbsolute(within)) return;
  throw new Refusal(
    'invalid',
    `${path} is outside of ${folder}: over the socket, snapshots are kept in the data folder`,
  );
}

/** The path without links; of a file that does not exist, its folder's. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {}
  try {
    return join(realpathSync(dirname(path)), path.slice(dirname(path).length));
  } catch {
    return path;
  }
}

/** Problems with the path are reported to the caller; other errors are not disclosed. */
function pathRefusal(error: unknown, what: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EISDIR'].includes(code)) {
    return new Refusal('invalid', `${what}: ${code}`);
  }
  return error;
}

// Keys that records were stored with by older rules: in a store, or a snapshot, of an earlier version.

/** Makes them again, where a migration says that the rules have changed. */
export async function updateOutdatedKeys(tx: Tx): Promise<void> {
  if (!(await areKeysOutdated(tx))) return;
  for (const shape of [CONTACTS, COMPANIES]) await remakeKeys(tx, shape);
  await clearSetting(tx, SETTINGS.keysOutdated);
}
