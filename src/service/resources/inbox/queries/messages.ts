import type { CONTENT_TYPES } from '../../../../contract/campaigns/enums.ts';
import type { Channel, Direction, MessageChannel, MessageStatus } from '../../../../contract/inbox/enums.ts';
import type { Parsed } from '../../../../contract/table.ts';
import { allOf, FALSE, type Fragment, inList, raw, sql, type TextRow, type Tx } from '../../../core/sql.ts';
import { slotSql, spanSql, type TimeSpan } from '../../../core/time-span.ts';
import { matchWords, textHits } from '../../../db/fulltext.ts';
import { FIXED_JOIN, unindexed } from '../../../db/rowset.ts';
import { countMessage } from '../../campaigns/queries/counts.ts';
import { IDENTITY_NAME } from '../../identities/queries/identities.ts';
import { ensureThread, refreshLast, type ThreadKey } from './threads.ts';

export interface Attachment {
  /** An address, or a storage key. */
  readonly attachment: string;
  readonly name: string | null;
  readonly contentType: (typeof CONTENT_TYPES)[number] | null;
}

export interface SentTo {
  readonly contactName: string | null;
  readonly contactAddress: string | null;
}

interface NewMessage extends ThreadKey {
  readonly direction: Direction;
  readonly status: MessageStatus;
  readonly subject?: string | null;
  /** Without a signature: of an email, that of the sender is kept beside it. */
  readonly body: string;
  readonly to?: SentTo;
  readonly attachments?: readonly Attachment[];
  readonly campaignId?: number | null;
  readonly stepId?: number | null;
  /** The request id of a manual message, with the request as JSON. */
  readonly request?: { readonly id: string; readonly content: string } | null;
  /** When it was sent or received, or is scheduled. Default: `now`. */
  readonly at?: number;
  readonly now: number;
}

/**
 * Adds a message to its thread, which is created if missing. A campaign's message makes the conversation ACTIVE, an
 * inbound one counts as unread, and the newest one becomes the last message.
 */
export async function appendMessage(tx: Tx, message: NewMessage): Promise<{ id: number; threadId: number }> {
  const { direction, status, campaignId = null, request = null, now, at = now } = message;
  const threadId = await ensureThread(tx, message, at, now);
  const sender = direction === 'OUTBOUND' ? await senderOf(tx, message) : null;
  const { lastId: id } = await tx.run(sql`insert into messages (workspace_id, thread_id, direction, status, subject,
    body, attachments, campaign_id, step_id,
    request_id, request, at, created_at, contact_name, contact_address, sender_name, sender_address, signature)
    values (${message.workspaceId}, ${threadId}, ${direction}, ${status}, ${message.subject ?? null}, ${message.body},
    ${JSON.stringify(message.attachments ?? [])}, ${campaignId}, ${message.stepId ?? null}, ${request?.id ?? null},
    ${request?.content ?? null}, ${at}, ${now}, ${message.to?.contactName ?? null},
    ${message.to?.contactAddress ?? null}, ${sender?.name ?? null}, ${sender?.address ?? null},
    ${sender?.signature ?? null})`);
  await addMessageText(tx, message.workspaceId, [id]);
  await tx.run(sql`update threads
    set messages = messages + 1, unread = unread + ${direction === 'INBOUND' ? 1 : 0},
    status = case when ${campaignId !== null && direction === 'OUTBOUND' ? 1 : 0} then 'ACTIVE' else status end
    where id = ${threadId}`);
  await refreshLast(tx, threadId);
  if (campaignId !== null && status === 'SENT' && message.channel !== 'TASK') await countMessage(tx, id, 'sent');
  return { id, threadId };
}

/** What messages that were just written are found by. */
export async function addMessageText(tx: Tx, workspaceId: number, ids: readonly number[]): Promise<void> {
  const rows = await tx.all<TextRow>(sql`select id, body from messages_text where id ${inList(ids)}`);
  await tx.addText('messages', workspaceId, rows);
}

interface SenderRow {
  readonly name: string;
  readonly address: string | null;
  readonly signature: string | null;
}

function senderOf(tx: Tx, { identityId, channel }: ThreadKey): Promise<SenderRow | undefined> {
  return tx.one<SenderRow>(sql`select ${raw(IDENTITY_NAME)} as name,
    case when ${channel} = 'EMAIL' then i.signature end as signature, case when ${channel} = 'EMAIL' then coalesce((select b.email from mailboxes as b where b.identity_id = i.id
      order by b.is_primary desc, b.id limit 1), i.email) end as address
    from identities as i where i.id = ${identityId}`);
}

export interface MessageRow extends ThreadKey, SentTo {
  readonly id: number;
  readonly threadId: number;
  readonly direction: Direction;
  readonly status: MessageStatus;
  readonly subject: string | null;
  readonly body: string;
  readonly attachments: readonly Attachment[];
  readonly campaignId: number | null;
  readonly stepId: number | null;
  readonly requestId: string | null;
  /** The request as JSON, of a manual message with a request id. */
  readonly request: string | null;
  readonly at: number;
  readonly openedAt: number | null;
  readonly clickedAt: number | null;
  readonly viewedAt: number | null;
  readonly createdAt: number;
  /** As they were when it was sent; null of what was written before these were stored. */
  readonly senderName: string | null;
  readonly senderAddress: string | null;
  /** HTML that follows the text of an email. */
  readonly signature: string | null;
  /** Whether its contact was deleted. */
  readonly isOrphan: boolean;
}

const MESSAGES = `select m.id, m.thread_id as threadId, t.workspace_id as workspaceId, t.contact_id as contactId,
  t.identity_id as identityId, t.channel, m.direction, m.status, m.subject, m.body,
  m.attachments as "attachments{}",
  m.campaign_id as campaignId, m.step_id as stepId, m.request_id as requestId, m.request, m.at,
  m.opened_at as openedAt, m.clicked_at as clickedAt, m.viewed_at as viewedAt, m.created_at as createdAt,
  m.contact_name as contactName, m.contact_address as contactAddress, m.sender_name as senderName,
  m.sender_address as senderAddress, m.signature, t.deleted_at is not null as "isOrphan?"
  from messages as m join threads as t on t.id = m.thread_id`;

/** Of a contact that was deleted, too. */
export async function messageById(tx: Tx, workspaceId: number, id: number): Promise<MessageRow | undefined> {
  return tx.one<MessageRow>(sql`${raw(MESSAGES)}
    where m.workspace_id = ${workspaceId} and m.id = ${id}`);
}

export async function messageByRequest(tx: Tx, workspaceId: number, requestId: string) {
  return tx.one<MessageRow>(sql`${raw(MESSAGES)}
    where m.workspace_id = ${workspaceId} and m.request_id = ${requestId}`);
}

export async function messagesById(tx: Tx, ids: readonly number[]): Promise<MessageRow[]> {
  return tx.all<MessageRow>(sql`${raw(MESSAGES)}
    where m.id in (select value from json_each(${JSON.stringify(ids)})) order by m.id`);
}

type MessagesQuery = Parsed<'inbox', 'messages'>['query'];

export async function messagePage(tx: Tx, workspaceId: number, contactId: number, query: MessagesQuery) {
  const { senderIdentityId, channel } = query;
  const where = allOf([
    sql`t.workspace_id = ${workspaceId} and t.contact_id = ${contactId} and t.deleted_at is null`,
    ...(senderIdentityId === undefined ? [] : [sql`t.identity_id = ${senderIdentityId}`]),
    ...(channel === undefined ? [] : [sql`t.channel = ${channel}`]),
  ]);
  return tx.page<MessageRow>(sql`${raw(MESSAGES)} where ${where}`, 'm.at desc, m.id desc', query);
}

/** The newest message sent to the contact: the one an open or a click refers to. */
export async function lastSentTo(
  tx: Tx,
  workspaceId: number,
  contactId: number,
  { identityId, channel }: { readonly identityId: number | null; readonly channel: Channel | null },
): Promise<MessageRow | undefined> {
  return tx.one<MessageRow>(
    `${MESSAGES} where t.workspace_id = ?1 and t.contact_id = ?2 and t.deleted_at is null and m.direction = 'OUTBOUND'
       and m.status = 'SENT' and (t.identity_id = ?3 or ?3 is null) and (t.channel = ?4 or ?4 is null)
     order by m.at desc, m.id desc limit 1`,
    workspaceId,
    contactId,
    identityId,
    channel,
  );
}

const SEEN_COLUMN = { open: 'opened_at', click: 'clicked_at', view: 'viewed_at' } as const;

/** Only the first time is kept. */
export async function markSeen(tx: Tx, id: number, how: keyof typeof SEEN_COLUMN, at: number): Promise<void> {
  const column = SEEN_COLUMN[how];
  const { changes } = await tx.run(
    sql`update messages set ${raw(column)} = ${at} where id = ${id} and ${raw(column)} is null`,
  );
  if (changes === 1) await countMessage(tx, id, how);
}

export interface OutboxFilter extends TimeSpan {
  readonly search?: string | undefined;
  readonly channel?: MessageChannel | undefined;
  readonly identityId?: number | undefined;
  readonly contactId?: number | undefined;
  readonly campaignId?: number | undefined;
  readonly stepId?: number | undefined;
}

interface OutboxPage {
  /** Below this id. */
  readonly before: number | null;
  readonly limit: number;
}

/** `id` and `at` of messages to contacts, newest first. Those of a search have all its words, with name and address of their contact. */
function outboxSql(
  workspaceId: number,
  { search = '', channel, identityId, contactId, campaignId, stepId, from, to }: OutboxFilter,
  { before, limit }: OutboxPage,
): Fragment {
  const words = matchWords(workspaceId, search);
  // Days are found by their index; without one, the newest are the last ids.
  const isByDay = words === null && (from !== undefined || to !== undefined);
  const where = allOf([
    sql`${raw(isByDay ? 'm.workspace_id' : unindexed('m.workspace_id'))} = ${workspaceId} and m.direction = 'OUTBOUND'
      and t.channel <> 'TASK'`,
    ...(words?.length === 0 ? [FALSE] : []),
    ...(before === null ? [] : [sql`m.id < ${before}`]),
    ...(channel === undefined ? [] : [sql`t.channel = ${channel}`]),
    ...(identityId === undefined ? [] : [sql`t.identity_id = ${identityId}`]),
    ...(contactId === undefined ? [] : [sql`t.workspace_id = ${workspaceId} and t.contact_id = ${contactId}`]),
    ...(campaignId === undefined ? [] : [sql`m.campaign_id = ${campaignId}`]),
    ...(stepId === undefined ? [] : [sql`m.step_id = ${stepId}`]),
    ...spanSql('m.at', { from, to }),
  ]);
  const join = raw(FIXED_JOIN);
  if (words !== null && words.length > 0)
    return sql`select id, at from (with f (id) as (${textHits('messages', words.join(' '))}) select m.id, m.at
      from f ${join} messages as m on m.id = f.id ${join} threads as t on t.id = m.thread_id where ${where}
      order by f.id desc limit ${limit}) as found`;
  // A contact has few messages: from its threads to them. Else from the newest on, until there are enough.
  const source =
    contactId === undefined ? sql`messages as m ${join} threads as t` : sql`threads as t ${join} messages as m`;
  return sql`select m.id, m.at from ${source} on t.id = m.thread_id where ${where} order by m.id desc limit ${limit}`;
}

/** How many messages are counted by day, of those of any day. */
const COUNTED_MAX = 10_000;

/**
 * Messages to contacts, newest first, below `before`; and how many there are by quarter of an hour, of any day. No total: to
 * count them would take longer than to show them. `isMore`: before the first moment, and in it, there were more.
 */
export async function outboxRows(tx: Tx, workspaceId: number, filter: OutboxFilter, { before, limit }: OutboxPage) {
  const { from, to, ...ofAnyDay } = filter;
  const isPart = before !== null || from !== undefined || to !== undefined;
  const page = isPart
    ? outboxSql(workspaceId, filter, { before, limit })
    : sql`select id, at from hits order by id desc limit ${limit}`;
  const hits = outboxSql(workspaceId, ofAnyDay, { before: null, limit: COUNTED_MAX + 1 });
  const rows = await tx.all<{ slot: number | null; n: number }>(sql`with hits as materialized (${hits})
    select ${slotSql('at')} as slot, count(*) as n from hits group by ${slotSql('at')}
    union all select cast(null as bigint), id from (${page}) as page`);
  const counts = rows.flatMap(({ slot, n }) => (slot === null ? [] : [{ slot, n: Number(n) }]));
  counts.sort((a, b) => a.slot - b.slot);
  const isMore = counts.reduce((sum, { n }) => sum + n, 0) > COUNTED_MAX;
  return {
    ids: rows.flatMap(({ slot, n }) => (slot === null ? [Number(n)] : [])).sort((a, b) => b - a),
    slots: counts.map(({ slot, n }, at) => ({ slot, n: isMore && at === 0 ? n - 1 : n })),
    isMore,
  };
}
