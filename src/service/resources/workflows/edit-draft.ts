import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { DraftEdit, DraftOp } from '../../../contract/workflows/records.ts';
import { applyOps } from '../../../rules/workflows/draft-ops.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { refuseProblems } from '../../core/refuse-problems.ts';
import { workflowOf } from './access.ts';
import { checkedInput, contentOf } from './check.ts';
import { updateDraft, type WorkflowContent, type WorkflowRow } from './queries/workflows.ts';
import { triggerView } from './read.ts';
import { assertRevision, nextRevision, noteChange } from './revision.ts';

/**
 * Applies all operations or none; the published version keeps running. An edit that changes nothing keeps the revision.
 * Throws Refusal `not_found`; `conflict` for another revision, naming the changes since; `invalid` with every operation
 * that cannot be applied, or every problem of the result.
 */
export async function editDraft(
  context: Context,
  id: number,
  edit: DraftEdit,
): Promise<ReplyOf<Table['workflows']['editDraft']>> {
  const workflow = await workflowOf(context, id);
  await assertRevision(context, workflow, edit.revision);
  const { input, warnings } = await checkedInput(context, editedBody(workflow, edit), 'draft');
  const { name } = input;
  const content = contentOf(input);
  const isSame = JSON.stringify({ name, ...content }) === JSON.stringify(draftOf(workflow));
  const revision = isSame ? workflow.updatedAt : nextRevision(context, workflow);
  if (!isSame) {
    await updateDraft(context.tx, id, { ...content, name, updatedAt: revision });
    await noteChange(context, id, revision, summaryOf(edit));
  }
  return {
    id,
    revision: isoTime(revision),
    name,
    plan: content.plan,
    trigger: triggerView(context, content.trigger, workflow.webhookId),
    maxCreditsPerRun: content.maxCreditsPerRun,
    warnings,
  };
}

function draftOf({ name, plan, trigger, maxCreditsPerRun }: WorkflowRow): WorkflowContent & { readonly name: string } {
  return { name, plan, trigger, maxCreditsPerRun };
}

/** The draft as a body, after the edit. Throws Refusal `invalid` for operations that cannot be applied. */
function editedBody(workflow: WorkflowRow, { ops = [], maxCreditsPerRun, importSources }: DraftEdit) {
  const { name, plan, trigger } = workflow;
  const { draft, problems } = applyOps({ name, plan, trigger }, ops);
  refuseProblems(problems);
  const ceiling = maxCreditsPerRun === undefined ? workflow.maxCreditsPerRun : maxCreditsPerRun;
  return {
    name: draft.name,
    plan: draft.plan,
    ...(draft.trigger !== null && { trigger: draft.trigger }),
    ...(ceiling !== null && { maxCreditsPerRun: ceiling }),
    ...(importSources !== undefined && { importSources }),
  };
}

const SUMMARY_MAX = 200;

/** `setNext verify, rename`: reported to anyone who edits an older revision. */
function summaryOf({ ops = [], maxCreditsPerRun, importSources }: DraftEdit): string {
  const parts = [
    ...ops.map(opText),
    ...(maxCreditsPerRun === undefined ? [] : ['maxCreditsPerRun']),
    ...(importSources === undefined ? [] : ['importSources']),
  ];
  const text = parts.join(', ');
  return text.length > SUMMARY_MAX ? `${text.slice(0, SUMMARY_MAX)}…` : text;
}

function opText(op: DraftOp): string {
  if (op.kind === 'addStep') return `addStep ${typeof op.node['id'] === 'string' ? op.node['id'] : ''}`.trimEnd();
  return 'id' in op ? `${op.kind} ${op.id}` : op.kind;
}
