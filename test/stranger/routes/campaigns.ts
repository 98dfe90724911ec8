// Campaigns, and what their steps name.

import {
  type Answer,
  add,
  type Call,
  idOf,
  type Json,
  notFound,
  PAGED,
  page,
  type Route,
  refuse,
  route,
  withRecord,
} from '../route.ts';

const STEP_TYPES = new Set([
  ...'email network_message network_message_bundle network_voice_message network_inmail'.split(' '),
  ...'network_visit_profile network_like_last_post whatsapp_message condition network_connection task'.split(' '),
  ...'add_to_another_campaign end'.split(' '),
]);

/** The steps as they are read: with the read-only fields, and with an advanced one. */
const readSteps = (steps: unknown, call: Call) =>
  Array.isArray(steps) &&
  steps.map((step: Json, index) => ({
    ...step,
    stepId: `step-${index}`,
    connectionId: `step-${index}-in`,
    nextConnectionId: `step-${index}-out`,
    ...(call.switches.richer && { sendWindow: { from: '09:00', to: '17:00' } }),
  }));

/** Types that a later version of the service has. */
const LATER_TYPE = /^sms_message$|_(pigeon|smoke|signal)$/;

/** What is no list is no step of any type. */
const problemsOf = (steps: unknown = []): Json[] =>
  (Array.isArray(steps) ? steps : [{}]).flatMap(({ type }: Json, at) =>
    STEP_TYPES.has(String(type)) || LATER_TYPE.test(String(type))
      ? []
      : [{ path: `steps[${at}].type`, code: 'type', message: 'unknown step type' }],
  );

const WRITABLE = new Set(['name', 'description', 'identityId', 'trackOpens', 'trackClicks', 'steps']);

function readCampaign(call: Call, campaign: Json): Json {
  return {
    ...campaign,
    steps: readSteps(campaign['steps'], call),
    ...(call.switches.richer && { timezoneMode: 'RECIPIENT', goal: { meetings: 10 } }),
  };
}

/** How a list shows them: what a list of campaigns carries is not shown, so no steps. */
const listed = ({ steps: _steps, ...campaign }: Json) => campaign;

const written = ({ body }: Call): Json =>
  Object.fromEntries(Object.entries(body).filter(([name]) => WRITABLE.has(name)));

function create(call: Call): Json | Answer {
  const issues = problemsOf(call.body['steps']);
  if (issues.length > 0) return refuse(400, 'Validation failed', { issues });
  return readCampaign(call, add(call, 'campaigns', 'campaign', { status: 'DRAFT', ...written(call) }));
}

function update(campaign: Json, call: Call): Json | Answer {
  if (campaign['status'] !== 'DRAFT') return refuse(409, 'Campaign is not in DRAFT');
  const issues = problemsOf(call.body['steps']);
  if (issues.length > 0) return refuse(400, 'Validation failed', { issues });
  return readCampaign(call, Object.assign(campaign, written(call)));
}

function enrol({ store, body }: Call, ids: Iterable<number>): Json | Answer {
  const key = String(body['campaignId']);
  if (!store.campaigns.some((campaign) => idOf(campaign) === key)) return notFound('Campaign');
  store.enrolled.set(key, new Set([...(store.enrolled.get(key) ?? []), ...ids]));
  return {};
}

export const CAMPAIGN_ROUTES: readonly Route[] = [
  route('POST /v1/campaigns', { body: { steps: 'array' }, required: ['steps'], open: true }, create),
  route('GET /v1/campaigns', { query: PAGED, unshownQuery: { search: 'q', status: 'state' } }, (call) =>
    page('campaigns', call.store.campaigns.map(listed)),
  ),
  route(
    'GET /v1/campaign/{campaignId}',
    withRecord('campaigns', 'Campaign', (campaign, call) => readCampaign(call, campaign)),
  ),
  route(
    'PATCH /v1/campaign/{campaignId}',
    { body: { steps: 'array' }, open: true },
    withRecord('campaigns', 'Campaign', update),
  ),
  route(
    'POST /v1/campaign/{campaignId}/clone',
    { body: null },
    withRecord('campaigns', 'Campaign', ({ id: _, ...campaign }, call) => {
      const own = { status: 'DRAFT', name: `${campaign['name']} (copy)` };
      return readCampaign(call, add(call, 'campaigns', 'campaign', { ...campaign, ...own }));
    }),
  ),
  route(
    'POST /v1/campaign/{campaignId}/status',
    { elsewhere: '/v1/campaign/{campaignId}/state', body: null, unshownBody: { status: 'state' } },
    withRecord('campaigns', 'Campaign', (campaign, call) =>
      readCampaign(call, Object.assign(campaign, { status: call.body['status'] })),
    ),
  ),
  route(
    'POST /v1/add-contact-to-campaign',
    { body: null, unshownBody: { campaignId: 'campaignId', contactId: 'leadId' } },
    (call) => enrol(call, [Number(call.body['contactId'])]),
  ),
  route(
    'POST /v1/add-contact-group-to-campaign',
    { body: null, unshownBody: { campaignId: 'campaignId', contactGroupId: 'leadsGroupId' } },
    (call) => enrol(call, call.store.members.get(String(call.body['contactGroupId'])) ?? []),
  ),
  route('GET /v1/tasks/owners', () => page('owners', [])),
  route('GET /v1/voices', () => page('voices', [{ id: 'voice-9', source: 'system' }])),
];
