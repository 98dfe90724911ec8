// The results of scenarios: for people, for JUnit, for GitHub Actions.

import { counted } from '../../../contract/english.ts';
import type { Session } from '../../session/session.ts';
import { harmless, harmlessLine, type View } from '../../terminal/formats/cells.ts';
import { fold } from '../../terminal/formats/width.ts';
import { problemsText } from '../../terminal/problems/human.ts';
import type { SourceTexts } from '../../terminal/problems/problem.ts';
import { githubText, gitlabOf, junitText } from '../../terminal/problems/reports.ts';
import type { ScenarioResult } from './run-scenario.ts';

export const resultView: View = {
  noun: 'scenario',
  plural: 'scenarios',
  id: 'file',
  columns: [{ key: 'file' }, { key: 'name' }, { key: 'status' }, { key: 'ms', kind: 'number' }, { key: 'failures' }],
};

/** `2 scenarios passed, 1 failed` */
export function summaryOf(results: readonly ScenarioResult[]): string {
  const count = (status: ScenarioResult['status']) => results.filter((one) => one.status === status).length;
  const [failed, invalid] = [count('failed'), count('invalid')];
  const parts = [
    `${counted(count('passed'), 'scenario')} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(invalid > 0 ? [`${invalid} invalid`] : []),
  ];
  return parts.join(', ');
}

/** One scenario: a line, and below it what went wrong, each at its place, with what happened. */
export async function resultText(
  { print, io }: Session,
  result: ScenarioResult,
  sources: SourceTexts,
): Promise<string> {
  const { stdout: paint } = print.paint;
  const isGood = result.status === 'passed';
  const mark = isGood ? paint.green('passed') : paint.red(result.status);
  const head = `${mark} ${harmlessLine(result.name)} ${paint.dim(`(${harmlessLine(result.file)}, ${result.ms} ms)`)}`;
  const { isTTY, columns } = io.stdout;
  const folded = async (line: string) => (isTTY ? await fold(line, columns) : line);
  const parts = [`${await folded(head)}\n`];
  for (const { problem, timeline } of result.failures) {
    parts.push(await problemsText([problem], sources, paint, io.stdout));
    if (timeline.length > 0) parts.push(`${paint.dim('  what happened:')}\n`);
    for (const line of timeline) parts.push(`${await folded(`    ${harmless(line)}`)}\n`);
  }
  return parts.join('');
}

/** JUnit XML, one case a scenario; an invalid scenario is an error. */
export const junitReport = (results: readonly ScenarioResult[]): string =>
  junitText(
    'reach test',
    results.map(({ file, name, status, ms, failures }) => ({
      ...{ file, name, ms },
      failures: failures.map(({ problem: { line, column, message, ...problem }, timeline }) => ({
        tag: status === 'invalid' ? 'error' : 'failure',
        message,
        text: [`${problem.file}:${line}:${column}: ${message}`, ...timeline].join('\n'),
      })),
    })),
  );

const problemsOf = (results: readonly ScenarioResult[]) =>
  results.flatMap(({ failures }) => failures.map(({ problem }) => problem));

export const githubReport = (results: readonly ScenarioResult[]): string => githubText(problemsOf(results));

/** A Code Quality report, as text. */
export const gitlabReport = (results: readonly ScenarioResult[]): string =>
  `${JSON.stringify(gitlabOf(problemsOf(results)), null, 2)}\n`;
