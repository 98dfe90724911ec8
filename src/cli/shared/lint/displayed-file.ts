// A file that a command only shows: what is wrong with it is reported, and does not keep the rest from being shown.

import { counted } from '../../../contract/english.ts';
import { type CheckedFile, displayedName } from '../../files/checked-file.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import { problemsText } from '../../terminal/problems/human.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';

/** Throws CliError (exit 2) for a file that is not YAML, after printing why. */
export async function assertReadable(
  session: Session,
  file: CheckedFile,
  problems: () => Promise<readonly FileProblem[]>,
): Promise<void> {
  if (file.yaml.readable) return;
  const sources = new Map([[file.name, file.yaml.text]]);
  await session.io.stderr.write(
    await problemsText(await problems(), sources, session.print.paint.stderr, session.io.stderr),
  );
  throw new CliError('usage', 'invalid_file', `${displayedName(file)} is not valid YAML`);
}

/** For a file without what is shown: `has no steps`. */
export function nothingToShow(file: CheckedFile, noun: string, missing: string): CliError {
  return new CliError('usage', 'invalid_file', `${displayedName(file)} is not a ${noun}: it has no ${missing}`, {
    hint: `reach ${noun} init writes one to start from`,
  });
}

/** Says how many errors lint would find. */
export async function noteErrors(
  session: Session,
  file: CheckedFile,
  noun: string,
  problems: readonly { readonly severity: string }[],
): Promise<void> {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (errors === 0) return;
  const lint = file.name === '-' ? `reach ${noun} lint` : `reach ${noun} lint ${file.name}`;
  await session.print.note(`${displayedName(file)} has ${counted(errors, 'error')}: ${lint}`);
}
