// Workflows as they are read.

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Trigger } from '../../../contract/workflows/plan.ts';
import { runtimeInputContract } from '../../../rules/workflows/triggers/runtime-input.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { type VersionRow, type WorkflowHead, type WorkflowRow, workflowVersion } from './queries/workflows.ts';
import { webhookUrl } from './webhooks.ts';

type WorkflowRecord = ReplyOf<Table['workflows']['get']>;
type ReadTrigger = WorkflowRecord['trigger'];

/** SERVICE-API, Workflow: a trigger is optional, and MANUAL by default. */
export const DEFAULT_TRIGGER: Trigger = { type: 'MANUAL' };

/** What every reading of a workflow shows. */
export function showHead({ appUrl }: Context, head: WorkflowHead) {
  const { id, name, version, hasChanges, createdAt, updatedAt } = head;
  return {
    id,
    appUrl: appUrl('workflows', id),
    name,
    status: version === null ? ('DRAFT' as const) : ('PUBLISHED' as const),
    isPublished: version !== null,
    version,
    hasUnpublishedChanges: hasChanges,
    revision: isoTime(updatedAt),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}

/** `webhookId`: null where no version with a webhook was published yet. */
export function showTrigger(context: Context, trigger: Trigger | null, webhookId: string | null): ReadTrigger {
  const read = trigger ?? DEFAULT_TRIGGER;
  if (read.type !== 'WEBHOOK') return { ...read };
  return {
    ...read,
    webhookUrl: webhookId === null ? null : webhookUrl(context, webhookId),
    webhookInputs: (read.inputs ?? []).map(({ key, type }) => ({ key, type })),
  };
}

/** The version runs execute; null for a workflow that was never published. */
export async function publishedVersion(
  { tx }: Context,
  { id, version }: Pick<WorkflowHead, 'id' | 'version'>,
): Promise<VersionRow | null> {
  return version === null ? null : ((await workflowVersion(tx, id, version)) ?? null);
}

/** A workflow with its draft, or with the version that is asked for. Throws Refusal `not_found`. */
export async function showWorkflow(
  context: Context,
  workflow: WorkflowRow,
  asked: number | undefined,
): Promise<WorkflowRecord> {
  const published = await publishedVersion(context, workflow);
  const shown = asked === undefined ? workflow : await versionOf(context, workflow, asked);
  const runs = published ?? workflow;
  return {
    ...showHead(context, workflow),
    triggerType: (shown.trigger ?? DEFAULT_TRIGGER).type,
    ownerId: workflow.ownerId,
    maxCreditsPerRun: shown.maxCreditsPerRun,
    plan: shown.plan,
    trigger: showTrigger(context, shown.trigger, workflow.webhookId),
    runtimeInputContract: runtimeInputContract(runs.plan, runs.trigger ?? DEFAULT_TRIGGER),
    published: published === null ? null : showVersion(published),
  };
}

function showVersion({ version, publishedAt, trigger, maxCreditsPerRun }: VersionRow) {
  return {
    version,
    publishedAt: isoTime(publishedAt),
    triggerType: (trigger ?? DEFAULT_TRIGGER).type,
    maxCreditsPerRun,
  };
}

async function versionOf({ tx }: Context, { id, version: last }: WorkflowRow, asked: number): Promise<VersionRow> {
  const found = await workflowVersion(tx, id, asked);
  if (found) return found;
  const there = last === null ? 'nothing of it is published' : `its last is ${last}`;
  throw new Refusal('not_found', `Workflow ${id} has no version ${asked}: ${there}`);
}
