// Paths of snapshots: they are on the machine of the service.

import { isAbsolute } from 'node:path';
import { Refusal } from '../../core/refusals.ts';

/** The service and its caller may run in different folders, or on different machines. */
export function assertAbsolute(path: string): void {
  if (!isAbsolute(path)) throw new Refusal('invalid', `${path} must be an absolute path on the machine of the service`);
}

/** Problems with the path are reported to the caller; other errors are not disclosed. */
export function pathRefusal(error: unknown, what: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EISDIR'].includes(code)) {
    return new Refusal('invalid', `${what}: ${code}`);
  }
  return error;
}
