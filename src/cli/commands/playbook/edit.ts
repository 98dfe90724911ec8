// reach playbook edit: the playbook in the user's editor; changes in the text become the smallest update.

import { ApiError } from '../../../client/errors.ts';
import { routes } from '../../../client/routes/routes.ts';
import { counted } from '../../../contract/english.ts';
import type { KeptPlaybook } from '../../../rules/playbook/change.ts';
import { contentOf, contentOfFile, type PlaybookContent } from '../../../rules/playbook/content.ts';
import { checkPlaybookFile } from '../../../rules/playbook/file.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import { parsePlaybook, playbookProblems, readPlaybook } from '../../files/playbook-file.ts';
import { readText } from '../../files/read.ts';
import { modeline, yamlText } from '../../files/yaml/text.ts';
import { does, type OptionsOf, withYes, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { remarkLines, withoutRemarks } from '../../shared/edit/comments.ts';
import { namedEditor, OPENED_FILE, openedFor } from '../../shared/edit/edit-file.ts';
import { editUntilTaken, type TextOutcome } from '../../shared/edit/edit-loop.ts';
import { refusedHere, withEditedInput } from '../../shared/edit/edited-file.ts';
import { rememberAccepted } from '../../shared/lint/accepted-by-service.ts';
import { refusedProblems } from '../../shared/lint/refusal.ts';
import { refusedFile } from '../../shared/lint/refused-file.ts';
import { PLAYBOOK_SCHEMA_FILE, playbookSchemaText } from '../../shared/schemas/playbook.ts';
import { UsageError } from '../../terminal/exit.ts';
import { intentOfEdit, knowledgeOf, missingSections, placeInFile } from './input.ts';
import { countView, livePlaybook, printResult, RefusedUpdate, type SendResult, sendChanges } from './send-changes.ts';

const declare = () =>
  withEditedInput(
    withYes(
      writes('edit', {
        summary: 'Edit the playbook in your editor',
        description: [
          'Opens the playbook as YAML in $VISUAL or $EDITOR. If validation fails, here or in the service, the editor reopens',
          'with the problems as comments. Only changes are sent, after they are shown and confirmed: changed fields, new',
          'items and, if you confirm it, the removal of items. What cannot be done is reported. If someone else changed the',
          'playbook in the meantime, their change is shown and yours is merged into it. Text that was not sent is kept.',
        ].join(' '),
        checks: true,
        uses: [routes.playbook.get, routes.playbook.update],
        view: countView,
        output: 'one row per section: number of items created, updated, restored, deleted',
        exits: ['notFound', 'conflict'],
        replaces: true,
        notForAgents: 'interactive',
        examples: [
          ['reach playbook edit', 'in your editor'],
          ['EDITOR="code --wait" reach playbook edit --prune', 'remove deleted items without asking'],
          ['reach playbook edit --input playbook.yaml --yes', 'the edited text from a file, in a script'],
        ],
      }).option('--prune', 'remove items that are no longer in the text; without it, --yes keeps them'),
    ),
  );

const EDIT_NAME = 'playbook';

const REMARKS = [
  'Only your changes are sent. Items are matched by name, question, or company and promoter: a renamed item is a',
  'new one. Texts cannot be emptied. You are asked before items that you delete here are removed.',
  'Save and close to review and confirm the change. If the file is unchanged or empty, nothing is sent.',
];

/** What the editor opened when this text was started; null for a file that reach did not write. */
async function contentOpenedFor(session: Session, input: string): Promise<PlaybookContent | null> {
  const opened = openedFor(session, input, EDIT_NAME);
  return opened === null ? null : contentOfFile((await readPlaybook(session.io, opened)).body);
}

/** An edited text, the playbook as it is now, and as it was when editing started. */
interface EditedPlaybook {
  readonly file: CheckedFile;
  readonly live: KeptPlaybook;
  readonly base: PlaybookContent;
}

/** Checks the text, shows what it changes, and sends it. Throws only for what editing cannot fix. */
async function trySave(
  session: Session,
  { file, live, base }: EditedPlaybook,
  options: OptionsOf<typeof declare>,
): Promise<TextOutcome<SendResult>> {
  const problems = playbookProblems(file, knowledgeOf(session, live));
  if (problems.some(({ severity }) => severity === 'error')) return refusedHere(problems);
  const content = contentOfFile(file.body);
  for (const remark of missingSections(base, content)) await session.print.warn(remark);
  try {
    const result = await sendChanges(session, live, intentOfEdit(base, content), options);
    return result.is === 'unchanged'
      ? { is: 'unchanged' }
      : { is: 'done', value: result, isSent: result.is === 'sent' };
  } catch (error) {
    if (!(error instanceof RefusedUpdate)) throw error;
    const { refusal, body } = error;
    const reported = refusedProblems(file, refusal, placeInFile(file, body));
    const what = reported === null ? `it: ${refusal.message}` : `${counted(reported.length, 'problem')}.`;
    return { is: 'refused', reason: `The service refused ${what}`, problems: reported ?? [], error: refusal };
  }
}

async function editInEditor(session: Session, live: KeptPlaybook, options: OptionsOf<typeof declare>): Promise<void> {
  const base = contentOf(live);
  const text = await yamlText(base);
  const outcome = await editUntilTaken<SendResult>(session, {
    name: EDIT_NAME,
    file: 'playbook.yaml',
    beside: new Map([
      [PLAYBOOK_SCHEMA_FILE, await playbookSchemaText()],
      [OPENED_FILE, text],
    ]),
    first: `${modeline(PLAYBOOK_SCHEMA_FILE)}${remarkLines(REMARKS)}${text}`,
    again: (path) => `reach playbook edit --input ${path}`,
    attempt: async (path, saved) => trySave(session, { file: await parsePlaybook(path, saved), live, base }, options),
  });
  await printResult(session, outcome.is === 'done' ? outcome.value : { is: 'unchanged' });
}

/** Takes the edited text from a file, without an editor. */
async function editFrom(
  session: Session,
  live: KeptPlaybook,
  input: string,
  options: OptionsOf<typeof declare>,
): Promise<void> {
  const file = await parsePlaybook(input, withoutRemarks(await readText(session.io, input)));
  const base = (await contentOpenedFor(session, input)) ?? contentOf(live);
  const outcome = await trySave(session, { file, live, base }, options);
  if (outcome.is === 'unchanged') return await printResult(session, { is: 'unchanged' });
  if (outcome.is === 'done') return await printResult(session, outcome.value);
  if (outcome.problems.length > 0) throw await refusedFile(session, file, outcome.problems);
  throw outcome.error instanceof ApiError ? outcome.error : new Error(outcome.reason);
}

async function edit(session: Session, options: OptionsOf<typeof declare>): Promise<void> {
  const { prompt } = session;
  const isAsked = options.yes !== true && options.dryRun !== true;
  if (!prompt.possible && options.input === undefined && (isAsked || namedEditor(session) === undefined)) {
    throw new UsageError('an editor needs a terminal', {
      hint: '--input FILE --yes takes the edited text; reach playbook export writes it',
    });
  }
  const live = await livePlaybook(await session.api());
  rememberAccepted(session, contentOf(live), checkPlaybookFile);
  if (options.input !== undefined) return await editFrom(session, live, options.input, options);
  await editInEditor(session, live, options);
}

export const editCommand = does(declare, edit);
