// Following a run from a command: what is shown, what it ends with, and what is said on the way out.

import type { Command } from 'commander';
import type { Client } from '../../client/api.ts';
import type { Run } from '../../contract/workflow-records.ts';
import { CliError, type ExitName } from '../exit.ts';
import { Interrupted } from '../io.ts';
import type { Session } from '../session.ts';
import { durationMs } from '../settings.ts';
import { jobSummary } from './job-summary.ts';
import { hasEnded, watchRun } from './watch.ts';
import { watchScreen } from './watch-shown.ts';

export interface FollowFlags {
  readonly exitStatus?: boolean;
  readonly timeout?: string;
  readonly interval?: string;
}

/** The flags of whatever follows a run. */
export function followOptions(command: Command): Command {
  return command
    .option('--exit-status', 'exit 1 when the run ends FAILED or CANCELLED')
    .option('--timeout <duration>', 'stop watching after this long, such as 10m: exit 8; the run goes on')
    .option('--interval <duration>', 'how often to ask (0.5 s at first, then less and less, up to 5 s)');
}

/** A poll is repeated by whoever watches, who also says so: here it is tried once, and waits in silence. */
const POLL_MS = 20_000;

function asking(client: Client, runId: number) {
  const once = { retries: 0, deadlineMs: POLL_MS, attemptMs: POLL_MS };
  return async (signal: AbortSignal): Promise<Run> => {
    const options = { signal, retry: once, onWait: () => {} };
    return (await client.ask('workflows', 'getRun', { params: { runId } }, options)).data;
  };
}

/** Shows a run until it has ended. Exit 8 when time is up; Ctrl-C detaches, and says how to go on. */
export async function follow(session: Session, runId: number, flags: FollowFlags): Promise<ExitName> {
  const { io, print } = session;
  const options = {
    timeoutMs: flags.timeout === undefined ? null : durationMs(flags.timeout, '--timeout'),
    intervalMs: flags.interval === undefined ? null : durationMs(flags.interval, '--interval'),
  };
  const client = await session.client({ sustained: true });
  const screen = watchScreen(session);
  const hands = { now: io.now, sleep: io.sleep, signal: io.interrupt };
  const resume = `reach workflow watch ${runId}`;
  try {
    const watched = await watchRun(asking(client, runId), options, hands, (event) => screen.show(event));
    await screen.end(watched.run);
    if (watched.is === 'timeout') {
      await print.warn(`run ${runId} has not ended within ${flags.timeout}; it goes on\n  watch it again: ${resume}`);
      return 'running';
    }
    await jobSummary(session, watched.run);
    return flags.exitStatus === true ? exitOf(watched.run) : 'done';
  } catch (error) {
    if (error instanceof Interrupted) await io.stderr.write(`\nrun ${runId} goes on\n  watch it again: ${resume}\n`);
    throw error;
  }
}

/** What a run that has ended means to a script. Throws CliError for one that has not: that is a bug. */
export function exitOf(run: Pick<Run, 'status' | 'runId'>): ExitName {
  if (!hasEnded(run)) throw new CliError('bug', 'bug', `run ${run.runId} has not ended`);
  return run.status === 'SUCCEEDED' ? 'done' : 'bad';
}
