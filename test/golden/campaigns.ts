import { type Golden, success } from './golden.ts';

// Paths, step types, step fields, conditions and the read-only ids are the interface's. Everything else of the record, the
// bodies of status, clone and adding contacts, and the names of the counts are chosen.

const record = {
  id: 1,
  appUrl: 'https://app.service.example/campaigns/1',
  name: 'Pioneers, first contact',
  description: null,
  identityId: 1,
  status: 'DRAFT',
  trackOpens: true,
  trackClicks: false,
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};

const steps = [
  { type: 'email', subject: 'Hello {firstName}', content: 'How does {companyName} calculate?' },
  {
    type: 'condition',
    condition: { type: 'email_opened', waitFor: { value: 3, unit: 'days' } },
    onTrue: [
      {
        type: 'network_connection',
        waitForAcceptance: { value: 5, unit: 'days' },
        onAccepted: [{ type: 'network_message', content: 'Thank you, {firstName}' }],
        onNotAccepted: [{ type: 'end' }],
      },
    ],
    onFalse: [{ type: 'email', content: 'Did you see my email?', delay: { value: 2, unit: 'days' } }],
  },
  {
    type: 'condition',
    condition: { type: 'lead_field', field: 'jobTitle', operator: 'CONTAINS', value: 'engineer' },
    onFalse: [{ type: 'end' }],
  },
  { type: 'task', taskType: 'CALL', title: 'Call', note: 'In the morning' },
];

/** "`{company}`, `{companyName}`, `{companyDomain}` are stored as `{name}` and `{domain}`." */
const stepsRead = [
  {
    type: 'email',
    subject: 'Hello {firstName}',
    content: 'How does {name} calculate?',
    stepId: 1,
    connectionId: 2,
    nextConnectionId: 4,
  },
  {
    type: 'condition',
    condition: { type: 'email_opened', waitFor: { value: 3, unit: 'days' } },
    onTrue: [
      {
        type: 'network_connection',
        waitForAcceptance: { value: 5, unit: 'days' },
        onAccepted: [
          {
            type: 'network_message',
            content: 'Thank you, {firstName}',
            stepId: 7,
            connectionId: 8,
            nextConnectionId: 14,
          },
        ],
        onNotAccepted: [{ type: 'end', stepId: 9, connectionId: 10, nextConnectionId: null }],
        stepId: 5,
        connectionId: 6,
        nextConnectionId: 14,
      },
    ],
    onFalse: [
      {
        type: 'email',
        content: 'Did you see my email?',
        delay: { value: 2, unit: 'days' },
        stepId: 11,
        connectionId: 12,
        nextConnectionId: 14,
      },
    ],
    stepId: 3,
    connectionId: 4,
    nextConnectionId: 14,
  },
  {
    type: 'condition',
    condition: { type: 'lead_field', field: 'jobTitle', operator: 'CONTAINS', value: 'engineer' },
    onFalse: [{ type: 'end', stepId: 15, connectionId: 16, nextConnectionId: null }],
    stepId: 13,
    connectionId: 14,
    nextConnectionId: 18,
  },
  {
    type: 'task',
    taskType: 'CALL',
    title: 'Call',
    note: 'In the morning',
    stepId: 17,
    connectionId: 18,
    nextConnectionId: null,
  },
];

const created = { ...record, steps: stepsRead };

const body = { name: record.name, identityId: 1, trackOpens: true, trackClicks: false, steps };

export const campaigns: readonly Golden[] = [
  {
    title: 'create a draft',
    row: 'campaigns.create',
    given: { body },
    request: { method: 'POST', path: '/v1/campaigns', body },
    response: success(created),
  },
  {
    title: 'all campaigns',
    row: 'campaigns.list',
    given: {},
    request: { method: 'GET', path: '/v1/campaigns' },
    response: success({
      campaigns: [{ ...record, stepCount: 8 }],
      page: 1,
      pageSize: 25,
      total: 1,
      hasNextPage: false,
    }),
  },
  {
    title: 'drafts of a name (chosen)',
    row: 'campaigns.list',
    given: { query: { status: 'DRAFT', name: record.name } },
    request: { method: 'GET', path: '/v1/campaigns', query: { status: 'DRAFT', name: record.name } },
    response: success({
      campaigns: [{ ...record, stepCount: 8 }],
      page: 1,
      pageSize: 25,
      total: 1,
      hasNextPage: false,
    }),
  },
  {
    title: 'read one',
    row: 'campaigns.get',
    given: { params: { campaignId: 1 } },
    request: { method: 'GET', path: '/v1/campaign/1' },
    response: success(created),
  },
  {
    title: 'change settings',
    row: 'campaigns.update',
    given: { params: { campaignId: 1 }, body: { description: 'Written by hand' } },
    request: { method: 'PATCH', path: '/v1/campaign/1', body: { description: 'Written by hand' } },
    response: success({ ...created, description: 'Written by hand' }),
  },
  {
    title: 'send back what was read: read-only fields are accepted and ignored',
    row: 'campaigns.update',
    given: { params: { campaignId: 1 }, body: created },
    request: { method: 'PATCH', path: '/v1/campaign/1', body: created },
    response: success(created),
  },
  {
    title: 'clone',
    row: 'campaigns.clone',
    given: { params: { campaignId: 1 }, body: { name: 'Pioneers, again' } },
    request: { method: 'POST', path: '/v1/campaign/1/clone', body: { name: 'Pioneers, again' } },
    response: success({ ...created, id: 2, name: 'Pioneers, again' }),
  },
  {
    title: 'replace the whole sequence',
    row: 'campaigns.update',
    given: { params: { campaignId: 2 }, body: { steps: [{ type: 'network_visit_profile' }] } },
    request: { method: 'PATCH', path: '/v1/campaign/2', body: { steps: [{ type: 'network_visit_profile' }] } },
    response: success({
      ...record,
      id: 2,
      name: 'Pioneers, again',
      steps: [{ type: 'network_visit_profile', stepId: 37, connectionId: 38, nextConnectionId: null }],
    }),
  },
  {
    title: 'start it (chosen)',
    row: 'campaigns.setStatus',
    given: { params: { campaignId: 1 }, body: { status: 'ACTIVE' } },
    request: { method: 'POST', path: '/v1/campaign/1/status', body: { status: 'ACTIVE' } },
    response: success({ ...created, status: 'ACTIVE' }),
  },
  {
    title: 'add one contact',
    row: 'campaigns.addContact',
    given: { body: { campaignId: 1, contactId: 1 } },
    request: { method: 'POST', path: '/v1/add-contact-to-campaign', body: { campaignId: 1, contactId: 1 } },
    response: success({ campaignId: 1, contactId: 1, outcome: 'ADDED' }),
  },
  {
    title: 'add a whole list of contacts',
    row: 'campaigns.addContactGroup',
    given: { body: { campaignId: 1, contactGroupId: 1 } },
    request: { method: 'POST', path: '/v1/add-contact-group-to-campaign', body: { campaignId: 1, contactGroupId: 1 } },
    response: success({
      campaignId: 1,
      contactGroupId: 1,
      added: 0,
      reactivated: 0,
      alreadyPresent: 1,
      skipped: 0,
    }),
  },
  {
    title: 'owners for task steps',
    row: 'tasks.owners',
    given: {},
    request: { method: 'GET', path: '/v1/tasks/owners' },
    response: success({ owners: [{ id: 4, name: 'Ada', email: 'ada@analytical.example' }] }),
  },
  {
    title: 'voices: the service’s own and those of identities',
    row: 'voices.list',
    given: {},
    request: { method: 'GET', path: '/v1/voices' },
    response: success({
      voices: [
        { id: 'sys-1', name: 'Low', source: 'system', identityId: null, language: 'en' },
        { id: 'voice-9', name: 'Ada', source: 'identity', identityId: 1, language: null },
      ],
    }),
  },
  {
    title: 'the prompt library',
    row: 'promptLibrary.aiMessages',
    given: {},
    request: { method: 'GET', path: '/v1/prompt-library/ai-messages' },
    response: success({
      aiMessages: [{ id: 'lib-1', name: 'First email', description: 'Opens a conversation', channel: 'EMAIL' }],
    }),
  },
];
