// What the service refused, as problems in the file it was sent from.

import { ApiError } from '../../../client/errors.ts';
import { type Issue, pathText } from '../../../contract/envelope.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import type { At, Problem } from '../../../rules/problem.ts';
import { type CheckedFile, located } from '../../files/checked-file.ts';
import { type FileProblem, inFileOrder } from '../../terminal/problems/problem.ts';

/** `steps[0].onTrue[1].subject` part by part; the opposite of `pathText`. */
export function atOf(path: string): At {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) =>
    index === undefined ? (key ?? '') : Number(index),
  );
}

function isIssue(value: unknown): value is Issue {
  return ['path', 'code', 'message'].every((key) => isObject(value) && typeof getOwn(value, key) === 'string');
}

export function issuesIn(value: unknown): Issue[] {
  return Array.isArray(value) ? value.filter(isIssue) : [];
}

/** Each with its place. The same problem named several times is that of one text which says it several times. */
function problemsOf(issues: readonly Issue[], more: Pick<Problem, 'severity' | 'kind'>): Problem[] {
  const seen = new Map<string, number>();
  return issues.map(({ path, code, message, ...reported }) => {
    const key = `${path}\n${message}`;
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    const token: unknown = reported.token;
    const placed = typeof token === 'string' ? { token: { text: token, nth } } : {};
    return { path, code, message, at: atOf(path), basis: 'given', ...more, ...placed };
  });
}

/** Each problem the service reported; null for an error that is not about the body. */
export function reportedProblems(error: unknown): Problem[] | null {
  if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 422)) return null;
  const issues = issuesIn(error.details?.['issues']);
  if (issues.length === 0) return null;
  return problemsOf(issues, { severity: 'error', kind: error.status === 422 ? 'unprocessable' : 'invalid' });
}

/**
 * The same at their places in the file. `inFile` says where in the file a place of the body is, where they are not the
 * same.
 */
export function refusedProblems(
  file: CheckedFile,
  error: unknown,
  inFile: (at: At) => At = (at) => at,
): FileProblem[] | null {
  const problems = reportedProblems(error)?.map((problem) => {
    const at = inFile(problem.at);
    return { ...problem, path: pathText(at), at };
  });
  return problems === undefined ? null : inFileOrder(located(file, problems));
}

/** Problems that an answer reports about a body, at their places in the file it was sent from. */
export function placedIssues(
  file: CheckedFile,
  issues: readonly Issue[],
  severity: Problem['severity'],
): FileProblem[] {
  return inFileOrder(located(file, problemsOf(issues, { severity, kind: 'invalid' })));
}
