// Remarks in the text a person edits: lines of their own, removed before the text is read.

import { harmless } from '../../terminal/formats/cells.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';

/** Starts a remark. No YAML that reach writes has it at the start of a line, not even inside a text. */
const MARK = '#!';

/** Each sentence as a line of its own. */
export function remarkLines(sentences: readonly string[]): string {
  return sentences.map((sentence) => `${MARK} ${sentence}\n`).join('');
}

/** The text without the remarks: what is checked and sent, and what positions of problems refer to. */
export function withoutRemarks(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith(MARK))
    .join('\n');
}

/** Whether only comments are left. */
export function isBlank(text: string): boolean {
  return text.split('\n').every((line) => line.trim() === '' || line.trimStart().startsWith('#'));
}

const oneLine = (text: string) =>
  harmless(text)
    .split('\n')
    .map((line) => line.trim())
    .join(' ');

function remarkOf({ column, severity, message, code }: FileProblem): string {
  const indent = ' '.repeat(Math.max(1, column - 1 - MARK.length));
  const kind = severity === 'warning' ? 'warning: ' : '';
  return `${MARK}${indent}^ ${kind}${oneLine(message)} [${code}]`;
}

/** The text to open again: `reason` on top, each problem below its line. `text` has no remarks. */
export function withProblems(text: string, reason: string, problems: readonly FileProblem[]): string {
  const below = new Map<number, string[]>();
  for (const problem of problems) {
    below.set(problem.line, [...(below.get(problem.line) ?? []), remarkOf(problem)]);
  }
  const top = [`${MARK} ${oneLine(reason)}`, `${MARK} Change it and save to try again; close it unchanged to give up.`];
  const lines = text.split('\n').flatMap((line, index) => [line, ...(below.get(index + 1) ?? [])]);
  return [...top, ...lines].join('\n');
}
