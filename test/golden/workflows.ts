import { type Golden, success } from './golden.ts';

// Paths, body fields, node and trigger shapes, isPublished, warnings, isValid, errors, revision, version, runId, status,
// sequenceNumber, triggerType, stepId, stepType, statusCounts, blockId, inputs and source are the interface's. Everything
// else of the records, other operations than updateStepInputs, validate, cancel, approvals and the answer of a delivery are
// chosen.

const plan = {
  nodes: [
    { id: 'start', kind: 'BLOCK', blockId: 'SELECT_LEADS', inputs: { leadIds: '__MANUAL_INPUT' }, next: ['verify'] },
    { id: 'verify', kind: 'BLOCK', blockId: 'VERIFY_LEAD_EMAIL', inputs: {}, next: ['split'] },
    {
      id: 'split',
      kind: 'CONDITIONAL',
      conditions: [
        { field: 'jobTitle', operator: 'CONTAINS', value: 'engineer' },
        { type: 'RANDOM_SPLIT', percentage: 100 },
      ],
      fallbackName: 'Everybody else',
      next: ['approve', 'approve', 'end'],
    },
    { id: 'approve', kind: 'BLOCK', blockId: 'WAIT_FOR_APPROVAL', inputs: {}, next: ['add', 'end'] },
    { id: 'add', kind: 'BLOCK', blockId: 'ADD_LEADS_TO_GROUP', inputs: { leadsGroupId: 1 }, next: ['end'] },
    { id: 'end', kind: 'BLOCK', blockId: 'END', inputs: {}, next: [] },
  ],
};

/** With its entry fixed. */
const fixed = {
  nodes: [
    { id: 'start', kind: 'BLOCK', blockId: 'SELECT_LEADS', inputs: { leadIds: [1] }, next: ['verify'] },
    ...plan.nodes.slice(1),
  ],
};

const body = { name: 'Welcome', plan, trigger: { type: 'MANUAL', entity: 'LEAD' }, maxCreditsPerRun: 500 };

const REVISION = '2026-01-05T10:00:00.000Z';
const LATER = '2026-01-05T10:00:00.001Z';

const head = {
  id: 1,
  appUrl: 'https://app.service.example/workflows/1',
  name: 'Welcome',
  status: 'DRAFT',
  isPublished: false,
  version: null,
  hasUnpublishedChanges: false,
  triggerType: 'MANUAL',
  maxCreditsPerRun: 500,
  revision: REVISION,
  createdAt: REVISION,
  updatedAt: REVISION,
};

const contract = {
  status: 'SUPPORTED',
  acceptedKeys: ['leadIds', 'leadId'],
  exampleBody: { input: { leadIds: [1] } },
};

const draft = {
  ...head,
  ownerId: 1,
  plan,
  trigger: body.trigger,
  runtimeInputContract: contract,
  published: null,
};

const run = {
  runId: 1,
  sequenceNumber: 1,
  status: 'RUNNING',
  triggerType: 'MANUAL',
  version: 1,
  startedAt: LATER,
  finishedAt: null,
  distinctEntityCount: 1,
  creditsUsed: 1,
};

const runRecord = {
  ...run,
  workflowId: 1,
  appUrl: 'https://app.service.example/workflow-runs/1',
  entity: 'LEAD',
  maxCreditsPerRun: 500,
  reason: null,
  steps: [
    { stepId: 'start', stepType: 'SELECT_LEADS', statusCounts: { SUCCEEDED: 1 } },
    { stepId: 'verify', stepType: 'VERIFY_LEAD_EMAIL', statusCounts: { SUCCEEDED: 1 } },
    { stepId: 'split', stepType: 'CONDITIONAL', statusCounts: { SUCCEEDED: 1 } },
    { stepId: 'approve', stepType: 'WAIT_FOR_APPROVAL', statusCounts: { WAITING: 1 } },
    { stepId: 'add', stepType: 'ADD_LEADS_TO_GROUP', statusCounts: {} },
    { stepId: 'end', stepType: 'END', statusCounts: {} },
  ],
};

const webhook = {
  name: 'Sign-ups',
  plan: {
    nodes: [
      {
        id: 'company',
        kind: 'BLOCK',
        blockId: 'IMPORT_COMPANY_FROM_PAYLOAD',
        inputs: { companyPayload: { webhookInputKey: 'account' } },
        next: [],
      },
    ],
  },
  trigger: { type: 'WEBHOOK', inputs: [{ key: 'account', type: 'companyPayload', label: 'Account' }] },
  publish: true,
};

/** The service gives its own; what stands here is what a caller may see. */
export const GOLDEN_WEBHOOK = '0f9d3c2b7a6e4d51b8c7f6e5d4c3b2a1';

const block = {
  blockId: 'ADD_LEADS_TO_GROUP',
  label: 'Add to list',
  description: 'Puts each contact into a list.',
  entities: ['LEAD'],
  group: 'list',
  creditsPerRecord: 0,
  slots: ['next'],
  isEntry: false,
  inputs: [
    {
      key: 'leadsGroupId',
      type: 'leadsGroupId',
      required: true,
      valueShape: 'the id of a contact list',
      resolution: 'configure',
      description: 'The list.',
    },
  ],
};

/** The finder gives its own. */
export const GOLDEN_PREVIEW = '6f1c1f0a-2f6e-4c38-9d7e-3b0a4f1d2c5b';

export const workflows: readonly Golden[] = [
  {
    title: 'is the plan in order?',
    row: 'workflows.validate',
    given: { body: { plan, trigger: { type: 'API' } } },
    request: { method: 'POST', path: '/v1/workflows/validate', body: { plan, trigger: { type: 'API' } } },
    response: success({ isValid: true, errors: [], warnings: [], plan }),
  },
  {
    title: 'create a draft',
    row: 'workflows.create',
    given: { body },
    request: { method: 'POST', path: '/v1/workflows', body },
    response: success({
      id: 1,
      isPublished: false,
      warnings: [],
      appUrl: head.appUrl,
      version: null,
      revision: REVISION,
      trigger: body.trigger,
    }),
  },
  {
    title: 'all workflows',
    row: 'workflows.list',
    given: {},
    request: { method: 'GET', path: '/v1/workflows' },
    response: success({
      workflows: [{ ...head, nodeCount: 6 }],
      page: 1,
      pageSize: 25,
      total: 1,
      hasNextPage: false,
    }),
  },
  {
    title: 'drafts whose name has a word (chosen)',
    row: 'workflows.list',
    given: { query: { search: 'welc', status: 'DRAFT', page: 1, pageSize: 10 } },
    request: {
      method: 'GET',
      path: '/v1/workflows',
      query: { search: 'welc', status: 'DRAFT', page: '1', pageSize: '10' },
    },
    response: success({
      workflows: [{ ...head, nodeCount: 6 }],
      page: 1,
      pageSize: 10,
      total: 1,
      hasNextPage: false,
    }),
  },
  {
    title: 'read one',
    row: 'workflows.get',
    given: { params: { workflowId: 1 } },
    request: { method: 'GET', path: '/v1/workflow/1' },
    response: success(draft),
  },
  {
    title: 'may the draft be published?',
    row: 'workflows.validateDraft',
    given: { params: { workflowId: 1 } },
    request: { method: 'GET', path: '/v1/workflow/1/validate-draft' },
    response: success({ isValid: true, errors: [], warnings: [] }),
  },
  {
    title: 'other inputs for a step',
    row: 'workflows.editDraft',
    given: {
      params: { workflowId: 1 },
      body: { ops: [{ kind: 'updateStepInputs', id: 'start', inputs: { leadIds: [1] } }], maxCreditsPerRun: 100 },
    },
    request: {
      method: 'PATCH',
      path: '/v1/workflow/1/draft',
      body: { ops: [{ kind: 'updateStepInputs', id: 'start', inputs: { leadIds: [1] } }], maxCreditsPerRun: 100 },
    },
    response: success({
      revision: LATER,
      id: 1,
      name: 'Welcome',
      plan: fixed,
      trigger: body.trigger,
      maxCreditsPerRun: 100,
      warnings: [],
    }),
  },
  {
    title: 'publish the draft',
    row: 'workflows.publish',
    given: { params: { workflowId: 1 }, body: {} },
    request: { method: 'POST', path: '/v1/workflow/1/publish', body: {} },
    response: success({ version: 1, isPublished: true, id: 1, revision: LATER, warnings: [], trigger: body.trigger }),
  },
  {
    title: 'read a published version (chosen)',
    row: 'workflows.get',
    given: { params: { workflowId: 1 }, query: { version: 1 } },
    request: { method: 'GET', path: '/v1/workflow/1', query: { version: '1' } },
    response: success({
      ...draft,
      plan: fixed,
      status: 'PUBLISHED',
      isPublished: true,
      version: 1,
      revision: LATER,
      updatedAt: LATER,
      runtimeInputContract: { status: 'EMPTY', exampleBody: {} },
      published: { version: 1, publishedAt: LATER, triggerType: 'MANUAL', maxCreditsPerRun: 100 },
    }),
  },
  {
    title: 'run it',
    row: 'workflows.run',
    given: { params: { workflowId: 1 }, body: {} },
    request: { method: 'POST', path: '/v1/workflow/1/run', body: {} },
    response: success({ runId: 1, status: 'RUNNING', sequenceNumber: 1 }),
  },
  {
    title: 'its runs',
    row: 'workflows.runs',
    given: { params: { workflowId: 1 } },
    request: { method: 'GET', path: '/v1/workflow/1/runs' },
    response: success({ runs: [run], page: 1, pageSize: 25, total: 1, hasNextPage: false }),
  },
  {
    title: 'read a run',
    row: 'workflows.getRun',
    given: { params: { runId: 1 } },
    request: { method: 'GET', path: '/v1/workflow-runs/1' },
    response: success(runRecord),
  },
  {
    title: 'approve all that wait',
    row: 'workflows.decide',
    given: { params: { runId: 1 }, body: { stepId: 'approve', decision: 'APPROVED' } },
    request: {
      method: 'POST',
      path: '/v1/workflow-runs/1/approvals',
      body: { stepId: 'approve', decision: 'APPROVED' },
    },
    response: success({ runId: 1, stepId: 'approve', decision: 'APPROVED', decided: 1, waiting: 0 }),
  },
  {
    title: 'cancel it',
    row: 'workflows.cancelRun',
    given: { params: { runId: 1 } },
    request: { method: 'POST', path: '/v1/workflow-runs/1/cancel' },
    response: success({ ...runRecord, status: 'CANCELLED', finishedAt: LATER, reason: 'cancelled by key admin' }),
  },
  {
    title: 'create and publish at once: a webhook',
    row: 'workflows.create',
    given: { body: webhook },
    request: { method: 'POST', path: '/v1/workflows', body: webhook },
    response: success({
      id: 2,
      isPublished: true,
      warnings: [],
      appUrl: 'https://app.service.example/workflows/2',
      version: 1,
      revision: LATER,
      trigger: {
        ...webhook.trigger,
        webhookUrl: `https://service.example/wf/${GOLDEN_WEBHOOK}`,
        webhookInputs: [{ key: 'account', type: 'companyPayload' }],
        webhookSecret: 'whsec_golden',
      },
    }),
  },
  {
    title: 'deliver a payload',
    row: 'workflows.deliver',
    given: { params: { webhookId: GOLDEN_WEBHOOK }, body: { account: { name: 'Analytical', domain: 'a.example' } } },
    request: {
      method: 'POST',
      path: `/wf/${GOLDEN_WEBHOOK}`,
      body: { account: { name: 'Analytical', domain: 'a.example' } },
    },
    response: success({ runId: 2, status: 'RUNNING', sequenceNumber: 1 }),
  },
  {
    title: 'the catalogue',
    row: 'workflows.blocks',
    given: {},
    request: { method: 'GET', path: '/v1/workflows/blocks' },
    response: success({ blocks: [block] }),
  },
  {
    title: 'one block',
    row: 'workflows.block',
    given: { params: { blockId: 'ADD_LEADS_TO_GROUP' } },
    request: { method: 'GET', path: '/v1/workflows/blocks/ADD_LEADS_TO_GROUP' },
    response: success(block),
  },
  {
    title: 'fields for conditions',
    row: 'workflows.conditionFields',
    given: {},
    request: { method: 'GET', path: '/v1/workflows/condition-fields' },
    response: success({
      fields: [
        {
          id: 'platform.listIds',
          label: 'Lists',
          group: 'PLATFORM',
          entities: ['LEAD', 'COMPANY'],
          dataType: 'ids',
          operatorIds: ['CONTAINS', 'NOT_CONTAINS'],
        },
      ],
    }),
  },
  {
    title: 'what a preview becomes',
    row: 'workflows.importInputs',
    given: { query: { previewId: GOLDEN_PREVIEW, maxCount: 50 } },
    request: {
      method: 'GET',
      path: '/v1/workflows/import-inputs',
      query: { previewId: GOLDEN_PREVIEW, maxCount: '50' },
    },
    response: success({
      blockId: 'IMPORT_LEADS_FROM_NETWORK',
      inputs: { search: { provider: 'NETWORK' }, maxCount: 50 },
      warnings: [],
      source: { previewId: GOLDEN_PREVIEW, maxCount: 50 },
    }),
  },
];
