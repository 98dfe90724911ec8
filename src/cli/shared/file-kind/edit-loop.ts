// A text in the user's editor, reopened with the problems until it is accepted or abandoned. It is never lost.

import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { showRefused } from '../lint/refused-file.ts';
import { isBlank, withoutRemarks, withProblems } from './comments.ts';
import { EditFile } from './edit-file.ts';

export interface RefusedText {
  readonly is: 'refused';
  readonly reason: string;
  readonly problems: readonly FileProblem[];
  /** The error of the service; null when the text was refused here. */
  readonly error: unknown;
}

/** What came of one text. `isSent`: whether it is stored elsewhere now; if not, it is kept. */
export type TextOutcome<T> =
  | { readonly is: 'unchanged' }
  | { readonly is: 'done'; readonly value: T; readonly isSent: boolean }
  | RefusedText;

export interface Editing<T> {
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
  attempt(path: string, text: string): Promise<TextOutcome<T>>;
}

async function untilTaken<T>(session: Session, edit: EditFile, editing: Editing<T>): Promise<TextOutcome<T>> {
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
export async function editUntilTaken<T>(
  session: Session,
  editing: Editing<T>,
): Promise<Exclude<TextOutcome<T>, RefusedText>> {
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
