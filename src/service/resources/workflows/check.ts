import { WORKFLOW_ENTITY } from '../../../contract/entities.ts';
import { boundedIssues } from '../../../contract/envelope.ts';
import { isObject } from '../../../contract/json.ts';
import type { ReplyData } from '../../../contract/table.ts';
import { TRIGGER_READ_ONLY } from '../../../contract/workflows/enums.ts';
import { Plan, Trigger, type WorkflowInput, type WorkflowNode } from '../../../contract/workflows/plan.ts';
import { inBodyOrder, type Problem, refusalOf } from '../../../rules/problem.ts';
import { checkedWorkflow, type WorkflowPurpose } from '../../../rules/workflows/check.ts';
import type { Strictness, WorkflowKnowledge } from '../../../rules/workflows/checking.ts';
import { conditionFields } from '../../../rules/workflows/conditions/fields.ts';
import { type Context, refuseProblems } from '../../core/context.ts';
import { campaignNames } from '../campaigns/queries/campaigns.ts';
import { identityIds } from '../identities/queries/identities.ts';
import { listEntities } from '../lists/queries/lists.ts';
import { customFields } from '../records/queries/fields.ts';
import { withImportSources } from './import-sources.ts';
import type { WorkflowContent } from './queries/workflows.ts';
import { workflowOf } from './read.ts';

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

/**
 * Import sources are applied first, so that what is checked is what would be stored. `problems` are in the order of the body;
 * `input` is null if there are errors, the normalized `plan` if it does not have the shape of one.
 */
async function checkBody(context: Context, body: unknown, strictness: Strictness, purpose: WorkflowPurpose = 'create') {
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
export async function checkedInput(context: Context, body: unknown, strictness: Strictness) {
  const { problems, input } = await checkBody(context, body, strictness);
  refuseProblems(problems);
  if (input === null) throw new Error('the rules refuse a workflow without naming a problem');
  return { input, warnings: issuesOf(problems, 'warning') };
}

function issuesOf(problems: readonly Problem[], severity: Problem['severity']) {
  const found = problems
    .filter((problem) => problem.severity === severity)
    .map(({ path, code, message }) => ({ path, code, message }));
  return [...boundedIssues(found)];
}

export function contentOf({ plan, trigger, maxCreditsPerRun }: WorkflowInput): WorkflowContent {
  return {
    plan: normalizedPlan(plan),
    trigger: normalizedTrigger(trigger),
    maxCreditsPerRun: maxCreditsPerRun ?? null,
  };
}

/** The body that would store this content. */
export function bodyOf({ plan, trigger, maxCreditsPerRun, name }: WorkflowContent & { readonly name: string }) {
  return { name, plan, ...(trigger && { trigger }), ...(maxCreditsPerRun !== null && { maxCreditsPerRun }) };
}

type ValidationReply = ReplyData<'workflows', 'validateDraft'>;

/** Checks a body as if it were published, or stored as a draft if it says `publish: false`. */
export async function validateBody(context: Context, body: unknown): Promise<ReplyData<'workflows', 'validate'>> {
  const strictness = isObject(body) && body['publish'] === false ? 'draft' : 'publish';
  const { problems, plan } = await checkBody(context, body, strictness, 'validate');
  return { ...validationOf(problems), plan };
}

/** Checks the draft as if it were published. Throws Refusal `not_found`. */
export async function validateDraft(context: Context, id: number): Promise<ValidationReply> {
  const workflow = await workflowOf(context, id);
  return validationOf((await checkBody(context, bodyOf(workflow), 'publish')).problems);
}

function validationOf(problems: readonly Problem[]): ValidationReply {
  const errors = issuesOf(problems, 'error');
  return { isValid: errors.length === 0, errors, warnings: issuesOf(problems, 'warning') };
}

/**
 * The stored form of a plan: keys in the order of the schema, inputs by name. Equal plans have equal text, so that an edit
 * without changes is recognized. The plan must be valid.
 */
function normalizedPlan(plan: Plan): Plan {
  const { nodes, ...rest } = Plan.parse(plan);
  return { ...rest, nodes: nodes.map(normalizedNode) };
}

function normalizedNode(node: WorkflowNode): WorkflowNode {
  if (node.kind !== 'BLOCK') return node;
  const { id, kind, blockId, inputs = {}, next } = node;
  const byName = Object.entries(inputs).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { id, kind, blockId, inputs: Object.fromEntries(byName), next };
}

/** Null for the default trigger, MANUAL. */
function normalizedTrigger(trigger: Trigger | null | undefined): Trigger | null {
  if (trigger === null || trigger === undefined) return null;
  const parsed = Trigger.parse(trigger);
  return parsed.type === 'MANUAL' && parsed.entity === undefined ? null : parsed;
}
