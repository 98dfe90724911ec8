// Enrichment runs and imports of previews, each as the run of a workflow that is made for it: the interface shows no path for them.

import { type AnyId, isId } from '../../contract/ids.ts';
import { getOwn, isObject, type JsonObject, listIn, objectIn } from '../../contract/json.ts';
import type { Route } from '../../contract/routes/route.ts';
import { routes } from '../../contract/routes/routes.ts';
import type { Reply } from '../answers/reply.ts';
import { ApiError } from '../errors.ts';
import {
  type DocumentedCall,
  type DocumentedRead,
  type DocumentedWrite,
  notPossible,
  type RequestContext,
} from './fitted-request.ts';

interface RunNode {
  readonly id: string;
  readonly kind: 'BLOCK';
  readonly blockId: string;
  readonly inputs: JsonObject;
  readonly next: readonly string[];
}

type BlockStep = Pick<RunNode, 'blockId' | 'inputs'>;

/** The entry step; the interface names blocks that start with contacts, and none that starts with companies. */
function entryOf(route: Route, { contactIds, contactGroupIds }: JsonObject): BlockStep {
  if (contactIds !== undefined) return { blockId: 'SELECT_LEADS', inputs: { leadIds: contactIds } };
  if (contactGroupIds === undefined)
    throw notPossible(route, 'as the interface shows no block that starts with companies');
  const [leadsGroupId, ...others] = listIn(contactGroupIds);
  if (others.length > 0) throw notPossible(route, 'as a workflow starts with one list', 'start a run for each list');
  return { blockId: 'SELECT_LEADS_FROM_LIST', inputs: { leadsGroupId } };
}

/** Keys of the inputs of each block in the catalogue of the service. */
async function blocksOf(call: DocumentedCall): Promise<ReadonlyMap<unknown, readonly unknown[]>> {
  const { data } = await call(routes.workflows.blocks);
  const blocks = listIn(isObject(data) ? getOwn(data, 'blocks') : data).map(objectIn);
  return new Map(
    blocks.map((block) => [block['blockId'], listIn(block['inputs']).map((input) => objectIn(input)['key'])]),
  );
}

/** `POST /v1/actions`. Refused for actions and options that are not in the catalogue. */
export const actionsAsWorkflow: DocumentedWrite = async (context, route, { body }) => {
  const { actions, ...targets } = objectIn(body);
  const entry = entryOf(route, targets);
  const blocks = await blocksOf(context.call);
  const steps = listIn(actions).map((action): BlockStep => {
    const { type, options } = objectIn(action);
    const known = blocks.get(type);
    const blockId = String(type);
    if (known === undefined)
      throw notPossible(route, `which has no block ${blockId}`, 'reach workflow blocks lists those it has');
    const unknown = Object.keys(objectIn(options)).filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      const why = `whose block ${blockId} has no input ${unknown.join(', ')}`;
      throw notPossible(route, why, `reach workflow blocks ${blockId}`);
    }
    return { blockId, inputs: objectIn(options) };
  });
  const idAt = (at: number) => (at === 0 ? 'select' : `action-${at}`);
  const nodes = [entry, ...steps].map(
    (step, at, all): RunNode => ({
      id: idAt(at),
      kind: 'BLOCK',
      ...step,
      next: at + 1 < all.length ? [idAt(at + 1)] : [],
    }),
  );
  return planned(context, steps.map(({ blockId }) => blockId).join(', '), nodes);
};

/** `POST /v1/ai-finder/previews/{previewId}/import`: the import step of the preview, and one that adds its contacts to the list. */
export const importAsWorkflow: DocumentedWrite = async (context, route, { params, body }) => {
  const { call, note } = context;
  const previewId = objectIn(params)['previewId'];
  const { listId, maxCount } = objectIn(body);
  if (listId === undefined)
    throw notPossible(route, 'as the interface shows no way to create a list', 'give the id of a list');
  const results = await call(routes.finder.results, { params: { previewId }, query: { page: 1, pageSize: 1 } });
  if (objectIn(results.data)['entity'] === 'COMPANY')
    throw notPossible(route, 'as the interface shows no block that adds companies to a list');
  const { data } = await call(routes.workflows.importInputs, { query: { previewId, maxCount } });
  const { blockId, warnings, source } = objectIn(data);
  for (const warning of listIn(warnings)) note(typeof warning === 'string' ? warning : JSON.stringify(warning));
  const nodes: RunNode[] = [
    { id: 'import', kind: 'BLOCK', blockId: String(blockId), inputs: {}, next: ['add'] },
    { id: 'add', kind: 'BLOCK', blockId: 'ADD_LEADS_TO_GROUP', inputs: { leadsGroupId: listId }, next: [] },
  ];
  return planned(context, `Import of preview ${String(previewId)}`, nodes, [{ nodeId: 'import', source }]);
};

/** Creates and publishes the workflow, and starts its run. What was created and not started is said. */
function planned(
  { call, note, now }: RequestContext,
  what: string,
  nodes: readonly RunNode[],
  importSources?: readonly JsonObject[],
) {
  const name = `${what}, ${new Date(now()).toISOString().slice(0, 19)}Z`;
  const body = { name, plan: { name, nodes }, publish: true, ...(importSources !== undefined && { importSources }) };
  const send = async (): Promise<Reply> => {
    const workflowId = await createdId(call, body, note);
    note(`created workflow ${workflowId}, which stays: the interface shows no way to delete one`);
    const started = await call(routes.workflows.run, { params: { workflowId }, body: {} }).catch((error: unknown) => {
      const isSure = error instanceof ApiError && error.status < 500;
      note(`workflow ${workflowId} ${isSure ? 'was not started' : 'may not have been started'}`);
      note(`its runs: reach workflow runs ${workflowId}; start it: reach workflow run ${workflowId}`);
      throw error;
    });
    const actionsId = objectIn(started.data)['runId'] ?? (await onlyRunOf(call, workflowId));
    const data = actionsId === undefined ? {} : { actionsId };
    return { ...started, data, envelope: { data } };
  };
  return { requests: [{ route: routes.workflows.create, input: { body } }], send };
}

type PlanBody = Readonly<Record<string, unknown>> & { readonly plan: { readonly nodes: readonly RunNode[] } };

/** A service may want an empty slot at the end of a path, or none. What it refused was not created. */
async function createdWithEnd(call: DocumentedCall, body: PlanBody): Promise<Reply> {
  const create = (nodes: readonly RunNode[]) =>
    call(routes.workflows.create, { body: { ...body, plan: { ...body.plan, nodes } } });
  try {
    return await create(body.plan.nodes);
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 422)) throw error;
    const nodes = body.plan.nodes.map((node) => (node.next.length === 0 ? { ...node, next: [''] } : node));
    return await create(nodes).catch(() => {
      throw error;
    });
  }
}

async function createdId(call: DocumentedCall, body: PlanBody, note: RequestContext['note']): Promise<AnyId> {
  const { data } = await createdWithEnd(call, body);
  const { id, isPublished, warnings } = objectIn(data);
  for (const warning of listIn(warnings)) note(JSON.stringify(warning));
  const { method, path } = routes.workflows.create;
  const halfDone = (message: string, hint: string) =>
    new ApiError({ method, path, status: 409, code: 'conflict', message, hint, body: '' });
  if (!isId(id)) {
    const message = 'the workflow was created, but the answer names no id: nothing more was done';
    throw halfDone(message, 'find it with reach workflow list');
  }
  if (isPublished === false) {
    const message = `workflow ${id} was created, and the service did not publish it: nothing was started`;
    throw halfDone(message, `reach workflow validate ${id} says why`);
  }
  return id;
}

/** Of a workflow that was made just now: it has one run. */
async function onlyRunOf(call: DocumentedCall, workflowId: AnyId): Promise<unknown> {
  const runs = await call(routes.workflows.runs, { params: { workflowId } }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    return { data: [] };
  });
  const found = listIn(isObject(runs.data) ? getOwn(runs.data, 'runs') : runs.data).map(objectIn);
  return found.length === 1 ? found[0]?.['runId'] : undefined;
}

const ENTRIES: readonly unknown[] = ['SELECT_LEADS', 'SELECT_LEADS_FROM_LIST'];
/** The words of a run of a workflow, as an enrichment run has them. */
const WORDS: Readonly<Record<string, string>> = { RUNNING: 'PROCESSING', SUCCEEDED: 'COMPLETED' };
const wordOf = (status: string) => getOwn(WORDS, status) ?? status;
const FINAL: readonly string[] = ['COMPLETED', 'FAILED', 'CANCELLED'];
const STEP_FINAL: readonly string[] = [...FINAL, 'SKIPPED'];

/** `GET /v1/actions/{actionsId}/status`: of each step how many records are where. */
export const statusOfRun: DocumentedRead = async (call, route, { params }) => {
  const actionsId = objectIn(params)['actionsId'];
  const reply = await call(routes.workflows.getRun, { params: { runId: actionsId } }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw notPossible(route, `which shows no actions, and no workflow has a run ${String(actionsId)}`);
  });
  const { status, steps } = objectIn(reply.data);
  const actions = listIn(steps)
    .map(objectIn)
    .filter(({ stepType }) => !ENTRIES.includes(stepType))
    .map(({ stepType, statusCounts }) => ({ type: String(stepType), statusCounts: counted([objectIn(statusCounts)]) }));
  const statusCounts = counted(actions.map((action) => action.statusCounts));
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  const totalActions = sum(Object.values(statusCounts));
  const done = sum(Object.entries(statusCounts).flatMap(([word, count]) => (STEP_FINAL.includes(word) ? [count] : [])));
  const overallStatus = typeof status === 'string' ? wordOf(status) : undefined;
  const isOver = overallStatus !== undefined && FINAL.includes(overallStatus);
  const progress = isOver ? 100 : Math.floor((100 * done) / Math.max(1, totalActions));
  const data = { actionsId, overallStatus, totalActions, statusCounts, progress, actions };
  return { reply: { ...reply, data, envelope: { data } } };
};

/** All of them together, in the words of an enrichment run. */
function counted(all: readonly JsonObject[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const counts of all)
    for (const [status, count] of Object.entries(counts))
      sums.set(wordOf(status), (sums.get(wordOf(status)) ?? 0) + Number(count));
  return Object.fromEntries(sums);
}
