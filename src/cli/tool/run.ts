// One command in a session of its own.

import { type AnyCommand, aboutOf, type Deps } from '../session/command.ts';
import type { Host } from '../session/host.ts';
import { openSession } from '../session/session.ts';
import { EXIT, type ExitName, failureOf } from '../terminal/exit.ts';
import { globalFlagsOf } from '../terminal/settings.ts';

function useOf(command: AnyCommand) {
  const { effect, notForAgents, uses = [], view } = aboutOf(command) ?? {};
  const isReading = effect === 'reads' && notForAgents !== 'interactive' && notForAgents !== 'never ends';
  const writes = effect !== 'reads' && command.opts()['dryRun'] !== true;
  return { writes, isReading, routes: uses, view };
}

/** Runs the work of a command, and tells the exit code. */
export const runIn =
  (host: Host, ended: (exit: number) => void): Deps['run'] =>
  async (command, work) => {
    const session = await openSession(host, globalFlagsOf(command.optsWithGlobals()), useOf(command));
    let isDone = false;
    try {
      const name: ExitName | undefined = (await work(session)) ?? undefined;
      ended(EXIT[name ?? 'done']);
      isDone = true;
    } finally {
      // What the command did is done, and what went wrong with it is said: closing must hide neither.
      await session.close().catch(async (error: unknown) => {
        if (isDone) await session.print.warn(`cannot close what was opened: ${failureOf(error).message}`);
      });
    }
  };
