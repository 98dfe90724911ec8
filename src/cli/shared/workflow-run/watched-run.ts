// How a watched run looks at one moment, and what has changed since the moment before.

import type { Client } from '../../../client/api.ts';
import { getOwn } from '../../../contract/dictionary.ts';
import { counted } from '../../../contract/english.ts';
import type { AnyId } from '../../../contract/ids.ts';
import type { Run } from '../../../contract/workflows/records.ts';
import type { Session } from '../../session/session.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import type { Out } from '../../terminal/io.ts';
import { orDash } from '../answer/known.ts';
import { runLine, statusesOf, stepTable, waitsForApproval } from '../job-summary/run-text.ts';
import { runView } from '../views/workflows.ts';
import type { Watched } from '../watch/watch.ts';

// A run as commands print it.

/** A line and the table of its steps for a person at a terminal, the record for a program. */
export async function printRun(session: Session, run: Run): Promise<void> {
  const { settings, print, io } = session;
  if (settings.output !== 'table' || settings.fields !== null || !io.stdout.isTTY) {
    return await print.record(runView, run);
  }
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

/** Rows of a terminal; 24 if it does not say. */
function rowsOf({ raw }: Out): number {
  return 'rows' in raw && typeof raw.rows === 'number' && raw.rows > 0 ? raw.rows : 24;
}

/** The line above the table, its heading, the line about hidden rows, and the line of the cursor. */
const LINES_AROUND = 4;

async function tableLines({ io, now, print }: Session, run: Run, columns: number): Promise<readonly string[]> {
  const approvals = run.steps.flatMap((step) => approvalOf(run, step) ?? []).map((command) => `waits for: ${command}`);
  const most = Math.max(3, rowsOf(io.stderr) - LINES_AROUND - approvals.length);
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

export function watchedRun(session: Session, client: Client, runId: AnyId): Watched<Run> {
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
