// reach workflow create: a file becomes a draft, or a published version. Checked to the last line before anything is sent.

import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { readWorkflow } from '../../files/workflow-file.ts';
import { targetOf, targetText } from '../../import/start/open-service.ts';
import { editView } from '../../output/views/workflows.ts';
import { sent } from '../../shared/lint/refused-file.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { soundInput } from './checked-file.ts';
import { assertSecretFile, type IssuedFlags, issuedOptions, withoutSecret } from './secret.ts';
import { showTree } from './view.ts';

interface CreateFlags extends IssuedFlags {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

async function create(session: Session, name: string, flags: CreateFlags): Promise<void> {
  const file = await readWorkflow(session.io, name);
  const body = await soundInput(session, file);
  if (flags.dryRun === true) return await printDryRun(session, 'POST', routes.workflows.create.path, body);
  if (flags.yes !== true && session.prompt.possible) {
    await showTree(session, body);
    const what = body.publish === true ? 'Create and publish' : 'Create the draft';
    const question = `${what} "${body.name}" in ${targetText(targetOf(session))}?`;
    if (!(await session.prompt.confirm(question, '--yes'))) return await session.print.note('nothing created');
  }
  await assertSecretFile(session, flags);
  const api = await session.api();
  const created = await sent(session, file, () => api.workflows.create({ body }));
  const { warnings, ...shown } = await withoutSecret(session, created, flags);
  await session.print.record(editView, session.settings.output === 'table' ? shown : { ...shown, warnings });
}

export function createCommand(deps: Deps) {
  const command = leaf('create', {
    summary: 'Create a workflow from a file',
    description: [
      'Every mistake is found before anything is sent, and told with file, line and column. The workflow is a draft, unless the',
      'file says publish: true. At a terminal it is shown as a tree and confirmed.',
    ].join('\n'),
    uses: [routes.workflows.create],
    output: 'id, link, revision, whether it is published, and the address of its webhook where it has one',
    examples: [
      ['reach workflow create enrol.yaml', 'asks first'],
      ['reach workflow create enrol.yaml --yes -o json --fields id,revision', 'in a script'],
      ['reach workflow create enrol.yaml --dry-run --json', 'what would be sent'],
    ],
  })
    .argument('<file>', 'workflow file (- = standard input)')
    .option('-y, --yes', 'do not ask')
    .option('--dry-run', 'print what would be sent, send nothing');
  return doesUntyped(deps, issuedOptions(command), create);
}
