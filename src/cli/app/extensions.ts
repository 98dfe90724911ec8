// Commands that others add: `reach foo` runs the program `reach-foo` of PATH, where reach itself has no such command.

import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { diskError } from './exit.ts';
import type { Io } from './io.ts';

const NAME = /^[a-z][a-z0-9-]{0,60}$/;

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * The program of this name; null where there is none. Only absolute folders of PATH are looked at: what lies in the working
 * folder is never run.
 */
export function extensionOf({ env, platform }: Pick<Io, 'env' | 'platform'>, word: string): string | null {
  if (!NAME.test(word)) return null;
  const isWindows = platform === 'win32';
  const folders = (env['PATH'] ?? env['Path'] ?? '')
    .split(isWindows ? ';' : ':')
    .filter((folder) => isAbsolute(folder));
  const names = isWindows ? [`reach-${word}.exe`] : [`reach-${word}`];
  for (const folder of folders) for (const name of names) if (isProgram(join(folder, name))) return join(folder, name);
  return null;
}

/** Runs it on our terminal, with the words behind its name; gives its exit status. */
export async function runExtension(io: Io, program: string, args: readonly string[]): Promise<number> {
  const { execa } = await import('execa');
  const ran = await execa(program, [...args], {
    stdio: 'inherit',
    reject: false,
    env: io.env,
    extendEnv: false,
    cwd: io.cwd,
  });
  if (ran.exitCode !== undefined) return ran.exitCode;
  if (ran.signal !== undefined) return 130;
  throw diskError('extension', `cannot run ${program}`, ran.cause ?? ran);
}
