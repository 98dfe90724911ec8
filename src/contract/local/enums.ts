// The words of the timeline of the local service. Free of zod.

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
