import { append } from '../../../../contract/append.ts';
import { CompanyInput } from '../../../../contract/companies/endpoints.ts';
import { check } from '../../../../contract/issues.ts';
import { getOwn, isObject, type JsonObject } from '../../../../contract/json.ts';
import { type At, inBodyOrder, type Problem, Problems } from '../../../../rules/problem.ts';
import {
  checkPayload,
  type RunInput,
  runtimeInputContract,
} from '../../../../rules/workflows/triggers/runtime-input.ts';
import { type Context, Refusal, refuseProblems } from '../../../core/context.ts';
import { acceptOnce, webhookOwner } from '../queries/triggers.ts';
import { workflowVersion } from '../queries/workflows.ts';
import { checkSeed, type StartedRun, startRun } from '../runs/start.ts';

/**
 * Starts a run from a webhook delivery. Throws Refusal `not_found` for an unknown address, `conflict` for a signed
 * delivery that was accepted before, `invalid` with every problem of the payload.
 */
export async function deliverWebhook(context: Context, webhookId: string, payload: unknown): Promise<StartedRun> {
  const { version, trigger } = await webhookVersion(context, webhookId);
  if (context.delivery && !(await acceptOnce(context.tx, webhookId, context.delivery)))
    throw new Refusal('conflict', 'This delivery was accepted before: sign each delivery again');
  const inputs = trigger.inputs ?? [];
  const problems = Problems.none();
  append(problems.found, checkPayload(inputs, payload));
  const contract = runtimeInputContract(version.plan, trigger);
  if (contract.status === 'SUPPORTED') {
    const message = `the workflow starts with records, but the webhook declares no input for them: start it with a run call that sends ${contract.acceptedKeys?.join(', ')}`;
    problems.error([], 'input_required', message);
  }
  const fields: JsonObject = isObject(payload) ? payload : {};
  let seed: RunInput | null = null;
  for (const { key, type } of inputs) {
    const value = getOwn(fields, key);
    if (problems.found.some(({ at }) => at[0] === key)) continue;
    if (type === 'companyPayload') append(problems.found, companyPayloadProblems([key], value));
    if (type !== 'leadIds' && type !== 'companyIds') continue;
    const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'number');
    await checkSeed(context, problems, [key], { key: type, value: ids });
    seed ??= { key: type, value: ids };
  }
  refuseProblems(inBodyOrder(problems.found, payload));
  return startRun(context, { version, triggerType: 'WEBHOOK', seed, payload: fields });
}

async function webhookVersion({ tx }: Context, webhookId: string) {
  const owner = await webhookOwner(tx, webhookId);
  const version = owner && (await workflowVersion(tx, owner.workflowId, owner.version));
  if (version?.trigger?.type !== 'WEBHOOK') throw new Refusal('not_found', 'There is no webhook at this address');
  return { version, trigger: version.trigger };
}

/** Problems of a `companyPayload`, which takes the same fields as creating a company, under the key it was sent with. */
function companyPayloadProblems(at: At, value: unknown): Problem[] {
  const { issues } = check(CompanyInput, value, at);
  return (issues ?? []).map(({ path, code, message }) => ({
    path,
    at,
    code,
    message,
    severity: 'error',
    kind: 'invalid',
    basis: 'given',
  }));
}
