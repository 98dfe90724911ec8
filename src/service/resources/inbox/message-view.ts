import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { MessageRow } from './queries/messages.ts';

export type MessageView = ReplyOf<Table['inbox']['reply']>;

const timeOf = (at: number | null): string | null => (at === null ? null : isoTime(at));

export function messageView(row: MessageRow): MessageView {
  return {
    id: row.id,
    threadId: row.threadId,
    contactId: row.contactId,
    senderIdentityId: row.identityId,
    channel: row.channel,
    direction: row.direction,
    status: row.status,
    subject: row.subject,
    message: row.body,
    attachments: [...row.attachments],
    campaignId: row.campaignId,
    stepId: row.stepId,
    requestId: row.requestId,
    at: isoTime(row.at),
    openedAt: timeOf(row.openedAt),
    clickedAt: timeOf(row.clickedAt),
    viewedAt: timeOf(row.viewedAt),
    createdAt: isoTime(row.createdAt),
  };
}
