// Programs of the user's PATH.

import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Io } from './io.ts';

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * The path of the program of this name; null where there is none. Only absolute folders of PATH are looked at: what lies in
 * the working folder is never run.
 */
export function programOf({ env, platform }: Pick<Io, 'env' | 'platform'>, name: string): string | null {
  const isWindows = platform === 'win32';
  const folders = (env['PATH'] ?? env['Path'] ?? '')
    .split(isWindows ? ';' : ':')
    .filter((folder) => isAbsolute(folder));
  const file = isWindows ? `${name}.exe` : name;
  const found = folders.find((folder) => isProgram(join(folder, file)));
  return found === undefined ? null : join(found, file);
}
