// reach playbook edit: the playbook in the user's editor. What was changed in the text becomes the smallest update.

import { ApiError } from '../../../client/errors.ts';
import { routes } from '../../../client/routes/routes.ts';
import type { KeptPlaybook } from '../../../rules/playbook/change.ts';
import { contentOf, contentOfFile, type PlaybookContent } from '../../../rules/playbook/content.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import { parsePlaybook, playbookProblems, readPlaybook } from '../../files/playbook-file.ts';
import { readText } from '../../files/read.ts';
import { modeline, yamlText } from '../../files/yaml/text.ts';
import { remarkLines, withoutRemarks } from '../../shared/edit/comments.ts';
import { namedEditor, OPENED_FILE, openedFor } from '../../shared/edit/edit-file.ts';
import { editUntilTaken, type TextOutcome } from '../../shared/edit/edit-loop.ts';
import { refusedProblems } from '../../shared/lint/refusal.ts';
import { refusedFile } from '../../shared/lint/refused-file.ts';
import { PLAYBOOK_SCHEMA_FILE, playbookSchemaText } from '../../shared/schemas/playbook.ts';
import { intentOfEdit, knowledgeOf, missingSections, placeInFile } from './input.ts';
import { type Carried, type CarryFlags, carryOut, livePlaybook, printCarried, RefusedUpdate } from './send-changes.ts';

interface EditFlags extends CarryFlags {
  readonly input?: string;
}

type Outcome = TextOutcome<Carried>;

const EDIT_NAME = 'playbook';

const REMARKS = [
  'What you change is sent, and nothing else. Items are matched by name, question, or company and promoter:',
  'one that is renamed is a new one. Texts cannot be emptied. Items you take out are removed when you say so.',
  'Save and close to see the change and confirm it. Unchanged or empty, nothing is sent.',
];

/** What the editor opened when the text in this file was begun; null for a file that is none of ours. */
async function contentOpenedFor(session: Session, input: string): Promise<PlaybookContent | null> {
  const opened = openedFor(session, input, EDIT_NAME);
  return opened === null ? null : contentOfFile((await readPlaybook(session.io, opened)).body);
}

const counted = (count: number) => `${count} problem${count === 1 ? '' : 's'}`;

/** A text and the playbook it is about: as it is now, and as the text found it. */
interface Edited {
  readonly file: CheckedFile;
  readonly live: KeptPlaybook;
  readonly base: PlaybookContent;
}

/** Checks the text, shows what it changes, and sends it. Throws only for what no edit can mend. */
async function trySave(session: Session, { file, live, base }: Edited, flags: EditFlags): Promise<Outcome> {
  const problems = playbookProblems(file, knowledgeOf(live));
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) return { is: 'refused', reason: `Not sent: ${counted(errors)}.`, problems, error: null };
  const content = contentOfFile(file.body);
  for (const remark of missingSections(base, content)) await session.print.warn(remark);
  try {
    const carried = await carryOut(session, live, intentOfEdit(base, content), flags);
    // What was not written down anywhere else is kept, what cannot be done was said.
    return carried.is === 'nothing'
      ? { is: 'unchanged' }
      : { is: 'done', value: carried, isSent: carried.is === 'sent' };
  } catch (error) {
    if (!(error instanceof RefusedUpdate)) throw error;
    const { refusal, body } = error;
    const told = refusedProblems(file, refusal, placeInFile(file, body));
    const what = told === null ? `it: ${refusal.message}` : `${counted(told.length)}.`;
    return { is: 'refused', reason: `The service refused ${what}`, problems: told ?? [], error: refusal };
  }
}

async function editInEditor(session: Session, live: KeptPlaybook, flags: EditFlags): Promise<void> {
  const base = contentOf(live);
  const text = await yamlText(base);
  const outcome = await editUntilTaken<Carried>(session, {
    name: EDIT_NAME,
    file: 'playbook.yaml',
    beside: new Map([
      [PLAYBOOK_SCHEMA_FILE, playbookSchemaText()],
      [OPENED_FILE, text],
    ]),
    first: `${modeline(PLAYBOOK_SCHEMA_FILE)}${remarkLines(REMARKS)}${text}`,
    again: (path) => `reach playbook edit --input ${path}`,
    attempt: async (path, saved) => trySave(session, { file: await parsePlaybook(path, saved), live, base }, flags),
  });
  await printCarried(session, outcome.is === 'done' ? outcome.value : { is: 'nothing' });
}

/** The edited text from a file: no editor, nothing to reopen. */
async function editFrom(session: Session, live: KeptPlaybook, input: string, flags: EditFlags): Promise<void> {
  const file = await parsePlaybook(input, withoutRemarks(await readText(session.io, input)));
  const base = (await contentOpenedFor(session, input)) ?? contentOf(live);
  const outcome = await trySave(session, { file, live, base }, flags);
  if (outcome.is === 'unchanged') return await printCarried(session, { is: 'nothing' });
  if (outcome.is === 'done') return await printCarried(session, outcome.value);
  if (outcome.problems.length > 0) throw await refusedFile(session, file, outcome.problems);
  throw outcome.error instanceof ApiError ? outcome.error : new Error(outcome.reason);
}

async function edit(session: Session, flags: EditFlags): Promise<void> {
  const { prompt } = session;
  const isAsked = flags.yes !== true && flags.dryRun !== true;
  if (!prompt.possible && flags.input === undefined && (isAsked || namedEditor(session) === undefined)) {
    throw new UsageError('an editor needs a terminal', {
      hint: '--input FILE --yes takes the edited text; reach playbook export writes it',
    });
  }
  const live = await livePlaybook(await session.api());
  if (flags.input !== undefined) return await editFrom(session, live, flags.input, flags);
  await editInEditor(session, live, flags);
}

export function editCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('edit', {
      summary: 'Edit the playbook in your editor',
      description: [
        'Opens the playbook as YAML in $VISUAL or $EDITOR. What is refused, here or by the service, opens again with the',
        'problems as comments. Only what was changed is sent, after it was shown and confirmed: changed fields, new items,',
        'and, where you say so, the removal of items you took out. What cannot be done is said. If somebody else changed',
        'the playbook meanwhile, their change is shown and yours is made on top of it. Text that was not sent is kept.',
      ].join(' '),
      uses: [routes.playbook.get, routes.playbook.update],
      output: 'one row a section: how many items were created, updated, restored, deleted',
      exits: ['notFound', 'conflict'],
      examples: [
        ['reach playbook edit', 'in your editor'],
        ['EDITOR="code --wait" reach playbook edit --prune', 'items you take out are removed without a question'],
        ['reach playbook edit --input playbook.yaml --yes', 'the edited text from a file, in a script'],
      ],
    })
      .option('--input <file>', 'take the edited text from a file instead of an editor (- = standard input)')
      .option('--prune', 'remove the items that are not in the text any more')
      .option('-y, --yes', 'do not ask; items that are missing stay, unless --prune')
      .option('--dry-run', 'print what would be sent, send nothing'),
    edit,
  );
}
