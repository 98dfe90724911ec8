// Everything that is wrong with a workflow, at once: `workflow lint` and the service ask this one function.

import { kindOf } from '../../contract/english.ts';
import { getOwn, has, isObject, type JsonObject } from '../../contract/json.ts';
import { fieldsOf } from '../../contract/schema-parts.ts';
import { BlockNode, Plan, WorkflowInput } from '../../contract/workflows/plan.ts';
import { checkFieldsOf } from '../check-value.ts';
import { checkFields, checkKeys, checkRequired } from '../keys.ts';
import { concluded, type Problem, Problems, refusalOf } from '../problem.ts';
import { checkInputs } from './blocks/inputs.ts';
import { Checking, type Strictness, type WorkflowKnowledge } from './checking.ts';
import { checkConditional, checkKing } from './conditions/conditions.ts';
import { checkSlots, type ReadNode, readNodes } from './plan/read.ts';
import { checkStructure, checkUnused, streamOf } from './plan/structure.ts';
import { checkSources, sourcedNodes } from './sources.ts';
import { checkTrigger, type ReadTrigger } from './triggers/triggers.ts';

/** A create needs a name; what is only validated may have none. */
export type WorkflowPurpose = 'create' | 'validate';

/**
 * All problems of a workflow body (`name`, `plan`, `trigger`, `publish`, `maxCreditsPerRun`, `importSources`), in its own
 * order, with the interface's paths such as `plan.nodes[3].next[1]`. What only publishing refuses (open slots, empty
 * inputs) is a warning in a draft, under the same path and code. What the knowledge leaves out is not checked.
 */
export function checkWorkflow(
  body: unknown,
  knowledge: WorkflowKnowledge = {},
  strictness: Strictness = strictnessOf(body),
  purpose: WorkflowPurpose = 'create',
): Problem[] {
  const problems = Problems.none();
  if (!isObject(body)) {
    problems.error([], 'invalid_type', `a workflow must be an object with a name and a plan, not ${kindOf(body)}`);
    return problems.found;
  }
  const checking = new Checking(problems, knowledge, strictness);
  checkSettings(checking, body, purpose);
  const trigger = checkTrigger(checking, getOwn(body, 'trigger'));
  const nodes = readPlan(checking, body);
  if (nodes !== null) checkNodes(checking, nodes, trigger, getOwn(body, 'importSources'));
  if (has(body, 'importSources')) checkSources(checking, getOwn(body, 'importSources'), nodes ?? []);
  return concluded(problems, body, knowledge);
}

function checkSettings({ problems }: Checking, body: JsonObject, purpose: WorkflowPurpose): void {
  checkKeys(problems, [], body, Object.keys(fieldsOf(WorkflowInput).fields), 'a workflow');
  if (purpose === 'create') checkRequired(problems, [], body, 'name', 'a workflow needs a name');
  checkFieldsOf(problems, [], body, WorkflowInput, 'name', 'maxCreditsPerRun', 'publish');
}

/** The nodes, or null when there are none to speak of. */
function readPlan(checking: Checking, body: JsonObject): readonly ReadNode[] | null {
  const { problems } = checking;
  const example = '{ nodes: […] }';
  if (!checkRequired(problems, [], body, 'plan', `a workflow needs a plan: ${example}`)) return null;
  const plan = checkFields(problems, ['plan'], getOwn(body, 'plan'), example);
  if (plan === null) return null;
  checkKeys(problems, ['plan'], plan, Object.keys(fieldsOf(Plan).fields), 'a plan');
  checkFieldsOf(problems, ['plan'], plan, Plan, 'name');
  if (!checkRequired(problems, ['plan'], plan, 'nodes', 'a plan needs nodes: a list of nodes')) return null;
  return readNodes(checking, getOwn(plan, 'nodes'), ['plan', 'nodes']);
}

function checkNodes(checking: Checking, nodes: readonly ReadNode[], trigger: ReadTrigger, sources: unknown): void {
  const ids = new Set(nodes.flatMap(({ id }) => id ?? []));
  const entity = streamOf(nodes);
  const { declared } = trigger;
  const sourced = sourcedNodes(sources);
  for (const node of nodes) {
    checkFieldsOf(checking.problems, node.at, node.fields, BlockNode, 'id');
    if (node.kind === 'BLOCK') {
      checkKeys(checking.problems, node.at, node.fields, Object.keys(fieldsOf(BlockNode).fields), 'a BLOCK');
      // Another service may give a block other inputs than this build chose.
      const { block } = node;
      if (block !== null) {
        checkInputs(block.undocumented === undefined ? checking : checking.ofUndocumented, node, block, {
          declared,
          sourced,
        });
      }
    } else if (node.kind === 'CONDITIONAL') checkConditional(checking, node, { declared, entity });
    else if (node.kind === 'KING') checkKing(checking, node, { declared, entity });
    checkSlots(checking, node, ids);
  }
  checkStructure(checking, nodes, trigger);
  checkUnused(checking, trigger);
}

/** How strict a create of this body is: as a draft, unless it wants to be published. */
export function strictnessOf(body: unknown): Strictness {
  return isObject(body) && body['publish'] === true ? 'publish' : 'draft';
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
  purpose: WorkflowPurpose = 'create',
): { readonly problems: readonly Problem[]; readonly input: WorkflowInput | null } {
  const problems = checkWorkflow(body, knowledge, strictness, purpose);
  return { problems, input: isSound(body, problems) ? body : null };
}
