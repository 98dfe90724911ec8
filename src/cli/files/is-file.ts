// A word of the command line that may be a file.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Io } from '../terminal/io.ts';

/** A path, or what is there under this name, is a file; any other word is an id or a name. */
export function isFileWord({ cwd }: Io, word: string): boolean {
  return word === '-' || /[\\/]|\.(ya?ml|json)$/i.test(word) || existsSync(resolve(cwd, word));
}
