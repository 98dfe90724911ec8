// reach playbook apply: makes the playbook match a file, with the smallest update.

import { routes } from '../../../contract/routes/routes.ts';
import { readPlaybook } from '../../files/playbook-file.ts';
import { does, withYes, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { refusedProblems } from '../../shared/lint/refusal.ts';
import { refusedFile } from '../../shared/lint/refused-file.ts';
import { intentOfFile, placeInFile, validContent } from './input.ts';
import {
  countView,
  livePlaybook,
  printResult,
  RefusedUpdate,
  type SendChangesOptions,
  sendChanges,
} from './send-changes.ts';

async function apply(session: Session, name: string, options: SendChangesOptions): Promise<void> {
  const file = await readPlaybook(session.io, name);
  const live = await livePlaybook(await session.api());
  const intent = intentOfFile(await validContent(session, file, live));
  try {
    await printResult(session, await sendChanges(session, live, intent, options));
  } catch (error) {
    if (!(error instanceof RefusedUpdate)) throw error;
    const problems = refusedProblems(file, error.refusal, placeInFile(file, error.body));
    throw problems === null ? error.refusal : await refusedFile(session, file, problems);
  }
}

export const applyCommand = does(
  () =>
    withYes(
      writes('apply', {
        summary: 'Apply a playbook file to the workspace',
        description: [
          'Sends only differences: changed fields of changed items, and new items. What the file does not mention stays;',
          'items that it does not list are removed only with --prune. The change is shown and must be confirmed; if someone',
          'else changes the playbook in the meantime, nothing is sent. More than 50 items of a section go in several',
          'requests, one after another.',
        ].join(' '),
        checks: true,
        uses: [routes.playbook.update, routes.playbook.get],
        view: countView,
        json: 'list',
        output: 'one row per section: number of items created, updated, restored, deleted',
        exits: ['notFound', 'conflict'],
        replaces: true,
        examples: [
          ['reach playbook apply playbook.yaml', 'shows the change and asks for confirmation'],
          ['reach playbook apply playbook.yaml --yes --prune', 'in CI: make the playbook match the file'],
          ['reach playbook apply playbook.yaml --dry-run --json', 'what would change; nothing is sent'],
        ],
      })
        .argument('<file>', 'playbook file (- = standard input)')
        .option('--prune', 'in the sections of the file, remove items that it does not list'),
    ),
  apply,
);
