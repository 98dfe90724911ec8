// edit of a draft: `--input`, declared once, and what becomes of a text that was refused.

import type { Command, OptionValues } from 'commander';
import { ApiError } from '../../../client/errors.ts';
import { counted } from '../../../contract/english.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import { completing } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { refusedProblems } from '../lint/refusal.ts';
import { refusedFile } from '../lint/refused-file.ts';
import type { RefusedText, TextOutcome } from './edit-loop.ts';

export const withEditedInput = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  completing(
    command.option('--input <file>', 'take the edited text from a file instead of an editor (- = standard input)'),
    { '--input': 'file' },
  );

/** Throws UsageError where no one could edit. `group`: of the command that exports the text. */
export function assertCanEdit(session: Session, input: string | undefined, group: string): void {
  if (input !== undefined || session.prompt.possible) return;
  throw new UsageError('an editor needs a terminal', {
    hint: `--input FILE takes the edited text; reach ${group} export writes it`,
  });
}

/** A text with errors that were found before anything was sent. */
export function refusedHere(problems: readonly FileProblem[]): RefusedText {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return { is: 'refused', reason: `Not sent: ${counted(errors.length, 'problem')}.`, problems, error: null };
}

/** A text that the service refused, by these statuses. Throws every other error. */
export function refusedByService(file: CheckedFile, error: unknown, statuses: readonly number[]): RefusedText {
  const problems = refusedProblems(file, error);
  if (problems !== null) {
    return { is: 'refused', reason: `The service refused ${counted(problems.length, 'problem')}.`, problems, error };
  }
  if (!(error instanceof ApiError) || !statuses.includes(error.status)) throw error;
  return { is: 'refused', reason: `The service refused it: ${error.message}`, problems: [], error };
}

/** What came of a text from a file, which no editor can open again. Throws the refusal. */
export async function settled<T>(
  session: Session,
  file: CheckedFile,
  outcome: TextOutcome<T>,
): Promise<Exclude<TextOutcome<T>, RefusedText>> {
  if (outcome.is !== 'refused') return outcome;
  if (outcome.problems.length > 0) throw await refusedFile(session, file, outcome.problems);
  throw outcome.error;
}
