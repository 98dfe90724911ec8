// Drafts, versions, and runs that take a few polls.

import { type Answer, type Call, isRecord, type Json, refuse } from '../route.ts';

const BLOCKS: readonly Json[] = [
  { blockId: 'SELECT_LEADS_FROM_LIST', inputs: [{ key: 'leadsGroupId', required: true }] },
  { blockId: 'SELECT_LEADS', inputs: [{ key: 'leadIds', required: true }] },
  { blockId: 'VERIFY_LEAD_EMAIL', inputs: [] },
  {
    blockId: 'ADD_LEADS_TO_CAMPAIGN',
    inputs: [
      { key: 'campaignId', required: true },
      { key: 'excludeContactedLeads', required: false },
    ],
  },
  { blockId: 'ADD_LEADS_TO_GROUP', inputs: [{ key: 'leadsGroupId', required: true }] },
  { blockId: 'WAIT_FOR_APPROVAL', inputs: [] },
  { blockId: 'IMPORT_COMPANY_FROM_PAYLOAD', inputs: [{ key: 'companyPayload', required: true }] },
];

const NEW_BLOCK: Json = {
  blockId: 'SCORE_LEADS',
  inputs: [{ key: 'model', required: false, valueShape: 'score-model' }],
};

export const blocks = (call: Call) => (call.switches.richer ? [...BLOCKS, NEW_BLOCK] : BLOCKS);

/** The values of a field that are fixed: the lists there are. */
export const fields = ({ store }: Call): readonly Json[] => [
  { id: 'jobTitle', entity: 'LEAD', operatorIds: ['EQUALS', 'CONTAINS', 'IS_EMPTY'] },
  {
    id: 'platform.listIds',
    entity: 'LEAD',
    operatorIds: ['CONTAINS'],
    valueOptions: store.lists.map(({ id, name }) => ({ value: id, label: name })),
  },
];

const nodesOf = (workflow: Json): readonly Json[] => {
  const plan = workflow['plan'];
  return isRecord(plan) && Array.isArray(plan['nodes']) ? plan['nodes'].filter(isRecord) : [];
};

const nextOf = (node: Json): readonly string[] =>
  Array.isArray(node['next']) ? node['next'].filter((id): id is string => typeof id === 'string') : [];

/** What publishing asks beyond a draft: every slot leads to a node, or is the end of the path. */
export function errorsOf(workflow: Json, call: Call): Json[] {
  const nodes = nodesOf(workflow);
  const known = new Set(nodes.map(({ id }) => id));
  const blockIds = new Set(blocks(call).map(({ blockId }) => blockId));
  return nodes.flatMap((node, at) => [
    ...nextOf(node)
      .filter((id) => id !== '' && !known.has(id))
      .map((id) => ({ path: `plan.nodes[${at}].next`, code: 'unknown-node', message: `no node ${id}` })),
    ...(node['kind'] === 'BLOCK' && !blockIds.has(String(node['blockId']))
      ? [
          {
            path: `plan.nodes[${at}].blockId`,
            code: 'unknown-block',
            message: `unknown block ${String(node['blockId'])}`,
          },
        ]
      : []),
  ]);
}

export function read(call: Call, workflow: Json): Json {
  const trigger = isRecord(workflow['trigger']) ? workflow['trigger'] : { type: 'MANUAL' };
  return {
    id: workflow['id'],
    name: workflow['name'],
    revision: workflow['revision'],
    plan: workflow['plan'],
    trigger: {
      ...trigger,
      ...(trigger['type'] === 'WEBHOOK' &&
        workflow['version'] !== undefined && {
          webhookUrl: `${call.origin}/wf/${workflow['id']}`,
          webhookInputs: trigger['inputs'] ?? [],
          webhookSecret: 'whsec_stranger_0123456789',
        }),
    },
    runtimeInputContract: { status: 'EMPTY', exampleBody: {} },
    ...(call.switches.richer && { folder: { id: 7 }, health: 'GREEN' }),
  };
}

export function create(call: Call): Json | Answer {
  const { name, plan, trigger, publish, maxCreditsPerRun } = call.body;
  const id = call.store.nextId('workflow');
  const workflow: Json = { id, name, plan, trigger: trigger ?? { type: 'MANUAL' }, maxCreditsPerRun };
  workflow['revision'] = call.store.now();
  const errors = errorsOf(workflow, call);
  if (publish === true && errors.length > 0) return refuse(400, 'The plan is not valid', { issues: errors });
  if (publish === true) workflow['version'] = 1;
  call.store.workflows.push(workflow);
  return { id, isPublished: publish === true, warnings: [] };
}

export function edit(workflow: Json, call: Call): Json | Answer {
  const { ops, revision, maxCreditsPerRun } = call.body;
  if (revision !== undefined && revision !== workflow['revision']) return refuse(409, 'The draft has another revision');
  for (const op of Array.isArray(ops) ? ops.filter(isRecord) : []) {
    // The interface shows one kind of operation; the others are taken only where they happen to be named as here.
    if (op['kind'] !== 'updateStepInputs') return refuse(400, `Unknown operation: ${String(op['kind'])}`);
    const node = nodesOf(workflow).find(({ id }) => id === op['id']);
    if (node === undefined) return refuse(400, `no node ${String(op['id'])}`);
    node['inputs'] = op['inputs'];
  }
  if (maxCreditsPerRun !== undefined) workflow['maxCreditsPerRun'] = maxCreditsPerRun;
  workflow['revision'] = call.store.now();
  return { revision: workflow['revision'] };
}

export function publish(workflow: Json, call: Call): Json | Answer {
  const { revision } = call.body;
  if (revision !== undefined && revision !== workflow['revision']) return refuse(409, 'The draft has another revision');
  const errors = errorsOf(workflow, call);
  if (errors.length > 0) return refuse(400, 'The plan is not valid', { issues: errors });
  workflow['version'] = Number(workflow['version'] ?? 0) + 1;
  return { version: workflow['version'], isPublished: true };
}

export function start(workflow: Json, call: Call): Json {
  const runId = call.store.nextId('run');
  const sequenceNumber = call.store.runs.filter((run) => run['workflowId'] === workflow['id']).length + 1;
  const status = call.switches.richer ? 'QUEUED' : 'RUNNING';
  call.store.runs.push({ runId, workflowId: workflow['id'], status, polls: 0, triggerType: 'MANUAL', sequenceNumber });
  return { runId, status, sequenceNumber };
}

export function run(workflow: Json, call: Call): Json | Answer {
  if (workflow['version'] === undefined) return refuse(400, 'The workflow is not published');
  const trigger = workflow['trigger'];
  if (
    isRecord(trigger) &&
    trigger['type'] === 'WEBHOOK' &&
    Array.isArray(trigger['inputs']) &&
    trigger['inputs'].length > 0
  )
    return refuse(400, 'The webhook declares inputs: deliver them to its URL');
  return start(workflow, call);
}

/** A run is queued at the first poll, runs at the second, and has ended at the third. */
export function readRun(found: Json, call: Call): Json {
  found['polls'] = Number(found['polls']) + 1;
  if (found['status'] !== 'CANCELLED') {
    const words = call.switches.richer
      ? ['QUEUED', 'RUNNING', 'FINALIZING', 'SUCCEEDED']
      : ['RUNNING', 'RUNNING', 'SUCCEEDED'];
    found['status'] = words[Math.min(Number(found['polls']) - 1, words.length - 1)];
  }
  const workflow = call.store.workflows.find(({ id }) => id === found['workflowId']);
  const steps = nodesOf(workflow ?? {}).map((node) => ({
    stepId: node['id'],
    stepType: node['blockId'] ?? node['kind'],
    statusCounts: found['status'] === 'SUCCEEDED' ? { SUCCEEDED: 2 } : { RUNNING: 2 },
  }));
  return { status: found['status'], distinctEntityCount: 2, steps };
}
