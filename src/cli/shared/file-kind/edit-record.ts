// edit of a record that has a file: its text in the user's editor, or the edited text from `--input`.

import type { Command, OptionValues } from 'commander';
import { ApiError } from '../../../client/errors.ts';
import { counted } from '../../../contract/english.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import { readText } from '../../files/read.ts';
import { modeline, yamlText } from '../../files/yaml/text.ts';
import type { Session } from '../../session/session.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { refusedProblems } from '../lint/refusal.ts';
import { refusedFile, showRefused } from '../lint/refused-file.ts';
import { EditFile, isBlank, OPENED_FILE, openedFor, remarkLines, withoutRemarks, withProblems } from './edit-file.ts';
import type { FileKind } from './starter-file.ts';

// A text in the user's editor, reopened with the problems until it is accepted or abandoned. It is never lost.

export interface RefusedText {
  readonly is: 'refused';
  readonly reason: string;
  readonly problems: readonly FileProblem[];
  /** The error of the service; null when the text was refused here. */
  readonly error: unknown;
}

/** What came of one text. `isSent`: whether it is stored elsewhere now; if not, it is kept. `print`: the result, once the text is out of the way. */
export type TextOutcome =
  | { readonly is: 'unchanged' }
  | { readonly is: 'done'; readonly isSent: boolean; readonly print: () => Promise<void> }
  | RefusedText;

interface Editing {
  /** Of its folder, and of the file in it. */
  readonly name: string;
  readonly file: string;
  /** Other files the editor may need, by name. */
  readonly beside: ReadonlyMap<string, string>;
  /** What the editor opens first. */
  readonly first: string;
  /** The command that resumes with a kept text. */
  again(path: string): string;
  /** Takes the text, without remarks. Throws only what no edit can fix. */
  attempt(path: string, text: string): Promise<TextOutcome>;
}

async function untilTaken(session: Session, edit: EditFile, editing: Editing): Promise<TextOutcome> {
  let opened = editing.first;
  let refused: RefusedText | null = null;
  for (;;) {
    const text = withoutRemarks(await edit.edit(session, opened));
    const isUnfinished = text.trimEnd() === withoutRemarks(opened).trimEnd();
    if (isUnfinished || isBlank(text)) return refused ?? { is: 'unchanged' };
    const outcome = await editing.attempt(edit.path, text);
    if (outcome.is !== 'refused') return outcome;
    if (!session.prompt.possible) {
      // Without a person there is no one to fix it: what was wrong is all there is to report.
      await showRefused(session, edit.path, text, outcome.problems);
      return outcome;
    }
    refused = outcome;
    opened = withProblems(text, outcome.reason, outcome.problems);
    await session.print.note(outcome.reason);
  }
}

/** The outcome of the last text. A text that was not sent stays in its file, and its path is printed. Throws if it was abandoned. */
async function editUntilTaken(session: Session, editing: Editing): Promise<TextOutcome> {
  const edit = await EditFile.create(session, editing);
  try {
    const outcome = await untilTaken(session, edit, editing);
    if (outcome.is === 'refused') {
      const details = { issues: outcome.problems };
      throw outcome.error ?? new CliError('refused', 'invalid_file', outcome.reason, { details });
    }
    if (outcome.is === 'done' && !outcome.isSent) await session.print.note(`not sent; your text is in ${edit.path}`);
    else await edit.remove();
    return outcome;
  } catch (error) {
    await session.print.warn(`not saved; your text is in ${edit.path}\n  resume with: ${editing.again(edit.path)}`);
    throw error;
  }
}

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

export interface EditedRecord<Live, File> {
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
  save(file: File, opened: File | null): Promise<TextOutcome>;
}

/** Prints the result of the text that was taken; false where nothing was changed. Throws where none was taken. */
export async function editRecord<Live, File extends CheckedFile>(
  session: Session,
  kind: FileKind<Live, File>,
  edited: EditedRecord<Live, File>,
  input: string | undefined,
): Promise<boolean> {
  const outcome = await taken(session, kind, edited, input);
  if (outcome.is === 'done') await outcome.print();
  return outcome.is === 'done';
}

async function taken<Live, File extends CheckedFile>(
  session: Session,
  { noun, schemaFile, schemaText, parse, contentOf, rememberAccepted }: FileKind<Live, File>,
  { live, name, command, remarks, keepsOpened, save }: EditedRecord<Live, File>,
  input: string | undefined,
): Promise<TextOutcome> {
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
