// A run as text: one line about it, and the table of its steps.

import { appendFileSync } from 'node:fs';
import { counted } from '../../contract/english.ts';
import { getOwn } from '../../contract/json.ts';
import { STEP_STATUSES } from '../../contract/workflows/enums.ts';
import type { Run } from '../../contract/workflows/records.ts';
import { valueLabel } from '../../presentation/labels.ts';
import { localTime } from '../../presentation/time.ts';
import type { Session } from '../session/session.ts';
import { grouped } from '../terminal/formats/bars.ts';
import { type Column, harmless } from '../terminal/formats/cells.ts';
import type { Paint } from '../terminal/formats/colour.ts';
import { markdownCell, markdownHead, markdownRow } from '../terminal/formats/markdown.ts';
import { statusPaint } from '../terminal/formats/status.ts';
import { displayedTable, type TableOptions } from '../terminal/formats/table.ts';
import type { FileProblem } from '../terminal/problems/problem.ts';
import { approximateTime } from '../terminal/progress.ts';
import { orDash } from './answer.ts';

// The summary of a job under GitHub Actions: Markdown in the file that GITHUB_STEP_SUMMARY names.

/** A summary may have a megabyte, but no one reads that much. */
const SHOWN_MAX = 100;

/** Adds Markdown to the summary of the job; nothing anywhere else. A summary that cannot be written is a warning. */
export async function addSummary(session: Session, markdown: string): Promise<void> {
  const file = session.io.env['GITHUB_STEP_SUMMARY'];
  if (session.io.env['GITHUB_ACTIONS'] !== 'true' || file === undefined || file === '') return;
  try {
    appendFileSync(file, `${markdown}\n`);
  } catch {
    await session.print.warn('cannot write the summary of the job');
  }
}

/** A run that has ended, with its steps. */
export async function jobSummary(session: Session, run: Run): Promise<void> {
  const { runId, status, creditsUsed, version, reason } = run;
  const statuses = statusesOf(run);
  const credits = creditsUsed === undefined ? '' : `, ${counted(creditsUsed, 'credit')}`;
  const why = reason == null ? '' : `: ${markdownCell(reason)}`;
  const parts = [
    `### Workflow run ${orDash(runId)}: ${status}\n\n`,
    `${counted(run.distinctEntityCount, 'record')}${credits}, version ${orDash(version)}${why}\n\n`,
    markdownRow(['step', 'type', ...statuses.map((one) => one.toLowerCase())]),
    markdownRow(['---', '---', ...statuses.map(() => '---:')]),
    ...run.steps.map(({ stepId, stepType, statusCounts }) =>
      markdownRow([stepId, stepType, ...statuses.map((one) => String(getOwn(statusCounts, one) ?? ''))]),
    ),
  ];
  await addSummary(session, parts.join(''));
}

/** A version that was published, or the reason why none had to be. */
export async function publishSummary(session: Session, name: string, text: string): Promise<void> {
  await addSummary(session, `**${markdownCell(name)}**: ${markdownCell(text)}\n`);
}

/** What a lint found; the problems themselves are annotations. */
export async function lintSummary(
  session: Session,
  files: number,
  problems: readonly FileProblem[],
  title = 'Workflow lint',
): Promise<void> {
  const rows = problems
    .slice(0, SHOWN_MAX)
    .map(({ file, line, severity, message, path }) => markdownRow([severity, `${file}:${line}`, path, message]));
  const rest = problems.length - rows.length;
  const count = problems.length === 0 ? 'no problems' : counted(problems.length, 'problem');
  const parts = [
    `### ${title}: ${count} in ${counted(files, 'file')}\n\n`,
    ...(rows.length > 0 ? [markdownHead(['severity', 'where', 'path', 'problem']), ...rows] : []),
    ...(rest > 0 ? [`\n… and ${rest} more\n`] : []),
  ];
  await addSummary(session, parts.join(''));
}

export function waitsForApproval({ stepType, statusCounts }: Run['steps'][number]): boolean {
  return stepType === 'WAIT_FOR_APPROVAL' && (getOwn(statusCounts, 'WAITING') ?? 0) > 0;
}

/** The status of a run as people see it: one that goes on only after a decision says so. */
export function displayedStatus({ status, steps }: Run): string {
  const isPending = steps.some(({ statusCounts }) => (getOwn(statusCounts, 'PENDING') ?? 0) > 0);
  return status === 'RUNNING' && !isPending && steps.some(waitsForApproval) ? 'WAITING_FOR_APPROVAL' : status;
}

/** `Run 12 (number 3) SUCCEEDED · 1,000 records · 120 credits · in 45 s`; while it runs, since when. */
export function runLine(run: Run, paint: Paint): string {
  const { runId, sequenceNumber, distinctEntityCount: records, creditsUsed, startedAt, finishedAt } = run;
  const status = displayedStatus(run);
  const parts = [
    `Run ${orDash(runId)} (number ${orDash(sequenceNumber)}) ${statusPaint(status, paint)(harmless(valueLabel(status)))}`,
    `${grouped(records)} ${records === 1 ? 'record' : 'records'}`,
    ...(creditsUsed !== undefined && creditsUsed > 0
      ? [`${grouped(creditsUsed)} ${creditsUsed === 1 ? 'credit' : 'credits'}`]
      : []),
    ...tookText(startedAt, finishedAt),
  ];
  return parts.join(' · ');
}

/** How long it took, or since when it runs; nothing where the service does not say. */
function tookText(startedAt: string | undefined, finishedAt: string | null | undefined): string[] {
  if (startedAt === undefined) return [];
  if (finishedAt === undefined || finishedAt === null) return [`since ${localTime(startedAt)}`];
  const ms = Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt));
  return [ms < 1000 ? 'in under a second' : `in ${approximateTime(ms)}`];
}

/** Statuses that records are in, in the order of their lives. */
export function statusesOf({ steps }: Run): string[] {
  const used = new Set(steps.flatMap(({ statusCounts }) => Object.keys(statusCounts)));
  const known = STEP_STATUSES.filter((status) => used.delete(status));
  return [...known, ...used];
}

/** The steps with how many records are where; `most` rows at the most, those with something going on first. */
export async function stepTable(
  run: Run,
  { most = Number.POSITIVE_INFINITY, ...options }: TableOptions & { readonly most?: number },
): Promise<string> {
  const statuses = statusesOf(run);
  const columns: Column[] = [
    { key: 'stepId', title: 'step', kind: 'word' },
    { key: 'stepType', title: 'type' },
    ...statuses.map((status): Column => ({ key: status, title: harmless(valueLabel(status)), kind: 'number' })),
  ];
  const rows = displayedSteps(run, most).map(({ stepId, stepType, statusCounts }) => ({
    stepId,
    stepType,
    ...Object.fromEntries(
      statuses.map((status) => {
        const count = getOwn(statusCounts, status);
        return [status, count === undefined ? '' : grouped(count)];
      }),
    ),
  }));
  const table = await displayedTable(columns, rows, options);
  const hidden = run.steps.length - rows.length;
  return hidden > 0
    ? `${table}${options.paint.dim(`… and ${hidden} more ${hidden === 1 ? 'step' : 'steps'}`)}\n`
    : table;
}

/** Where not all fit: steps in which records are under way before those that are done, those before untouched ones. */
function displayedSteps({ steps }: Run, most: number): Run['steps'] {
  if (steps.length <= most) return steps;
  const rank = ({ statusCounts }: Run['steps'][number]) =>
    (statusCounts['PENDING'] ?? 0) + (statusCounts['WAITING'] ?? 0) > 0
      ? 0
      : Object.keys(statusCounts).length > 0
        ? 1
        : 2;
  const kept = new Set(steps.toSorted((a, b) => rank(a) - rank(b)).slice(0, most));
  return steps.filter((step) => kept.has(step));
}
