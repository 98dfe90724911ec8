// The API form of workflows.

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Trigger } from '../../../contract/workflows/plan.ts';
import { runtimeInputContract } from '../../../rules/workflows/triggers/runtime-input.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { type VersionRow, type WorkflowHead, type WorkflowRow, workflowVersion } from './queries/workflows.ts';
import { webhookUrl } from './triggers/webhooks.ts';

export type WorkflowRecord = ReplyOf<Table['workflows']['get']>;

/** A trigger is optional. */
export const DEFAULT_TRIGGER: Trigger = { type: 'MANUAL' };

export function workflowHeadView({ appUrl }: Context, head: WorkflowHead) {
  const { id, name, version, hasChanges, nextRunAt, createdAt, updatedAt } = head;
  return {
    id,
    appUrl: appUrl('workflows', id),
    name,
    status: version === null ? ('DRAFT' as const) : ('PUBLISHED' as const),
    isPublished: version !== null,
    version,
    hasUnpublishedChanges: hasChanges,
    nextRunAt: nextRunAt === null ? null : isoTime(nextRunAt),
    revision: isoTime(updatedAt),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}

/** `webhookId` is null until a version with a webhook trigger is published. */
export function triggerView(
  context: Context,
  trigger: Trigger | null,
  webhookId: string | null,
): WorkflowRecord['trigger'] {
  const read = trigger ?? DEFAULT_TRIGGER;
  if (read.type !== 'WEBHOOK') return { ...read };
  return {
    ...read,
    webhookUrl: webhookId === null ? null : webhookUrl(context, webhookId),
    webhookInputs: (read.inputs ?? []).map(({ key, type }) => ({ key, type })),
  };
}

/** The version that runs execute; null for a workflow that was never published. */
export async function publishedVersion(
  { tx }: Context,
  { id, version }: Pick<WorkflowHead, 'id' | 'version'>,
): Promise<VersionRow | null> {
  return version === null ? null : ((await workflowVersion(tx, id, version)) ?? null);
}

/** The draft, or the published version asked for. Throws Refusal `not_found`. */
export async function workflowView(
  context: Context,
  workflow: WorkflowRow,
  versionNumber: number | undefined,
): Promise<WorkflowRecord> {
  const published = await publishedVersion(context, workflow);
  const content = versionNumber === undefined ? workflow : await versionOf(context, workflow, versionNumber);
  const executed = published ?? workflow;
  return {
    ...workflowHeadView(context, workflow),
    triggerType: (content.trigger ?? DEFAULT_TRIGGER).type,
    ownerId: workflow.ownerId,
    maxCreditsPerRun: content.maxCreditsPerRun,
    plan: content.plan,
    trigger: triggerView(context, content.trigger, workflow.webhookId),
    runtimeInputContract: runtimeInputContract(executed.plan, executed.trigger ?? DEFAULT_TRIGGER),
    published: published === null ? null : versionView(published),
  };
}

function versionView({ version, publishedAt, trigger, maxCreditsPerRun }: VersionRow) {
  return {
    version,
    publishedAt: isoTime(publishedAt),
    triggerType: (trigger ?? DEFAULT_TRIGGER).type,
    maxCreditsPerRun,
  };
}

async function versionOf(
  { tx }: Context,
  { id, version: latest }: WorkflowRow,
  versionNumber: number,
): Promise<VersionRow> {
  const found = await workflowVersion(tx, id, versionNumber);
  if (found) return found;
  const reason = latest === null ? 'it was never published' : `the latest version is ${latest}`;
  throw new Refusal('not_found', `Workflow ${id} has no version ${versionNumber}: ${reason}`);
}
