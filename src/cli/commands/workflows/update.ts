// reach workflow update: a draft becomes what a file says, by the smallest edit, guarded by the revision it was read at.

import { ApiError } from '../../../client/errors.ts';
import { routes } from '../../../client/routes/routes.ts';
import type { WorkflowInput } from '../../../contract/workflows/plan.ts';
import type { Workflow } from '../../../contract/workflows/records.ts';
import { draftEdit } from '../../../rules/workflows/changes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { CliError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { readWorkflow, type WorkflowFile } from '../../files/workflow-file.ts';
import { editView } from '../../output/views/workflows.ts';
import { sent } from '../../shared/lint/refused-file.ts';
import { findWorkflow } from '../../shared/lookup/workflow.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { soundInput } from './checked-file.ts';
import { publishDraft } from './publish-draft.ts';
import { assertSecretFile, type IssuedFlags, issuedOptions, withoutSecret } from './secret.ts';
import { showTree } from './view.ts';

interface UpdateFlags extends IssuedFlags {
  readonly revision?: string;
  readonly create?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

/** One word is the file, whose name names the workflow; of two the first is the workflow. */
function wordsOf(first: string, second: string | undefined) {
  return second === undefined ? { file: first, workflow: null } : { file: second, workflow: first };
}

/** The workflow, or null where there is none and one may be created. */
async function existing(session: Session, word: string, isOptional: boolean): Promise<Workflow | null> {
  try {
    return await findWorkflow(session, word);
  } catch (error) {
    const isMissing =
      (error instanceof ApiError && error.code === 'not_found') ||
      (error instanceof CliError && error.exit === 'notFound');
    if (isOptional && isMissing) return null;
    throw error;
  }
}

async function createIt(session: Session, file: WorkflowFile, body: WorkflowInput, flags: UpdateFlags): Promise<void> {
  if (flags.dryRun === true) return await printDryRun(session, 'POST', routes.workflows.create.path, body);
  const api = await session.api();
  const created = await sent(session, file, () => api.workflows.create({ body }));
  const { warnings: _warnings, ...shown } = await withoutSecret(session, created, flags);
  await session.print.record(editView, { ...shown, outcome: 'CREATED' });
}

async function editIt(session: Session, file: WorkflowFile, body: WorkflowInput, live: Workflow, flags: UpdateFlags) {
  const { print } = session;
  const { id } = live;
  const edit = draftEdit(live, body);
  const revision = flags.revision ?? live.revision;
  const path = `/v1/workflow/${id}/draft`;
  if (flags.dryRun === true) {
    if (edit === null) return await print.note('nothing to change');
    return await printDryRun(session, 'PATCH', path, { ...edit, revision });
  }
  if (edit === null) await print.note(`the draft of workflow ${id} is what the file says already`);
  else if (flags.yes !== true && session.prompt.possible) {
    await showTree(session, body);
    if (!(await session.prompt.confirm(`Make the draft of workflow ${id} this?`, '--yes'))) {
      return await print.note('nothing changed');
    }
  }
  const api = await session.api();
  const edited =
    edit === null
      ? live
      : await sent(session, file, () =>
          api.workflows.editDraft({ params: { workflowId: id }, body: { ...edit, revision } }),
        );
  const outcome = edit === null ? 'UNCHANGED' : 'UPDATED';
  const shown = { id, name: edited.name, revision: edited.revision, outcome };
  if (body.publish !== true) return await print.record(editView, shown);
  const isNeeded = edit !== null || live.hasUnpublishedChanges || !live.isPublished;
  if (!isNeeded) return await print.record(editView, { ...shown, version: live.version, isPublished: true });
  const published = await withoutSecret(session, await publishDraft(session, id, edited.revision), flags);
  const { warnings: _warnings, ...version } = published;
  await print.record(editView, { ...shown, ...version, outcome });
}

async function update(session: Session, first: string, second: string | undefined, flags: UpdateFlags): Promise<void> {
  const words = wordsOf(first, second);
  const file = await readWorkflow(session.io, words.file);
  const body = await soundInput(session, file);
  if (flags.dryRun !== true) await assertSecretFile(session, flags);
  const live = await existing(session, words.workflow ?? body.name, flags.create === true);
  if (live === null) return await createIt(session, file, body, flags);
  await editIt(session, file, body, live, flags);
}

export function updateCommand(deps: Deps) {
  const command = leaf('update', {
    summary: 'Make the draft of a workflow what a file says',
    description: [
      'With the file alone the workflow is the one of its name. Only what differs is sent, guarded by the revision that was',
      'read: when somebody changed the draft meanwhile, nothing is changed, and exit 6 says what was. The published version',
      'keeps running; publish: true in the file publishes the draft after the change.',
    ].join('\n'),
    uses: [routes.workflows.get, routes.workflows.editDraft, routes.workflows.list, routes.workflows.publish],
    output: 'id, revision, and UPDATED, UNCHANGED or CREATED; the version where it was published',
    exits: ['notFound', 'conflict'],
    examples: [
      ['reach workflow update enrol.yaml', 'the workflow that the file names'],
      ['reach workflow update 12 enrol.yaml --yes -o json', 'by id, in a script'],
      ['reach workflow update enrol.yaml --create --yes', 'in CI: create it when there is none'],
    ],
  })
    .argument('<workflow-or-file>', 'id or name of the workflow; or, alone, the file')
    .argument('[file]', 'workflow file (- = standard input)')
    .option('--create', 'create it when there is none of this name')
    .option('--revision <revision>', 'refuse when the draft has another revision (default: the one that is read)')
    .option('-y, --yes', 'do not ask')
    .option('--dry-run', 'print what would be sent, send nothing');
  return doesUntyped(deps, issuedOptions(command), update);
}
