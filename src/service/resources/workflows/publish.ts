// Publishing: the draft becomes the next version, and its trigger goes live, in one transaction.

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { workflowOf } from './access.ts';
import { bodyOf, checkedInput, contentOf } from './check.ts';
import { insertVersion, type WorkflowRow } from './queries/workflows.ts';
import { assertRevision, nextRevision, noteChange } from './revision.ts';
import { reconcileTrigger } from './triggers.ts';
import { DEFAULT_TRIGGER, showTrigger } from './view.ts';
import { webhookSecret } from './webhooks.ts';

type PublishedReply = ReplyOf<Table['workflows']['publish']>;

/** What a publish sees before it waits for the store: the version another one must not have changed meanwhile. */
export async function versionSeen(context: Context, id: number): Promise<number> {
  return (await workflowOf(context, id)).version ?? 0;
}

/**
 * The draft as version n+1; one that is unchanged too. Throws Refusal `not_found`; `conflict` for another revision, or
 * where another publish updated the trigger meanwhile; `invalid` with every problem.
 */
export async function publishDraft(
  context: Context,
  id: number,
  revision: string | undefined,
  seen: number,
): Promise<PublishedReply> {
  const workflow = await workflowOf(context, id);
  await assertRevision(context, workflow, revision);
  if ((workflow.version ?? 0) !== seen) {
    const message = `Another publish of workflow ${id} updated its trigger just now, with version ${workflow.version}: retry shortly`;
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
      ...showTrigger(context, trigger, webhookId),
      ...(secret !== null && { webhookSecret: secret }),
    },
  };
}
