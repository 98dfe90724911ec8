// Commands that others add: `reach foo` runs the program `reach-foo` of PATH, where reach itself has no such command.

import { diskError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import { programOf } from '../../terminal/process/programs.ts';

const NAME = /^[a-z][a-z0-9-]{0,60}$/;

/** The program of this name; null where there is none. */
export function extensionOf(io: Pick<Io, 'env' | 'platform'>, word: string): string | null {
  return NAME.test(word) ? programOf(io, `reach-${word}`) : null;
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
