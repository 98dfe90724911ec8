// What is wrong with a folder, or with one file of it that the service refused, with lines.

import { counted } from '../../../contract/english.ts';
import type { Session } from '../../session/session.ts';
import { refusedProblems } from '../../shared/lint/refusal.ts';
import { refusal } from '../../shared/lint/refused-file.ts';
import { unknownProblem } from '../../shared/names/resolve.ts';
import { CliError } from '../../terminal/exit.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import type { ReadFolder } from '../folder/read.ts';
import type { ResourceFile } from '../folder/resource-file.ts';
import { UnknownName } from '../workspace/write.ts';

export async function refusedFolder(
  session: Session,
  { files, folder }: ReadFolder,
  problems: readonly FileProblem[],
): Promise<CliError> {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const message = `${folder.displayed === '.' ? 'the folder' : folder.displayed} has ${counted(errors.length, 'error')}`;
  return await refusal(session, files, errors, `${message}; nothing was sent`);
}

export async function unknownNamesRefused(
  session: Session,
  files: readonly ResourceFile[],
  problems: readonly FileProblem[],
): Promise<CliError> {
  const count = problems.length === 1 ? 'a name is' : `${problems.length} names are`;
  const error = await refusal(session, files, problems, `${count} not known in the workspace; nothing was sent`);
  const hint = 'reach.yaml can say what it is called there: names: { PROFILE: { identity: { … } } }';
  return new CliError('refused', error.code, error.message, { hint, details: error.details });
}

export async function strangeKeysRefused(
  session: Session,
  files: readonly ResourceFile[],
  warnings: readonly FileProblem[],
): Promise<CliError> {
  const problems = warnings.map((one) => ({ ...one, severity: 'error' as const }));
  const keys = problems.length === 1 ? 'a key is' : `${problems.length} keys are`;
  const message = `${keys} unknown to reach, and no record of the service has ${problems.length === 1 ? 'it' : 'them'}`;
  const error = await refusal(session, files, problems, `${message}; nothing was sent`);
  const hint = 'reach apply --no-check sends it all the same';
  return new CliError('refused', error.code, error.message, { hint, details: error.details });
}

/** What the service, or a name, said against one file in the middle of an apply; any other error as it is. */
export async function refusedInApply(session: Session, file: ResourceFile | null, error: unknown): Promise<unknown> {
  if (file === null) return error;
  if (error instanceof UnknownName) {
    const { name, at } = error.reference;
    const problem = unknownProblem(file, { what: 'name', at, message: error.message });
    return await refusal(session, [file], [problem], `${file.name}: "${name}" is not known in the workspace`);
  }
  const problems = refusedProblems(file, error);
  if (problems === null) return error;
  return await refusal(session, [file], problems, `the service refused ${file.name}`);
}
