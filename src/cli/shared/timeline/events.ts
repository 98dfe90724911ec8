// Events of the local service: read, and in words.

import type { Channel } from '../../../contract/inbox/enums.ts';
import { TIMELINE_PAGE_MAX, type TimelineKind } from '../../../contract/local/enums.ts';
import type { WorkspaceEvent } from '../../../contract/local/timeline.ts';
import type { Api } from '../../../contract/table.ts';
import { harmlessLine } from '../../terminal/formats/cells.ts';

export interface Happened {
  readonly events: readonly WorkspaceEvent[];
  readonly now: number;
  readonly isIdle: boolean;
  /** When the next work is due. */
  readonly dueAt: number | null;
}

export async function timelineSince(api: Api, from: string | null): Promise<Happened> {
  const events: WorkspaceEvent[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, pageSize: TIMELINE_PAGE_MAX, ...(from !== null && { from }) };
    const read = await api.local.timeline({ query });
    for (const event of read.events) events.push(event);
    if (!read.hasNextPage) {
      const dueAt = read.nextDueAt === null ? null : Date.parse(read.nextDueAt);
      return { events, now: Date.parse(read.now), isIdle: read.idle, dueAt };
    }
  }
}

const EXCERPT = 60;

function excerpt({ subject, text }: WorkspaceEvent): string {
  const line = harmlessLine(subject ?? text ?? '').trim();
  return line.length > EXCERPT ? `"${line.slice(0, EXCERPT)}…"` : `"${line}"`;
}

const SENT: Readonly<Record<Channel, string>> = {
  EMAIL: 'email sent',
  NETWORK: 'network message sent',
  WHATSAPP: 'WhatsApp message sent',
  TASK: 'task created',
};

const DONE: Readonly<Partial<Record<TimelineKind, string>>> = {
  open: 'opened the email',
  click: 'clicked a link',
  view: 'viewed the message',
  accept: 'accepted the connection request',
  complete: 'task completed',
  visit: 'visited the website',
  bounce: 'the email bounced',
  unsubscribe: 'unsubscribed',
};

const because = ({ reason }: WorkspaceEvent) => (reason === null ? '' : ` (${harmlessLine(reason)})`);

/** What happened, without when and to whom. */
export function eventText(event: WorkspaceEvent): string {
  const { kind, campaign, channel, stepType, outcome, workflow } = event;
  const of = campaign === null ? '' : ` [${harmlessLine(campaign)}]`;
  switch (kind) {
    case 'added':
      return `added to the campaign${of}`;
    case 'message':
      return `${SENT[channel ?? 'EMAIL']}: ${excerpt(event)}${of}`;
    case 'reply':
      return `replied: ${excerpt(event)}`;
    case 'step':
      return `${stepType} ${outcome?.toLowerCase()}${because(event)}${of}`;
    case 'ended':
      return `sequence ${outcome?.toLowerCase()}${because(event)}${of}`;
    case 'run_started':
      return `run of ${harmlessLine(workflow ?? '')} started`;
    case 'run_ended':
      return `run of ${harmlessLine(workflow ?? '')} ${outcome?.toLowerCase()}${because(event)}`;
    default:
      return `${DONE[kind] ?? kind}${of}`;
  }
}

/** Whether another event says the same: a message was sent, so its step is done. */
export const isImplied = ({ kind, outcome, stepType }: WorkspaceEvent): boolean =>
  kind === 'step' && outcome === 'DONE' && stepType !== null && !SILENT.has(stepType);

/** Steps that leave no message. */
const SILENT: ReadonlySet<string> = new Set([
  'network_visit_profile',
  'network_like_last_post',
  'network_connection',
  'add_to_another_campaign',
]);
