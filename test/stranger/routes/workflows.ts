// The routes of workflows.

import { notFound, PAGED, page, type Route, route, withRecord } from '../route.ts';
import { blocks, create, edit, errorsOf, fields, publish, read, readRun, run, start } from './workflow-life.ts';

export const WORKFLOW_ROUTES: readonly Route[] = [
  route('GET /v1/workflows', { query: PAGED, unshownQuery: { search: 'q', status: 'state' } }, (call) =>
    page(
      'workflows',
      call.store.workflows.map(({ id, name }) => ({ id, name })),
    ),
  ),
  route(
    'POST /v1/workflows',
    {
      body: {
        name: 'string',
        plan: 'object',
        trigger: 'object',
        publish: 'boolean',
        maxCreditsPerRun: 'integer',
        importSources: 'array',
      },
      required: ['name', 'plan'],
    },
    create,
  ),
  route(
    'POST /v1/workflows/validate',
    { elsewhere: '/v1/workflows/check', body: { plan: 'object', trigger: 'object', importSources: 'array' } },
    (call) => {
      const errors = errorsOf({ plan: call.body['plan'] }, call);
      return { isValid: errors.length === 0, errors, warnings: [], plan: call.body['plan'] };
    },
  ),
  route('GET /v1/workflows/blocks', (call) => page('blocks', blocks(call))),
  route(
    'GET /v1/workflows/blocks/{blockId}',
    (call) => blocks(call).find(({ blockId }) => blockId === call.params['blockId']) ?? notFound('Block'),
  ),
  route('GET /v1/workflows/condition-fields', (call) => page('fields', fields(call))),
  route('GET /v1/workflows/import-inputs', { query: ['previewId', 'maxCount'] }, (call) =>
    call.store.previews.some(({ previewId }) => previewId === call.query['previewId'])
      ? { blockId: 'SELECT_LEADS', inputs: {}, warnings: [], source: { previewId: call.query['previewId'] } }
      : notFound('Preview'),
  ),
  route(
    'GET /v1/workflow/{workflowId}',
    withRecord('workflows', 'Workflow', (workflow, call) => read(call, workflow)),
  ),
  route(
    'GET /v1/workflow/{workflowId}/validate-draft',
    withRecord('workflows', 'Workflow', (workflow, call) => {
      const errors = errorsOf(workflow, call);
      return { isValid: errors.length === 0, errors, warnings: [] };
    }),
  ),
  route(
    'PATCH /v1/workflow/{workflowId}/draft',
    { body: { ops: 'array', revision: 'string', maxCreditsPerRun: 'integer' } },
    withRecord('workflows', 'Workflow', edit),
  ),
  route(
    'POST /v1/workflow/{workflowId}/publish',
    { body: { revision: 'string' } },
    withRecord('workflows', 'Workflow', publish),
  ),
  route('POST /v1/workflow/{workflowId}/run', { body: { input: 'object' } }, withRecord('workflows', 'Workflow', run)),
  route(
    'GET /v1/workflow/{workflowId}/runs',
    { query: PAGED, unshownQuery: { status: 'state' } },
    withRecord('workflows', 'Workflow', ({ id }, { store }) => {
      const runs = store.runs.filter(({ workflowId }) => workflowId === id);
      return page(
        'runs',
        runs.map(({ runId, triggerType, status, sequenceNumber }) => ({ runId, triggerType, status, sequenceNumber })),
      );
    }),
  ),
  route('GET /v1/workflow-runs/{runId}', withRecord('runs', 'Run', readRun)),
  route(
    'GET /v1/workflow-runs/{runId}/records',
    {
      elsewhere: '/v1/workflow-runs/{runId}/entities',
      unshownQuery: { status: 'state', stepId: 'nodeId', cursor: 'after', limit: 'count' },
    },
    withRecord('runs', 'Run', () => page('records', [{ id: 10, status: 'WAITING', stepId: 'verify' }, { id: 11 }])),
  ),
  route(
    'POST /v1/workflow-runs/{runId}/cancel',
    { elsewhere: '/v1/workflow-runs/{runId}/stop', body: null },
    withRecord('runs', 'Run', (found) => Object.assign(found, { status: 'CANCELLED' }) && {}),
  ),
  route(
    'POST /v1/workflow-runs/{runId}/approvals',
    {
      elsewhere: '/v1/workflow-runs/{runId}/decisions',
      body: null,
      unshownBody: { stepId: 'nodeId', decision: 'verdict', ids: 'recordIds' },
    },
    () => ({}),
  ),
  route(
    'POST /wf/{webhookId}',
    { body: null, open: true },
    withRecord('workflows', 'Webhook', (workflow, call) => start(workflow, call) && null),
  ),
];
