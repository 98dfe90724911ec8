// The summary of a job under GitHub Actions: Markdown in the file that GITHUB_STEP_SUMMARY names.

import { appendFileSync } from 'node:fs';
import { getOwn } from '../../../contract/dictionary.ts';
import { counted } from '../../../contract/english.ts';
import type { Run } from '../../../contract/workflows/records.ts';
import type { Session } from '../../session/session.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { orDash } from '../answer/known.ts';
import { statusesOf } from './run-text.ts';

/** Text in a cell of a Markdown table. */
const cell = (text: string): string =>
  harmless(text)
    .replace(/[\\|`<>*_[\]]/g, (mark) => `\\${mark}`)
    .replace(/\s+/g, ' ');

/** A summary may have a megabyte, but no one reads that much. */
const SHOWN_MAX = 100;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

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
  const statuses = statusesOf(run);
  const lines = [
    `### Workflow run ${orDash(run.runId)}: ${run.status}`,
    '',
    `${counted(run.distinctEntityCount, 'record')}${run.creditsUsed === undefined ? '' : `, ${counted(run.creditsUsed, 'credit')}`}, version ${orDash(run.version)}${run.reason == null ? '' : `: ${cell(run.reason)}`}`,
    '',
    row(['step', 'type', ...statuses.map((status) => cell(status.toLowerCase()))]),
    row(['---', '---', ...statuses.map(() => '---:')]),
    ...run.steps.map(({ stepId, stepType, statusCounts }) =>
      row([cell(stepId), cell(stepType), ...statuses.map((status) => String(getOwn(statusCounts, status) ?? ''))]),
    ),
    '',
  ];
  await addSummary(session, lines.join('\n'));
}

/** A version that was published, or the reason why none had to be. */
export async function publishSummary(session: Session, name: string, text: string): Promise<void> {
  await addSummary(session, `**${cell(name)}**: ${cell(text)}\n`);
}

/** What a lint found; the problems themselves are annotations. */
export async function lintSummary(
  session: Session,
  files: number,
  problems: readonly FileProblem[],
  title = 'Workflow lint',
): Promise<void> {
  const displayed = problems
    .slice(0, SHOWN_MAX)
    .map(({ file, line, severity, message, path }) =>
      row([severity, `${cell(file)}:${line}`, cell(path), cell(message)]),
    );
  const rest = problems.length - displayed.length;
  const lines = [
    `### ${title}: ${problems.length === 0 ? 'no problems' : counted(problems.length, 'problem')} in ${counted(files, 'file')}`,
    '',
    ...(displayed.length > 0
      ? [row(['severity', 'where', 'path', 'problem']), row(['---', '---', '---', '---']), ...displayed]
      : []),
    ...(rest > 0 ? ['', `… and ${rest} more`] : []),
    '',
  ];
  await addSummary(session, lines.join('\n'));
}
