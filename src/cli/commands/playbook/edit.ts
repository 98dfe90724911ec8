// reach playbook edit: the playbook in the user's editor; changes in the text become the smallest update.

import { counted } from '../../../contract/english.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { KeptPlaybook } from '../../../rules/playbook/change.ts';
import { contentOf, contentOfFile, type PlaybookContent } from '../../../rules/playbook/content.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import { playbookProblems } from '../../files/playbook-file.ts';
import { asksFirst, does, type OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { namedEditor } from '../../shared/file-kind/edit-file.ts';
import { editRecord, refusedHere, type TextOutcome, withEditedInput } from '../../shared/file-kind/edit-record.ts';
import { playbookFiles } from '../../shared/file-kind/playbook.ts';
import { refusedProblems } from '../../shared/lint/refusal.ts';
import { UsageError } from '../../terminal/exit.ts';
import {
  countView,
  intentOfEdit,
  knowledgeOf,
  livePlaybook,
  missingSections,
  placeInFile,
  printResult,
  RefusedUpdate,
  sendChanges,
} from './send-changes.ts';

const declare = () =>
  withEditedInput(
    asksFirst('edit', {
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
      json: 'list',
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
  );

const REMARKS = [
  'Only your changes are sent. Items are matched by name, question, or company and promoter: a renamed item is a',
  'new one. Texts cannot be emptied. You are asked before items that you delete here are removed.',
  'Save and close to review and confirm the change. If the file is unchanged or empty, nothing is sent.',
];

/** Checks the text, shows what it changes, and sends it; `base` is the playbook as it was when editing started. Throws only for what editing cannot fix. */
async function trySave(
  session: Session,
  file: CheckedFile,
  live: KeptPlaybook,
  base: PlaybookContent,
  options: OptionsOf<typeof declare>,
): Promise<TextOutcome> {
  const problems = await playbookProblems(file, knowledgeOf(session, live));
  if (problems.some(({ severity }) => severity === 'error')) return refusedHere(problems);
  const content = contentOfFile(file.body);
  for (const remark of missingSections(base, content)) await session.print.warn(remark);
  try {
    const result = await sendChanges(session, live, intentOfEdit(base, content), options);
    if (result.is === 'unchanged') return { is: 'unchanged' };
    return { is: 'done', isSent: result.is === 'sent', print: () => printResult(session, result) };
  } catch (error) {
    if (!(error instanceof RefusedUpdate)) throw error;
    const { refusal, body } = error;
    const reported = refusedProblems(file, refusal, placeInFile(file, body));
    const what = reported === null ? `it: ${refusal.message}` : `${counted(reported.length, 'problem')}.`;
    return { is: 'refused', reason: `The service refused ${what}`, problems: reported ?? [], error: refusal };
  }
}

export const editCommand = does(declare, async (session, options) => {
  const { prompt } = session;
  const isAsked = options.yes !== true && options.dryRun !== true;
  if (!prompt.possible && options.input === undefined && (isAsked || namedEditor(session) === undefined)) {
    throw new UsageError('an editor needs a terminal', {
      hint: '--input FILE --yes takes the edited text; reach playbook export writes it',
    });
  }
  const live = await livePlaybook(await session.api());
  const isDone = await editRecord(
    session,
    playbookFiles,
    {
      live,
      name: 'playbook',
      command: 'reach playbook edit',
      remarks: REMARKS,
      keepsOpened: true,
      save: async (file, opened) =>
        await trySave(session, file, live, opened === null ? contentOf(live) : contentOfFile(opened.body), options),
    },
    options.input,
  );
  if (!isDone) await printResult(session, { is: 'unchanged' });
});
