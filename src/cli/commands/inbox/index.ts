import type { Listing } from '../../../client/answers/listing.ts';
import { collected, everyThread, listPages } from '../../../client/answers/pages.ts';
import { parseId } from '../../../contract/ids.ts';
import type { Thread } from '../../../contract/inbox/endpoints.ts';
import { CHANNELS, CONVERSATION_STATUSES } from '../../../contract/inbox/enums.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { type BuildGroup, collect, does, groupByVerb, type OptionsOf, reads, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { having, orDash } from '../../shared/answer.ts';
import { limitOf, mapped, moreText, printListing, withLimit } from '../../shared/limit.ts';
import { CHANNEL, checkTagIds, identityIdOf, knownWord } from '../../shared/lookup/by-name.ts';
import { NAMED_BY, recordIdOf } from '../../shared/lookup/record.ts';
import { messageView, tagView, threadView } from '../../shared/views/inbox.ts';
import { openInWeb, readsOne } from '../../shared/web/with-web.ts';
import { writeRecord } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { columnsOf, harmless, type View } from '../../terminal/formats/cells.ts';
import { conversationText } from '../../terminal/formats/conversation.ts';
import { filled, isForPerson } from '../../terminal/settings.ts';
import { linkCommand } from './link.ts';
import { replyCommand } from './reply.ts';
import { tagCommand, tagIdsOf, untagCommand } from './tag.ts';

const declareThreads = () =>
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

async function threadQuery(session: Session, options: OptionsOf<typeof declareThreads>) {
  const tagIds = options.tag === undefined ? [] : await tagIdsOf(session, options.tag);
  if ((options.tag ?? []).some((word) => parseId(word) !== null)) await checkTagIds(session, tagIds);
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

async function threads(session: Session, options: OptionsOf<typeof declareThreads>): Promise<void> {
  const query = await threadQuery(session, options);
  const { call } = await session.client();
  const { view, rows } = threadPrint(session);
  await printListing(session, view, options, (paging) => rows(listPages(call, 'inbox', 'threads', { query }, paging)));
}

const threadsCommand = does(declareThreads, threads);

/** Columns of a terminal that has room for status and tags. */
const WIDE = 110;

function rowOf({ contactId, contact, channel, status, lastMessage, lastMessageAt, ...thread }: Thread) {
  const name = [contact?.firstName, contact?.lastName].filter((part) => part != null && part !== '').join(' ');
  return {
    ...{ contactId, name, channel, status, lastMessageAt },
    sender: thread.senderIdentityName ?? orDash(thread.senderIdentityId),
    unread: thread.unreadCount || null,
    // With a sign for its direction.
    last: lastMessage == null ? '' : `${lastMessage.direction === 'INBOUND' ? '<' : '>'} ${lastMessage.message ?? ''}`,
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
const threadPrint = (session: Session) =>
  isForPerson(session)
    ? { view: viewFor(session.io.stdout.columns), rows: (listing: Listing<Thread>) => mapped(listing, rowOf) }
    : { view: threadView, rows: (listing: Listing<Thread>) => listing };

const tagsCommand = does(
  () =>
    withLimit(
      writes('tags', {
        summary: 'List the tags of the inbox by name, or create one',
        uses: [routes.inbox.tags, routes.inbox.createTag],
        view: tagView,
        json: [{ list: routes.inbox.tags }, { record: routes.inbox.createTag }],
        output: 'one row per tag; with --create the tag, which may have existed already',
        examples: [
          ['reach inbox tags', 'all tags'],
          ['reach inbox tags --create "Call back" --color "#2563eb"', 'an existing tag of that name is kept'],
        ],
      })
        .option('--create <name>', 'create a tag with this name (up to 50 characters)')
        .option('--color <colour>', 'colour of the new tag, such as #2563eb'),
    ),
  async (session, { create: name, color, dryRun, ...limits }) => {
    if (name === undefined) {
      if (color !== undefined) throw new UsageError('--color needs --create');
      const { call } = await session.client();
      await printListing(session, tagView, limits, (paging) => listPages(call, 'inbox', 'tags', {}, paging));
      return;
    }
    const request = { body: { name, ...(color !== undefined && { color }) } };
    const tag = await writeRecord(session, tagView, ['inbox', 'createTag'], request, { dryRun });
    const isOther = tag?.color !== undefined && tag.color.toLowerCase() !== color?.toLowerCase();
    if (color !== undefined && isOther)
      await session.print.warn(`its colour is ${harmless(tag.color)}: a tag that exists already is kept as it is`);
  },
);

const declare = () =>
  withLimit(
    readsOne('messages', {
      summary: 'Show the messages from and to a contact, oldest first',
      description: 'If there are more than the limit, the newest are shown. Nothing is marked as read.',
      uses: [
        routes.inbox.messages,
        routes.inbox.threads,
        routes.inbox.link,
        routes.contacts.search,
        routes.identities.list,
      ],
      view: messageView,
      output: 'on a terminal a readable conversation; in a pipe one row per message; JSON has every field',
      exits: ['notFound'],
      examples: [
        ['reach inbox messages 4711', 'the conversations of a contact'],
        ['reach inbox messages ada@engines.example --from "Robin Hale" --limit 5', 'by email, the last five'],
        ['reach inbox messages 4711 --all -o ndjson', 'for a script'],
      ],
    })
      .argument('<contact>', NAMED_BY.contact)
      .option('--from <identity>', 'only with this sender: name, email or id')
      .option(...CHANNEL),
  );

const messagesCommand = does(declare, async (session, text, options) => {
  const { io, print } = session;
  const contactId = await recordIdOf(session, 'contact', text);
  if (options.web) {
    const { threadPage } = await import('../../shared/web/open-page.ts');
    return await openInWeb(session, 'conversation', text, await threadPage(session, contactId));
  }
  const senderIdentityId = options.from === undefined ? null : await identityIdOf(session, options.from);
  const query = {
    ...(senderIdentityId !== null && { senderIdentityId }),
    ...(options.channel !== undefined && { channel: knownWord('--channel', options.channel, CHANNELS) }),
  };
  const { call } = await session.client();
  const request = { params: { contactId }, query };
  const limit = limitOf(options);
  const listing = listPages(call, 'inbox', 'messages', request, { limit, signal: io.interrupt });
  const inOrder = (await collected(listing)).toReversed();
  if (!isForPerson(session)) await print.list(messageView, inOrder);
  else {
    const threads = await collected(
      everyThread(call, { contactId, ...(senderIdentityId !== null && { senderIdentityId }) }),
    );
    const layout = { room: io.stdout.columns, now: session.now(), paint: print.paint.stdout };
    await print.text(await conversationText(threads, inOrder, layout));
  }
  for (const note of listing.notes) await print.note(note);
  if (inOrder.length === 0) await print.note(`no messages from or to contact ${contactId}`);
  if (listing.more === false || io.stdout.closed) return;
  await print.note(`the last ${moreText(inOrder.length, listing.total, messageView)}`);
});

export const inbox: BuildGroup = (deps) =>
  groupByVerb(deps, {
    threads: threadsCommand,
    messages: messagesCommand,
    reply: replyCommand,
    tags: tagsCommand,
    tag: tagCommand,
    untag: untagCommand,
    link: linkCommand,
  });
