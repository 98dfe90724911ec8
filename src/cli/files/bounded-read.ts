// Files are read with a bound, whatever they are: a device that never ends, a pipe, a file of a hundred gigabytes.

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { isObject, type JsonObject } from '../../contract/json.ts';
import { UsageError } from '../terminal/exit.ts';
import { isSystemError, reasonOf } from '../terminal/system-error.ts';
import { utf8Text } from './utf8-text.ts';

export const MOST_BYTES = 64 * 1024 * 1024;
const CHUNK = 256 * 1024;

const tooLarge = (displayed: string) => new UsageError(`${displayed} is larger than ${MOST_BYTES / 1024 / 1024} MB`);

function readOpened(file: number, displayed: string, isPlain: boolean): string {
  const stat = fstatSync(file);
  if (isPlain && !stat.isFile()) {
    const what = stat.isDirectory() ? 'a directory' : 'not a regular file';
    throw new UsageError(`cannot read ${displayed}: it is ${what}`);
  }
  if (stat.isFile() && stat.size > MOST_BYTES) throw tooLarge(displayed);
  const parts: Buffer[] = [];
  // Most files are small: room for one byte more than their size shows that this was all.
  const chunk = stat.isFile() ? Math.min(stat.size + 1, CHUNK) : CHUNK;
  for (let bytes = 0; ; ) {
    const part = Buffer.allocUnsafe(chunk);
    const read = readSync(file, part);
    if (read === 0) break;
    bytes += read;
    if (bytes > MOST_BYTES) throw tooLarge(displayed);
    parts.push(part.subarray(0, read));
  }
  return utf8Text(Buffer.concat(parts), displayed);
}

/** Null where there is none, if `mayBeAbsent`. */
function read(path: string, displayed: string, flags: number, isPlain: boolean, mayBeAbsent = false): string | null {
  let file: number | null = null;
  try {
    // Most are absent, and an error takes longer to make than a look; where it is taken away after that, there is one.
    // Not `statSync`: for Node 22 and later, what lies below a file is absent, too.
    if (mayBeAbsent && lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
    file = openSync(path, flags);
    return readOpened(file, displayed, isPlain);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // A path that cannot be followed is not absent: what it should lead to may be there.
    const isAbsent = isSystemError(error) && error.code === 'ENOENT';
    if (isAbsent && mayBeAbsent) return null;
    throw new UsageError(`cannot read ${displayed}: ${reasonOf(error)}`);
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** The text of a file, or of a pipe that the user named. Throws UsageError. */
export function boundedText(path: string, displayed: string): string {
  return read(path, displayed, constants.O_RDONLY, false) ?? '';
}

/** The same for a file that someone else may have put there: neither a link, a pipe nor a device is opened. */
export function plainText(path: string, displayed: string): string {
  return read(path, displayed, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK, true) ?? '';
}

/**
 * The text of a file that reach keeps for itself, null where there is none, or where another process takes it away meanwhile. A link may stand in its place, but no pipe and no device. Throws UsageError.
 */
export function keptText(path: string): string | null {
  return read(path, path, constants.O_RDONLY | constants.O_NONBLOCK, true, true);
}

/** Why a path inside a folder of someone else must not be used; null where it is what it should be, or nothing. */
export function strangeKind(path: string, wanted: 'file' | 'directory'): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (found.isSymbolicLink()) return 'a symbolic link';
  if (wanted === 'directory') return found.isDirectory() ? null : 'not a directory';
  return found.isFile() ? null : found.isDirectory() ? 'a directory' : 'not a regular file';
}

/**
 * What a JSON file of this machine keeps by name; `entryOf` gives null for what it does not know. `what`: `saved searches`.
 * Throws UsageError for a file that cannot be read.
 */
export function keptEntries<T>(path: string, what: string, entryOf: (value: JsonObject) => T | null): Map<string, T> {
  const text = keptText(path);
  if (text === null) return new Map();
  try {
    const kept = new Map<string, T>();
    for (const [name, value] of Object.entries(JSON.parse(text) as object)) {
      const entry = isObject(value) ? entryOf(value) : null;
      if (entry !== null) kept.set(name, entry);
    }
    return kept;
  } catch {
    throw new UsageError(`cannot read ${path}: it is not JSON`, { hint: `repair or delete it; it holds the ${what}` });
  }
}
