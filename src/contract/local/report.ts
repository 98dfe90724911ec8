// What campaigns sent, what came of it, and what held it up: `/_local/report`.

import * as z from 'zod';
import { ENGAGEMENT_EVENTS, STEP_TYPES } from '../campaigns/enums.ts';
import { DateTime, Id, IdList } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { GET } from './control.ts';
import { SENT_CHANNELS } from './enums.ts';

const count = z.int();
const ofCampaign = { campaignId: Id, campaign: z.string() };

/** Of one day in UTC, channel and sender. */
const SentDay = z.object({
  date: z.iso.date(),
  channel: z.enum(SENT_CHANNELS),
  ...ofCampaign,
  senderId: Id,
  sender: z.string(),
  messages: count,
  contacts: count,
});

/** Messages of a step, and contacts by what they did: of `yes` and `no`, those that took either branch. */
const StepReport = z.object({
  ...ofCampaign,
  stepId: Id,
  type: z.enum(STEP_TYPES),
  sent: count,
  opened: count,
  clicked: count,
  viewed: count,
  accepted: count,
  completed: count,
  replied: count,
  yes: count,
  no: count,
});
export type StepReport = z.output<typeof StepReport>;

/** Contacts that a step did not reach, or whose sequence was stopped (without a step), by reason. */
const HeldUp = z.object({ ...ofCampaign, stepId: Id.nullable(), reason: z.string(), contacts: count });

/** Contacts that wait at a step: for its time, or for what it awaits. */
const Waiting = z.object({
  ...ofCampaign,
  connectionId: Id,
  awaits: z.enum(ENGAGEMENT_EVENTS).nullable(),
  contacts: count,
});

const Report = z.lazy(() =>
  z.object({
    now: DateTime,
    /** Messages and connection requests, tasks left out, and how many contacts got them. */
    messages: count,
    contacts: count,
    tasks: count,
    days: z.array(SentDay),
    steps: z.array(StepReport),
    held: z.array(HeldUp),
    waiting: z.array(Waiting),
  }),
);
export type Report = z.output<typeof Report>;

export const localReport = endpoints({
  report: {
    ...GET,
    path: '/_local/report',
    summary: 'What campaigns sent by day and step, what came of it, and what held it up',
    query: z.object({
      campaignId: IdList,
      /** This moment included. */
      from: DateTime.optional(),
    }),
    data: Report,
    command: 'campaign report',
  },
});
