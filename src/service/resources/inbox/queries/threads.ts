// Threads: the conversations of a contact, one per sender identity and channel.

import type { Channel, ConversationStatus } from '../../../../contract/inbox/enums.ts';
import type { Tx } from '../../../db/connection.ts';
import { allOf, anyOf, type Fragment, type PageWindow } from '../../../db/fragment.ts';
import { matchWords } from '../../../db/fulltext.ts';
import { IN_LIST, jsonList, unindexed } from '../../../db/rowset.ts';
import { searchSql } from '../../records/queries/words.ts';

/** A contact, a sender and a channel have at most one thread. */
export interface ThreadKey {
  readonly workspaceId: number;
  readonly contactId: number;
  readonly identityId: number;
  readonly channel: Channel;
}

export interface ThreadRow extends ThreadKey {
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

/** Excludes threads of deleted contacts. */
export async function threadByKey(tx: Tx, pair: ThreadKey): Promise<ThreadRow | undefined> {
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

export async function threadById(tx: Tx, workspaceId: number, id: number): Promise<ThreadRow | undefined> {
  const row = await tx.one<FlatThread>(
    `select ${THREAD_COLUMNS} from threads as t where t.workspace_id = ? and t.id = ? and t.deleted_at is null`,
    workspaceId,
    id,
  );
  return row && threadOf(row);
}

/** Threads of a contact, newest message first; without `identityId`, with every sender. */
export async function threadsOfContact(
  tx: Tx,
  workspaceId: number,
  contactId: number,
  identityId?: number,
): Promise<ThreadRow[]> {
  const rows = await tx.all<FlatThread>(
    `select ${THREAD_COLUMNS} from threads as t where t.workspace_id = ?1 and t.contact_id = ?2
       and (t.identity_id = ?3 or ?3 is null) and t.deleted_at is null order by t.last_message_at desc, t.id desc`,
    workspaceId,
    contactId,
    identityId ?? null,
  );
  return rows.map(threadOf);
}

/** Creates the thread if it is missing. Returns its id. */
export async function ensureThread(tx: Tx, pair: ThreadKey, at: number, now: number): Promise<number> {
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

/** Messages that were sent or received take precedence over scheduled ones. */
export async function refreshLast(tx: Tx, threadId: number): Promise<void> {
  await tx.run(
    `update threads set last_message_id = last.id, last_message_at = last.at
     from (select id, at from messages where thread_id = ?1
       order by (status in ('SENT', 'RECEIVED')) desc, at desc, id desc limit 1) as last
     where threads.id = ?1`,
    threadId,
  );
}

/** Moves all messages to another thread, which is then unread or ACTIVE if either of them was. */
export async function moveMessages(tx: Tx, from: ThreadRow, to: number): Promise<void> {
  await tx.run('update messages set thread_id = ? where thread_id = ?', to, from.id);
  await tx.run(
    `update threads set messages = messages + ?, unread = unread + ?, status = case when ? then 'ACTIVE' else status end
     where id = ?`,
    from.messages,
    from.unread,
    from.status === 'ACTIVE',
    to,
  );
  await refreshLast(tx, to);
}

export async function setThreadStatus(tx: Tx, threadId: number, status: ConversationStatus): Promise<void> {
  await tx.run('update threads set status = ? where id = ?', status, threadId);
}

/** The contact's sequence has ended without a reply: no more automatic messages follow. */
export async function completeThreads(tx: Tx, workspaceId: number, contactId: number): Promise<void> {
  await tx.run(
    "update threads set status = 'COMPLETED' where workspace_id = ? and contact_id = ? and status = 'ACTIVE'",
    workspaceId,
    contactId,
  );
}

/** The contact has replied: campaigns stop writing in all of its conversations. */
export async function pauseThreads(tx: Tx, workspaceId: number, contactId: number): Promise<void> {
  await tx.run(
    "update threads set status = 'PAUSED' where workspace_id = ? and contact_id = ? and status = 'ACTIVE'",
    workspaceId,
    contactId,
  );
}

export async function unarchiveThread(tx: Tx, threadId: number): Promise<void> {
  await tx.run('update threads set archived = 0 where id = ?', threadId);
}

export async function archiveThread(tx: Tx, threadId: number): Promise<void> {
  await tx.run('update threads set archived = 1 where id = ?', threadId);
}

export async function markRead(tx: Tx, threadId: number): Promise<void> {
  await tx.run('update threads set unread = 0 where id = ?', threadId);
}

/** For a deleted contact: its conversations are no longer returned. */
export async function markThreadsDeleted(tx: Tx, workspaceId: number, contactId: number, now: number): Promise<void> {
  await tx.run(
    'update threads set deleted_at = ? where workspace_id = ? and contact_id = ? and deleted_at is null',
    now,
    workspaceId,
    contactId,
  );
}

export interface ThreadFilter {
  readonly search: string;
  readonly identityId: number | null;
  readonly contactId: number | null;
  readonly channel: Channel | null;
  readonly status: ConversationStatus | null;
  readonly unread: boolean | null;
  readonly archived: boolean;
  /** Any of these tags; empty for no filter. */
  readonly tagIds: readonly number[];
}

const TAGGED = `exists (select 1 from contact_tags as a where a.contact_id = t.contact_id
  and a.identity_id in (0, t.identity_id) and a.tag_id ${IN_LIST})`;

/** All words in the contact or its company, or all words in one message; words match as prefixes. */
function searchedSql(workspaceId: number, search: string): Fragment[] {
  const inContact = searchSql({ workspaceId, entity: 'CONTACT', alias: 'r' }, search);
  const words = matchWords(workspaceId, search);
  if (inContact === null || words === null) return [];
  const contacts = {
    sql: `t.contact_id in (select r.id from contacts as r where r.workspace_id = ? and (${inContact.sql}))`,
    values: [workspaceId, ...inContact.values],
  };
  if (words.length === 0) return [contacts];
  const messages = {
    sql: `t.id in (select m.thread_id from messages as m
      where m.id in (select rowid from messages_fts where messages_fts match ?))`,
    values: [words.join(' ')],
  };
  return [anyOf([contacts, messages])];
}

function whereSql(workspaceId: number, filter: ThreadFilter): Fragment {
  const { search, identityId, contactId, channel, status, unread, archived, tagIds } = filter;
  // A contact has few threads: use its index, not the one by time.
  const byTime = contactId === null ? 't.archived' : unindexed('t.archived');
  return allOf([
    { sql: `t.deleted_at is null and t.workspace_id = ? and ${byTime} = ?`, values: [workspaceId, archived ? 1 : 0] },
    ...(identityId === null ? [] : [{ sql: 't.identity_id = ?', values: [identityId] }]),
    ...(contactId === null ? [] : [{ sql: 't.contact_id = ?', values: [contactId] }]),
    ...(channel === null ? [] : [{ sql: 't.channel = ?', values: [channel] }]),
    ...(status === null ? [] : [{ sql: 't.status = ?', values: [status] }]),
    ...(unread === null ? [] : [{ sql: unread ? 't.unread > 0' : 't.unread = 0', values: [] }]),
    ...(tagIds.length === 0 ? [] : [{ sql: TAGGED, values: [jsonList(tagIds)] }]),
    ...searchedSql(workspaceId, search),
  ]);
}

/** A page of matching threads, newest message first, and their total number. */
export async function threadPage(
  tx: Tx,
  workspaceId: number,
  filter: ThreadFilter,
  page: PageWindow,
): Promise<{ rows: ThreadRow[]; total: number }> {
  const where = whereSql(workspaceId, filter);
  const rows = await tx.all<FlatThread>(
    `select ${THREAD_COLUMNS} from threads as t where ${where.sql}
     order by t.last_message_at desc, t.id desc limit ? offset ?`,
    ...where.values,
    page.limit,
    page.offset,
  );
  const counted = await tx.one<{ n: number }>(
    `select count(*) as n from threads as t where ${where.sql}`,
    ...where.values,
  );
  return { rows: rows.map(threadOf), total: counted?.n ?? 0 };
}
