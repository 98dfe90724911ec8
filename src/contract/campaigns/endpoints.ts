import * as z from 'zod';
import type { Answer } from '../answer.ts';
import {
  AnyId,
  AnyTextId,
  AppUrl,
  DateTime,
  filledText,
  Id,
  IdText,
  ignored,
  lazyInput,
  lazyObject,
  PageQuery,
  pageOf,
  undocumented,
  undocumentedInput,
  undocumentedObject,
  undocumentedValue,
} from '../common.ts';
import { endpoints, get, patch, post } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { CAMPAIGN_STATUSES } from './enums.ts';
import { Step, StepRecord } from './steps.ts';

const ignoredToo = undocumentedValue(ignored, 'read-only fields are accepted and ignored; which they are is not shown');
export const campaignReadOnly = {
  id: ignored,
  status: ignored,
  appUrl: ignored,
  stepCount: ignoredToo,
  createdAt: ignored,
  updatedAt: ignored,
  progress: ignoredToo,
};

const NAMES_WHY = 'the interface names identity and tracking flags, not the names of their fields';

export const campaignSettings = {
  name: filledText(LIMITS.campaignNameMax),
  description: z.string().max(LIMITS.campaignTextMax).nullish(),
  /** Who writes; null if no one has been chosen yet. */
  identityId: undocumented(Id.nullish(), NAMES_WHY),
  trackOpens: undocumented(z.boolean().optional(), NAMES_WHY),
  trackClicks: undocumented(z.boolean().optional(), NAMES_WHY),
};

/** Undocumented: the interface names name, description, identity and tracking flags, not which of them are required. */
export const CampaignInput = undocumentedInput('the list of settings is not shown', () => ({
  ...campaignSettings,
  steps: z.array(Step).min(1).max(LIMITS.campaignSteps),
  ...campaignReadOnly,
}));
export type CampaignInput = z.output<typeof CampaignInput>;

/** All fields optional; `steps` replaces the whole sequence. */
export const CampaignPatch = lazyInput(() => ({
  ...campaignSettings,
  name: campaignSettings.name.optional(),
  steps: z.array(Step).min(1).max(LIMITS.campaignSteps).optional(),
  ...campaignReadOnly,
}));
export type CampaignPatch = z.output<typeof CampaignPatch>;

const record = {
  id: AnyId,
  appUrl: AppUrl,
  name: z.string(),
  description: z.string().nullable(),
  identityId: Id.nullable(),
  status: z.enum(CAMPAIGN_STATUSES),
  trackOpens: z.boolean(),
  trackClicks: z.boolean(),
  createdAt: DateTime,
  updatedAt: DateTime,
};

/** How far the campaign is: its contacts by how they stand, and what came of what it sent. */
const Progress = z.object({
  contacts: z.int(),
  active: z.int(),
  completed: z.int(),
  replied: z.int(),
  failed: z.int(),
  stopped: z.int(),
  sent: z.int(),
  opened: z.int(),
  clicked: z.int(),
  viewed: z.int(),
});

export const Campaign = undocumentedObject('the full list of campaign record fields is not shown', () => ({
  ...record,
  progress: Progress,
  steps: z.array(StepRecord),
}));
export type Campaign = Answer<typeof Campaign>;

/** A campaign in a list: how many steps it has instead of the steps. */
const CampaignSummary = z.lazy(() => z.object({ ...record, stepCount: z.int() }));

const ADD_OUTCOMES = ['ADDED', 'REACTIVATED', 'ALREADY_PRESENT', 'SKIPPED'] as const;

const params = z.object({ campaignId: IdText });

export const campaigns = endpoints({
  create: post('/v1/campaigns', 'CAMPAIGNS_WRITE', {
    given: 'scope',
    refuses: ['unprocessable'],
    summary: 'Create a draft campaign',
    body: CampaignInput,
    checkedBy: 'rules',
    data: Campaign,
    command: 'campaign create',
  }),
  list: get('/v1/campaigns', 'CAMPAIGNS_READ', {
    summary: 'Campaigns, oldest first',
    query: PageQuery.extend({
      status: undocumented(z.enum(CAMPAIGN_STATUSES).optional(), 'list queries are not shown'),
      name: undocumented(z.string().optional(), 'exactly this name'),
    }),
    data: z.lazy(() => pageOf('campaigns', CampaignSummary)),
    command: 'campaign list',
  }),
  get: get('/v1/campaign/{campaignId}', 'CAMPAIGNS_READ', {
    summary: 'One campaign with its steps',
    params,
    data: Campaign,
    command: 'campaign show',
  }),
  update: patch('/v1/campaign/{campaignId}', 'CAMPAIGNS_WRITE', {
    given: 'scope',
    refuses: ['conflict', 'unprocessable'],
    summary: 'Change a draft: settings, or the whole sequence',
    params,
    body: CampaignPatch,
    checkedBy: 'rules',
    data: Campaign,
    command: 'campaign update',
  }),
  clone: post('/v1/campaign/{campaignId}/clone', 'CAMPAIGNS_WRITE', {
    given: 'scope',
    summary: 'Clone a campaign into a new draft',
    params,
    body: undocumentedInput('the body is not shown', () => ({ name: campaignSettings.name.optional() })),
    data: Campaign,
    command: 'campaign clone',
  }),
  setStatus: post('/v1/campaign/{campaignId}/status', 'CAMPAIGNS_WRITE', {
    given: 'scope',
    refuses: ['conflict', 'unprocessable'],
    summary: 'Start, pause, resume or complete a campaign',
    params,
    body: z.lazy(() => z.strictObject({ status: z.enum(CAMPAIGN_STATUSES) })),
    data: Campaign,
    undocumented: 'the interface says that a key may change the status and shows no endpoint for it',
    command: 'campaign status',
  }),
  addContact: post('/v1/add-contact-to-campaign', 'CAMPAIGNS_WRITE', {
    given: 'scope',
    refuses: ['not_found', 'conflict'],
    summary: 'Add one contact to a campaign',
    body: z.lazy(() => undocumented(z.strictObject({ campaignId: AnyId, contactId: Id }), 'the body is not shown')),
    data: undocumentedObject('the answer is not shown: the words of the group count', () => ({
      campaignId: AnyId,
      contactId: Id,
      outcome: z.enum(ADD_OUTCOMES),
      reason: z.string().optional(),
    })),
    command: 'campaign add-contact',
  }),
  addContactGroup: post('/v1/add-contact-group-to-campaign', 'CAMPAIGNS_WRITE', {
    given: 'scope',
    refuses: ['not_found', 'conflict', 'unprocessable'],
    summary: 'Add every contact of a list to a campaign',
    body: undocumentedInput('the body is not shown', () => ({ campaignId: AnyId, contactGroupId: Id })),
    data: undocumentedObject('the interface counts these and does not show their names', () => ({
      campaignId: AnyId,
      contactGroupId: Id,
      added: z.int(),
      reactivated: z.int(),
      alreadyPresent: z.int(),
      skipped: z.int(),
      /** The first 100, with the reason: a list may have millions of members. */
      skippedContacts: z
        .array(
          z.object({
            contactId: Id,
            firstName: z.string().nullable(),
            lastName: z.string().nullable(),
            reason: z.string(),
          }),
        )
        .optional(),
    })),
    command: 'campaign add-list',
    heavy: true,
  }),
});

/** Who can own a task step. */
export const Owner = undocumentedObject('the interface does not show the record', () => ({
  id: AnyId,
  name: z.string(),
  email: z.string(),
}));
export type Owner = z.output<typeof Owner>;

export const tasks = endpoints({
  owners: get('/v1/tasks/owners', 'OWNERS_READ', {
    given: 'scope',
    summary: 'Valid owners for task steps; none when the workspace needs none',
    data: z.lazy(() => undocumented(z.object({ owners: z.array(Owner) }), 'the answer is not shown')),
    command: 'campaign owners',
  }),
});

const VOICE_SOURCES = ['system', 'identity'] as const;

/** A voice for synthesized voice messages: the service's own, or recorded by an identity. */
export const Voice = lazyObject(() => ({
  id: undocumented(AnyTextId, 'the kind of the id is not shown'),
  name: z.string(),
  source: z.enum(VOICE_SOURCES),
  identityId: undocumented(Id.nullable(), 'whose voice it is; null for the service’s own'),
  language: undocumented(z.string().nullable(), 'not shown'),
}));
export type Voice = z.output<typeof Voice>;

export const voices = endpoints({
  list: get('/v1/voices', 'CAMPAIGNS_READ', {
    summary: 'Voices for synthesized voice messages',
    data: z.lazy(() => undocumented(z.object({ voices: z.array(Voice) }), 'the answer is not shown')),
    command: 'campaign voices',
  }),
});
