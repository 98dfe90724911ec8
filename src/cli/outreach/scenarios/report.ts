// The results of scenarios: for people, for JUnit, for GitHub Actions.

import { counted } from '../../../contract/english.ts';
import type { Session } from '../../session/session.ts';
import { harmless, harmlessLine, type View } from '../../terminal/formats/cells.ts';
import { problemsText } from '../../terminal/problems/human.ts';
import type { SourceTexts } from '../../terminal/problems/problem.ts';
import { githubText } from '../../terminal/problems/reports.ts';
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
  const parts = [`${head}\n`];
  for (const { problem, timeline } of result.failures) {
    parts.push(await problemsText([problem], sources, paint, io.stdout));
    if (timeline.length > 0) parts.push(`${paint.dim('  what happened:')}\n`);
    for (const line of timeline) parts.push(`    ${harmless(line)}\n`);
  }
  return parts.join('');
}

const escaped = (text: string) =>
  harmless(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const seconds = (ms: number) => (ms / 1000).toFixed(3);

/** JUnit XML, one suite a file; an invalid scenario is an error. */
export function junitText(results: readonly ScenarioResult[]): string {
  const bad = (status: ScenarioResult['status']) => results.filter((one) => one.status === status).length;
  const cases = results.map(({ file, name, status, ms, failures }) => {
    const tag = status === 'invalid' ? 'error' : 'failure';
    const inner = failures.map(({ problem, timeline }) => {
      const { line, column, message } = problem;
      const text = [`${problem.file}:${line}:${column}: ${message}`, ...timeline].join('\n');
      return `      <${tag} message="${escaped(message)}">${escaped(text)}</${tag}>\n`;
    });
    const open = `    <testcase classname="${escaped(file)}" name="${escaped(name)}" time="${seconds(ms)}"`;
    return inner.length === 0 ? `${open}/>\n` : `${open}>\n${inner.join('')}    </testcase>\n`;
  });
  const total = seconds(results.reduce((sum, { ms }) => sum + ms, 0));
  const counts = `tests="${results.length}" failures="${bad('failed')}" errors="${bad('invalid')}" time="${total}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="reach test" ${counts}>\n${cases.join('')}  </testsuite>\n</testsuites>\n`;
}

export const githubReport = (results: readonly ScenarioResult[]): string =>
  githubText(results.flatMap(({ failures }) => failures.map(({ problem }) => problem)));
