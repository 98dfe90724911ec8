// What is wrong with files that should be sent: found here or by the service, reported the same way.

import { counted } from '../../../contract/english.ts';
import { type CheckedFile, displayedName } from '../../files/checked-file.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import { problemsText } from '../../terminal/problems/human.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { refusedProblems } from './refusal.ts';

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
export async function sent<T>(session: Session, file: CheckedFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problems = refusedProblems(file, error);
    throw problems === null ? error : await refusedFile(session, file, problems);
  }
}
