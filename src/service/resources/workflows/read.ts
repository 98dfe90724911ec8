import type { Parsed, ReplyData } from '../../../contract/table.ts';
import type { Trigger } from '../../../contract/workflows/plan.ts';
import { runtimeInputContract } from '../../../rules/workflows/triggers/runtime-input.ts';
import { variantsIn } from '../../../rules/workflows/variants.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, found, Refusal } from '../../core/context.ts';
import { userByName } from '../../core/queries/keys.ts';
import type { Tx } from '../../core/sql.ts';
import {
  changesSince,
  deleteGrant,
  insertChange,
  insertGrant,
  splitPlans,
  type VersionRow,
  versionHeads,
  type WorkflowHead,
  type WorkflowRow,
  workflowById,
  workflowPage,
  workflowVersion,
  workflowWorkspace,
} from './queries/workflows.ts';
import { webhookUrl } from './triggers/webhooks.ts';

/** The draft, or the published version asked for. Throws Refusal `not_found`, also for a version that does not exist. */
export async function getWorkflow(context: Context, id: number, version: number | undefined): Promise<WorkflowRecord> {
  return workflowView(context, await workflowOf(context, id), version);
}

/** Workflows the caller may see, oldest first. */
export async function listWorkflows(context: Context, query: Parsed<'workflows', 'list'>['query']) {
  const { rows, paging } = await workflowPage(context.tx, context.principal, query);
  const workflows = rows.map(({ nodeCount, triggerType, maxCreditsPerRun, ...head }) => ({
    ...workflowHeadView(context, head),
    triggerType,
    maxCreditsPerRun,
    nodeCount,
  }));
  return { workflows, ...paging };
}

const VERSIONS_MAX = 100;

/** Newest first. Throws Refusal `not_found`. */
export async function listVersions(context: Context, workflowId: number) {
  await workflowOf(context, workflowId);
  const rows = await versionHeads(context.tx, workflowId, VERSIONS_MAX);
  return rows.map(({ version, publishedAt }) => ({ version, publishedAt: isoTime(publishedAt) }));
}

/** The random splits of published workflows that lead to a campaign, each with all its variants. */
export async function splitsTo({ tx, principal }: Context, campaignId: number) {
  return (await splitPlans(tx, principal)).flatMap(({ id: workflowId, name, plan }) =>
    variantsIn(plan)
      .map((variants) => variants.map(([id, branch]) => ({ id: Number(id), branch })))
      .filter((variants) => variants.some((one) => one.id === campaignId))
      .map((variants) => ({ name, workflowId, variants })),
  );
}

export type WorkflowRecord = ReplyData<'workflows', 'get'>;

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
export function triggerView(context: Context, trigger: Trigger | null, webhookId: string | null) {
  const read = trigger ?? DEFAULT_TRIGGER;
  if (read.type !== 'WEBHOOK') return { ...read };
  return {
    ...read,
    webhookUrl: webhookId === null ? null : webhookUrl(context, webhookId),
    webhookInputs: (read.inputs ?? []).map(({ key, type }) => ({ key, type })),
  };
}

/** The version that runs execute; null for a workflow that was never published. */
export async function publishedVersion({ tx }: Context, { id, version }: Pick<WorkflowHead, 'id' | 'version'>) {
  return version === null ? null : ((await workflowVersion(tx, id, version)) ?? null);
}

/** The draft, or the published version asked for. Throws Refusal `not_found`. */
async function workflowView(context: Context, workflow: WorkflowRow, versionNumber: number | undefined) {
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
  const { type: triggerType } = trigger ?? DEFAULT_TRIGGER;
  return { version, publishedAt: isoTime(publishedAt), triggerType, maxCreditsPerRun };
}

async function versionOf({ tx }: Context, { id, version: latest }: WorkflowRow, versionNumber: number) {
  const found = await workflowVersion(tx, id, versionNumber);
  if (found) return found;
  const reason = latest === null ? 'it was never published' : `the latest version is ${latest}`;
  throw new Refusal('not_found', `Workflow ${id} has no version ${versionNumber}: ${reason}`);
}

/** Admins see every workflow, others those they own or were granted. Throws Refusal `not_found` for any other. */
export async function workflowOf({ tx, principal }: Context, id: number): Promise<WorkflowRow> {
  return found(await workflowById(tx, principal, id), 'workflow', id);
}

type Grant = ReplyData<'local', 'grant'>;

/**
 * Grants a user access to a workflow, or revokes it; its owner and admins always have access. Throws Refusal `not_found`
 * for an unknown workflow or user.
 */
export async function changeGrant(tx: Tx, workflowId: number, user: string, granted: boolean): Promise<Grant> {
  const workspaceId = await workflowWorkspace(tx, workflowId);
  if (workspaceId === null) throw new Refusal('not_found', `There is no workflow ${workflowId}`);
  const userId = await userByName(tx, workspaceId, user);
  if (userId === null)
    throw new Refusal('not_found', `There is no user ${user} in the workspace of workflow ${workflowId}`);
  if (granted) await insertGrant(tx, workflowId, userId);
  else await deleteGrant(tx, workflowId, userId);
  return { workflowId, user, granted };
}

// The revision of a workflow is its `updatedAt`; every change gives it a new one.

/** Changes named in one reply. */
const CHANGES_MAX = 20;

/** Always later than the last one, even within the same millisecond or while the clock is frozen. */
export function nextRevision({ now }: Context, { updatedAt }: Pick<WorkflowHead, 'updatedAt'>): number {
  return Math.max(now, updatedAt + 1);
}

export async function noteChange({ tx, principal }: Context, workflowId: number, revision: number, summary: string) {
  await insertChange(tx, workflowId, { revision, keyName: principal.keyName, summary });
}

/** Throws Refusal `conflict` with the changes since, for an outdated revision; `invalid` for one that is not a time. */
export async function assertRevision(
  { tx }: Context,
  { id, updatedAt }: Pick<WorkflowHead, 'id' | 'updatedAt'>,
  revision: string | undefined,
): Promise<void> {
  if (revision === undefined) return;
  const sent = Date.parse(revision);
  if (Number.isNaN(sent)) {
    const message = `revision must be the updatedAt of the workflow as you read it, such as ${isoTime(updatedAt)}`;
    throw new Refusal('invalid', message, { issues: [{ path: 'revision', code: 'invalid_format', message }] });
  }
  if (sent === updatedAt) return;
  const rows = await changesSince(tx, id, sent, CHANGES_MAX);
  const changes = rows.map((row) => ({ revision: isoTime(row.revision), by: row.keyName, change: row.summary }));
  const summary = changes.map(({ change, by, revision: at }) => `${change} (${by}, ${at})`).join('; ');
  const since = summary === '' ? '' : `: ${summary}`;
  const message = `Workflow ${id} has changed since revision ${revision}${since}. Read it again: its revision is ${isoTime(updatedAt)}`;
  throw new Refusal('conflict', message, { revision: isoTime(updatedAt), changes });
}
