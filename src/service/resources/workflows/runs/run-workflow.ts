import { isObject } from '../../../../contract/json.ts';
import type { TriggerType } from '../../../../contract/workflows/enums.ts';
import { Problems } from '../../../../rules/problem.ts';
import { readRunInput, runtimeInputContract } from '../../../../rules/workflows/triggers/runtime-input.ts';
import type { Context } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusals.ts';
import { refuseProblems } from '../../../core/refuse-problems.ts';
import { workflowOf } from '../access.ts';
import { DEFAULT_TRIGGER, publishedVersion } from '../view.ts';
import { checkSeed } from './seed.ts';
import { type StartedRun, startRun } from './start.ts';

/** The trigger type of a run started by an API call: API for a workflow that waits for one, else MANUAL. */
const CALLED: Readonly<Record<TriggerType, TriggerType>> = {
  MANUAL: 'MANUAL',
  API: 'API',
  SCHEDULE: 'MANUAL',
  WEBHOOK: 'MANUAL',
  INTENT: 'MANUAL',
};

/**
 * Runs the published version. Throws Refusal `not_found`; `conflict` for a workflow that was never published; `invalid`
 * for input that the workflow does not accept, and for a webhook that declares inputs.
 */
export async function runWorkflow(context: Context, id: number, input: unknown): Promise<StartedRun> {
  const workflow = await workflowOf(context, id);
  const version = await publishedVersion(context, workflow);
  if (version === null) throw new Refusal('conflict', `Workflow ${id} has no published version: publish it first`);
  const trigger = version.trigger ?? DEFAULT_TRIGGER;
  const contract = runtimeInputContract(version.plan, trigger);
  const { problems, input: seed } = readRunInput(contract, input);
  refuseProblems(problems, { runtimeInputContract: contract });
  if (seed !== null) {
    const found = Problems.none();
    const [key = seed.key] = Object.keys(isObject(input) ? input : {});
    await checkSeed(context, found, ['input', key], seed);
    refuseProblems(found.found);
  }
  return startRun(context, { version, triggerType: CALLED[trigger.type], seed, payload: {} });
}
