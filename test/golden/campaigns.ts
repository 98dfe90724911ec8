import { type Golden, golden, pageOf, success } from './golden.ts';

// Paths, step types, step fields, conditions and the read-only ids are the interface's. Everything else of the record, the
// bodies of status, clone and adding contacts, and the names of the counts are undocumented.

const record = {
  ...{ id: 1, appUrl: 'https://app.service.example/campaigns/1', name: 'Pioneers, first contact' },
  ...{ description: null, identityId: 1, status: 'DRAFT', trackOpens: true, trackClicks: false },
  ...{ createdAt: '2026-01-05T10:00:00.000Z', updatedAt: '2026-01-05T10:00:00.000Z' },
};

const mail = { type: 'email', subject: 'Hello {firstName}', content: 'How does {companyName} calculate?' };
const again = { type: 'email', content: 'Did you see my email?', delay: { value: 2, unit: 'days' } };
const invitation = { type: 'network_connection', waitForAcceptance: { value: 5, unit: 'days' } };
const thanks = { type: 'network_message', content: 'Thank you, {firstName}' };
const isOpened = { type: 'condition', condition: { type: 'email_opened', waitFor: { value: 3, unit: 'days' } } };
const titled = { type: 'lead_field', field: 'jobTitle', operator: 'CONTAINS', value: 'engineer' };
const isEngineer = { type: 'condition', condition: titled };
const call = { type: 'task', taskType: 'CALL', title: 'Call', note: 'In the morning' };
const end = { type: 'end' };

const steps = [
  mail,
  { ...isOpened, onTrue: [{ ...invitation, onAccepted: [thanks], onNotAccepted: [end] }], onFalse: [again] },
  { ...isEngineer, onFalse: [end] },
  call,
];

/** As it is read: its own place, and the one that comes after it. */
const at = (stepId: number, nextConnectionId: number | null, step: object) => {
  const connectionId = stepId + 1;
  return { ...step, stepId, connectionId, nextConnectionId };
};

const invited = { ...invitation, onAccepted: [at(7, 14, thanks)], onNotAccepted: [at(9, null, end)] };

/** "`{company}`, `{companyName}`, `{companyDomain}` are stored as `{name}` and `{domain}`." */
const stepsRead = [
  at(1, 4, { ...mail, content: 'How does {name} calculate?' }),
  at(3, 14, { ...isOpened, onTrue: [at(5, 14, invited)], onFalse: [at(11, 14, again)] }),
  at(13, 18, { ...isEngineer, onFalse: [at(15, null, end)] }),
  at(17, null, call),
];

const created = { ...record, steps: stepsRead };

const body = { name: record.name, identityId: 1, trackOpens: true, trackClicks: false, steps };

export const campaigns: readonly Golden[] = [
  golden('create a draft', 'campaigns.create', { body }, 'POST /v1/campaigns', success(created)),
  golden(
    'all campaigns',
    'campaigns.list',
    {},
    'GET /v1/campaigns',
    pageOf('campaigns', [{ ...record, stepCount: 8 }]),
  ),
  golden(
    'drafts of a name (undocumented)',
    'campaigns.list',
    { query: { status: 'DRAFT', name: record.name } },
    'GET /v1/campaigns',
    pageOf('campaigns', [{ ...record, stepCount: 8 }]),
  ),
  golden('read one', 'campaigns.get', { params: { campaignId: 1 } }, 'GET /v1/campaign/1', success(created)),
  golden(
    'change settings',
    'campaigns.update',
    { params: { campaignId: 1 }, body: { description: 'Written by hand' } },
    'PATCH /v1/campaign/1',
    success({ ...created, description: 'Written by hand' }),
  ),
  golden(
    'send back what was read: read-only fields are accepted and ignored',
    'campaigns.update',
    { params: { campaignId: 1 }, body: created },
    'PATCH /v1/campaign/1',
    success(created),
  ),
  golden(
    'clone',
    'campaigns.clone',
    { params: { campaignId: 1 }, body: { name: 'Pioneers, again' } },
    'POST /v1/campaign/1/clone',
    success({ ...created, id: 2, name: 'Pioneers, again' }),
  ),
  golden(
    'replace the whole sequence',
    'campaigns.update',
    { params: { campaignId: 2 }, body: { steps: [{ type: 'network_visit_profile' }] } },
    'PATCH /v1/campaign/2',
    success({
      ...record,
      id: 2,
      name: 'Pioneers, again',
      steps: [at(37, null, { type: 'network_visit_profile' })],
    }),
  ),
  golden(
    'start it (undocumented)',
    'campaigns.setStatus',
    { params: { campaignId: 1 }, body: { status: 'ACTIVE' } },
    'POST /v1/campaign/1/status',
    success({ ...created, status: 'ACTIVE' }),
  ),
  golden(
    'add one contact',
    'campaigns.addContact',
    { body: { campaignId: 1, contactId: 1 } },
    'POST /v1/add-contact-to-campaign',
    success({ campaignId: 1, contactId: 1, outcome: 'ADDED' }),
  ),
  golden(
    'add a whole list of contacts',
    'campaigns.addContactGroup',
    { body: { campaignId: 1, contactGroupId: 1 } },
    'POST /v1/add-contact-group-to-campaign',
    success({ campaignId: 1, contactGroupId: 1, added: 0, reactivated: 0, alreadyPresent: 1, skipped: 0 }),
  ),
  golden(
    'owners for task steps',
    'tasks.owners',
    {},
    'GET /v1/tasks/owners',
    success({ owners: [{ id: 4, name: 'Ada', email: 'ada@analytical.example' }] }),
  ),
  golden(
    'voices: the service’s own and those of identities',
    'voices.list',
    {},
    'GET /v1/voices',
    success({
      voices: [
        { id: 'sys-1', name: 'Low', source: 'system', identityId: null, language: 'en' },
        { id: 'voice-9', name: 'Ada', source: 'identity', identityId: 1, language: null },
      ],
    }),
  ),
  golden(
    'the prompt library',
    'promptLibrary.aiMessages',
    {},
    'GET /v1/prompt-library/ai-messages',
    success({
      aiMessages: [{ id: 'lib-1', name: 'First email', description: 'Opens a conversation', channel: 'EMAIL' }],
    }),
  ),
];
