// What happened in the workspace of the local service, in order: `/_local/timeline`.

import * as z from 'zod';
import { ENGAGEMENT_EVENTS, ENROLMENT_STATUSES, STEP_TYPES } from '../campaigns/enums.ts';
import { DateTime, Id, IdList, IdText, lazyObject, PageQuery, pageOf, wholeNumber } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { CHANNELS } from '../inbox/enums.ts';
import { SENT_CHANNELS, TIMELINE_KINDS, TIMELINE_PAGE_MAX } from './enums.ts';
import { get } from './store.ts';

export const WorkspaceEvent = lazyObject(() => ({
  /** The same event has the same key in every answer. */
  key: z.string(),
  at: DateTime,
  kind: z.enum(TIMELINE_KINDS),
  contactId: Id.nullable(),
  contact: z.string().nullable(),
  email: z.string().nullable(),
  channel: z.enum(CHANNELS).nullable(),
  campaignId: Id.nullable(),
  campaign: z.string().nullable(),
  stepId: Id.nullable(),
  stepType: z.enum(STEP_TYPES).nullable(),
  /** How a step, a sequence or a run ended. */
  outcome: z.string().nullable(),
  reason: z.string().nullable(),
  subject: z.string().nullable(),
  text: z.string().nullable(),
  workflowId: Id.nullable(),
  workflow: z.string().nullable(),
  runId: Id.nullable(),
}));
export type WorkspaceEvent = z.output<typeof WorkspaceEvent>;

export const localTimeline = endpoints({
  timeline: get('/_local/timeline', {
    summary: 'What happened: messages, events of contacts, steps of campaigns, workflow runs; oldest first',
    query: z.object({
      /** This moment included. */
      from: DateTime.optional(),
      contactId: IdText.optional(),
      page: wholeNumber(1, 1_000_000).default(1),
      pageSize: wholeNumber(1, TIMELINE_PAGE_MAX).default(TIMELINE_PAGE_MAX),
    }),
    data: lazyObject(() => ({
      events: z.array(WorkspaceEvent),
      page: z.int(),
      pageSize: z.int(),
      hasNextPage: z.boolean(),
      now: DateTime,
      /** Nothing waits but schedules and refreshes. */
      idle: z.boolean(),
      nextDueAt: DateTime.nullable(),
    })),
    command: 'local clock',
  }),
});

// What campaigns sent, what came of it, and what held it up: `/_local/report`.

const count = z.int();
const ofCampaign = { campaignId: Id, campaign: z.string() };

/** Of one day in UTC, channel and sender. */
const SentDay = z.object({
  ...{ date: z.iso.date(), channel: z.enum(SENT_CHANNELS), ...ofCampaign },
  ...{ senderId: Id, sender: z.string(), messages: count, contacts: count },
});

/** Messages of a step, what became of them, and how many contacts took either branch. */
const StepReport = z.object({
  ...{ ...ofCampaign, stepId: Id, type: z.enum(STEP_TYPES), sent: count, opened: count, clicked: count, viewed: count },
  ...{ accepted: count, completed: count, replied: count, yes: count, no: count },
});

/** Contacts that a step did not reach, or whose sequence was stopped (without a step). */
const HeldUp = z.object({ ...ofCampaign, stepId: Id.nullable(), reason: z.string(), contacts: count });

const awaits = z.enum(ENGAGEMENT_EVENTS).nullable();
const Waiting = z.object({ ...ofCampaign, connectionId: Id, awaits, contacts: count });

const CampaignReport = lazyObject(() => ({
  now: DateTime,
  /** Messages and connection requests, tasks left out, and how many contacts got them. */
  ...{ messages: count, contacts: count, tasks: count },
  ...{ days: z.array(SentDay), steps: z.array(StepReport), held: z.array(HeldUp), waiting: z.array(Waiting) },
}));
export type CampaignReport = z.output<typeof CampaignReport>;

export const localReport = endpoints({
  report: get('/_local/report', {
    summary: 'What campaigns sent by day and step, what came of it, and what held it up',
    query: z.object({ campaignId: IdList, from: DateTime.optional() }),
    data: CampaignReport,
    command: 'campaign report',
  }),
});

// Contacts of a campaign with their progress: `/_local/campaigns/{campaignId}/contacts`.

const Enrolment = lazyObject(() => ({
  contactId: Id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  professionalEmail: z.string().nullable(),
  /** ACTIVE, or how the sequence ended. */
  status: z.enum(ENROLMENT_STATUSES),
  /** Why it failed, was stopped, or got nothing. */
  reason: z.string().nullable(),
  /** The last step that was executed. */
  lastStep: z.enum(STEP_TYPES).nullable(),
  lastAt: DateTime.nullable(),
  /** The next step, or the one that waits; null before the first step and after the last. */
  nextStep: z.enum(STEP_TYPES).nullable(),
  waitsFor: z.enum(ENGAGEMENT_EVENTS).nullable(),
  /** When the next step is due, or the wait ends; null while the campaign does not run. */
  dueAt: DateTime.nullable(),
}));

/** Messages to contacts, and those that got none when their sequence ended, by reason; local service only. */
const MessagesSent = lazyObject(() => ({
  messages: z.int(),
  contacts: z.int(),
  without: z.array(z.object({ reason: z.string(), contacts: z.int() })),
}));

export const localCampaign = endpoints({
  campaignContacts: get('/_local/campaigns/{campaignId}/contacts', {
    summary: 'Contacts of a campaign and their progress',
    params: z.object({ campaignId: IdText }),
    query: PageQuery.extend({ status: z.enum(ENROLMENT_STATUSES).optional() }),
    /** `sent`: with the first page, unless the campaign is so large that counting takes long. */
    data: z.lazy(() => pageOf('contacts', Enrolment).extend({ sent: MessagesSent.optional() })),
    command: 'local campaign',
  }),
});
