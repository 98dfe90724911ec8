import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Channel, ConversationStatus } from '../../../contract/inbox/enums.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { requireIdentity } from '../identities/lookup.ts';
import { requireRecord } from '../records/lookup.ts';
import { threadPage } from './queries/threads.ts';
import { threadViews } from './thread-view.ts';

interface ThreadQuery {
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

/** Conversations, newest message first. Throws Refusal `not_found` for an identity or contact in the query. */
export async function listThreads(context: Context, query: ThreadQuery): Promise<ReplyOf<Table['inbox']['threads']>> {
  const { page, pageSize, senderIdentityId, contactId } = query;
  if (senderIdentityId !== undefined) await requireIdentity(context, senderIdentityId);
  if (contactId !== undefined) await requireRecord(context, CONTACTS, contactId);
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const filter = {
    search: query.search ?? '',
    identityId: senderIdentityId ?? null,
    contactId: contactId ?? null,
    channel: query.channel ?? null,
    status: query.status ?? null,
    unread: query.unread ?? null,
    archived: query.archived,
    tagIds: query.tagIds ?? [],
  };
  const { rows, total } = await threadPage(context.tx, context.principal.workspaceId, filter, window);
  const inboxes = await threadViews(context, rows);
  return { inboxes, page, pageSize, total, hasNextPage: page * pageSize < total };
}
