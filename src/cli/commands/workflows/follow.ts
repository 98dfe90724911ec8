// Following a run from a command, and what its end means to a script.

import type { CommandUnknownOpts as Command } from 'commander';
import type { Run } from '../../../contract/workflows/records.ts';
import type { ExitName } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { jobSummary } from '../../shared/job-summary/job-summary.ts';
import { type WatchFlags, watch, watchOptions } from '../../shared/watch/watch.ts';
import { watchedRun } from './watched-run.ts';

export type FollowFlags = WatchFlags;

/** The flags of whatever follows a run. */
export function followOptions(command: Command): Command {
  return watchOptions(command, 'FAILED or CANCELLED');
}

/** Shows a run until it has ended. Exit 8 when time is up; Ctrl-C detaches, and says how to go on. */
export async function follow(session: Session, runId: number, flags: FollowFlags): Promise<ExitName> {
  const client = await session.client({ sustained: true });
  const run = await watch(session, watchedRun(session, client, runId), flags);
  await jobSummary(session, run);
  return flags.exitStatus === true ? exitOf(run) : 'done';
}

/** Of a run that has ended. */
export function exitOf({ status }: Pick<Run, 'status'>): ExitName {
  return status === 'SUCCEEDED' ? 'done' : 'bad';
}
