// reach playbook apply: the playbook becomes what a file says, by the smallest update that does it.

import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { readPlaybook } from '../../files/playbook-file.ts';
import { refusedProblems } from '../../shared/lint/refusal.ts';
import { refusedFile } from '../../shared/lint/refused-file.ts';
import { intentOfFile, placeInFile, soundContent } from './input.ts';
import { type CarryFlags, carryOut, livePlaybook, printCarried, RefusedUpdate } from './send-changes.ts';

async function apply(session: Session, name: string, flags: CarryFlags): Promise<void> {
  const file = await readPlaybook(session.io, name);
  const live = await livePlaybook(await session.api());
  const intent = intentOfFile(await soundContent(session, file, live));
  try {
    await printCarried(session, await carryOut(session, live, intent, flags));
  } catch (error) {
    if (!(error instanceof RefusedUpdate)) throw error;
    const problems = refusedProblems(file, error.refusal, placeInFile(file, error.body));
    throw problems === null ? error.refusal : await refusedFile(session, file, problems);
  }
}

export function applyCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('apply', {
      summary: 'Bring a playbook file into the workspace',
      description: [
        'Sends only what is different: changed fields of changed items, and new items. What the file does not name stays;',
        'items that it does not list are removed with --prune only. The change is shown and confirmed; if somebody else',
        'writes meanwhile, nothing is sent. More than 50 items of a section go in several requests, one after the other.',
      ].join(' '),
      uses: [routes.playbook.update, routes.playbook.get],
      output: 'one row a section: how many items were created, updated, restored, deleted',
      exits: ['notFound', 'conflict'],
      examples: [
        ['reach playbook apply playbook.yaml', 'shows the change and asks'],
        ['reach playbook apply playbook.yaml --yes --prune', 'in CI: the playbook becomes what the file says'],
        ['reach playbook apply playbook.yaml --dry-run --json', 'what would be sent'],
      ],
    })
      .argument('<file>', 'playbook file (- = standard input)')
      .option('--prune', 'remove items that the file does not list, of the sections it has')
      .option('-y, --yes', 'do not ask')
      .option('--dry-run', 'print what would be sent, send nothing'),
    apply,
  );
}
