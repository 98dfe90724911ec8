// Contacts of a campaign with their progress: `/_local/campaigns/{campaignId}/contacts`.

import * as z from 'zod';
import { ENGAGEMENT_EVENTS, ENROLMENT_STATUSES, STEP_TYPES } from '../campaigns/enums.ts';
import { DateTime, Id, IdText, PageQuery, pageOf } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { GET } from './control.ts';

const Enrolment = z.lazy(() =>
  z.object({
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
  }),
);

/** Messages to contacts, and those that got none when their sequence ended, by reason; local service only. */
const MessagesSent = z.lazy(() =>
  z.object({
    messages: z.int(),
    contacts: z.int(),
    without: z.array(z.object({ reason: z.string(), contacts: z.int() })),
  }),
);

export const localCampaign = endpoints({
  campaignContacts: {
    ...GET,
    path: '/_local/campaigns/{campaignId}/contacts',
    summary: 'Contacts of a campaign and their progress',
    params: z.object({ campaignId: IdText }),
    query: PageQuery.extend({ status: z.enum(ENROLMENT_STATUSES).optional() }),
    /** `sent`: with the first page, unless the campaign is so large that counting takes long. */
    data: z.lazy(() => pageOf('contacts', Enrolment).extend({ sent: MessagesSent.optional() })),
    command: 'local campaign',
  },
});
