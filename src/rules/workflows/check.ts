// Everything that is wrong with a workflow, at once: `workflow lint` and the service ask this one function.

import { kindOf, quoted } from '../../contract/english.ts';
import { getOwn, has, isObject, type JsonObject, listIn, valueIn } from '../../contract/json.ts';
import { routes } from '../../contract/routes/routes.ts';
import { fieldsOf } from '../../contract/schema-parts.ts';
import { WORKFLOW_LIMITS } from '../../contract/workflows/enums.ts';
import { BlockNode, ImportSource, Plan, PreviewSource, WorkflowInput } from '../../contract/workflows/plan.ts';
import { checkFieldsOf } from '../check-value.ts';
import { checkFields, checkKeys, checkRequired, mustBeList, mustBeObject } from '../keys.ts';
import { didYouMean } from '../nearest.ts';
import { type At, concluded, type Problem, refusalOf } from '../problem.ts';
import { checkInputs } from './blocks/inputs.ts';
import { Checking, type Strictness, type WorkflowKnowledge } from './checking.ts';
import { checkConditional, checkKing } from './conditions/conditions.ts';
import { checkSlots, type ReadNode, readNodes } from './plan/read.ts';
import { checkStructure, checkUnused, streamOf } from './plan/structure.ts';
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
  const checking = new Checking(knowledge, strictness);
  if (!mustBeObject(checking, [], body, 'a workflow must be an object with a name and a plan')) return checking.found;
  checkSettings(checking, body, purpose);
  const trigger = checkTrigger(checking, getOwn(body, 'trigger'));
  const nodes = readPlan(checking, body);
  if (nodes !== null) checkNodes(checking, nodes, trigger, getOwn(body, 'importSources'));
  if (has(body, 'importSources')) checkSources(checking, getOwn(body, 'importSources'), nodes ?? []);
  return concluded(checking, body, knowledge, routes.workflows.create);
}

function checkSettings(checking: Checking, body: JsonObject, purpose: WorkflowPurpose): void {
  checkKeys(checking, [], body, Object.keys(fieldsOf(WorkflowInput).fields), 'a workflow');
  if (purpose === 'create') checkRequired(checking, [], body, 'name', 'a workflow needs a name');
  checkFieldsOf(checking, [], body, WorkflowInput, 'name', 'maxCreditsPerRun', 'publish');
}

/** The nodes, or null when there are none to speak of. */
function readPlan(checking: Checking, body: JsonObject): readonly ReadNode[] | null {
  const example = '{ nodes: […] }';
  if (!checkRequired(checking, [], body, 'plan', `a workflow needs a plan: ${example}`)) return null;
  const plan = checkFields(checking, ['plan'], getOwn(body, 'plan'), example);
  if (plan === null) return null;
  checkKeys(checking, ['plan'], plan, Object.keys(fieldsOf(Plan).fields), 'a plan');
  checkFieldsOf(checking, ['plan'], plan, Plan, 'name');
  if (!checkRequired(checking, ['plan'], plan, 'nodes', 'a plan needs nodes: a list of nodes')) return null;
  return readNodes(checking, getOwn(plan, 'nodes'), ['plan', 'nodes']);
}

function checkNodes(checking: Checking, nodes: readonly ReadNode[], trigger: ReadTrigger, sources: unknown): void {
  const ids = new Set(nodes.flatMap(({ id }) => id ?? []));
  const entity = streamOf(nodes);
  const { declared } = trigger;
  const sourced = sourcedNodes(sources);
  for (const node of nodes) {
    checkFieldsOf(checking, node.at, node.fields, BlockNode, 'id');
    if (node.kind === 'BLOCK') {
      checkKeys(checking, node.at, node.fields, Object.keys(fieldsOf(BlockNode).fields), 'a BLOCK');
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

// `importSources`: which import node takes its inputs from which preview.

const AT: At = ['importSources'];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The ids of nodes that a source is named for, whatever else is wrong with it. */
function sourcedNodes(value: unknown): Set<string> {
  return new Set(
    listIn(value)
      .map((source) => valueIn(source, 'nodeId'))
      .filter((id) => typeof id === 'string'),
  );
}

function checkSources(checking: Checking, value: unknown, nodes: readonly ReadNode[]): void {
  if (!mustBeList(checking, AT, value, 'importSources must be a list of { nodeId, source }')) return;
  if (value.length > WORKFLOW_LIMITS.nodes) {
    checking.undocumented(
      AT,
      'too_big',
      `importSources has ${value.length} entries; a plan has at most ${WORKFLOW_LIMITS.nodes} nodes`,
    );
    return;
  }
  const seen = new Set<string>();
  for (const [index, source] of value.entries()) checkSource(checking, [...AT, index], source, nodes, seen);
}

function checkSource(checking: Checking, at: At, value: unknown, nodes: readonly ReadNode[], seen: Set<string>): void {
  if (!mustBeObject(checking, at, value, 'an import source must be { nodeId, source }')) return;
  checkKeys(checking, at, value, Object.keys(fieldsOf(ImportSource).fields), 'an import source');
  if (checkRequired(checking, at, value, 'nodeId', 'an import source needs the nodeId of an import node')) {
    checkNode(checking, [...at, 'nodeId'], getOwn(value, 'nodeId'), nodes, seen);
  }
  const example = '{ previewId: …, maxCount: 100 }';
  if (!checkRequired(checking, at, value, 'source', `an import source needs a source: ${example}`)) return;
  const source = checkFields(checking, [...at, 'source'], getOwn(value, 'source'), example);
  if (source === null) return;
  checkKeys(checking, [...at, 'source'], source, Object.keys(fieldsOf(PreviewSource).fields), 'a source');
  if (checkRequired(checking, [...at, 'source'], source, 'previewId', 'a source needs the previewId of a preview')) {
    const id = getOwn(source, 'previewId');
    if (typeof id !== 'string' || !UUID.test(id)) {
      checking.error(
        [...at, 'source', 'previewId'],
        'invalid_value',
        `previewId must be the id of a preview, not ${quoted(id)}`,
      );
    }
  }
  checkFieldsOf(checking, [...at, 'source'], source, PreviewSource, 'maxCount');
}

function checkNode(checking: Checking, at: At, id: unknown, nodes: readonly ReadNode[], seen: Set<string>): void {
  if (typeof id !== 'string') {
    checking.error(at, 'invalid_type', `nodeId must be the id of a node, not ${kindOf(id)}`);
    return;
  }
  const node = nodes.find((one) => one.id === id);
  const ids = nodes.flatMap((one) => one.id ?? []);
  if (node === undefined) {
    checking.error(at, 'unknown_node', `there is no node "${id.slice(0, 60)}"${didYouMean(id, ids)}`);
  } else if (node.kind !== null && !(node.kind === 'BLOCK' && node.block === null)) {
    const takes = node.block?.inputs.some(({ key }) => key === 'search') === true;
    const message = `"${id.slice(0, 60)}" is not an import block: it takes no source`;
    if (!takes) checking.undocumented(at, 'not_import', message);
  }
  if (seen.has(id)) checking.error(at, 'duplicate_id', `"${id.slice(0, 60)}" already has a source`);
  seen.add(id);
}
