// The words of scenario files. Free of zod.

import type { TimelineKind } from '../../contract/local/enums.ts';

/** What a contact does, as the conditions of campaigns name it, and what the timeline calls it. */
export const TIMELINE_KIND_OF = {
  email_opened: 'open',
  email_clicked: 'click',
  network_message_viewed: 'view',
  connection_accepted: 'accept',
  task_completed: 'complete',
  replied: 'reply',
  bounced: 'bounce',
  unsubscribed: 'unsubscribe',
} as const satisfies Readonly<Record<string, TimelineKind>>;

export const SCENARIO_EVENTS: readonly string[] = Object.keys(TIMELINE_KIND_OF);
