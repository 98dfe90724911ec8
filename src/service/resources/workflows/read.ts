import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { WorkflowStatus } from '../../../contract/workflows/enums.ts';
import type { Trigger } from '../../../contract/workflows/plan.ts';
import { runtimeInputContract } from '../../../rules/workflows/triggers/runtime-input.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { type PageRequest, pagingOf, windowOf } from '../../core/paging.ts';
import { Refusal } from '../../core/refusals.ts';
import { workflowOf } from './access.ts';
import {
  type VersionRow,
  versionHeads,
  type WorkflowHead,
  type WorkflowRow,
  workflowPage,
  workflowVersion,
} from './queries/workflows.ts';
import { webhookUrl } from './triggers/webhooks.ts';

/** The draft, or the published version asked for. Throws Refusal `not_found`, also for a version that does not exist. */
export async function getWorkflow(context: Context, id: number, version: number | undefined): Promise<WorkflowRecord> {
  return workflowView(context, await workflowOf(context, id), version);
}

/** Workflows the caller may see, oldest first. `name` matches exactly, `search` any part of the name. */
export async function listWorkflows(
  context: Context,
  query: PageRequest & {
    readonly search?: string | undefined;
    readonly status?: WorkflowStatus | undefined;
    readonly name?: string | undefined;
  },
): Promise<ReplyOf<Table['workflows']['list']>> {
  const search = query.search?.trim() ?? '';
  const filter = { status: query.status ?? null, name: query.name ?? null, search: search === '' ? null : search };
  const { rows, total } = await workflowPage(context.tx, context.principal, filter, windowOf(query));
  const workflows = rows.map(({ nodeCount, triggerType, maxCreditsPerRun, ...head }) => ({
    ...workflowHeadView(context, head),
    triggerType,
    maxCreditsPerRun,
    nodeCount,
  }));
  return { workflows, ...pagingOf(query, total) };
}

const VERSIONS_MAX = 100;

/** Newest first. Throws Refusal `not_found`. */
export async function listVersions(
  context: Context,
  workflowId: number,
): Promise<{ readonly version: number; readonly publishedAt: string }[]> {
  await workflowOf(context, workflowId);
  const rows = await versionHeads(context.tx, workflowId, VERSIONS_MAX);
  return rows.map(({ version, publishedAt }) => ({ version, publishedAt: isoTime(publishedAt) }));
}

export type WorkflowRecord = ReplyOf<Table['workflows']['get']>;

/** A trigger is optional. */
export const DEFAULT_TRIGGER: Trigger = { type: 'MANUAL' };

function workflowHeadView({ appUrl }: Context, head: WorkflowHead) {
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
async function workflowView(
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

async function versionOf({ tx }: Context, { id, version: latest }: WorkflowRow, versionNumber: number) {
  const found = await workflowVersion(tx, id, versionNumber);
  if (found) return found;
  const reason = latest === null ? 'it was never published' : `the latest version is ${latest}`;
  throw new Refusal('not_found', `Workflow ${id} has no version ${versionNumber}: ${reason}`);
}
