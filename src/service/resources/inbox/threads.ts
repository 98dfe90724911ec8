import type { LinkInput } from '../../../contract/inbox/endpoints.ts';
import type { IcpRating } from '../../../contract/inbox/enums.ts';
import type { Parsed, ReplyData } from '../../../contract/table.ts';
import { icpRating } from '../../../rules/records/icp-rating.ts';
import type { StoredRecord } from '../../../rules/records/upsert/pending-record.ts';
import { isoTime } from '../../core/clock.ts';
import { type AppLinks, type Context, found } from '../../core/context.ts';
import { byId, type PageRequest, windowOf } from '../../core/sql.ts';
import { suppressedContacts } from '../campaigns/queries/enrolments.ts';
import { COMPANIES } from '../companies/queries/companies.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { identityName, requireIdentity } from '../identities/identities.ts';
import { identityById } from '../identities/queries/identities.ts';
import { recordsById } from '../records/queries/records.ts';
import { requireRecord } from '../records/search.ts';
import { textValue } from '../records/view.ts';
import { type MessageRow, messagesById } from './queries/messages.ts';
import { type AssignedTag, tagsOfContacts } from './queries/tags.ts';
import {
  type ThreadFilter,
  type ThreadRow,
  threadById,
  threadPage,
  threadRows,
  unreadThreads,
} from './queries/threads.ts';

/** Conversations, newest message first. Throws Refusal `not_found` for an identity or contact in the query. */
export async function listThreads(context: Context, query: Parsed<'inbox', 'threads'>['query']) {
  const { senderIdentityId, contactId, channel, status } = query;
  if (senderIdentityId !== undefined) await requireIdentity(context, senderIdentityId);
  if (contactId !== undefined) await requireRecord(context, CONTACTS, contactId);
  const filter: ThreadFilter = {
    ...query,
    ...(senderIdentityId !== undefined && { identityIds: [senderIdentityId] }),
    ...(contactId !== undefined && { contactIds: [contactId] }),
    ...(channel !== undefined && { channels: [channel] }),
    ...(status !== undefined && { statuses: [status] }),
  };
  const { rows, paging } = await threadPage(context.tx, context.principal.workspaceId, filter, query);
  return { inboxes: await threadViews(context, rows), ...paging };
}

export const countUnread = ({ tx, principal }: Context) => unreadThreads(tx, principal.workspaceId);

/** By every filter that a link into the inbox may have; their number would take longer than they do. */
export async function findThreads(context: Context, query: PageRequest & ThreadFilter) {
  const { limit, offset } = windowOf(query);
  const rows = await threadRows(context.tx, context.principal.workspaceId, query, { limit: limit + 1, offset });
  return { inboxes: await threadViews(context, rows.slice(0, limit)), hasNextPage: rows.length > limit };
}

export type { ThreadFilter };

export type ThreadView = ReplyData<'inbox', 'threads'>['inboxes'][number];

/** Throws Refusal `not_found`. */
export async function showThread(context: Context, id: number): Promise<ThreadView> {
  const row = await threadById(context.tx, context.principal.workspaceId, id);
  const [thread] = row ? await threadViews(context, [row]) : [];
  return found(thread, 'conversation', id);
}

interface ThreadParts {
  readonly contact: StoredRecord;
  readonly company: StoredRecord | null;
  readonly isSuppressed: boolean;
  readonly senderName: string | null;
  readonly tags: readonly AssignedTag[];
  readonly last: MessageRow | null;
}

async function threadViews(context: Context, rows: readonly ThreadRow[]): Promise<ThreadView[]> {
  const { tx, principal } = context;
  const contactIds = rows.map(({ contactId }) => contactId);
  const contacts = await recordsById(tx, CONTACTS, principal.workspaceId, new Set(contactIds));
  const companyIds = new Set(contacts.flatMap(({ companyId }) => companyId ?? []));
  const companies = byId(await recordsById(tx, COMPANIES, principal.workspaceId, companyIds));
  const contactOf = byId(contacts);
  const suppressed = await suppressedContacts(tx, contactIds);
  const tags = await tagsOfContacts(tx, contactIds);
  const lastIds = rows.flatMap(({ lastMessageId }) => lastMessageId ?? []);
  const last = byId(await messagesById(tx, lastIds));
  const names = await senderNames(context, new Set(rows.map(({ identityId }) => identityId)));
  return rows.flatMap((row) => {
    const contact = contactOf.get(row.contactId);
    if (!contact) return [];
    const related: ThreadParts = {
      contact,
      company: (contact.companyId !== null && companies.get(contact.companyId)) || null,
      isSuppressed: suppressed.has(row.contactId),
      senderName: names.get(row.identityId) ?? null,
      tags: tags.filter((tag) => tag.contactId === row.contactId && [0, row.identityId].includes(tag.identityId)),
      last: last.get(row.lastMessageId ?? 0) ?? null,
    };
    return [threadView(context, row, related)];
  });
}

async function senderNames({ tx, principal }: Context, ids: ReadonlySet<number>) {
  const names = new Map<number, string | null>();
  for (const id of ids) {
    const identity = await identityById(tx, principal.workspaceId, id);
    names.set(id, identity ? identityName(identity) : null);
  }
  return names;
}

function ratingOf({ contact, company, isSuppressed }: ThreadParts): IcpRating {
  const employees = company?.standard.get('numberOfEmployees');
  return icpRating({
    jobTitle: textValue(contact.standard, 'jobTitle'),
    hasCompany: company !== null,
    employees: typeof employees === 'number' ? employees : null,
    isSuppressed,
  });
}

function threadView({ appUrl }: Context, row: ThreadRow, related: ThreadParts): ThreadView {
  const { contact, company, senderName, last } = related;
  // A tag may be on the contact and on the conversation: it is shown once.
  const tags = new Map(related.tags.map(({ id, name, color }) => [id, { id, name, color }]));
  return {
    id: row.id,
    appUrl: appUrl('inbox', row.id),
    contactId: row.contactId,
    contact: {
      id: contact.id,
      appUrl: appUrl('contacts', contact.id),
      firstName: textValue(contact.standard, 'firstName'),
      lastName: textValue(contact.standard, 'lastName'),
      jobTitle: textValue(contact.standard, 'jobTitle'),
      companyName: company && textValue(company.standard, 'name'),
    },
    senderIdentityId: row.identityId,
    senderIdentityName: senderName,
    channel: row.channel,
    status: row.status,
    unreadCount: row.unread,
    archived: row.archived,
    icpRating: ratingOf(related),
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

// Links into the inbox of the web app: every filter is a query parameter.

/** Lists are comma-separated. Ids are not checked. */
export function inboxLink({ appLink }: AppLinks, filters: LinkInput): { url: string } {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    query.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return { url: appLink('inbox', query) };
}
