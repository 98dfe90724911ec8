// The words of the timeline and the reports of the local service. Free of zod.

import { CHANNELS } from '../inbox/enums.ts';

/** What can happen, in the order in which events of one moment are listed. */
export const TIMELINE_KINDS = [
  'added',
  'run_started',
  'message',
  'open',
  'click',
  'view',
  'accept',
  'complete',
  'visit',
  'step',
  'reply',
  'bounce',
  'unsubscribe',
  'ended',
  'run_ended',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

export const TIMELINE_PAGE_MAX = 5000;

/** The channels of messages, and connection requests with or without a note. */
export const SENT_CHANNELS = [...CHANNELS, 'CONNECTION'] as const;
