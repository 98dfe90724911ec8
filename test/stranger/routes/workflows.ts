// The routes of workflows.

import { notFound, page, type Route } from '../route.ts';
import { blocks, create, edit, errorsOf, fields, find, publish, read, readRun, run, start } from './workflow-life.ts';

export const WORKFLOW_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/workflows',
    shown: true,
    query: ['page', 'pageSize'],
    unshownQuery: { search: 'q', status: 'state' },
    run: (call) =>
      page(
        'workflows',
        call.store.workflows.map(({ id, name }) => ({ id, name })),
      ),
  },
  {
    method: 'POST',
    path: '/v1/workflows',
    shown: true,
    body: {
      name: 'string',
      plan: 'object',
      trigger: 'object',
      publish: 'boolean',
      maxCreditsPerRun: 'integer',
      importSources: 'array',
    },
    required: ['name', 'plan'],
    run: create,
  },
  {
    method: 'POST',
    path: '/v1/workflows/validate',
    elsewhere: '/v1/workflows/check',
    shown: false,
    body: { plan: 'object', trigger: 'object', importSources: 'array' },
    run: (call) => {
      const errors = errorsOf({ plan: call.body['plan'] }, call);
      return { isValid: errors.length === 0, errors, warnings: [], plan: call.body['plan'] };
    },
  },
  { method: 'GET', path: '/v1/workflows/blocks', shown: true, run: (call) => page('blocks', blocks(call)) },
  {
    method: 'GET',
    path: '/v1/workflows/blocks/{blockId}',
    shown: true,
    run: (call) => blocks(call).find(({ blockId }) => blockId === call.params['blockId']) ?? notFound('Block'),
  },
  { method: 'GET', path: '/v1/workflows/condition-fields', shown: true, run: (call) => page('fields', fields(call)) },
  {
    method: 'GET',
    path: '/v1/workflows/import-inputs',
    shown: true,
    query: ['previewId', 'maxCount'],
    run: (call) =>
      call.store.previews.some(({ previewId }) => previewId === call.query['previewId'])
        ? { blockId: 'SELECT_LEADS', inputs: {}, warnings: [], source: { previewId: call.query['previewId'] } }
        : notFound('Preview'),
  },
  {
    method: 'GET',
    path: '/v1/workflow/{workflowId}',
    shown: true,
    run: (call) => {
      const workflow = find(call);
      return workflow === undefined ? notFound('Workflow') : read(call, workflow);
    },
  },
  {
    method: 'GET',
    path: '/v1/workflow/{workflowId}/validate-draft',
    shown: true,
    run: (call) => {
      const workflow = find(call);
      if (workflow === undefined) return notFound('Workflow');
      const errors = errorsOf(workflow, call);
      return { isValid: errors.length === 0, errors, warnings: [] };
    },
  },
  {
    method: 'PATCH',
    path: '/v1/workflow/{workflowId}/draft',
    shown: true,
    body: { ops: 'array', revision: 'string', maxCreditsPerRun: 'integer' },
    run: edit,
  },
  {
    method: 'POST',
    path: '/v1/workflow/{workflowId}/publish',
    shown: true,
    body: { revision: 'string' },
    run: publish,
  },
  { method: 'POST', path: '/v1/workflow/{workflowId}/run', shown: true, body: { input: 'object' }, run },
  {
    method: 'GET',
    path: '/v1/workflow/{workflowId}/runs',
    shown: true,
    query: ['page', 'pageSize'],
    unshownQuery: { status: 'state' },
    run: (call) => {
      const workflow = find(call);
      if (workflow === undefined) return notFound('Workflow');
      const runs = call.store.runs.filter((one) => one['workflowId'] === workflow['id']);
      return page(
        'runs',
        runs.map(({ runId, triggerType, status, sequenceNumber }) => ({ runId, triggerType, status, sequenceNumber })),
      );
    },
  },
  { method: 'GET', path: '/v1/workflow-runs/{runId}', shown: true, run: readRun },
  {
    method: 'GET',
    path: '/v1/workflow-runs/{runId}/records',
    elsewhere: '/v1/workflow-runs/{runId}/entities',
    shown: false,
    unshownQuery: { status: 'state', stepId: 'nodeId', cursor: 'after', limit: 'count' },
    run: (call) => {
      const found = call.store.runs.some(({ runId }) => String(runId) === call.params['runId']);
      return found ? page('records', [{ id: 10, status: 'WAITING', stepId: 'verify' }, { id: 11 }]) : notFound('Run');
    },
  },
  {
    method: 'POST',
    path: '/v1/workflow-runs/{runId}/cancel',
    elsewhere: '/v1/workflow-runs/{runId}/stop',
    shown: false,
    body: null,
    run: (call) => {
      const found = call.store.runs.find(({ runId }) => String(runId) === call.params['runId']);
      if (found === undefined) return notFound('Run');
      found['status'] = 'CANCELLED';
      return {};
    },
  },
  {
    method: 'POST',
    path: '/v1/workflow-runs/{runId}/approvals',
    elsewhere: '/v1/workflow-runs/{runId}/decisions',
    shown: false,
    body: null,
    unshownBody: { stepId: 'nodeId', decision: 'verdict', ids: 'recordIds' },
    run: () => ({}),
  },
  {
    method: 'POST',
    path: '/wf/{webhookId}',
    shown: true,
    body: null,
    open: true,
    run: (call) => {
      const workflow = call.store.workflows.find(({ id }) => String(id) === call.params['webhookId']);
      if (workflow === undefined) return notFound('Webhook');
      start(call, workflow);
      return null;
    },
  },
];
