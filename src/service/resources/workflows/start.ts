// What starts runs from outside: a run call and a webhook delivery. What comes with them is checked here; the run itself
// is workflow-runs.ts.

import type { ReplyOf } from '../../../contract/endpoint.ts';
import { issuesText } from '../../../contract/issues.ts';
import type { Table } from '../../../contract/table.ts';
import { ENTITY_OF_INPUT, type TriggerType, type WorkflowEntity } from '../../../contract/workflows/enums.ts';
import type { WebhookTrigger } from '../../../contract/workflows/plan.ts';
import { type At, inBodyOrder, type Problem, Problems, refusalOf } from '../../../rules/problem.ts';
import type { Entity } from '../../../rules/records/fields.ts';
import { type Fields, isFields } from '../../../rules/shape.ts';
import { checkPayload } from '../../../rules/workflows/triggers/payload.ts';
import { type RunInput, readRunInput, runtimeInputContract } from '../../../rules/workflows/triggers/runtime-input.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { COMPANIES } from '../companies/queries/companies.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { listById } from '../lists/queries/lists.ts';
import { knownIds } from '../records/queries/records.ts';
import { workflowOf } from './access.ts';
import { companyPayloadProblems } from './payload.ts';
import { webhookOwner } from './queries/webhooks.ts';
import { type VersionRow, workflowVersion } from './queries/workflows.ts';
import { startRun } from './runs.ts';
import { DEFAULT_TRIGGER, publishedVersion } from './view.ts';

type Started = ReplyOf<Table['workflows']['run']>;

const RECORDS: Readonly<Record<WorkflowEntity, { readonly entity: Entity; readonly noun: string }>> = {
  LEAD: { entity: 'CONTACT', noun: 'contact' },
  COMPANY: { entity: 'COMPANY', noun: 'company' },
};
const SHAPES = { CONTACT: CONTACTS, COMPANY: COMPANIES } as const;

/** Ids named in one message. */
const IDS_TOLD = 10;

/** A call starts what waits for a call as what it waits for; everything else as if by hand. */
const CALLED: Readonly<Record<TriggerType, TriggerType>> = {
  MANUAL: 'MANUAL',
  API: 'API',
  SCHEDULE: 'MANUAL',
  WEBHOOK: 'MANUAL',
  INTENT: 'MANUAL',
};

/**
 * Runs the published version. Throws Refusal `not_found`; `conflict` for a workflow that was never published; `invalid`
 * for input the contract does not take, and for a webhook that declares inputs.
 */
export async function runWorkflow(context: Context, id: number, input: unknown): Promise<Started> {
  const workflow = await workflowOf(context, id);
  const version = await publishedVersion(context, workflow);
  if (version === null) throw new Refusal('conflict', `Workflow ${id} has no published version: publish it first`);
  const trigger = version.trigger ?? DEFAULT_TRIGGER;
  const contract = runtimeInputContract(version.plan, trigger);
  const { problems, input: seed } = readRunInput(contract, input);
  refuse(problems, { runtimeInputContract: contract });
  if (seed !== null) {
    const found = new Problems();
    const [key = seed.key] = Object.keys(isFields(input) ? input : {});
    await checkSeed(context, found, ['input', key], seed);
    refuse(found.found);
  }
  return startRun(context, { version, triggerType: CALLED[trigger.type], seed, payload: {} });
}

/**
 * Starts a run from what was delivered to a webhook (SERVICE-API, Events). Throws Refusal `not_found` for an address
 * nobody has, `invalid` with everything that is wrong with the payload.
 */
export async function deliverWebhook(context: Context, webhookId: string, payload: unknown): Promise<Started> {
  const { version, trigger } = await webhookVersion(context, webhookId);
  const inputs = trigger.inputs ?? [];
  const problems = new Problems();
  problems.found.push(...checkPayload(inputs, payload));
  const contract = runtimeInputContract(version.plan, trigger);
  if (contract.status === 'SUPPORTED') {
    const message = `the webhook declares no input that names records, and the workflow begins with some: a run call names them (${contract.acceptedKeys?.join(', ')})`;
    problems.error([], 'input_required', message);
  }
  const given: Fields = isFields(payload) ? payload : {};
  let seed: RunInput | null = null;
  for (const { key, type } of inputs) {
    const value = Object.hasOwn(given, key) ? given[key] : undefined;
    if (problems.found.some(({ at }) => at[0] === key)) continue;
    if (type === 'companyPayload') problems.found.push(...companyPayloadProblems([key], value));
    if (type !== 'leadIds' && type !== 'companyIds') continue;
    const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'number');
    await checkSeed(context, problems, [key], { key: type, value: ids });
    seed ??= { key: type, value: ids };
  }
  refuse(inBodyOrder(problems.found, payload));
  return startRun(context, { version, triggerType: 'WEBHOOK', seed, payload: given });
}

async function webhookVersion(
  { tx }: Context,
  webhookId: string,
): Promise<{ readonly version: VersionRow; readonly trigger: WebhookTrigger }> {
  const owner = await webhookOwner(tx, webhookId);
  const version = owner && (await workflowVersion(tx, owner.workflowId, owner.version));
  if (version?.trigger?.type !== 'WEBHOOK') throw new Refusal('not_found', 'There is no webhook at this address');
  return { version, trigger: version.trigger };
}

/** The records or the list that a run is to begin with must be there. */
async function checkSeed(context: Context, problems: Problems, at: At, { key, value }: RunInput): Promise<void> {
  const { tx, principal } = context;
  const { entity, noun } = RECORDS[ENTITY_OF_INPUT[key]];
  if (key === 'leadsGroupId' || key === 'companyGroupId') {
    const list = typeof value === 'number' ? await listById(tx, principal.workspaceId, value) : undefined;
    if (list?.entity === entity) return;
    const message = list === undefined ? `there is no list ${value}` : `list ${value} is no list of ${plural(noun)}`;
    problems.error(at, 'unknown_list', message);
    return;
  }
  const ids = typeof value === 'number' ? [value] : value;
  const known = await knownIds(tx, SHAPES[entity], principal.workspaceId, ids);
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  const more = unknown.length > IDS_TOLD ? ` and ${unknown.length - IDS_TOLD} more` : '';
  const told = unknown.slice(0, IDS_TOLD).join(', ') + more;
  problems.error(at, 'unknown_record', `there is no ${noun} ${told}`);
}

function plural(noun: string): string {
  return noun === 'company' ? 'companies' : `${noun}s`;
}

function refuse(problems: readonly Problem[], details: Readonly<Record<string, unknown>> = {}): void {
  const refused = refusalOf(problems);
  if (refused !== null)
    throw new Refusal('invalid', issuesText(refused.issues), { issues: refused.issues, ...details });
}
