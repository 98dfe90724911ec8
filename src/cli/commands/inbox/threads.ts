// reach inbox threads.

import type { Listing } from '../../../client/answers/listing.ts';
import { listPages } from '../../../client/answers/pages.ts';
import type { Thread } from '../../../contract/inbox/endpoints.ts';
import { CHANNELS, CONVERSATION_STATUSES } from '../../../contract/inbox/enums.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { collect, does, type OptionsOf, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { having, orDash } from '../../shared/answer/known.ts';
import { mapped, printListing, withLimit } from '../../shared/limit/limit.ts';
import { identityIdOf } from '../../shared/lookup/identity.ts';
import { CHANNEL, knownWord } from '../../shared/lookup/inbox-enums.ts';
import { recordIdOf } from '../../shared/lookup/record.ts';
import { threadView } from '../../shared/views/inbox.ts';
import { columnsOf, type View } from '../../terminal/formats/cells.ts';
import { filled, isForPerson } from '../../terminal/settings.ts';
import { tagIdsOf } from './tag.ts';

const declare = () =>
  withLimit(
    reads('threads', {
      summary: 'List conversations, newest message first',
      description: 'One row for each contact, sender and channel. Nothing is marked as read.',
      uses: [routes.inbox.threads, routes.identities.list, routes.inbox.tags, routes.contacts.search],
      view: threadView,
      output: 'contact, sender, channel, number of unread messages, the last message, tags',
      exits: ['notFound'],
      examples: [
        ['reach inbox threads --unread', 'unread conversations'],
        ['reach inbox threads --search "offer" --from "Robin Hale"', 'text of a contact, its company or a message'],
        ['reach inbox threads --tag Interested --all -o id', 'contact ids, for a pipe'],
      ],
    })
      .option('--search <text>', 'text of the contact, its company or a message')
      .option('--unread', 'only with unread messages')
      .option('--from <identity>', 'only with this sender: name, email or id')
      .option('--contact <contact>', 'only of this contact: id, email or name')
      .option(...CHANNEL)
      .option('--status <status>', CONVERSATION_STATUSES.join(', ').toLowerCase())
      .option('--tag <name|id>', 'only with this tag; repeat it for any of several', collect)
      .option('--archived', 'archived conversations instead'),
  );

async function threadQuery(session: Session, options: OptionsOf<typeof declare>) {
  const tagIds = options.tag === undefined ? [] : await tagIdsOf(session, options.tag);
  return {
    ...(options.search !== undefined && { search: filled(options.search, '--search') }),
    ...(options.unread === true && { unread: true }),
    ...(options.from !== undefined && { senderIdentityId: await identityIdOf(session, options.from) }),
    ...(options.contact !== undefined && { contactId: await recordIdOf(session, 'contact', options.contact) }),
    ...(options.channel !== undefined && { channel: knownWord('--channel', options.channel, CHANNELS) }),
    ...(options.status !== undefined && {
      status: knownWord('--status', options.status, CONVERSATION_STATUSES),
    }),
    ...(tagIds.length > 0 && { tagIds: tagIds.join(',') }),
    ...(options.archived === true && { archived: true }),
  };
}

async function threads(session: Session, options: OptionsOf<typeof declare>): Promise<void> {
  const query = await threadQuery(session, options);
  const { call } = await session.client();
  const { view, rows } = threadPrint(session);
  await printListing(session, view, options, (paging) => rows(listPages(call, 'inbox', 'threads', { query }, paging)));
}

export const threadsCommand = does(declare, threads);

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

const TITLES = { contactId: 'id', name: 'contact', last: 'last message', lastMessageAt: 'when' };

function viewFor(columns: number): View {
  const [status, tags] = columns >= WIDE ? [' status', ' tags'] : ['', ''];
  const words = `contactId:number name sender channel${status} unread:number last:excerpt lastMessageAt:time${tags}`;
  return { ...threadView, columns: columnsOf(words, TITLES) };
}

/** How conversations are printed: short rows on a terminal, whole records everywhere else. */
function threadPrint(session: Session): {
  readonly view: View;
  readonly rows: (listing: Listing<Thread>) => Listing<unknown>;
} {
  if (!isForPerson(session)) return { view: threadView, rows: (listing) => listing };
  return {
    view: viewFor(session.io.stdout.columns),
    rows: (listing) => mapped(listing, rowOf),
  };
}
