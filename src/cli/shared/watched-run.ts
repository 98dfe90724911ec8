// How a watched run looks at one moment, and what has changed since the moment before.

import type { Command, OptionValues } from 'commander';
import { listPages } from '../../client/answers/pages.ts';
import type { Client } from '../../client/api.ts';
import { counted } from '../../contract/english.ts';
import type { AnyId } from '../../contract/ids.ts';
import { getOwn } from '../../contract/json.ts';
import type { Run } from '../../contract/workflows/records.ts';
import type { NoOptions, OptionsOf } from '../session/command.ts';
import type { Session } from '../session/session.ts';
import { type ExitName, UsageError } from '../terminal/exit.ts';
import { harmless } from '../terminal/formats/cells.ts';
import { isForPerson } from '../terminal/settings.ts';
import { orDash } from './answer.ts';
import { ifAnswered } from './created.ts';
import { jobSummary, runLine, statusesOf, stepTable, waitsForApproval } from './job-summary.ts';
import { runView, startedView } from './views/campaigns.ts';
import { unwatched, type Watched, watch, watchOptions, watchTimes } from './watch/watch.ts';

// Following a run from a command, and what its end means to a script.

/** `--exit-status`, `--timeout` and `--interval`, for whatever follows a run. */
export const withFollow = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => watchOptions(command, 'FAILED or CANCELLED');

/** The same with `--watch`, for whatever starts a run. */
export const withWatch = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => withFollow(command.option('--watch', 'watch the run until it ends'));

type FollowOptions = OptionsOf<typeof withFollow<[], NoOptions, NoOptions>>;
type WatchOptions = OptionsOf<typeof withWatch<[], NoOptions, NoOptions>>;

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

// A run as commands print it.

/** A line and the table of its steps for a person at a terminal, the record for a program. */
export async function printRun(session: Session, run: Run): Promise<void> {
  const { print, io } = session;
  if (!isForPerson(session)) return await print.record(runView, run);
  const paint = print.paint.stdout;
  const reason = run.reason == null ? '' : `${harmless(run.reason)}\n`;
  const table = await stepTable(run, { room: io.stdout.columns, now: session.now(), paint });
  await print.text(`${runLine(run, paint)}\n${reason}${table}`);
}

const FINAL = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED', 'CANCELED', 'STOPPED', 'COMPLETED', 'ABORTED', 'TIMED_OUT']);
const GOING_ON = new Set(['RUNNING', 'QUEUED', 'PENDING']);

/** A service may have statuses that no one knows: only a known final one, or the time of the end, ends a run. */
export const hasEnded = ({ status, finishedAt }: Partial<Pick<Run, 'status' | 'finishedAt'>>): boolean =>
  FINAL.has(String(status)) || finishedAt != null;

function unknownStatus(run: Run): string | null {
  if (hasEnded(run) || GOING_ON.has(run.status)) return null;
  return `${run.status} is not a known status of a run: watching goes on until it ends`;
}

/** Watching repeats polls and reports failures itself, so a poll is tried once and waits for its pace in silence. */
const POLL_MS = 20_000;

function reading(client: Client, runId: AnyId): Watched<Run>['read'] {
  const retry = { retries: 0, deadlineMs: POLL_MS, attemptMs: POLL_MS };
  return async (signal) => {
    const { data } = await client.ask(
      'workflows',
      'getRun',
      { params: { runId } },
      { signal, retry, onWait: () => {} },
    );
    // Where the answer does not name it.
    return { runId, ...data };
  };
}

/** The line above the table, its heading, the line about hidden rows, and the line of the cursor. */
const LINES_AROUND = 4;

async function tableLines({ io, now, print }: Session, run: Run, columns: number): Promise<readonly string[]> {
  const approvals = run.steps.flatMap((step) => approvalOf(run, step) ?? []).map((command) => `waits for: ${command}`);
  const most = Math.max(3, (io.stderr.rows ?? 24) - LINES_AROUND - approvals.length);
  const paint = print.paint.stderr;
  const table = await stepTable(run, { room: columns - 1, now: now(), paint, most });
  return [runLine(run, paint), ...table.trimEnd().split('\n'), ...approvals];
}

/** `120 succeeded, 2 failed`, in the order in which a record passes through them. */
function countsText(run: Run, counts: Readonly<Record<string, number>>): string {
  const parts = statusesOf(run).filter((status) => (getOwn(counts, status) ?? 0) > 0);
  return parts.map((status) => `${getOwn(counts, status)} ${harmless(status).toLowerCase()}`).join(', ');
}

const headOf = ({ runId, status, distinctEntityCount: records, reason }: Run): string =>
  `run ${orDash(runId)}: ${status}, ${counted(records, 'record')}${reason == null ? '' : `: ${harmless(reason)}`}`;

/** The command by which records that wait at the step continue. */
export function approvalOf({ runId }: Pick<Run, 'runId'>, step: Run['steps'][number]): string | null {
  if (!waitsForApproval(step)) return null;
  const { stepId } = step;
  // Left out when a shell would split or expand it: without a step, the only one at which records wait is meant.
  return `reach workflow approve ${runId}${/^\w[\w.-]*$/.test(stepId) ? ` ${stepId}` : ''}`;
}

/** A line for the run if its status changed, and one for each step whose counts did. */
function changesOf(before: Run | null, run: Run): string[] {
  const known = new Map(before?.steps.map(({ stepId, statusCounts }) => [stepId, JSON.stringify(statusCounts)]));
  const steps = run.steps
    .filter(({ stepId, statusCounts }) => (known.get(stepId) ?? '{}') !== JSON.stringify(statusCounts))
    .map((step) => {
      const approval = approvalOf(run, step);
      const counts = countsText(run, step.statusCounts) || 'no records';
      return `step ${step.stepId}: ${counts}${approval === null ? '' : ` (${approval})`}`;
    });
  if (before !== null && headOf(before) === headOf(run)) return steps;
  return hasEnded(run) ? [...steps, headOf(run)] : [headOf(run), ...steps];
}

function watchedRun(session: Session, client: Client, runId: AnyId): Watched<Run> {
  return {
    what: `run ${runId}`,
    resume: `reach workflow watch ${runId}`,
    view: runView,
    read: reading(client, runId),
    isOver: hasEnded,
    remark: unknownStatus,
    table: (run, columns) => tableLines(session, run, columns),
    changes: changesOf,
    print: (run) => printRun(session, run),
  };
}
