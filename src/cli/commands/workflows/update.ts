// reach workflow update: the smallest edit that makes a draft what a file says, guarded by the revision that was read.

import { ApiError } from '../../../client/errors.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { WorkflowInput } from '../../../contract/workflows/plan.ts';
import type { Workflow } from '../../../contract/workflows/records.ts';
import { missedEdits } from '../../../rules/workflows/changes.ts';
import type { WorkflowFile } from '../../files/workflow-file.ts';
import { asksFirst, does, type OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { assertTaken, withSourceInputs, workflowEdit } from '../../shared/draft.ts';
import { placedIssues } from '../../shared/lint/refusal.ts';
import { refusedFile, sent } from '../../shared/lint/refused-file.ts';
import { soundWorkflow } from '../../shared/lint/workflow-knowledge.ts';
import { findWorkflow } from '../../shared/lookup/by-name.ts';
import { assertPublishable } from '../../shared/never-contact/workflow-audience.ts';
import { editView } from '../../shared/views/campaigns.ts';
import { planned, printDryRun } from '../../shared/write.ts';
import { CliError } from '../../terminal/exit.ts';
import { asDraft, createFrom, DRAFT } from './create.ts';
import { showTree } from './graph.ts';
import { assertSecretFile, publishDraft, withIssuedSecret, withoutSecret } from './publish.ts';
import { assertPublishes, showDraftVerdict } from './validate.ts';

const declare = () =>
  withIssuedSecret(
    asksFirst('update', {
      summary: 'Change the draft of a workflow to what a file says',
      description: [
        'With the file alone, the workflow is the one with its name. Only what differs is sent, guarded by the revision that',
        'was read: if someone changed the draft in the meantime, nothing is changed, and exit 6 reports their change. The',
        'published version keeps running; publish: true in the file publishes the draft after the change.',
      ].join('\n'),
      checks: true,
      uses: [
        routes.workflows.editDraft,
        routes.workflows.get,
        routes.workflows.list,
        routes.workflows.publish,
        routes.workflows.validateDraft,
      ],
      view: editView,
      json: ['record', { record: routes.workflows.create }],
      output: 'id, revision, and UPDATED, UNCHANGED or CREATED; the version if it was published',
      exits: ['notFound', 'conflict'],
      completes: { 'workflow-or-file': 'file' },
      replaces: true,
      examples: [
        ['reach workflow update enrol.yaml', 'the workflow that the file names'],
        ['reach workflow update 12 enrol.yaml --yes -o json', 'by id, in a script'],
        ['reach workflow update enrol.yaml --create --yes', 'in CI: create it if it does not exist'],
      ],
    })
      .argument('<workflow-or-file>', 'id or name of the workflow; or, alone, the file')
      .argument('[file]', 'workflow file (- = standard input)')
      .option('--create', 'create it if no workflow has this name')
      .option(...DRAFT)
      .option('--revision <revision>', 'refuse if the draft has another revision (default: the one that is read)'),
  );

/** A single word is the file, which names the workflow; of two words the first is the workflow. */
function wordsOf(first: string, second: string | undefined) {
  return second === undefined ? { file: first, workflow: null } : { file: second, workflow: first };
}

/** The workflow; null where the file may create it: nothing has the name that it says. */
async function existing(
  session: Session,
  word: string | null,
  name: string,
  isOptional: boolean,
): Promise<(Workflow & { readonly id: AnyId }) | null> {
  try {
    return await findWorkflow(session, word ?? name, { isName: word === null });
  } catch (error) {
    const isMissing =
      (error instanceof ApiError && error.code === 'not_found') ||
      (error instanceof CliError && error.exit === 'notFound');
    if (isOptional && isMissing && (word ?? name) === name) return null;
    throw error;
  }
}

async function editIt(
  session: Session,
  file: WorkflowFile,
  input: WorkflowInput,
  live: Workflow & { readonly id: AnyId },
  options: OptionsOf<typeof declare>,
) {
  const { print } = session;
  const { id } = live;
  const { input: body, issues } = await withSourceInputs(session, live, input);
  if (issues.length > 0) throw await refusedFile(session, file, placedIssues(file, issues, 'error'));
  const edit = await workflowEdit(session, live, body, { keepsUnknown: true });
  const revision = options.revision ?? live.revision;
  const params = { workflowId: id };
  const request = edit === null ? null : { params, body: { ...edit.edit, revision } };
  const isPublished = body.publish === true && (edit !== null || live.hasUnpublishedChanges || !live.isPublished);
  if (isPublished && edit !== null) await assertPublishes(session, file);
  if (options.dryRun) {
    const edits = request === null ? [] : [planned(routes.workflows.editDraft, request)];
    const calls = isPublished ? [...edits, planned(routes.workflows.publish, { params, body: {} })] : edits;
    const [call, ...others] = calls;
    if (call === undefined) return await print.note('nothing to change');
    return await printDryRun(session, others.length === 0 ? call : calls);
  }
  if (request === null) await print.note(`the draft of workflow ${id} is already what the file says`);
  else if (!options.yes && session.prompt.possible) {
    await showTree(session, body);
    await session.prompt.approve(`Change the draft of workflow ${id} to this?`, '--yes', 'nothing changed');
  }
  const api = await session.api();
  const edited = request === null ? live : await sent(session, file, () => api.workflows.editDraft(request));
  if (edit !== null) {
    const now = () => api.workflows.get({ params });
    await assertTaken(session, `workflow ${id}`, async () => missedEdits(live, edit.wanted, await now()));
  }
  const outcome = edit === null ? 'UNCHANGED' : 'UPDATED';
  const displayed = { id, name: edited.name, revision: edited.revision, outcome };
  if (body.publish !== true) {
    await print.record(editView, await withoutSecret(session, displayed, options));
    return edit === null ? undefined : await showDraftVerdict(session, file, id);
  }
  if (!isPublished) return await print.record(editView, { ...displayed, version: live.version, isPublished: true });
  const made = await publishDraft(session, id, edited.revision).catch((error: unknown) => {
    if (error instanceof ApiError && edit !== null)
      error.hint ??= 'the draft is as the file says by now, and not published: run this again';
    throw error;
  });
  const published = await withoutSecret(session, made, options);
  const { warnings: _warnings, ...version } = published;
  await print.record(editView, { ...displayed, ...version, outcome });
}

export const updateCommand = does(declare, async (session, first, second, options) => {
  const words = wordsOf(first, second);
  const { file, problems, body: sound } = await soundWorkflow(session, words.file);
  const body = asDraft(sound, options.draft);
  if (body.publish === true) await assertPublishable(session, async () => body);
  const live = await existing(session, words.workflow, body.name, options.create === true);
  if (live === null) return await createFrom(session, file, body, { ...options, again: true }, { outcome: 'CREATED' });
  if (!options.dryRun) await assertSecretFile(session, options);
  // An edit is made by comparing, also with --no-check: what cannot be read cannot be compared.
  if (problems.some(({ severity }) => severity === 'error')) throw await refusedFile(session, file, problems);
  if (live.name === undefined && words.workflow !== null)
    await session.print.note(`the service does not show the name of workflow ${live.id}: it was not compared`);
  await editIt(session, file, body, live, options);
});
