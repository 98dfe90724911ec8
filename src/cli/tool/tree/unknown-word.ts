// A first word that is not a command: a shortcut, an alias of the user's, or a program of PATH. Loaded for such words alone.

import type { AnyCommand } from '../../session/command.ts';
import type { Host } from '../../session/host.ts';
import { pathsOf } from '../../session/paths.ts';
import { readConfig } from '../../session/profiles/profiles.ts';
import { diskError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import { expanded, extensionOf } from './aliases.ts';
import { findGroup } from './groups.ts';

/** Where the first word stands, behind global flags and their values. */
function placeOf(argv: readonly string[], word: string, flags: () => AnyCommand): number {
  return argv.findIndex(
    (text, at) => text === word && flags().parseOptions(argv.slice(0, at + 1)).operands.length === 1,
  );
}

/** The exit status of what the word stands for; null where it stands for nothing. */
export async function runUnknownWord(
  argv: readonly string[],
  word: string,
  host: Host,
  {
    run,
    flags,
  }: { readonly run: (argv: readonly string[], host: Host) => Promise<number>; readonly flags: () => AnyCommand },
): Promise<number | null> {
  const at = placeOf(argv, word, flags);
  if (at < 0) return null;
  const line = expanded(argv, at, readConfig(pathsOf(host.io)).aliases ?? {}, (text) => findGroup(text)?.name);
  if (line !== null && line[at] !== word) return await run(line, host);
  const program = extensionOf(host.io, word);
  return program === null ? null : await runExtension(host.io, program, argv.slice(at + 1));
}

/** Runs it on our terminal, with the words behind its name; gives its exit status. */
async function runExtension(io: Io, program: string, args: readonly string[]): Promise<number> {
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
