// Conversations as rows on a terminal: the whole name in one column, and as many columns as fit.

import type { Listing } from '../../../client/answers/listing.ts';
import type { Thread } from '../../../contract/inbox/endpoints.ts';
import type { Session } from '../../session/session.ts';
import { having, orDash } from '../../shared/answer/known.ts';
import { mapped } from '../../shared/limit/mapped.ts';
import { threadView } from '../../shared/views/inbox.ts';
import type { View } from '../../terminal/formats/cells.ts';

/** Columns of a terminal that has room for status and tags. */
const WIDE = 110;

interface ThreadTableRow {
  readonly contactId: number | undefined;
  readonly name: string;
  readonly sender: string;
  readonly channel: string | undefined;
  readonly status: string | undefined;
  readonly unread: number | null;
  /** The last message, with a sign for its direction. */
  readonly last: string;
  readonly lastMessageAt: string | undefined;
  readonly tags: readonly string[];
}

function rowOf(thread: Thread): ThreadTableRow {
  const { contact, lastMessage } = thread;
  const name = [contact?.firstName, contact?.lastName].filter((part) => part != null && part !== '').join(' ');
  return {
    contactId: thread.contactId,
    name,
    sender: thread.senderIdentityName ?? orDash(thread.senderIdentityId),
    channel: thread.channel,
    status: thread.status,
    unread: thread.unreadCount || null,
    last: lastMessage == null ? '' : `${lastMessage.direction === 'INBOUND' ? '<' : '>'} ${lastMessage.message ?? ''}`,
    lastMessageAt: thread.lastMessageAt,
    tags: having(thread.tags, 'name').map((tag) => tag.name),
  };
}

function viewFor(columns: number): View {
  const wide = columns >= WIDE;
  return {
    ...threadView,
    columns: [
      { key: 'contactId', title: 'id', kind: 'number' },
      { key: 'name', title: 'contact' },
      { key: 'sender' },
      { key: 'channel' },
      ...(wide ? [{ key: 'status' }] : []),
      { key: 'unread', kind: 'number' },
      { key: 'last', title: 'last message', kind: 'excerpt' },
      { key: 'lastMessageAt', title: 'when', kind: 'time' },
      ...(wide ? [{ key: 'tags' }] : []),
    ],
  };
}

/** How conversations are printed: short rows on a terminal, whole records everywhere else. */
export function threadPrint({ settings, io }: Session): {
  readonly view: View;
  readonly rows: (listing: Listing<Thread>) => Listing<unknown>;
} {
  const isForPerson = settings.output === 'table' && settings.fields === null && io.stdout.isTTY;
  if (!isForPerson) return { view: threadView, rows: (listing) => listing };
  return {
    view: viewFor(io.stdout.columns),
    rows: (listing) => mapped(listing, rowOf),
  };
}
