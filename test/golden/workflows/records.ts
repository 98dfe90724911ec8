export const plan = {
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
export const fixed = {
  nodes: [
    { id: 'start', kind: 'BLOCK', blockId: 'SELECT_LEADS', inputs: { leadIds: [1] }, next: ['verify'] },
    ...plan.nodes.slice(1),
  ],
};

export const body = { name: 'Welcome', plan, trigger: { type: 'MANUAL', entity: 'LEAD' }, maxCreditsPerRun: 500 };

export const REVISION = '2026-01-05T10:00:00.000Z';

export const LATER = '2026-01-05T10:00:00.001Z';

export const head = {
  ...{ id: 1, appUrl: 'https://app.service.example/workflows/1', name: 'Welcome', status: 'DRAFT' },
  ...{ isPublished: false, version: null, hasUnpublishedChanges: false, nextRunAt: null },
  ...{ triggerType: 'MANUAL', maxCreditsPerRun: 500, revision: REVISION, createdAt: REVISION },
  updatedAt: REVISION,
};

const contract = { status: 'SUPPORTED', acceptedKeys: ['leadIds', 'leadId'], exampleBody: { input: { leadIds: [1] } } };

export const draft = {
  ...head,
  ownerId: 1,
  plan,
  trigger: body.trigger,
  runtimeInputContract: contract,
  published: null,
};

export const run = {
  ...{ runId: 1, sequenceNumber: 1, status: 'RUNNING', triggerType: 'MANUAL', version: 1, startedAt: LATER },
  ...{ finishedAt: null, distinctEntityCount: 1, creditsUsed: 1 },
};

export const runRecord = {
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

export const webhook = {
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

export const block = {
  ...{ blockId: 'ADD_LEADS_TO_GROUP', label: 'Add to list', description: 'Puts each contact into a list.' },
  ...{ entities: ['LEAD'], group: 'list', creditsPerRecord: 0, slots: ['next'], isEntry: false },
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
