import type { ReplyData } from '../../../contract/table.ts';
import type { Trigger } from '../../../contract/workflows/plan.ts';
import type { DraftEdit, DraftOp } from '../../../contract/workflows/records.ts';
import { strictnessOf } from '../../../rules/workflows/check.ts';
import { applyOps } from '../../../rules/workflows/draft-ops.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, Refusal, refuseProblems } from '../../core/context.ts';
import { webhookSeed } from '../../core/queries/settings.ts';
import { bodyOf, checkedInput, contentOf } from './check.ts';
import { setListener } from './queries/triggers.ts';
import {
  insertVersion,
  insertWorkflow,
  updateDraft,
  type WorkflowContent,
  type WorkflowRow,
} from './queries/workflows.ts';
import { assertRevision, DEFAULT_TRIGGER, nextRevision, noteChange, triggerView, workflowOf } from './read.ts';
import { armSchedule, disarmSchedule } from './triggers/schedule.ts';
import { webhookIdOf, webhookSecret } from './triggers/webhooks.ts';

/**
 * Creates a draft; with `publish`, publishes it as version 1 at once. Throws Refusal `invalid` with every problem of the
 * body; then nothing is stored.
 */
export async function createWorkflow(context: Context, body: unknown): Promise<ReplyData<'workflows', 'create'>> {
  const { input, warnings } = await checkedInput(context, body, strictnessOf(body));
  const { tx, principal, now, appUrl } = context;
  const content = contentOf(input);
  const { workspaceId, userId: ownerId } = principal;
  const id = await insertWorkflow(tx, { ...content, workspaceId, ownerId, name: input.name, now });
  await noteChange(context, id, now, 'created');
  const created = { id, appUrl: appUrl('workflows', id), warnings };
  if (input.publish !== true) {
    const trigger = triggerView(context, content.trigger, null);
    return { ...created, isPublished: false, version: null, revision: isoTime(now), trigger };
  }
  const { version, revision, trigger } = await publishWorkflow(context, await workflowOf(context, id));
  return { ...created, isPublished: true, version, revision, trigger };
}

/**
 * Applies all operations or none; the published version keeps running. An edit that changes nothing keeps the revision.
 * Throws Refusal `not_found`; `conflict` for another revision, naming the changes since; `invalid` with every operation
 * that cannot be applied, or every problem of the result.
 */
export async function editDraft(context: Context, id: number, edit: DraftEdit) {
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
  const { plan, maxCreditsPerRun } = content;
  const trigger = triggerView(context, content.trigger, workflow.webhookId);
  return { id, revision: isoTime(revision), name, plan, trigger, maxCreditsPerRun, warnings };
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

/** Read before the publish waits for the write lock: `publishDraft` refuses if another publish changed it in between. */
export async function versionBefore(context: Context, id: number): Promise<number> {
  return (await workflowOf(context, id)).version ?? 0;
}

/**
 * Publishes the draft as the next version, even if it has no changes, and makes its trigger live. Throws Refusal
 * `not_found`; `conflict` for another revision, or if another publish came first; `invalid` with every problem.
 */
export async function publishDraft(context: Context, id: number, revision: string | undefined, versionSeen: number) {
  const workflow = await workflowOf(context, id);
  await assertRevision(context, workflow, revision);
  if ((workflow.version ?? 0) !== versionSeen) {
    const message = `Another publish of workflow ${id} has just updated its trigger (version ${workflow.version}): retry shortly`;
    throw new Refusal('conflict', message, { version: workflow.version, revision: isoTime(workflow.updatedAt) });
  }
  return publishWorkflow(context, workflow);
}

/** Throws Refusal `invalid` with every problem. */
async function publishWorkflow(context: Context, workflow: WorkflowRow): Promise<ReplyData<'workflows', 'publish'>> {
  const { input, warnings } = await checkedInput(context, bodyOf(workflow), 'publish');
  const content = contentOf(input);
  const trigger = content.trigger ?? DEFAULT_TRIGGER;
  const { tx, principal, now } = context;
  const version = (workflow.version ?? 0) + 1;
  const updatedAt = nextRevision(context, workflow);
  const webhookId = await reconcileTrigger(context, workflow, trigger);
  const { id } = workflow;
  const row = { ...content, workflowId: id, version, publishedBy: principal.userId };
  await insertVersion(tx, { ...row, now, webhookId, updatedAt });
  await noteChange(context, id, updatedAt, `published version ${version}`);
  const secret = trigger.type === 'WEBHOOK' && webhookId !== null ? await webhookSecret(tx, webhookId) : null;
  return {
    ...{ id, version, isPublished: true, revision: isoTime(updatedAt), warnings },
    trigger: { ...triggerView(context, trigger, webhookId), ...(secret !== null && { webhookSecret: secret }) },
  };
}

/**
 * Makes the trigger of the version being published the one that starts runs: registers its signal, arms its schedule,
 * and returns the workflow's webhook id. A webhook id never changes once assigned: others know its address.
 */
export async function reconcileTrigger(
  context: Context,
  { id, webhookId }: Pick<WorkflowRow, 'id' | 'webhookId'>,
  trigger: Trigger,
): Promise<string | null> {
  const { tx, principal } = context;
  await setListener(tx, principal.workspaceId, id, trigger.type === 'INTENT' ? trigger.signal.kind : null);
  if (trigger.type === 'SCHEDULE') await armSchedule(context, id, trigger);
  else await disarmSchedule(context, id);
  if (webhookId !== null || trigger.type !== 'WEBHOOK') return webhookId;
  return webhookIdOf(await webhookSeed(tx), id);
}
