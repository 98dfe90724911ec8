// What a fixture's `.out` says of the problems found in it.

import type { FileProblem } from '../../src/cli/terminal/problems/problem.ts';

/** One problem in two lines: where, what kind, which path; and what is said. `accepted` when there is none. */
export function outOf(problems: readonly FileProblem[]): string {
  if (problems.length === 0) return 'accepted\n';
  return problems
    .map(({ line, column, endLine, endColumn, severity, code, path, message }) => {
      const end = endLine === line ? `${endColumn}` : `${endLine}:${endColumn}`;
      return `${line}:${column}-${end} ${severity} ${code}${path === '' ? '' : ` ${path}`}\n  ${message}\n`;
    })
    .join('');
}
