// Threads: the conversations of a contact, one per sender identity and channel.

import type { Channel, ConversationStatus, IcpRating, InboxFolder } from '../../../../contract/inbox/enums.ts';
import {
  allOf,
  anyOf,
  type Fragment,
  inList,
  inTexts,
  type PageRequest,
  type PageWindow,
  raw,
  sql,
  type TextTable,
  type Tx,
} from '../../../core/sql.ts';
import { spanSql, type TimeSpan } from '../../../core/time-span.ts';
import { matchWords, textHits } from '../../../db/fulltext.ts';
import { unindexed } from '../../../db/rowset.ts';
import { hasEntered } from '../../campaigns/queries/enrolment-status.ts';
import { CONTACTS } from '../../contacts/queries/contacts.ts';
import { searchSql } from '../../records/queries/pages.ts';
import { valueSql } from '../../records/queries/records.ts';

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

const THREAD_COLUMNS = `t.id, t.workspace_id as workspaceId, t.contact_id as contactId, t.identity_id as identityId,
  t.channel, t.status, t.unread, t.archived as "archived?", t.messages, t.last_message_id as lastMessageId,
  t.last_message_at as lastMessageAt, t.created_at as createdAt`;

export async function threadByKey(tx: Tx, pair: ThreadKey): Promise<ThreadRow | undefined> {
  return tx.one<ThreadRow>(sql`select ${raw(THREAD_COLUMNS)} from threads as t
    where t.workspace_id = ${pair.workspaceId} and t.contact_id = ${pair.contactId}
    and t.identity_id = ${pair.identityId} and t.channel = ${pair.channel} and t.deleted_at is null`);
}

export async function threadById(tx: Tx, workspaceId: number, id: number): Promise<ThreadRow | undefined> {
  return tx.one<ThreadRow>(sql`select ${raw(THREAD_COLUMNS)} from threads as t
    where t.workspace_id = ${workspaceId} and t.id = ${id} and t.deleted_at is null`);
}

/** Threads of a contact, newest message first; without `identityId`, with every sender. */
export async function threadsOfContact(tx: Tx, workspaceId: number, contactId: number, identityId?: number) {
  return tx.all<ThreadRow>(
    `select ${THREAD_COLUMNS} from threads as t where t.workspace_id = ?1 and t.contact_id = ?2
       and (t.identity_id = ?3 or ?3 is null) and t.deleted_at is null order by t.last_message_at desc, t.id desc`,
    workspaceId,
    contactId,
    identityId ?? null,
  );
}

export async function ensureThread(tx: Tx, pair: ThreadKey, at: number, now: number): Promise<number> {
  const { workspaceId, contactId, identityId, channel } = pair;
  await tx.run(sql`insert into threads (workspace_id, contact_id, identity_id, channel, status, last_message_at,
    created_at)
    values (${workspaceId}, ${contactId}, ${identityId}, ${channel}, 'COMPLETED', ${at}, ${now})
    on conflict (workspace_id, contact_id, identity_id, channel) do nothing`);
  const written = sql`select id from threads
    where workspace_id = ${workspaceId} and contact_id = ${contactId} and identity_id = ${identityId}
    and channel = ${channel}`;
  const id = await tx.value<number>(written);
  if (id === null) throw new Error('the thread was not written');
  return id;
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

/** Moves all messages to another thread, which is then unread, in the inbox, ACTIVE or else PAUSED if either of them was. */
export async function moveMessages(tx: Tx, from: ThreadRow, to: number): Promise<void> {
  await tx.run(sql`update messages set thread_id = ${to} where thread_id = ${from.id}`);
  await tx.run(sql`update threads
    set messages = messages + ${from.messages}, unread = unread + ${from.unread},
    status = case when status = 'ACTIVE' or ${from.status === 'COMPLETED'} then status else ${from.status} end,
    archived = case when ${from.archived} then archived else 0 end where id = ${to}`);
  await refreshLast(tx, to);
}

type ThreadChange = Partial<Pick<ThreadRow, 'status' | 'archived' | 'unread'>>;

export async function updateThread(tx: Tx, threadId: number, change: ThreadChange): Promise<void> {
  await tx.update('threads', threadId, change);
}

/** PAUSED once the contact has replied, COMPLETED when its sequence has ended without a reply: no automatic message follows. */
export async function endActiveThreads(tx: Tx, workspaceId: number, contactId: number, status: 'PAUSED' | 'COMPLETED') {
  await tx.run(sql`update threads set status = ${status}
    where workspace_id = ${workspaceId} and contact_id = ${contactId} and status = 'ACTIVE'`);
}

/** For a deleted contact: its conversations are no longer returned. */
export async function markThreadsDeleted(tx: Tx, workspaceId: number, contactId: number, now: number): Promise<void> {
  await tx.run(sql`update threads set deleted_at = ${now}
    where workspace_id = ${workspaceId} and contact_id = ${contactId} and deleted_at is null`);
}

/** What is left out restricts nothing; of a list, any of its members matches. The span of time is that of the last message. */
export interface ThreadFilter extends TimeSpan {
  readonly search?: string | undefined;
  readonly identityIds?: readonly number[] | undefined;
  readonly contactIds?: readonly number[] | undefined;
  readonly channels?: readonly Channel[] | undefined;
  readonly statuses?: readonly ConversationStatus[] | undefined;
  readonly unread?: boolean | undefined;
  readonly archived: boolean;
  readonly tagIds?: readonly number[] | undefined;
  /** With `tagIds`: those without any tag as well. */
  readonly includeUntagged?: boolean | undefined;
  readonly folder?: InboxFolder | 'unanswered' | undefined;
  /** When a reply in it came. */
  readonly replied?: TimeSpan | undefined;
  /** Contacts that are or were in one of these campaigns. */
  readonly campaignIds?: readonly number[] | undefined;
  readonly companyIds?: readonly number[] | undefined;
  readonly icpRatings?: readonly IcpRating[] | undefined;
}

const TAGGED = `exists (select 1 from contact_tags as a where a.contact_id = t.contact_id
  and a.identity_id in (0, t.identity_id)`;

/** `icpRating` of rules/records/icp-rating.ts as SQL. */
const RATING = `case when r.suppressed = 1 then 'DISQUALIFIED'
  else coalesce(${valueSql(CONTACTS, { key: 'scoreBand' }, 'r')}, 'MISSING_DATA') end`;

/** Conversations with a message in the folder. */
const IN_FOLDER: Readonly<Record<InboxFolder | 'unanswered', string>> = {
  received: `t.id in (select m.thread_id from messages as m
    where m.workspace_id = t.workspace_id and m.direction = 'INBOUND')`,
  unanswered: `t.channel <> 'TASK' and not ${messageWith("m.workspace_id = t.workspace_id and m.direction = 'INBOUND'")}`,
  unread: 't.unread > 0',
  sent: messageWith("m.direction = 'OUTBOUND' and m.status = 'SENT'"),
  scheduled: messageWith("m.status = 'SCHEDULED'"),
  ai_draft: messageWith("m.status = 'DRAFT'"),
  tags: `${TAGGED})`,
};

function messageWith(condition: string): string {
  return `exists (select 1 from messages as m where m.thread_id = t.id and ${condition})`;
}

/** Of so many hits the conversations are looked up; of more, the newest conversations are looked through. */
const HITS_READ_MAX = 10_000;

async function isFrequent(tx: Tx, tables: readonly TextTable[], words: string): Promise<boolean> {
  for (const table of tables) {
    const found = await tx.count(sql`from (${textHits(table, words)} limit ${HITS_READ_MAX}) as found`);
    if (found === HITS_READ_MAX) return true;
  }
  return false;
}

/** All words are in the contact or its company, or in one of the messages; words match as prefixes. */
async function inThread(tx: Tx, workspaceId: number, search = ''): Promise<Fragment[]> {
  const inContact = searchSql({ workspaceId, entity: 'CONTACT', alias: 'r' }, search);
  const words = matchWords(workspaceId, search);
  if (inContact === null || words === null) return [];
  const contacts = sql`select r.id from contacts as r where r.workspace_id = ${workspaceId} and (${inContact})`;
  const ofContacts = sql`select id from threads where workspace_id = ${workspaceId} and contact_id in (${contacts})`;
  if (words.length === 0) return [sql`t.id in (${ofContacts})`];
  const hits = textHits('messages', words.join(' '));
  let isInMany = true;
  for (const word of words) isInMany &&= await isFrequent(tx, ['contacts', 'companies'], word);
  if (!isInMany && !(await isFrequent(tx, ['messages'], words.join(' ')))) {
    const inMessages = sql`select thread_id from messages where id in (${hits})`;
    return [sql`t.id in (${ofContacts} union ${inMessages})`];
  }
  const newest = sql`with f (id) as (${hits}) select id from f order by id desc limit ${HITS_READ_MAX}`;
  const hasOneOf = (found: Fragment) =>
    sql`exists (select 1 from messages as m where m.thread_id = t.id and m.id in (${found}))`;
  // By its company's id: the contacts of all companies that have the word would be as many again.
  const inRecord = words.map(
    (word) => sql`(r.id in (${textHits('contacts', word)}) or r.company_id in (${textHits('companies', word)}))`,
  );
  return [anyOf([hasOneOf(newest), hasOneOf(hits), ...ofContact([allOf(inRecord)])])];
}

const anyId = (column: string, ids: readonly number[] | undefined): Fragment[] =>
  ids === undefined || ids.length === 0 ? [] : [sql`${raw(column)} ${inList(ids)}`];

const anyWord = (column: string, words: readonly string[] | undefined): Fragment[] =>
  words === undefined || words.length === 0 ? [] : [sql`${raw(column)} ${inTexts(words)}`];

const ofContact = (conditions: readonly Fragment[]): Fragment[] =>
  conditions.map((one) => sql`exists (select 1 from contacts as r where r.id = t.contact_id and ${one})`);

/** Their last message is no earlier than the reply. */
function repliedIn(span: TimeSpan): Fragment[] {
  const inSpan = spanSql('m.at', span);
  if (inSpan.length === 0) return [];
  const replies = sql`select 1 from messages as m where m.thread_id = t.id and m.direction = 'INBOUND' and ${allOf(inSpan)}`;
  return [...spanSql('t.last_message_at', { from: span.from }), sql`exists (${replies})`];
}

async function whereSql(tx: Tx, workspaceId: number, filter: ThreadFilter): Promise<Fragment> {
  const { contactIds, unread, archived, tagIds, folder, campaignIds, replied = {}, from, to } = filter;
  // A contact has few threads, and few are unread: use their index, not the one by time.
  const byTime = contactIds === undefined && folder !== 'unread' ? 't.archived' : unindexed('t.archived');
  const tagged = anyId('a.tag_id', tagIds).map((one) => sql`${raw(TAGGED)} and ${one})`);
  const untagged = filter.includeUntagged && tagged.length > 0 ? [sql`not ${raw(`${TAGGED})`)}`] : [];
  return allOf([
    sql`t.deleted_at is null and t.workspace_id = ${workspaceId} and ${raw(byTime)} = ${archived ? 1 : 0}`,
    ...(folder === undefined ? [] : [raw(IN_FOLDER[folder])]),
    ...anyId('t.identity_id', filter.identityIds),
    ...anyId('t.contact_id', contactIds),
    ...anyWord('t.channel', filter.channels),
    ...anyWord('t.status', filter.statuses),
    ...(unread === undefined ? [] : [raw(unread ? 't.unread > 0' : 't.unread = 0')]),
    ...(tagged.length === 0 ? [] : [anyOf([...tagged, ...untagged])]),
    ...anyId('e.campaign_id', campaignIds).map(
      (one) => sql`exists (select 1 from campaign_contacts as e
        where e.contact_id = t.contact_id and ${one} and ${raw(hasEntered('e'))})`,
    ),
    ...ofContact([...anyId('r.company_id', filter.companyIds), ...anyWord(RATING, filter.icpRatings)]),
    ...spanSql('t.last_message_at', { from, to }),
    ...repliedIn(replied),
    ...(await inThread(tx, workspaceId, filter.search)),
  ]);
}

export async function unreadThreads(tx: Tx, workspaceId: number): Promise<number> {
  const where = await whereSql(tx, workspaceId, { folder: 'unread', archived: false });
  return tx.count(sql`from threads as t where ${where}`);
}

async function threadsSql(tx: Tx, workspaceId: number, filter: ThreadFilter): Promise<Fragment> {
  return sql`select ${raw(THREAD_COLUMNS)} from threads as t where ${await whereSql(tx, workspaceId, filter)}`;
}

const NEWEST = 't.last_message_at desc, t.id desc';

export async function threadPage(tx: Tx, workspaceId: number, filter: ThreadFilter, page: PageRequest) {
  return tx.page<ThreadRow>(await threadsSql(tx, workspaceId, filter), NEWEST, page);
}

/** Without their number. */
export async function threadRows(tx: Tx, workspaceId: number, filter: ThreadFilter, { limit, offset }: PageWindow) {
  const query = await threadsSql(tx, workspaceId, filter);
  return tx.all<ThreadRow>(sql`${query} order by ${raw(NEWEST)} limit ${limit} offset ${offset}`);
}
