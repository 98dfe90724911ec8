// edit of a record that has a file: its text in the user's editor, or the edited text from `--input`.

import type { Command, OptionValues } from 'commander';
import { ApiError } from '../../../client/errors.ts';
import { counted } from '../../../contract/english.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import { readText } from '../../files/read.ts';
import { modeline, yamlText } from '../../files/yaml/text.ts';
import type { Session } from '../../session/session.ts';
import { UsageError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { refusedProblems } from '../lint/refusal.ts';
import { refusedFile } from '../lint/refused-file.ts';
import { remarkLines, withoutRemarks } from './comments.ts';
import { OPENED_FILE, openedFor } from './edit-file.ts';
import { editUntilTaken, type RefusedText, type TextOutcome } from './edit-loop.ts';
import type { FileKind } from './file-kind.ts';

export const withEditedInput = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => command.option('--input <file>', 'take the edited text from a file instead of an editor (- = standard input)');

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

/** The remarks on top of a draft. `what`: `Campaign 12, a draft`. */
export const draftRemarks = (what: string, appUrl: string | undefined): readonly string[] => [
  `${what}${appUrl === undefined ? '' : `: ${harmless(appUrl)}`}`,
  'Save and close to send it. If it is unchanged or empty, nothing is sent.',
];

export interface EditedRecord<Live, File, T> {
  readonly live: Live;
  /** Of the folder that keeps the text: `campaign-12`. */
  readonly name: string;
  /** `reach campaign edit 12` */
  readonly command: string;
  /** On top of the text. */
  readonly remarks: readonly string[];
  /** Whether a kept text is compared with what the editor opened, where no revision guards the record. */
  readonly keepsOpened: boolean;
  /** Checks the text and sends what is changed. `opened`: what the text was made from; null: the record as it is. */
  save(file: File, opened: File | null): Promise<TextOutcome<T>>;
}

/** The outcome of the text that was taken. Throws where none was. */
export async function editRecord<Live, File extends CheckedFile, T>(
  session: Session,
  { noun, schemaFile, schemaText, parse, contentOf, rememberAccepted }: FileKind<Live, File>,
  { live, name, command, remarks, keepsOpened, save }: EditedRecord<Live, File, T>,
  input: string | undefined,
): Promise<Exclude<TextOutcome<T>, RefusedText>> {
  const { io } = session;
  const content = contentOf(live);
  await rememberAccepted(session, content);
  if (input === undefined) {
    const text = await yamlText(content);
    return await editUntilTaken(session, {
      name,
      file: `${noun}.yaml`,
      beside: new Map([[schemaFile, await schemaText()], ...(keepsOpened ? [[OPENED_FILE, text] as const] : [])]),
      first: `${modeline(schemaFile)}${remarkLines(remarks)}${text}`,
      again: (path) => `${command} --input ${path}`,
      attempt: async (path, saved) => await save(await parse(path, saved), null),
    });
  }
  const file = await parse(input, withoutRemarks(await readText(io, input)));
  const opened = keepsOpened ? openedFor(session, input, name) : null;
  const outcome = await save(file, opened === null ? null : await parse(opened, await readText(io, opened)));
  if (outcome.is !== 'refused') return outcome;
  if (outcome.problems.length > 0) throw await refusedFile(session, file, outcome.problems);
  throw outcome.error;
}
