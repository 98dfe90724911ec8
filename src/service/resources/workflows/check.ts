// Checks a workflow body against the rules, with everything the workspace knows.

import { isObject } from '../../../contract/json.ts';
import { TRIGGER_READ_ONLY, type WorkflowEntity } from '../../../contract/workflows/enums.ts';
import { Plan, type WorkflowInput } from '../../../contract/workflows/plan.ts';
import { inBodyOrder, type Problem, refusalOf } from '../../../rules/problem.ts';
import { checkedWorkflow, type WorkflowPurpose } from '../../../rules/workflows/check.ts';
import { conditionFields } from '../../../rules/workflows/conditions/fields.ts';
import type { Strictness, WorkflowKnowledge } from '../../../rules/workflows/knowledge.ts';
import type { Context } from '../../core/context.ts';
import { refuseProblems } from '../../core/refuse-problems.ts';
import { campaignNames } from '../campaigns/queries/campaigns.ts';
import { identityIds } from '../identities/queries/senders.ts';
import { listEntities } from '../lists/queries/lists.ts';
import { customFields } from '../records/queries/fields.ts';
import { withImportSources } from './plan/import-sources.ts';
import { normalizedPlan, normalizedTrigger } from './plan/normalize.ts';
import type { WorkflowContent } from './queries/workflows.ts';

const WORKFLOW_ENTITY: Readonly<Record<'CONTACT' | 'COMPANY', WorkflowEntity>> = {
  CONTACT: 'LEAD',
  COMPANY: 'COMPANY',
};

/** Everything in the workspace that a plan may name. */
async function knowledgeOf({ tx, principal }: Context): Promise<WorkflowKnowledge> {
  const { workspaceId } = principal;
  const lists = await listEntities(tx, workspaceId);
  return {
    conditionFields: { fields: conditionFields(await customFields(tx, workspaceId)), complete: true },
    lists: new Map([...lists].map(([id, { entity }]) => [id, WORKFLOW_ENTITY[entity]])),
    campaignIds: new Set((await campaignNames(tx, workspaceId)).map(({ id }) => String(id))),
    identityIds: await identityIds(tx, workspaceId),
  };
}

/** Read-only properties of a trigger are ignored, so that a workflow can be sent back as it was read. */
function withoutReadOnly(body: unknown): unknown {
  if (!isObject(body) || !isObject(body['trigger'])) return body;
  const isReadOnly = (key: string): boolean => TRIGGER_READ_ONLY.some((name) => name === key);
  const trigger = Object.entries(body['trigger']).filter(([key]) => !isReadOnly(key));
  return { ...body, trigger: Object.fromEntries(trigger) };
}

export interface CheckedBody {
  /** In the order of the body. */
  readonly problems: readonly Problem[];
  /** The body with its import sources applied; null if it has errors. */
  readonly input: WorkflowInput | null;
  /** The plan, normalized and with its import sources applied; null if it does not have the shape of a plan. */
  readonly plan: Plan | null;
}

/** Import sources are applied first, so that what is checked is what would be stored. */
export async function checkBody(
  context: Context,
  body: unknown,
  strictness: Strictness,
  purpose: WorkflowPurpose = 'create',
): Promise<CheckedBody> {
  const sources = await withImportSources(context, withoutReadOnly(body));
  const { problems, input } = checkedWorkflow(sources.body, await knowledgeOf(context), strictness, purpose);
  const all = inBodyOrder([...sources.problems, ...problems], body);
  const plan = Plan.safeParse(isObject(sources.body) ? sources.body['plan'] : undefined);
  return {
    problems: all,
    input: refusalOf(all) === null ? input : null,
    plan: plan.success ? normalizedPlan(plan.data) : null,
  };
}

/** Throws Refusal `invalid` with every problem. */
export async function checkedInput(
  context: Context,
  body: unknown,
  strictness: Strictness,
): Promise<{ readonly input: WorkflowInput; readonly warnings: WorkflowIssues }> {
  const { problems, input } = await checkBody(context, body, strictness);
  refuseProblems(problems);
  if (input === null) throw new Error('the rules refuse a workflow without naming a problem');
  return { input, warnings: issuesOf(problems, 'warning') };
}

export type WorkflowIssues = { path: string; code: string; message: string }[];

export function issuesOf(problems: readonly Problem[], severity: Problem['severity']): WorkflowIssues {
  return problems
    .filter((problem) => problem.severity === severity)
    .map(({ path, code, message }) => ({ path, code, message }));
}

/** The stored form of a body. */
export function contentOf({ plan, trigger, maxCreditsPerRun }: WorkflowInput): WorkflowContent {
  return {
    plan: normalizedPlan(plan),
    trigger: normalizedTrigger(trigger),
    maxCreditsPerRun: maxCreditsPerRun ?? null,
  };
}

/** The body that would store this content. */
export function bodyOf({ plan, trigger, maxCreditsPerRun, name }: WorkflowContent & { readonly name: string }) {
  return {
    name,
    plan,
    ...(trigger !== null && { trigger }),
    ...(maxCreditsPerRun !== null && { maxCreditsPerRun }),
  };
}
