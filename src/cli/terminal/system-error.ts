// Errors of the operating system, mostly about files.

const REASONS = new Map([
  ['ENOENT', 'no such file'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'operation not permitted'],
  ['EISDIR', 'it is a directory'],
  ['ENOTDIR', 'part of the path is not a directory'],
  ['EEXIST', 'it already exists'],
  ['ENOSPC', 'no space left on the disk'],
  ['EFBIG', 'the file would be too large'],
  ['EROFS', 'the disk is read-only'],
  ['EDQUOT', 'the disk quota is exceeded'],
  ['EIO', 'the disk reports an error'],
  ['ELOOP', 'too many symbolic links'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['EMFILE', 'too many open files'],
  ['ENFILE', 'too many open files'],
]);

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Thrown by a call to the operating system, such as open or write. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;

/** Room has to be made; everything else about a file has to be corrected. SQLite tells it in its message alone. */
export const isDiskFull = (error: unknown): boolean =>
  FULL.has(codeOf(error)) || (error instanceof Error && error.message.includes('database or disk is full'));

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return REASONS.get(codeOf(error)) ?? error.message;
}
