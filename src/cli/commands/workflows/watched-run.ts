// A run as something to watch: how it looks at one moment, and what is new since the moment before.

import type { Client } from '../../../client/api.ts';
import type { Run } from '../../../contract/workflows/records.ts';
import type { Out } from '../../app/io.ts';
import type { Session } from '../../app/session.ts';
import { harmless } from '../../output/formats/cells.ts';
import { PLAIN } from '../../output/formats/colour.ts';
import { runView } from '../../output/views/workflows.ts';
import { runLine, statusesOf, stepTable } from '../../shared/job-summary/run-text.ts';
import type { Watched } from '../../shared/watch/watch.ts';
import { printRun } from './print-run.ts';

export const hasEnded = ({ status }: Pick<Run, 'status'>): boolean => status !== 'RUNNING';

/** A poll is repeated by whoever watches, who also says so: it is tried once, and keeps to its pace in silence. */
const POLL_MS = 20_000;

function reading(client: Client, runId: number, signal: AbortSignal): () => Promise<Run> {
  const retry = { retries: 0, deadlineMs: POLL_MS, attemptMs: POLL_MS };
  return async () =>
    (await client.ask('workflows', 'getRun', { params: { runId } }, { signal, retry, onWait: () => {} })).data;
}

/** Rows of a terminal; 24 where it does not tell. */
function rowsOf({ raw }: Out): number {
  return 'rows' in raw && typeof raw.rows === 'number' && raw.rows > 0 ? raw.rows : 24;
}

/** The line above the table, its heading, what it leaves out, and the line of the cursor. */
const LINES_AROUND = 4;

async function tableLines({ io, now }: Session, run: Run, columns: number): Promise<readonly string[]> {
  const approvals = run.steps.flatMap((step) => approvalOf(run, step) ?? []).map((command) => `waits for: ${command}`);
  const most = Math.max(3, rowsOf(io.stderr) - LINES_AROUND - approvals.length);
  // Colours would be taken out again: lines of a live table are cleaned.
  const table = await stepTable(run, { room: columns - 1, now: now(), paint: PLAIN, most });
  return [runLine(run, PLAIN), ...table.trimEnd().split('\n'), ...approvals];
}

/** `120 succeeded, 2 failed`, in the order of their lives. */
function countsText(run: Run, counts: Readonly<Record<string, number>>): string {
  const parts = statusesOf(run).filter((status) => (counts[status] ?? 0) > 0);
  return parts.map((status) => `${counts[status]} ${harmless(status).toLowerCase()}`).join(', ');
}

const headOf = ({ runId, status, distinctEntityCount: records, reason }: Run): string =>
  `run ${runId}: ${status}, ${records} ${records === 1 ? 'record' : 'records'}${reason === null ? '' : `: ${harmless(reason)}`}`;

/** Records that wait for a person go on by this command. */
function approvalOf({ runId }: Run, { stepId, stepType, statusCounts }: Run['steps'][number]): string | null {
  const waits = stepType === 'WAIT_FOR_APPROVAL' && (statusCounts['WAITING'] ?? 0) > 0;
  if (!waits) return null;
  // Without the step it is the only one at which records wait; an id that a shell would take apart is left to be typed.
  return `reach workflow approve ${runId}${/^\w[\w.-]*$/.test(stepId) ? ` ${stepId}` : ''}`;
}

/** A line for the run when its status is new, and one for each step whose counts are. */
function changesOf(before: Run | null, run: Run): string[] {
  const known = new Map(before?.steps.map(({ stepId, statusCounts }) => [stepId, JSON.stringify(statusCounts)]));
  const steps = run.steps
    .filter(({ stepId, statusCounts }) => (known.get(stepId) ?? '{}') !== JSON.stringify(statusCounts))
    .map((step) => {
      const approval = approvalOf(run, step);
      const counts = countsText(run, step.statusCounts) || 'nobody';
      return `step ${step.stepId}: ${counts}${approval === null ? '' : ` (${approval})`}`;
    });
  if (before !== null && headOf(before) === headOf(run)) return steps;
  return hasEnded(run) ? [...steps, headOf(run)] : [headOf(run), ...steps];
}

export function watchedRun(session: Session, client: Client, runId: number): Watched<Run> {
  return {
    what: `run ${runId}`,
    resume: `reach workflow watch ${runId}`,
    view: runView,
    read: reading(client, runId, session.io.interrupt),
    isOver: hasEnded,
    table: (run, columns) => tableLines(session, run, columns),
    changes: changesOf,
    print: (run) => printRun(session, run),
  };
}
