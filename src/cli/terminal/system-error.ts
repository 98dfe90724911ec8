// Errors of the operating system, mostly about files.

import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';

const REASONS = new Map([
  ['ENOENT', 'no such file'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'operation not permitted'],
  ['EISDIR', 'it is a directory'],
  ['ENOTDIR', 'part of the path is not a directory'],
  ['EEXIST', 'it already exists'],
  ['ENOSPC', 'no space left on the disk'],
  ['EFBIG', 'the file would be too large'],
  ['EROFS', 'the file system is read-only'],
  ['EDQUOT', 'the disk quota is exceeded'],
  ['EIO', 'the disk reports an error'],
  ['ELOOP', 'too many symbolic links'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['EMFILE', 'too many open files'],
  ['ENFILE', 'too many open files'],
  ['ERR_INVALID_ARG_VALUE', 'the name holds a NUL character'],
]);

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Node refuses such a name before it calls the operating system. */
const isNulInName = (error: Error): boolean =>
  codeOf(error) === 'ERR_INVALID_ARG_VALUE' && error.message.includes('null bytes');

/** Thrown by a call to the operating system, such as open or write. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && ('syscall' in error || isNulInName(error));

/** Room has to be made; everything else about a file has to be corrected. SQLite has it in its message alone. */
export const isDiskFull = (error: unknown): boolean =>
  FULL.has(codeOf(error)) || (error instanceof Error && error.message.includes('database or disk is full'));

/** Why a folder cannot be made or written to; null where it can. Nothing is written. */
export function whyNotWritable(folder: string): string | null {
  let nearest = folder;
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  try {
    accessSync(`${nearest}/.`, constants.W_OK);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isSystemError(error) && error.syscall === 'mkdir' && error.code === 'ENOENT' && error.path !== undefined) {
    // What Node gives for a folder with its parents on a read-only file system.
    const why = whyNotWritable(error.path);
    if (why !== null) return why;
  }
  if (isSystemError(error) && error.syscall === 'mkdir' && error.code === 'EEXIST') return 'it is not a directory';
  // A file that is being written has a name of its own, which cannot be missing.
  if (isSystemError(error) && error.code === 'ENOENT' && error.path?.endsWith('.part'))
    return 'the folder does not exist';
  return REASONS.get(codeOf(error)) ?? error.message;
}
