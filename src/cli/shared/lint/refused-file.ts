// What is wrong with files that should be sent: found here or by the service, reported the same way.

import { ApiError } from '../../../client/errors.ts';
import { getOwn } from '../../../contract/dictionary.ts';
import { counted } from '../../../contract/english.ts';
import { type Issue, pathText } from '../../../contract/envelope.ts';
import { isObject } from '../../../contract/json.ts';
import type { At, Problem } from '../../../rules/problem.ts';
import { type CheckedFile, displayedName, located } from '../../files/checked-file.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import { problemsText } from '../../terminal/problems/human.ts';
import { type FileProblem, inFileOrder } from '../../terminal/problems/problem.ts';

// What the service refused, as problems in the file it was sent from.

/** `steps[0].onTrue[1].subject` part by part; the opposite of `pathText`. */
export function atOf(path: string): At {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) =>
    index === undefined ? (key ?? '') : Number(index),
  );
}

function isIssue(value: unknown): value is Issue {
  return ['path', 'code', 'message'].every((key) => isObject(value) && typeof getOwn(value, key) === 'string');
}

/** The issues of a list of anything. */
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

/** Problems on stderr, with their lines; stdout is for what was written. */
async function show(session: Session, files: readonly CheckedFile[], problems: readonly FileProblem[]): Promise<void> {
  const { io, print } = session;
  const sources = new Map(files.map(({ name, yaml }) => [name, yaml.text]));
  await io.stderr.write(await problemsText(problems, sources, print.paint.stderr, io.stderr));
  await print.annotate(problems);
}

export const printsJson = ({ settings }: Session) => settings.output === 'json' || settings.output === 'ndjson';

/** Warnings, for a person; a program gets errors only. */
export async function showWarnings(
  session: Session,
  files: readonly CheckedFile[],
  problems: readonly FileProblem[],
): Promise<void> {
  if (problems.length > 0 && !printsJson(session) && !session.settings.quiet) await show(session, files, problems);
}

/** What is wrong with a text that stays in a file, for a person; a program gets it in the error. */
export async function showRefused(
  session: Session,
  name: string,
  text: string,
  problems: readonly FileProblem[],
): Promise<void> {
  if (printsJson(session)) return;
  await session.io.stderr.write(
    await problemsText(problems, new Map([[name, text]]), session.print.paint.stderr, session.io.stderr),
  );
}

/** The refusal of files (exit 3): problems with their lines for a person, in `details.issues` for a program. */
export async function refusal(
  session: Session,
  files: readonly CheckedFile[],
  problems: readonly FileProblem[],
  message: string,
): Promise<CliError> {
  if (printsJson(session)) return new CliError('refused', 'invalid_file', message, { details: { issues: problems } });
  await show(session, files, problems);
  return new CliError('refused', 'invalid_file', message);
}

export async function refusedFile(
  session: Session,
  file: CheckedFile,
  problems: readonly FileProblem[],
): Promise<CliError> {
  const count = problems.filter(({ severity }) => severity === 'error').length;
  const message = `${displayedName(file)} has ${counted(count, 'error')}; nothing was written`;
  return await refusal(session, [file], problems, message);
}

const hasErrors = (problems: readonly FileProblem[]): boolean => problems.some(({ severity }) => severity === 'error');

/** Whether a file must not be sent. With --no-check the service answers, unless the file cannot be read. */
export function isRefused({ checks }: Session, { yaml }: CheckedFile, problems: readonly FileProblem[]): boolean {
  const isSent = checks === 'off' && yaml.readable && yaml.problems.length === 0;
  return hasErrors(problems) && !isSent;
}

/** Throws the refusal of a file with errors (exit 3); shows the warnings of another. */
export async function assertSound(
  session: Session,
  file: CheckedFile,
  problems: readonly FileProblem[],
): Promise<void> {
  if (isRefused(session, file, problems)) throw await refusedFile(session, file, problems);
  const warnings = problems.map((one): FileProblem => ({ ...one, severity: 'warning' }));
  await showWarnings(session, [file], warnings);
}

/** Does the work; what the service refuses about the file is reported at its lines. */
export async function sent<T>(
  session: Session,
  file: CheckedFile,
  work: () => Promise<T>,
  inFile?: (at: At) => At,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problems = refusedProblems(file, error, inFile);
    throw problems === null ? error : await refusedFile(session, file, problems);
  }
}
