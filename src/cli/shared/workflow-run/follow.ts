// Following a run from a command, and what its end means to a script.

import type { Command, OptionValues } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import type { AnyId } from '../../../contract/ids.ts';
import type { Run } from '../../../contract/workflows/records.ts';
import type { NoOptions, OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { type ExitName, UsageError } from '../../terminal/exit.ts';
import { ifAnswered } from '../answer/created.ts';
import { jobSummary } from '../job-summary/job-summary.ts';
import { startedView } from '../views/workflows.ts';
import { unwatched, watch, watchOptions, watchTimes } from '../watch/watch.ts';
import { watchedRun } from './watched-run.ts';

/** `--exit-status`, `--timeout` and `--interval`, for whatever follows a run. */
export const withFollow = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => watchOptions(command, 'FAILED or CANCELLED');

/** The same with `--watch`, for whatever starts a run. */
export const withWatch = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => withFollow(command.option('--watch', 'watch the run until it ends'));

export type FollowOptions = OptionsOf<typeof withFollow<[], NoOptions, NoOptions>>;
export type WatchOptions = OptionsOf<typeof withWatch<[], NoOptions, NoOptions>>;

/** Shows a run until it ends. Exit 8 when the time is up; Ctrl-C detaches, and says how to resume. */
export async function follow(session: Session, runId: AnyId, options: FollowOptions): Promise<ExitName> {
  const client = await session.client();
  const run = await watch(session, watchedRun(session, client, runId), options);
  await jobSummary(session, run);
  return options.exitStatus ? exitOf(run) : 'done';
}

/** Of a run that has ended. */
export function exitOf({ status }: Pick<Run, 'status'>): ExitName {
  return status === 'SUCCEEDED' ? 'done' : 'bad';
}

/** Throws UsageError for options that need `--watch`, and for bad durations: before anything is started. */
export function assertWatching(options: WatchOptions): void {
  watchTimes(options);
  if (options.watch) return;
  const input = [
    ...(options.exitStatus ? ['--exit-status'] : []),
    ...(options.timeout === undefined ? [] : ['--timeout']),
    ...(options.interval === undefined ? [] : ['--interval']),
  ];
  if (input.length > 0) throw new UsageError(`${input.join(', ')}: only with --watch`);
}

/** The run with this number, or the only one there is: of several, any may be someone else's. */
async function onlyRunOf(
  session: Session,
  workflowId: AnyId | undefined,
  sequenceNumber: number | undefined,
): Promise<AnyId | undefined> {
  if (workflowId === undefined) return undefined;
  const { call } = await session.client();
  return await ifAnswered(async () => {
    const runs: Pick<Run, 'runId' | 'sequenceNumber'>[] = [];
    for await (const run of listPages(call, 'workflows', 'runs', { params: { workflowId } }, { limit: 100 }))
      runs.push(run);
    if (sequenceNumber !== undefined) return runs.find((run) => run.sequenceNumber === sequenceNumber)?.runId;
    return runs.length === 1 ? runs[0]?.runId : undefined;
  });
}

/** Prints the run that was started, or follows it with `--watch`. */
export async function printOrFollow(
  session: Session,
  started: {
    readonly runId?: AnyId | undefined;
    readonly status?: string | undefined;
    readonly sequenceNumber?: number | undefined;
  },
  options: WatchOptions,
  workflowId?: AnyId,
): Promise<ExitName> {
  if (!options.watch) {
    await session.print.record(startedView, started);
    if (started.runId === undefined) {
      await session.print.note('started, but the answer names no run; find it with reach workflow runs');
    }
    return 'done';
  }
  const runId = started.runId ?? (await onlyRunOf(session, workflowId, started.sequenceNumber));
  if (runId === undefined) {
    await session.print.record(startedView, started);
    throw unwatched(`find it with reach workflow runs${workflowId === undefined ? '' : ` ${workflowId}`}`);
  }
  await session.print.note(`run ${runId} started`);
  return await follow(session, runId, options);
}
