import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Trigger } from '../../../contract/workflows/plan.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { webhookSeed } from '../../core/queries/settings.ts';
import { Refusal } from '../../core/refusals.ts';
import { workflowOf } from './access.ts';
import { bodyOf, checkedInput, contentOf } from './check.ts';
import { setListener } from './queries/intent-listeners.ts';
import { insertVersion, type WorkflowRow } from './queries/workflows.ts';
import { DEFAULT_TRIGGER, triggerView } from './read.ts';
import { assertRevision, nextRevision, noteChange } from './revision.ts';
import { armSchedule, disarmSchedule } from './triggers/schedule.ts';
import { webhookIdOf, webhookSecret } from './triggers/webhooks.ts';

type PublishedReply = ReplyOf<Table['workflows']['publish']>;

/** Read before the publish waits for the write lock: `publishDraft` refuses if another publish changed it in between. */
export async function versionBefore(context: Context, id: number): Promise<number> {
  return (await workflowOf(context, id)).version ?? 0;
}

/**
 * Publishes the draft as the next version, even if it has no changes, and makes its trigger live. Throws Refusal
 * `not_found`; `conflict` for another revision, or if another publish came first; `invalid` with every problem.
 */
export async function publishDraft(
  context: Context,
  id: number,
  revision: string | undefined,
  versionSeen: number,
): Promise<PublishedReply> {
  const workflow = await workflowOf(context, id);
  await assertRevision(context, workflow, revision);
  if ((workflow.version ?? 0) !== versionSeen) {
    const message = `Another publish of workflow ${id} has just updated its trigger (version ${workflow.version}): retry shortly`;
    throw new Refusal('conflict', message, { version: workflow.version, revision: isoTime(workflow.updatedAt) });
  }
  return publishWorkflow(context, workflow);
}

/** Throws Refusal `invalid` with every problem. */
export async function publishWorkflow(context: Context, workflow: WorkflowRow): Promise<PublishedReply> {
  const { input, warnings } = await checkedInput(context, bodyOf(workflow), 'publish');
  const content = contentOf(input);
  const trigger = content.trigger ?? DEFAULT_TRIGGER;
  const { tx, principal, now } = context;
  const version = (workflow.version ?? 0) + 1;
  const updatedAt = nextRevision(context, workflow);
  const webhookId = await reconcileTrigger(context, workflow, trigger);
  const { id } = workflow;
  await insertVersion(tx, {
    ...content,
    workflowId: id,
    version,
    publishedBy: principal.userId,
    now,
    webhookId,
    updatedAt,
  });
  await noteChange(context, id, updatedAt, `published version ${version}`);
  const secret = trigger.type === 'WEBHOOK' && webhookId !== null ? await webhookSecret(tx, webhookId) : null;
  return {
    id,
    version,
    isPublished: true,
    revision: isoTime(updatedAt),
    warnings,
    trigger: {
      ...triggerView(context, trigger, webhookId),
      ...(secret !== null && { webhookSecret: secret }),
    },
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
