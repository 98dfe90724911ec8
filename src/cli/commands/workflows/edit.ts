// reach workflow edit: a draft in the user's editor, opened again with the problems until it is accepted or given up.

import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Workflow } from '../../../contract/workflows/records.ts';
import { missedEdits } from '../../../rules/workflows/changes.ts';
import { problemsOf, type WorkflowFile } from '../../files/workflow-file.ts';
import { does, type OptionsOf, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { assertTaken, withSourceInputs, workflowEdit } from '../../shared/draft.ts';
import {
  assertCanEdit,
  draftRemarks,
  editRecord,
  refusedByService,
  refusedHere,
  type TextOutcome,
  withEditedInput,
} from '../../shared/file-kind/edit-record.ts';
import { workflowFiles } from '../../shared/file-kind/workflow.ts';
import { placedIssues } from '../../shared/lint/refusal.ts';
import { settled } from '../../shared/lint/settled.ts';
import { offlineKnowledge, workspaceKnowledge } from '../../shared/lint/workflow-knowledge.ts';
import { findWorkflow } from '../../shared/lookup/by-name.ts';
import { besideUnknown, resolveFile } from '../../shared/names/resolve.ts';
import { editView } from '../../shared/views/campaigns.ts';
import { planned, printDryRun } from '../../shared/write.ts';

const declare = () =>
  withEditedInput(
    writes('edit', {
      summary: 'Edit the draft of a workflow in your editor',
      description: [
        'Opens the draft as YAML in $VISUAL or $EDITOR. If validation fails, here or in the service, the editor reopens with',
        'the errors as comments. Only what was changed is sent, guarded by the revision. Text that was not saved is kept, and',
        'its path printed.',
      ].join('\n'),
      checks: true,
      uses: [routes.workflows.editDraft, routes.workflows.get, routes.workflows.list],
      view: editView,
      json: 'record',
      output: 'id and new revision; nothing when nothing was changed',
      exits: ['notFound', 'conflict'],
      replaces: true,
      notForAgents: 'interactive',
      examples: [
        ['reach workflow edit 12', 'in your editor'],
        ['EDITOR="code --wait" reach workflow edit "Verify and enrol"', 'in another one'],
        ['reach workflow edit 12 --input enrol.yaml', 'the edited text from a file'],
      ],
    }).argument('<workflow>', 'id or name of the workflow'),
  );

/** Checks the text and sends what is changed. Throws only what no edit can fix. */
async function trySave(
  session: Session,
  live: Workflow & { readonly id: AnyId },
  message: WorkflowFile,
  dryRun: boolean,
): Promise<TextOutcome> {
  const { file, unknown } = await resolveFile(session, message);
  const check = () => problemsOf(file, offlineKnowledge(session), 'draft');
  const problems = besideUnknown(await settled(session, check, workspaceKnowledge), unknown);
  const { checkedWorkflow } = await import('../../../rules/workflows/check.ts');
  const { input } = checkedWorkflow(file.body, offlineKnowledge(session), 'draft');
  if (input === null || unknown.length > 0) return refusedHere(problems);
  // A line that was taken out of the text takes the ceiling away.
  const { input: sourced, issues } = await withSourceInputs(session, live, input);
  if (issues.length > 0) return refusedHere(placedIssues(file, issues, 'error'));
  const whole = { ...sourced, maxCreditsPerRun: input.maxCreditsPerRun ?? null };
  const edit = await workflowEdit(session, live, whole, { keepsUnknown: false });
  if (edit === null) return { is: 'unchanged' };
  const { id } = live;
  const request = { params: { workflowId: id }, body: { ...edit.edit, revision: live.revision } };
  const preview = () => printDryRun(session, planned(routes.workflows.editDraft, request));
  if (dryRun) return { is: 'done', isSent: false, print: preview };
  const { workflows } = await session.api();
  try {
    const { name, revision } = await workflows.editDraft(request);
    const print = async () => {
      await session.print.record(editView, { id, name, revision, outcome: 'UPDATED' });
      const now = () => workflows.get({ params: { workflowId: id } });
      await assertTaken(session, `workflow ${id}`, async () => missedEdits(live, edit.wanted, await now()));
    };
    return { is: 'done', isSent: true, print };
  } catch (error) {
    return refusedByService(file, error, [400, 422]);
  }
}

async function edit(session: Session, text: string, options: OptionsOf<typeof declare>): Promise<void> {
  assertCanEdit(session, options.input, 'workflow');
  const workflow = await findWorkflow(session, text);
  const { id, version, appUrl } = workflow;
  const state = version == null ? 'never published' : `version ${version} keeps running`;
  const isDone = await editRecord(
    session,
    workflowFiles,
    {
      live: workflow,
      name: `workflow-${id}`,
      command: `reach workflow edit ${id}`,
      remarks: draftRemarks(`The draft of workflow ${id} (${state})`, appUrl),
      keepsOpened: false,
      save: async (file) => await trySave(session, workflow, file, options.dryRun === true),
    },
    options.input,
  );
  if (!isDone) await session.print.note('nothing changed');
}

export const editCommand = does(declare, edit);
