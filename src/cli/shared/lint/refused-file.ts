// What is wrong with a file that should be written: found here or by the service, told the same way both times.

import type { At } from '../../../rules/problem.ts';
import { CliError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { type CheckedFile, shownName } from '../../files/checked-file.ts';
import { githubText } from '../../output/problems/github.ts';
import { problemsText } from '../../output/problems/human.ts';
import type { FileProblem } from '../../output/problems/problem.ts';
import { refusedProblems } from './refusal.ts';

/** Problems on stderr, with their lines; stdout is for what was written. */
async function show(session: Session, file: CheckedFile, problems: readonly FileProblem[]): Promise<void> {
  const { io, print } = session;
  await io.stderr.write(await problemsText(problems, new Map([[file.name, file.yaml.text]]), print.paint.stderr));
  if (io.env['GITHUB_ACTIONS'] === 'true') await io.stderr.write(githubText(problems));
}

const isJson = ({ settings }: Session) => settings.output === 'json' || settings.output === 'ndjson';

/** Problems that keep nothing from being written; a program is told of errors only. */
export async function showWarnings(
  session: Session,
  file: CheckedFile,
  problems: readonly FileProblem[],
): Promise<void> {
  if (problems.length > 0 && !isJson(session) && !session.settings.quiet) await show(session, file, problems);
}

/** The refusal of a file (exit 3): problems with their lines for a person, in `details.issues` for a program. */
export async function refusedFile(
  session: Session,
  file: CheckedFile,
  problems: readonly FileProblem[],
): Promise<CliError> {
  const count = problems.filter(({ severity }) => severity === 'error').length;
  const message = `${shownName(file)} has ${count} ${count === 1 ? 'error' : 'errors'}; nothing was written`;
  if (isJson(session)) return new CliError('refused', 'invalid_file', message, { details: { issues: problems } });
  await show(session, file, problems);
  return new CliError('refused', 'invalid_file', message);
}

/** Does the work; what the service refuses about the file is told at its lines. */
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
