// Campaigns, and what their steps name.

import { type Answer, type Call, isRecord, type Json, notFound, page, type Route, refuse } from '../route.ts';

const STEP_TYPES = new Set([
  'email',
  'network_message',
  'network_message_bundle',
  'network_voice_message',
  'network_inmail',
  'network_visit_profile',
  'network_like_last_post',
  'whatsapp_message',
  'condition',
  'network_connection',
  'task',
  'add_to_another_campaign',
  'end',
]);
const BRANCHES = ['onTrue', 'onFalse', 'onAccepted', 'onNotAccepted'];

/** The steps as they are read: with the read-only fields, and with an advanced one. */
function readSteps(steps: unknown, call: Call, at = 'step'): unknown {
  if (!Array.isArray(steps)) return steps;
  return steps.map((step: unknown, index) => {
    if (!isRecord(step)) return step;
    const branches = Object.fromEntries(
      BRANCHES.filter((name) => name in step).map((name) => [
        name,
        readSteps(step[name], call, `${at}-${index}${name}`),
      ]),
    );
    return {
      ...step,
      ...branches,
      stepId: `${at}-${index}`,
      connectionId: `${at}-${index}-in`,
      nextConnectionId: `${at}-${index}-out`,
      ...(call.switches.richer && { sendWindow: { from: '09:00', to: '17:00' } }),
    };
  });
}

/** Types that a later version of the service has. */
const LATER_TYPE = /^sms_message$|_(pigeon|smoke|signal)$/;

function problemsOf(steps: unknown, path = 'steps'): Json[] {
  if (!Array.isArray(steps) || steps.length === 0) return [{ path, code: 'empty', message: 'at least one step' }];
  return steps.flatMap((step: unknown, index) => {
    const at = `${path}[${index}]`;
    if (!isRecord(step) || typeof step['type'] !== 'string') return [{ path: at, code: 'type', message: 'no type' }];
    const own =
      STEP_TYPES.has(step['type']) || LATER_TYPE.test(step['type'])
        ? []
        : [{ path: `${at}.type`, code: 'type', message: 'unknown step type' }];
    const first = index === 0 && path === 'steps' && step['type'] === 'email';
    const subject =
      first && !step['subject'] && !step['aiMessageId']
        ? [{ path: `${at}.subject`, code: 'required', message: 'the first email needs a subject' }]
        : [];
    const below = BRANCHES.filter((name) => name in step).flatMap((name) => problemsOf(step[name], `${at}.${name}`));
    return [...own, ...subject, ...below];
  });
}

const WRITABLE = ['name', 'description', 'identityId', 'trackOpens', 'trackClicks', 'steps'];

function readCampaign(call: Call, campaign: Json): Json {
  return {
    ...campaign,
    steps: readSteps(campaign['steps'], call),
    ...(call.switches.richer && { timezoneMode: 'RECIPIENT', goal: { meetings: 10 } }),
  };
}

/** How a list shows them: what a list of campaigns carries is not shown, so no steps. */
const listed = ({ steps: _steps, ...campaign }: Json) => campaign;

const find = (call: Call) => call.store.campaigns.find(({ id }) => String(id) === call.params['campaignId']);

function create(call: Call): Json | Answer {
  const issues = problemsOf(call.body['steps']);
  if (issues.length > 0) return refuse(400, 'Validation failed', { issues });
  const id = call.store.nextId('campaign');
  const campaign: Json = { id, status: 'DRAFT' };
  for (const name of WRITABLE) if (name in call.body) campaign[name] = call.body[name];
  call.store.campaigns.push(campaign);
  return readCampaign(call, campaign);
}

function update(call: Call): Json | Answer {
  const campaign = find(call);
  if (campaign === undefined) return notFound('Campaign');
  if (campaign['status'] !== 'DRAFT') return refuse(409, 'Campaign is not in DRAFT');
  if ('steps' in call.body) {
    const issues = problemsOf(call.body['steps']);
    if (issues.length > 0) return refuse(400, 'Validation failed', { issues });
  }
  for (const name of WRITABLE) if (name in call.body) campaign[name] = call.body[name];
  return readCampaign(call, campaign);
}

/** Bodies whose fields the interface does not show: taken under the names that were undocumented, or under others. */
const named = (call: Call, ours: string, theirs: string) =>
  call.body[call.switches.unshownPaths === 'theirs' ? theirs : ours];

function enrol(call: Call, campaignId: unknown, ids: readonly number[]): Json | Answer {
  const campaign = call.store.campaigns.find(({ id }) => String(id) === String(campaignId));
  if (campaign === undefined) return notFound('Campaign');
  const key = String(campaignId);
  const enrolled = call.store.enrolled.get(key) ?? new Set();
  for (const id of ids) enrolled.add(id);
  call.store.enrolled.set(key, enrolled);
  return {};
}

export const CAMPAIGN_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/campaigns',
    shown: true,
    body: { steps: 'array' },
    required: ['steps'],
    open: true,
    run: create,
  },
  {
    method: 'GET',
    path: '/v1/campaigns',
    shown: true,
    query: ['page', 'pageSize'],
    unshownQuery: { search: 'q', status: 'state' },
    run: (call) => page('campaigns', call.store.campaigns.map(listed)),
  },
  {
    method: 'GET',
    path: '/v1/campaign/{campaignId}',
    shown: true,
    run: (call) => {
      const campaign = find(call);
      return campaign === undefined ? notFound('Campaign') : readCampaign(call, campaign);
    },
  },
  {
    method: 'PATCH',
    path: '/v1/campaign/{campaignId}',
    shown: true,
    body: { steps: 'array' },
    open: true,
    run: update,
  },
  {
    method: 'POST',
    path: '/v1/campaign/{campaignId}/clone',
    shown: true,
    body: null,
    run: (call) => {
      const campaign = find(call);
      if (campaign === undefined) return notFound('Campaign');
      const clone: Json = {
        ...campaign,
        id: call.store.nextId('campaign'),
        status: 'DRAFT',
        name: `${campaign['name']} (copy)`,
      };
      call.store.campaigns.push(clone);
      return readCampaign(call, clone);
    },
  },
  {
    method: 'POST',
    path: '/v1/campaign/{campaignId}/status',
    elsewhere: '/v1/campaign/{campaignId}/state',
    shown: false,
    body: null,
    unshownBody: { status: 'state' },
    run: (call) => {
      const campaign = find(call);
      if (campaign === undefined) return notFound('Campaign');
      campaign['status'] = named(call, 'status', 'state');
      return readCampaign(call, campaign);
    },
  },
  {
    method: 'POST',
    path: '/v1/add-contact-to-campaign',
    shown: true,
    body: null,
    unshownBody: { campaignId: 'campaignId', contactId: 'leadId' },
    run: (call) => enrol(call, call.body['campaignId'], [Number(named(call, 'contactId', 'leadId'))]),
  },
  {
    method: 'POST',
    path: '/v1/add-contact-group-to-campaign',
    shown: true,
    body: null,
    unshownBody: { campaignId: 'campaignId', contactGroupId: 'leadsGroupId' },
    run: (call) => {
      const list = String(named(call, 'contactGroupId', 'leadsGroupId'));
      return enrol(call, call.body['campaignId'], [...(call.store.members.get(list) ?? [])]);
    },
  },
  { method: 'GET', path: '/v1/tasks/owners', shown: true, run: () => page('owners', []) },
  { method: 'GET', path: '/v1/voices', shown: true, run: () => page('voices', [{ id: 'voice-9', source: 'system' }]) },
];
