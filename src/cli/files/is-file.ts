// A word of the command line that may be a file.

import { existsSync } from 'node:fs';
import type { Io } from '../terminal/io.ts';
import { namedPath } from './named-path.ts';

/** A path, or what is there under this name, is a file; any other word is an id or a name. */
export function isFileWord(io: Io, word: string): boolean {
  if (word === '-' || /[\\/]|\.(ya?ml|json)$/i.test(word)) return true;
  // Where no file may be used, a word is never one.
  return io.fileRoots?.length !== 0 && existsSync(namedPath(io, word));
}
