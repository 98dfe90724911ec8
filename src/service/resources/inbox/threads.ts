// The inbox as it is read: conversations and their messages (SERVICE-API, Inbox).

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Channel, ConversationStatus, IcpRating } from '../../../contract/inbox/enums.ts';
import type { Table } from '../../../contract/table.ts';
import { icpRating } from '../../../rules/records/icp-rating.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { suppressedContacts } from '../campaigns/queries/enrolments.ts';
import { COMPANIES } from '../companies/queries/companies.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { identityOf, nameOf } from '../identities/identities.ts';
import { identityById } from '../identities/queries/identities.ts';
import { requireRecord } from '../records/lookup.ts';
import { recordsById, type StoredRecord } from '../records/queries/records.ts';
import { type MessageRow, messagePage, messagesById } from './queries/messages.ts';
import { type Assigned, tagsOfContacts } from './queries/tags.ts';
import { type ThreadRow, threadPage } from './queries/threads.ts';

type Rows = Table['inbox'];
type ThreadRecord = ReplyOf<Rows['threads']>['inboxes'][number];
type MessageRecord = ReplyOf<Rows['reply']>;

export interface AskedThreads {
  readonly page: number;
  readonly pageSize: number;
  readonly search?: string | undefined;
  readonly senderIdentityId?: number | undefined;
  readonly contactId?: number | undefined;
  readonly channel?: Channel | undefined;
  readonly status?: ConversationStatus | undefined;
  readonly unread?: boolean | undefined;
  readonly archived: boolean;
  /** Any of these tags. */
  readonly tagIds?: readonly number[] | undefined;
}

/** Conversations, those with the newest message first. Throws Refusal `not_found` for an identity or contact that is asked for. */
export async function findThreads(context: Context, asked: AskedThreads): Promise<ReplyOf<Rows['threads']>> {
  const { page, pageSize, senderIdentityId, contactId } = asked;
  if (senderIdentityId !== undefined) await identityOf(context, senderIdentityId);
  if (contactId !== undefined) await requireRecord(context, CONTACTS, contactId);
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const filter = {
    search: asked.search ?? '',
    identityId: senderIdentityId ?? null,
    contactId: contactId ?? null,
    channel: asked.channel ?? null,
    status: asked.status ?? null,
    unread: asked.unread ?? null,
    archived: asked.archived,
    tagIds: asked.tagIds ?? [],
  };
  const { rows, total } = await threadPage(context.tx, context.principal.workspaceId, filter, window);
  const inboxes = await showThreads(context, rows);
  return { inboxes, page, pageSize, total, hasNextPage: page * pageSize < total };
}

/** What the threads of a page are shown with. */
interface Around {
  readonly contact: StoredRecord;
  readonly company: StoredRecord | null;
  readonly isSuppressed: boolean;
  readonly senderName: string | null;
  readonly tags: readonly Assigned[];
  readonly last: MessageRow | null;
}

async function showThreads(context: Context, rows: readonly ThreadRow[]): Promise<ThreadRecord[]> {
  const { tx, principal } = context;
  const contactIds = rows.map(({ contactId }) => contactId);
  const contacts = await recordsById(tx, CONTACTS, principal.workspaceId, new Set(contactIds));
  const companyIds = new Set(contacts.flatMap(({ companyId }) => companyId ?? []));
  const companies = new Map(
    (await recordsById(tx, COMPANIES, principal.workspaceId, companyIds)).map((one) => [one.id, one]),
  );
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  const suppressed = await suppressedContacts(tx, contactIds);
  const tags = await tagsOfContacts(tx, contactIds);
  const last = await messagesById(
    tx,
    rows.flatMap(({ lastMessageId }) => lastMessageId ?? []),
  );
  const names = await senderNames(context, new Set(rows.map(({ identityId }) => identityId)));
  return rows.flatMap((row) => {
    const contact = byId.get(row.contactId);
    if (!contact) return [];
    const around: Around = {
      contact,
      company: (contact.companyId !== null && companies.get(contact.companyId)) || null,
      isSuppressed: suppressed.has(row.contactId),
      senderName: names.get(row.identityId) ?? null,
      tags: tags.filter((tag) => tag.contactId === row.contactId && [0, row.identityId].includes(tag.identityId)),
      last: last.find(({ id }) => id === row.lastMessageId) ?? null,
    };
    return [showThread(context, row, around)];
  });
}

async function senderNames(
  { tx, principal }: Context,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string | null>> {
  const names = new Map<number, string | null>();
  for (const id of ids) {
    const identity = await identityById(tx, principal.workspaceId, id);
    names.set(id, identity ? nameOf(identity) : null);
  }
  return names;
}

function textOf({ standard }: StoredRecord, field: string): string | null {
  const value = standard.get(field);
  return value === undefined ? null : String(value);
}

function ratingOf({ contact, company, isSuppressed }: Around): IcpRating {
  const employees = company?.standard.get('numberOfEmployees');
  return icpRating({
    jobTitle: textOf(contact, 'jobTitle'),
    hasCompany: company !== null,
    employees: typeof employees === 'number' ? employees : null,
    isSuppressed,
  });
}

function showThread({ appUrl }: Context, row: ThreadRow, around: Around): ThreadRecord {
  const { contact, company, senderName, last } = around;
  // A tag may be on the contact and on the conversation: it is shown once.
  const tags = new Map(around.tags.map(({ id, name, color }) => [id, { id, name, color }]));
  return {
    id: row.id,
    appUrl: appUrl('inbox', row.id),
    contactId: row.contactId,
    contact: {
      id: contact.id,
      appUrl: appUrl('contacts', contact.id),
      firstName: textOf(contact, 'firstName'),
      lastName: textOf(contact, 'lastName'),
      jobTitle: textOf(contact, 'jobTitle'),
      companyName: company && textOf(company, 'name'),
    },
    senderIdentityId: row.identityId,
    senderIdentityName: senderName,
    channel: row.channel,
    status: row.status,
    unreadCount: row.unread,
    archived: row.archived,
    icpRating: ratingOf(around),
    tags: [...tags.values()],
    messageCount: row.messages,
    lastMessage: last && {
      id: last.id,
      direction: last.direction,
      status: last.status,
      subject: last.subject,
      message: last.body,
      at: isoTime(last.at),
    },
    createdAt: isoTime(row.createdAt),
    lastMessageAt: isoTime(row.lastMessageAt),
  };
}

const timeOf = (at: number | null): string | null => (at === null ? null : isoTime(at));

export function showMessage(row: MessageRow): MessageRecord {
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

/** Messages from and to a contact, newest first. Throws Refusal `not_found` for the contact, and for an identity asked for. */
export async function findMessages(
  context: Context,
  contactId: number,
  asked: { page: number; pageSize: number; senderIdentityId?: number | undefined; channel?: Channel | undefined },
): Promise<ReplyOf<Rows['messages']>> {
  const { tx, principal } = context;
  const { page, pageSize, senderIdentityId, channel } = asked;
  await requireRecord(context, CONTACTS, contactId);
  if (senderIdentityId !== undefined) await identityOf(context, senderIdentityId);
  const filter = { identityId: senderIdentityId ?? null, channel: channel ?? null };
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await messagePage(tx, principal.workspaceId, contactId, filter, window);
  return { messages: rows.map(showMessage), page, pageSize, total, hasNextPage: page * pageSize < total };
}
