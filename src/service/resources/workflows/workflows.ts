// Workflows: the use cases behind /v1/workflows and the reading of /v1/workflow (SERVICE-API, Workflows).

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { WorkflowStatus } from '../../../contract/workflows/enums.ts';
import { isFields } from '../../../rules/shape.ts';
import { strictnessOf } from '../../../rules/workflows/check.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { workflowOf } from './access.ts';
import { bodyOf, checkBody, checkedInput, contentOf, type Verdict, verdictOf } from './check.ts';
import { publishWorkflow } from './publish.ts';
import { insertWorkflow, workflowPage } from './queries/workflows.ts';
import { noteChange } from './revision.ts';
import { showHead, showTrigger, showWorkflow } from './view.ts';

/** Workflows the caller sees, oldest first. `name` is exact, `search` part of it. */
export async function findWorkflows(
  context: Context,
  asked: {
    page: number;
    pageSize: number;
    search?: string | undefined;
    status?: WorkflowStatus | undefined;
    name?: string | undefined;
  },
): Promise<ReplyOf<Table['workflows']['list']>> {
  const { page, pageSize } = asked;
  const search = asked.search?.trim() ?? '';
  const filter = { status: asked.status ?? null, name: asked.name ?? null, search: search === '' ? null : search };
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await workflowPage(context.tx, context.principal, filter, window);
  const workflows = rows.map(({ nodeCount, triggerType, maxCreditsPerRun, ...head }) => ({
    ...showHead(context, head),
    triggerType,
    maxCreditsPerRun,
    nodeCount,
  }));
  return { workflows, page, pageSize, total, hasNextPage: page * pageSize < total };
}

/** Throws Refusal `not_found`: also for a version that was never published. */
export async function getWorkflow(context: Context, id: number, version: number | undefined) {
  return showWorkflow(context, await workflowOf(context, id), version);
}

/**
 * A draft, or with `publish` its first version at once. Throws Refusal `invalid` with every problem of the body: then
 * nothing is stored.
 */
export async function createWorkflow(context: Context, body: unknown): Promise<ReplyOf<Table['workflows']['create']>> {
  const { input, warnings } = await checkedInput(context, body, strictnessOf(body));
  const { tx, principal, now, appUrl } = context;
  const content = contentOf(input);
  const { workspaceId, userId: ownerId } = principal;
  const id = await insertWorkflow(tx, { ...content, workspaceId, ownerId, name: input.name, now });
  await noteChange(context, id, now, 'created');
  const created = { id, appUrl: appUrl('workflows', id), warnings };
  if (input.publish !== true) {
    const trigger = showTrigger(context, content.trigger, null);
    return { ...created, isPublished: false, version: null, revision: isoTime(now), trigger };
  }
  const { version, revision, trigger } = await publishWorkflow(context, await workflowOf(context, id));
  return { ...created, isPublished: true, version, revision, trigger };
}

/** Checks a body as if it were published, or stored as a draft where it says `publish: false`. */
export async function validateBody(context: Context, body: unknown): Promise<ReplyOf<Table['workflows']['validate']>> {
  const strictness = isFields(body) && body['publish'] === false ? 'draft' : 'publish';
  const { problems, plan } = await checkBody(context, body, strictness, 'validate');
  return { ...verdictOf(problems), plan };
}

/** Checks the draft as if it were published. Throws Refusal `not_found`. */
export async function validateDraft(context: Context, id: number): Promise<Verdict> {
  const workflow = await workflowOf(context, id);
  return verdictOf((await checkBody(context, bodyOf(workflow), 'publish')).problems);
}
