// A word of the command line that may be a file.

import { existsSync, statSync } from 'node:fs';
import type { Io } from '../terminal/io.ts';
import { namedPath } from './named-path.ts';

/** A path, or what is there under this name, is a file; any other word is an id or a name. */
export function isFileWord(io: Io, word: string): boolean {
  if (word === '-' || /[\\/]|\.(ya?ml|json)$/i.test(word)) return true;
  // Where no file may be used, a word is never one.
  return io.fileRoots?.length !== 0 && existsSync(namedPath(io, word));
}

export function isDirectory(io: Io, word: string): boolean {
  return (
    word !== '-' &&
    io.fileRoots?.length !== 0 &&
    statSync(namedPath(io, word), { throwIfNoEntry: false })?.isDirectory() === true
  );
}
