import { type Golden, golden, success } from './golden.ts';

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
  nextRunAt: null,
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
  golden(
    'is the plan in order?',
    'workflows.validate',
    { body: { plan, trigger: { type: 'API' } } },
    'POST /v1/workflows/validate',
    success({ isValid: true, errors: [], warnings: [], plan }),
  ),
  golden(
    'create a draft',
    'workflows.create',
    { body },
    'POST /v1/workflows',
    success({
      id: 1,
      isPublished: false,
      warnings: [],
      appUrl: head.appUrl,
      version: null,
      revision: REVISION,
      trigger: body.trigger,
    }),
  ),
  golden(
    'all workflows',
    'workflows.list',
    {},
    'GET /v1/workflows',
    success({
      workflows: [{ ...head, nodeCount: 6 }],
      page: 1,
      pageSize: 25,
      total: 1,
      hasNextPage: false,
    }),
  ),
  golden(
    'drafts whose name has a word (chosen)',
    'workflows.list',
    { query: { search: 'welc', status: 'DRAFT', page: 1, pageSize: 10 } },
    'GET /v1/workflows',
    success({
      workflows: [{ ...head, nodeCount: 6 }],
      page: 1,
      pageSize: 10,
      total: 1,
      hasNextPage: false,
    }),
    { query: { search: 'welc', status: 'DRAFT', page: '1', pageSize: '10' } },
  ),
  golden('read one', 'workflows.get', { params: { workflowId: 1 } }, 'GET /v1/workflow/1', success(draft)),
  golden(
    'may the draft be published?',
    'workflows.validateDraft',
    { params: { workflowId: 1 } },
    'GET /v1/workflow/1/validate-draft',
    success({ isValid: true, errors: [], warnings: [] }),
  ),
  golden(
    'other inputs for a step',
    'workflows.editDraft',
    {
      params: { workflowId: 1 },
      body: { ops: [{ kind: 'updateStepInputs', id: 'start', inputs: { leadIds: [1] } }], maxCreditsPerRun: 100 },
    },
    'PATCH /v1/workflow/1/draft',
    success({
      revision: LATER,
      id: 1,
      name: 'Welcome',
      plan: fixed,
      trigger: body.trigger,
      maxCreditsPerRun: 100,
      warnings: [],
    }),
  ),
  golden(
    'publish the draft',
    'workflows.publish',
    { params: { workflowId: 1 }, body: {} },
    'POST /v1/workflow/1/publish',
    success({ version: 1, isPublished: true, id: 1, revision: LATER, warnings: [], trigger: body.trigger }),
  ),
  golden(
    'read a published version (chosen)',
    'workflows.get',
    { params: { workflowId: 1 }, query: { version: 1 } },
    'GET /v1/workflow/1',
    success({
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
    { query: { version: '1' } },
  ),
  golden(
    'run it',
    'workflows.run',
    { params: { workflowId: 1 }, body: {} },
    'POST /v1/workflow/1/run',
    success({ runId: 1, status: 'RUNNING', sequenceNumber: 1 }),
  ),
  golden(
    'its runs',
    'workflows.runs',
    { params: { workflowId: 1 } },
    'GET /v1/workflow/1/runs',
    success({ runs: [run], page: 1, pageSize: 25, total: 1, hasNextPage: false }),
  ),
  golden('read a run', 'workflows.getRun', { params: { runId: 1 } }, 'GET /v1/workflow-runs/1', success(runRecord)),
  golden(
    'approve all that wait',
    'workflows.decide',
    { params: { runId: 1 }, body: { stepId: 'approve', decision: 'APPROVED' } },
    'POST /v1/workflow-runs/1/approvals',
    success({ runId: 1, stepId: 'approve', decision: 'APPROVED', decided: 1, waiting: 0 }),
  ),
  golden(
    'who waits there, and why a step skipped them',
    'workflows.runRecords',
    { params: { runId: 1 }, query: { status: 'WAITING', stepId: 'approve', limit: 100 } },
    'GET /v1/workflow-runs/1/records',
    success({
      records: [
        {
          id: 1,
          entity: 'LEAD',
          name: 'Ada Lovelace',
          status: 'WAITING',
          stepId: 'approve',
          dueAt: null,
          reason: 'there is no email address to verify',
          reasonStepId: 'verify',
        },
      ],
      nextCursor: null,
      keptUntil: null,
    }),
    { query: { status: 'WAITING', stepId: 'approve', limit: '100' } },
  ),
  golden(
    'cancel it',
    'workflows.cancelRun',
    { params: { runId: 1 } },
    'POST /v1/workflow-runs/1/cancel',
    success({ ...runRecord, status: 'CANCELLED', finishedAt: LATER, reason: 'cancelled by key admin' }),
  ),
  golden(
    'create and publish at once: a webhook',
    'workflows.create',
    { body: webhook },
    'POST /v1/workflows',
    success({
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
  ),
  golden(
    'deliver a payload',
    'workflows.deliver',
    { params: { webhookId: GOLDEN_WEBHOOK }, body: { account: { name: 'Analytical', domain: 'a.example' } } },
    `POST /wf/${GOLDEN_WEBHOOK}`,
    success({ runId: 2, status: 'RUNNING', sequenceNumber: 1 }),
  ),
  golden('the catalogue', 'workflows.blocks', {}, 'GET /v1/workflows/blocks', success({ blocks: [block] })),
  golden(
    'one block',
    'workflows.block',
    { params: { blockId: 'ADD_LEADS_TO_GROUP' } },
    'GET /v1/workflows/blocks/ADD_LEADS_TO_GROUP',
    success(block),
  ),
  golden(
    'fields for conditions',
    'workflows.conditionFields',
    {},
    'GET /v1/workflows/condition-fields',
    success({
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
  ),
  golden(
    'what a preview becomes',
    'workflows.importInputs',
    { query: { previewId: GOLDEN_PREVIEW, maxCount: 50 } },
    'GET /v1/workflows/import-inputs',
    success({
      blockId: 'IMPORT_LEADS_FROM_NETWORK',
      inputs: { search: { provider: 'NETWORK' }, maxCount: 50 },
      warnings: [],
      source: { previewId: GOLDEN_PREVIEW, maxCount: 50 },
    }),
    { query: { previewId: GOLDEN_PREVIEW, maxCount: '50' } },
  ),
];
