// Threads: the conversations of a contact, one for each sender identity and channel.

import type { Channel, ConversationStatus } from '../../contract/inbox-words.ts';
import type { Tx } from './db.ts';
import type { Fragment, Page } from './fragment.ts';

/** Who writes to whom, and through what. */
export interface Pair {
  readonly workspaceId: number;
  readonly contactId: number;
  readonly identityId: number;
  readonly channel: Channel;
}

export interface ThreadRow extends Pair {
  readonly id: number;
  readonly status: ConversationStatus;
  readonly unread: number;
  readonly archived: boolean;
  readonly messages: number;
  readonly lastMessageId: number | null;
  readonly lastMessageAt: number;
  readonly createdAt: number;
}

interface FlatThread extends Omit<ThreadRow, 'archived'> {
  readonly archived: number;
}

const THREAD_COLUMNS = `t.id, t.workspace_id as workspaceId, t.contact_id as contactId, t.identity_id as identityId,
  t.channel, t.status, t.unread, t.archived, t.messages, t.last_message_id as lastMessageId,
  t.last_message_at as lastMessageAt, t.created_at as createdAt`;

function threadOf(flat: FlatThread): ThreadRow {
  return { ...flat, archived: flat.archived === 1 };
}

/** The thread of the two, or undefined. One of a deleted contact is none. */
export async function threadOfPair(tx: Tx, pair: Pair): Promise<ThreadRow | undefined> {
  const row = await tx.one<FlatThread>(
    `select ${THREAD_COLUMNS} from threads as t where t.workspace_id = ? and t.contact_id = ? and t.identity_id = ?
       and t.channel = ? and t.deleted_at is null`,
    pair.workspaceId,
    pair.contactId,
    pair.identityId,
    pair.channel,
  );
  return row && threadOf(row);
}

/** Threads of a contact, those with the newest message first; `identityId` left out: with every sender. */
export async function threadsOfContact(
  tx: Tx,
  workspaceId: number,
  contactId: number,
  identityId?: number,
): Promise<ThreadRow[]> {
  const rows = await tx.all<FlatThread>(
    `select ${THREAD_COLUMNS} from threads as t where t.workspace_id = ? and t.contact_id = ?
       and (?3 is null or t.identity_id = ?3) and t.deleted_at is null order by t.last_message_at desc, t.id desc`,
    workspaceId,
    contactId,
    identityId ?? null,
  );
  return rows.map(threadOf);
}

/** The thread of the two, made when it is missing. Gives its id. */
export async function ensureThread(tx: Tx, pair: Pair, at: number, now: number): Promise<number> {
  const { workspaceId, contactId, identityId, channel } = pair;
  const sql = `insert into threads (workspace_id, contact_id, identity_id, channel, status, last_message_at, created_at)
    values (?, ?, ?, ?, 'COMPLETED', ?, ?) on conflict (workspace_id, contact_id, identity_id, channel) do nothing`;
  await tx.run(sql, workspaceId, contactId, identityId, channel, at, now);
  const row = await tx.one<{ id: number }>(
    'select id from threads where workspace_id = ? and contact_id = ? and identity_id = ? and channel = ?',
    workspaceId,
    contactId,
    identityId,
    channel,
  );
  if (!row) throw new Error('the thread was not written');
  return row.id;
}

/** What was sent or received counts before what is only planned: a conversation stands where it really stands. */
export async function refreshLast(tx: Tx, threadId: number): Promise<void> {
  await tx.run(
    `update threads set last_message_id = last.id, last_message_at = last.at
     from (select id, at from messages where thread_id = ?1
       order by (status in ('SENT', 'RECEIVED')) desc, at desc, id desc limit 1) as last
     where threads.id = ?1`,
    threadId,
  );
}

export async function setThreadStatus(tx: Tx, threadId: number, status: ConversationStatus): Promise<void> {
  await tx.run('update threads set status = ? where id = ?', status, threadId);
}

/** The sequence of a contact has ended without an answer: nothing more comes by itself. */
export async function completeThreads(tx: Tx, workspaceId: number, contactId: number): Promise<void> {
  await tx.run(
    "update threads set status = 'COMPLETED' where workspace_id = ? and contact_id = ? and status = 'ACTIVE'",
    workspaceId,
    contactId,
  );
}

/** The contact has answered: campaigns write no more in any of its conversations. */
export async function pauseThreads(tx: Tx, workspaceId: number, contactId: number): Promise<void> {
  await tx.run(
    "update threads set status = 'PAUSED' where workspace_id = ? and contact_id = ? and status = 'ACTIVE'",
    workspaceId,
    contactId,
  );
}

/** Out of the archive. */
export async function bringBack(tx: Tx, threadId: number): Promise<void> {
  await tx.run('update threads set archived = 0 where id = ?', threadId);
}

/** Into the archive, where only whoever asks for it finds it. */
export async function archiveThread(tx: Tx, threadId: number): Promise<void> {
  await tx.run('update threads set archived = 1 where id = ?', threadId);
}

export async function markRead(tx: Tx, threadId: number): Promise<void> {
  await tx.run('update threads set unread = 0 where id = ?', threadId);
}

/** The contact is gone: its conversations are in no answer any more. */
export async function markThreadsDeleted(tx: Tx, workspaceId: number, contactId: number, now: number): Promise<void> {
  await tx.run(
    'update threads set deleted_at = ? where workspace_id = ? and contact_id = ? and deleted_at is null',
    now,
    workspaceId,
    contactId,
  );
}

/** Threads that match, those with the newest message first, and how many there are in all. */
export async function threadPage(tx: Tx, where: Fragment, page: Page): Promise<{ rows: ThreadRow[]; total: number }> {
  const from = `from threads as t join contacts as r on r.id = t.contact_id
    where t.deleted_at is null and (${where.sql})`;
  const rows = await tx.all<FlatThread>(
    `select ${THREAD_COLUMNS} ${from} order by t.last_message_at desc, t.id desc limit ? offset ?`,
    ...where.values,
    page.limit,
    page.offset,
  );
  const counted = await tx.one<{ n: number }>(`select count(*) as n ${from}`, ...where.values);
  return { rows: rows.map(threadOf), total: counted?.n ?? 0 };
}
