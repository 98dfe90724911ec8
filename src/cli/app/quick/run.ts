// The quick way of a read that prints JSON: the commands themselves, their session and their client, without what they seldom
// need. Nothing is printed before all is done, so that the whole tool can still begin again.

import { trusted } from '../../../client/answers/reply.ts';
import type { BuildGroup } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { runIn } from '../run.ts';
import { inJob } from '../terminal/job-log.ts';
import { withStreams, withWrite } from '../terminal/streams.ts';
import type { Command } from './command.ts';
import { isUnsuited, unsuited } from './unsuited.ts';

/** More than a page may not fit into memory: it is printed as it comes. */
const RECORDS_MAX = 100;

/** The same process; what goes to standard output is kept until `flush`. */
function withHeldOutput(io: Io) {
  const held: string[] = [];
  const stdout = withWrite(io.stdout, async (text) => void held.push(text), undefined);
  return { io: withStreams(io, stdout, io.stderr), flush: () => io.stdout.write(held.join('')) };
}

function isLong({ limit, all }: Readonly<Record<string, unknown>>): boolean {
  return all === true || (limit !== undefined && !(Number(limit) >= 1 && Number(limit) <= RECORDS_MAX));
}

/** The exit code; null where the whole tool is to run it, from the start. `words` are those behind the name of the command. */
export async function runQuick(words: readonly string[], given: Host, build: BuildGroup): Promise<number | null> {
  const { io, flush } = withHeldOutput(inJob(given.io));
  let exit: number = EXIT.done;
  const run = runIn({ ...given, io }, (code) => {
    exit = code;
  });
  try {
    if (io.stdout.isTTY) unsuited();
    const program = { tree: async () => unsuited(), run: async () => unsuited() };
    // In the bundle of the quick way its stand-in takes the place of commander.
    const command = trusted<Command>(build({ run, program })).parse(words);
    if (isLong(command.opts())) unsuited();
    await command.run();
    if (isUnsuited()) return null;
    await flush();
    return exit;
  } catch (error) {
    if (isUnsuited()) return null;
    await flush();
    const { printError } = await import('../failure.ts');
    return await printError(error, words, io);
  }
}
