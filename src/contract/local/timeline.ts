// What happened in the workspace of the local service, in order: `/_local/timeline`.

import * as z from 'zod';
import { STEP_TYPES } from '../campaigns/enums.ts';
import { DateTime, Id, IdText, wholeNumber } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { CHANNELS } from '../inbox/enums.ts';
import { GET } from './control.ts';
import { TIMELINE_KINDS, TIMELINE_PAGE_MAX } from './enums.ts';

export const WorkspaceEvent = z.lazy(() =>
  z.object({
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
  }),
);
export type WorkspaceEvent = z.output<typeof WorkspaceEvent>;

export const localTimeline = endpoints({
  timeline: {
    ...GET,
    path: '/_local/timeline',
    summary: 'What happened: messages, events of contacts, steps of campaigns, workflow runs; oldest first',
    query: z.object({
      /** This moment included. */
      from: DateTime.optional(),
      contactId: IdText.optional(),
      page: wholeNumber(1, 1_000_000).default(1),
      pageSize: wholeNumber(1, TIMELINE_PAGE_MAX).default(TIMELINE_PAGE_MAX),
    }),
    data: z.lazy(() =>
      z.object({
        events: z.array(WorkspaceEvent),
        page: z.int(),
        pageSize: z.int(),
        hasNextPage: z.boolean(),
        now: DateTime,
        /** Nothing waits but schedules and refreshes. */
        idle: z.boolean(),
        nextDueAt: DateTime.nullable(),
      }),
    ),
    command: 'local clock',
  },
});
