// Workflows and their published versions. Every query takes visibility into account.

import type { Parsed } from '../../../../contract/table.ts';
import type { TriggerType } from '../../../../contract/workflows/enums.ts';
import type { Plan, Trigger } from '../../../../contract/workflows/plan.ts';
import { allOf, type Fragment, raw, sql, type Tx } from '../../../core/sql.ts';

/** Admins see all workflows of the workspace, others those they own or were granted. */
interface Viewer {
  readonly workspaceId: number;
  readonly userId: number;
  readonly role: 'ADMIN' | 'MEMBER';
}

/** What can be edited, and what a version copies. */
export interface WorkflowContent {
  readonly plan: Plan;
  /** Null for the default, MANUAL. */
  readonly trigger: Trigger | null;
  readonly maxCreditsPerRun: number | null;
}

export interface WorkflowHead {
  readonly id: number;
  readonly workspaceId: number;
  readonly ownerId: number;
  readonly name: string;
  /** The published version; null before the first. */
  readonly version: number | null;
  readonly webhookId: string | null;
  readonly hasChanges: boolean;
  /** When its schedule fires next, epoch ms; null without one. */
  readonly nextRunAt: number | null;
  readonly createdAt: number;
  /** Epoch ms; the revision. */
  readonly updatedAt: number;
}

export interface WorkflowRow extends WorkflowHead, WorkflowContent {}

interface WorkflowListRow extends WorkflowHead {
  readonly nodeCount: number;
  readonly triggerType: TriggerType;
  readonly maxCreditsPerRun: number | null;
}

const HEAD = `w.id, w.workspace_id as workspaceId, w.owner_id as ownerId, w.name, w.version, w.webhook_id as webhookId,
  (v.version is not null and (w.plan <> v.plan or w.trigger is distinct from v.trigger
    or w.max_credits_per_run is distinct from v.max_credits_per_run)) as "hasChanges?",
  (select j.due_at from jobs j where j.workspace_id = w.workspace_id and j.kind = 'workflow.schedule'
    and j.key = cast(w.id as text) and j.failed_at is null) as nextRunAt,
  w.created_at as createdAt, w.updated_at as updatedAt`;
const CONTENT = 'w.plan as "plan{}", w.trigger as "trigger{}", w.max_credits_per_run as maxCreditsPerRun';
const FROM = 'from workflows w left join workflow_versions v on v.workflow_id = w.id and v.version = w.version';

function visibleTo({ workspaceId, userId, role }: Viewer): Fragment {
  if (role === 'ADMIN') return sql`w.workspace_id = ${workspaceId}`;
  return sql`w.workspace_id = ${workspaceId} and (w.owner_id = ${userId}
    or exists (select 1 from workflow_grants g where g.workflow_id = w.id and g.user_id = ${userId}))`;
}

/** Undefined also for a workflow that the viewer may not see. */
export async function workflowById(tx: Tx, viewer: Viewer, id: number): Promise<WorkflowRow | undefined> {
  const where = allOf([visibleTo(viewer), sql`w.id = ${id}`]);
  return tx.one<WorkflowRow>(sql`select ${raw(HEAD)}, ${raw(CONTENT)} ${raw(FROM)}
    where ${where}`);
}

/** `name` matches exactly, `search` any part of the name, in any case. */
export async function workflowPage(tx: Tx, viewer: Viewer, query: Parsed<'workflows', 'list'>['query']) {
  const { status, name, search = '' } = query;
  const where = allOf([
    visibleTo(viewer),
    ...(status === undefined ? [] : [sql`w.version is ${raw(status === 'DRAFT' ? '' : 'not ')}null`]),
    ...(name === undefined ? [] : [sql`w.name = ${name}`]),
    ...(search.trim() === '' ? [] : [sql`instr(lower(w.name), lower(${search.trim()})) > 0`]),
  ]);
  const found = sql`select ${raw(HEAD)}, json_array_length(w.plan, '$.nodes') as nodeCount,
    coalesce(w.trigger ->> '$.type', 'MANUAL') as triggerType, w.max_credits_per_run as maxCreditsPerRun
    ${raw(FROM)} where ${where}`;
  return tx.page<WorkflowListRow>(found, 'w.id', query);
}

interface NewWorkflow extends WorkflowContent {
  readonly workspaceId: number;
  readonly ownerId: number;
  readonly name: string;
  readonly now: number;
}

export async function insertWorkflow(tx: Tx, workflow: NewWorkflow): Promise<number> {
  const { now, ...row } = workflow;
  return tx.insert('workflows', { ...row, createdAt: now, updatedAt: now });
}

/** Writes the draft. `updatedAt` is the new revision. */
export async function updateDraft(
  tx: Tx,
  id: number,
  draft: WorkflowContent & { readonly name: string; readonly updatedAt: number },
): Promise<void> {
  await tx.update('workflows', id, draft);
}

export interface VersionRow extends WorkflowContent {
  readonly workflowId: number;
  readonly version: number;
  readonly publishedAt: number;
}

export async function workflowVersion(tx: Tx, workflowId: number, version: number): Promise<VersionRow | undefined> {
  return tx.one<VersionRow>(sql`select workflow_id as workflowId, version, plan as "plan{}", trigger as "trigger{}",
    max_credits_per_run as maxCreditsPerRun, published_at as publishedAt from workflow_versions
    where workflow_id = ${workflowId} and version = ${version}`);
}

/** The version that runs execute; undefined if the workflow was never published or no longer exists. */
export async function publishedWorkflow(tx: Tx, workflowId: number): Promise<VersionRow | undefined> {
  const version = await tx.value<number>(sql`select version from workflows where id = ${workflowId}`);
  return version ? workflowVersion(tx, workflowId, version) : undefined;
}

/** Published plans with a random split. */
export function splitPlans(tx: Tx, viewer: Viewer) {
  return tx.all<{ id: number; name: string; plan: Plan }>(sql`select w.id, w.name, v.plan as "plan{}" ${raw(FROM)}
    where ${visibleTo(viewer)} and instr(cast(v.plan as text), 'RANDOM_SPLIT') > 0 order by w.id`);
}

/** The draft of a workflow, as version 0, or what it has published. */
interface NamingContent extends Pick<VersionRow, 'workflowId' | 'version' | 'plan' | 'trigger'> {
  readonly name: string;
  readonly isVisible: boolean;
  /** Whether it is the version that runs execute. */
  readonly isLive: boolean;
}

/** All in the workspace that have the name somewhere, whoever may see them. */
export function contentsWith(tx: Tx, viewer: Viewer, name: string) {
  return tx.all<NamingContent>(sql`select w.id as workflowId, w.name, case when ${visibleTo(viewer)} then 1 else 0 end
    as "isVisible?", c.version, case when c.version = w.version then 1 else 0 end as "isLive?", c.plan as "plan{}",
    c.trigger as "trigger{}" from workflows w join (select workflow_id, version, plan, trigger from workflow_versions
    union all select id, 0, plan, trigger from workflows) c on c.workflow_id = w.id
    where w.workspace_id = ${viewer.workspaceId}
    and instr(cast(c.plan as text) || coalesce(cast(c.trigger as text), ''), ${JSON.stringify(name)}) > 0
    order by w.id, c.version`);
}

/** Writes it with other names; revision and version stay. */
export async function writeContent(
  tx: Tx,
  { workflowId, version }: Pick<VersionRow, 'workflowId' | 'version'>,
  { plan, trigger }: Pick<VersionRow, 'plan' | 'trigger'>,
): Promise<void> {
  if (version === 0) return tx.update('workflows', workflowId, { plan, trigger });
  await tx.run(sql`update workflow_versions set plan = ${JSON.stringify(plan)},
    trigger = ${trigger && JSON.stringify(trigger)} where workflow_id = ${workflowId} and version = ${version}`);
}

interface NewVersion extends WorkflowContent {
  readonly workflowId: number;
  readonly version: number;
  readonly publishedBy: number;
  readonly now: number;
  readonly webhookId: string | null;
  readonly updatedAt: number;
}

/** Adds a version; runs execute it from now on. */
export async function insertVersion(tx: Tx, added: NewVersion): Promise<void> {
  const { now: publishedAt, webhookId, updatedAt, ...row } = added;
  await tx.insert('workflow_versions', { ...row, publishedAt });
  await tx.update('workflows', row.workflowId, { version: row.version, webhookId, updatedAt });
}

/** Whether a workflow of the workspace has this name, regardless of who may see it. */
export async function isWorkflowName(tx: Tx, workspaceId: number, name: string): Promise<boolean> {
  return tx.has(sql`from workflows where workspace_id = ${workspaceId} and name = ${name}`);
}

export function versionHeads(tx: Tx, workflowId: number, most: number) {
  return tx.all<{ version: number; publishedAt: number }>(sql`select version, published_at as publishedAt
    from workflow_versions where workflow_id = ${workflowId}
    order by version desc limit ${most}`);
}

export async function insertGrant(tx: Tx, workflowId: number, userId: number): Promise<void> {
  await tx.run(sql`insert into workflow_grants (workflow_id, user_id)
    values (${workflowId}, ${userId}) on conflict do nothing`);
}

export async function deleteGrant(tx: Tx, workflowId: number, userId: number): Promise<void> {
  await tx.run(sql`delete from workflow_grants where workflow_id = ${workflowId} and user_id = ${userId}`);
}

export async function workflowWorkspace(tx: Tx, workflowId: number): Promise<number | null> {
  return tx.value(sql`select workspace_id from workflows where id = ${workflowId}`);
}

interface WorkflowChange {
  /** The revision it led to, epoch ms. */
  readonly revision: number;
  readonly keyName: string;
  /** `published version 3`, `setNext verify, rename` */
  readonly summary: string;
}

export async function insertChange(tx: Tx, workflowId: number, change: WorkflowChange): Promise<void> {
  await tx.insert('workflow_changes', { workflowId, ...change });
}

export async function changesSince(tx: Tx, workflowId: number, revision: number, limit: number) {
  return tx.all<WorkflowChange>(sql`select revision, key_name as keyName, summary from workflow_changes
    where workflow_id = ${workflowId} and revision > ${revision} order by revision limit ${limit}`);
}
