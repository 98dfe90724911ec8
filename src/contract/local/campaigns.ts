// Who stands where in a campaign that the local service carries out: `/_local/campaigns/{campaignId}/contacts`.

import * as z from 'zod';
import { DEEDS, STANDINGS, STEP_TYPES } from '../campaigns/enums.ts';
import { DateTime, Id, IdText, PageQuery, pageOf } from '../common.ts';
import { endpoints } from '../endpoint.ts';

export const Standing = z.lazy(() =>
  z.object({
    contactId: Id,
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    /** On the way, or how the sequence ended. */
    standing: z.enum(STANDINGS),
    /** Why it failed or was stopped. */
    reason: z.string().nullable(),
    /** What was done last. */
    lastStep: z.enum(STEP_TYPES).nullable(),
    lastAt: DateTime.nullable(),
    /** What comes next, or waits; null before the first step and after the last. */
    nextStep: z.enum(STEP_TYPES).nullable(),
    waitsFor: z.enum(DEEDS).nullable(),
    /** When it goes on, or the wait ends; null while the campaign does not run. */
    dueAt: DateTime.nullable(),
  }),
);
export type Standing = z.output<typeof Standing>;

export const localCampaign = endpoints({
  campaignContacts: {
    method: 'GET',
    path: '/_local/campaigns/{campaignId}/contacts',
    access: 'ADMIN',
    perMinute: null,
    effect: 'read',
    summary: 'Who stands where in a campaign',
    params: z.object({ campaignId: IdText }),
    query: PageQuery.extend({ standing: z.enum(STANDINGS).optional() }),
    data: z.lazy(() => pageOf('contacts', Standing)),
    chosen: 'control of the local service, which the interface does not know',
    command: 'local campaign',
  },
});
