// What happened to a contact, as far as the store knows: for the pages of the local service.

import { fieldLabel, valueLabel } from '../../../presentation/labels.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { type HistoryRow, historyOf } from './queries/history.ts';

export interface ContactEventLine {
  readonly at: string;
  readonly what: string;
  readonly tone: 'good' | 'bad' | 'busy' | 'plain';
  readonly detail: string | null;
  readonly messageId: number | null;
  readonly campaign: { readonly id: number; readonly name: string } | null;
}

const EVENTS_MAX = 200;

/** The newest events, newest first. */
export async function timelineOf({ tx, principal }: Context, contactId: number): Promise<ContactEventLine[]> {
  const rows = await historyOf(tx, principal.workspaceId, contactId, EVENTS_MAX);
  return rows.map((row) => ({
    at: isoTime(row.at),
    ...wordsOf(row),
    detail: row.detail,
    messageId: row.messageId,
    campaign:
      row.campaignId === null ? null : { id: row.campaignId, name: row.campaignName ?? `campaign ${row.campaignId}` },
  }));
}

const EVENTS: ReadonlyMap<string, string> = new Map([
  ['open', 'Opened'],
  ['click', 'Link clicked'],
  ['view', 'Seen'],
  ['reply', 'Replied'],
  ['accept', 'Request accepted'],
  ['visit', 'Visited'],
  ['complete', 'Task done'],
]);

function wordsOf({ source, kind, state }: HistoryRow): Pick<ContactEventLine, 'what' | 'tone'> {
  if (source === 'event') return { what: EVENTS.get(kind) ?? fieldLabel(kind), tone: 'good' };
  if (source === 'message') {
    const status = state?.split(' ')[1] ?? '';
    return {
      what: `${valueLabel(kind)} ${valueLabel(status).toLowerCase()}`,
      tone: state?.startsWith('INBOUND') ? 'good' : 'plain',
    };
  }
  const isFailed = state === 'FAILED';
  return { what: `${valueLabel(kind)}: ${valueLabel(state ?? '').toLowerCase()}`, tone: isFailed ? 'bad' : 'plain' };
}
