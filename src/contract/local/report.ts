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

const CampaignReport = z.lazy(() =>
  z.object({
    now: DateTime,
    /** Messages and connection requests, tasks left out, and how many contacts got them. */
    ...{ messages: count, contacts: count, tasks: count },
    ...{ days: z.array(SentDay), steps: z.array(StepReport), held: z.array(HeldUp), waiting: z.array(Waiting) },
  }),
);
export type CampaignReport = z.output<typeof CampaignReport>;

export const localReport = endpoints({
  report: {
    ...GET,
    path: '/_local/report',
    summary: 'What campaigns sent by day and step, what came of it, and what held it up',
    query: z.object({ campaignId: IdList, from: DateTime.optional() }),
    data: CampaignReport,
    command: 'campaign report',
  },
});
