// A word of the command line that may be a file.

import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../terminal/exit.ts';
import type { Io } from '../terminal/io.ts';

// The one function that makes a path of a name on a command line: no file that a user names is opened by another path.

/** The absolute path. Throws UsageError for a name that no file can have, and for one outside the folders of `Io.fileRoots`. */
export function namedPath({ cwd, fileRoots }: Pick<Io, 'cwd' | 'fileRoots'>, name: string): string {
  if (name.includes('\0')) throw new UsageError('a file name cannot contain a NUL character');
  const path = resolve(cwd, name);
  if (fileRoots === null || fileRoots.some((root) => isInside(root, path))) return path;
  throw fileRoots.length === 0
    ? new UsageError('no folder is open, so no file is read or written', {
        hint: 'start this server with reach mcp --root DIR',
      })
    : new UsageError(`${name} is not inside ${fileRoots.join(', ')}: other files are neither read nor written`);
}

/** The path with links resolved; null for a link to nothing. What does not exist yet is in its folder. */
export function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined || dirname(path) === path) return null;
    const folder = realPath(dirname(path));
    return folder === null ? null : join(folder, basename(path));
  }
}

function isInside(root: string, path: string): boolean {
  const [folder, real] = [realPath(root), realPath(path)];
  if (folder === null || real === null) return false;
  const below = relative(folder, real);
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/** A path, or what is there under this name, is a file; any other word is an id or a name, also that of a folder that is there. */
export function isFileWord(io: Io, word: string): boolean {
  if (word === '-' || /[\\/]|\.(ya?ml|json)$/i.test(word)) return true;
  // Where no file may be used, a word is never one.
  return io.fileRoots?.length !== 0 && existsSync(namedPath(io, word)) && !isDirectory(io, word);
}

export function isDirectory(io: Io, word: string): boolean {
  if (word === '-' || io.fileRoots?.length === 0) return false;
  const path = namedPath(io, word);
  return existsSync(path) && statSync(path).isDirectory();
}

/** The settings of an outreach folder, which every such folder has. */
export const SETTINGS_FILE = 'reach.yaml';

/** The working folder, or `outreach` in it: whichever has a reach.yaml. */
export const foundFolder = (io: Pick<Io, 'cwd' | 'fileRoots'>): string | undefined =>
  ['.', 'outreach'].find((folder) => existsSync(namedPath(io, join(folder, SETTINGS_FILE))));
