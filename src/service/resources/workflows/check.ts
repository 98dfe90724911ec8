// A workflow body held against the rules with everything the workspace knows: what lint says offline, and the rest.

import { issuesText } from '../../../contract/issues.ts';
import { TRIGGER_READ_ONLY, type WorkflowEntity } from '../../../contract/workflows/enums.ts';
import { Plan, type WorkflowInput } from '../../../contract/workflows/plan.ts';
import { inBodyOrder, type Problem, refusalOf } from '../../../rules/problem.ts';
import { isFields } from '../../../rules/shape.ts';
import { checkedWorkflow, type WorkflowPurpose } from '../../../rules/workflows/check.ts';
import { conditionFields } from '../../../rules/workflows/conditions/fields.ts';
import type { Strictness, WorkflowKnowledge } from '../../../rules/workflows/knowledge.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { campaignNames } from '../campaigns/queries/campaigns.ts';
import { identityIds } from '../identities/queries/senders.ts';
import { listEntities } from '../lists/queries/lists.ts';
import { customFields } from '../records/queries/fields.ts';
import { withImportSources } from './imports.ts';
import { normalPlan, normalTrigger } from './normalized-plan.ts';
import type { WorkflowContent } from './queries/workflows.ts';

const FLOWS: Readonly<Record<'CONTACT' | 'COMPANY', WorkflowEntity>> = { CONTACT: 'LEAD', COMPANY: 'COMPANY' };

/** Everything the workspace knows that a plan may name. */
async function knowledgeOf({ tx, principal }: Context): Promise<WorkflowKnowledge> {
  const { workspaceId } = principal;
  const lists = await listEntities(tx, workspaceId);
  return {
    conditionFields: { fields: conditionFields(await customFields(tx, workspaceId)), complete: true },
    lists: new Map([...lists].map(([id, { entity }]) => [id, FLOWS[entity]])),
    campaignIds: new Set((await campaignNames(tx, workspaceId)).map(({ id }) => id)),
    identityIds: await identityIds(tx, workspaceId),
  };
}

/** What only reading shows of a trigger is passed over. */
function withoutReadOnly(body: unknown): unknown {
  if (!isFields(body) || !isFields(body['trigger'])) return body;
  const isReadOnly = (key: string): boolean => TRIGGER_READ_ONLY.some((name) => name === key);
  const trigger = Object.entries(body['trigger']).filter(([key]) => !isReadOnly(key));
  return { ...body, trigger: Object.fromEntries(trigger) };
}

export interface CheckedBody {
  /** In the order of the body. */
  readonly problems: readonly Problem[];
  /** What the body says, where nothing is wrong with it; import sources applied. */
  readonly input: WorkflowInput | null;
  /** Its plan, normalized and with import sources applied, where it has the shape of one. */
  readonly plan: Plan | null;
}

/** Import sources are resolved and applied first: what is checked is what would be stored. */
export async function checkBody(
  context: Context,
  body: unknown,
  strictness: Strictness,
  purpose: WorkflowPurpose = 'create',
): Promise<CheckedBody> {
  const sources = await withImportSources(context, withoutReadOnly(body));
  const { problems, input } = checkedWorkflow(sources.body, await knowledgeOf(context), strictness, purpose);
  const all = inBodyOrder([...sources.problems, ...problems], body);
  const plan = Plan.safeParse(isFields(sources.body) ? sources.body['plan'] : undefined);
  return {
    problems: all,
    input: refusalOf(all) === null ? input : null,
    plan: plan.success ? normalPlan(plan.data) : null,
  };
}

/** The body, with what is to be remarked about it. Throws Refusal `invalid` with every problem. */
export async function checkedInput(
  context: Context,
  body: unknown,
  strictness: Strictness,
): Promise<{ readonly input: WorkflowInput; readonly warnings: WorkflowIssues }> {
  const { problems, input } = await checkBody(context, body, strictness);
  const refused = refusalOf(problems);
  if (refused !== null) throw new Refusal('invalid', issuesText(refused.issues), { issues: refused.issues });
  if (input === null) throw new Error('the rules refuse a workflow and do not say why');
  return { input, warnings: issuesOf(problems, 'warning') };
}

export type WorkflowIssues = { path: string; code: string; message: string }[];

export function issuesOf(problems: readonly Problem[], severity: Problem['severity']): WorkflowIssues {
  return problems
    .filter((problem) => problem.severity === severity)
    .map(({ path, code, message }) => ({ path, code, message }));
}

/** What a body says, as it is stored. */
export function contentOf({ plan, trigger, maxCreditsPerRun }: WorkflowInput): WorkflowContent {
  return {
    plan: normalPlan(plan),
    trigger: normalTrigger(trigger),
    maxCreditsPerRun: maxCreditsPerRun ?? null,
  };
}

/** What is stored, as the body it would be. */
export function bodyOf({ plan, trigger, maxCreditsPerRun, name }: WorkflowContent & { readonly name: string }) {
  return {
    name,
    plan,
    ...(trigger !== null && { trigger }),
    ...(maxCreditsPerRun !== null && { maxCreditsPerRun }),
  };
}

export interface Verdict {
  readonly isValid: boolean;
  readonly errors: WorkflowIssues;
  readonly warnings: WorkflowIssues;
}

export function verdictOf(problems: readonly Problem[]): Verdict {
  const errors = issuesOf(problems, 'error');
  return { isValid: errors.length === 0, errors, warnings: issuesOf(problems, 'warning') };
}
