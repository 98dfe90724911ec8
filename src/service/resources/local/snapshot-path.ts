// Paths of snapshots: they are on the machine of the service.

import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { OperatorContext } from '../../core/operator.ts';
import { Refusal } from '../../core/refusals.ts';

/**
 * The service and its caller may run in different folders, or on different machines. Over a socket, a path leads into the
 * folder of the store and to no file beyond it, also not by a link. Throws Refusal `invalid`.
 */
export function assertPath({ isRemote, folder }: OperatorContext, path: string): void {
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
export function pathRefusal(error: unknown, what: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EISDIR'].includes(code)) {
    return new Refusal('invalid', `${what}: ${code}`);
  }
  return error;
}
