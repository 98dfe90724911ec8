// reach inbox threads, messages and tags: what is there.

import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../client/routes/routes.ts';
import type { Message, Thread } from '../../../contract/inbox/endpoints.ts';
import { CHANNELS, CONVERSATION_STATUSES } from '../../../contract/inbox/enums.ts';
import type { Deps } from '../../app/command.ts';
import { collect, doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { conversationText } from '../../output/formats/conversation.ts';
import { messageView, tagView } from '../../output/views/inbox.ts';
import { type LimitOptions, limitOf, printListing, withLimit } from '../../shared/limit/limit.ts';
import { identityIdOf } from '../../shared/lookup/identity.ts';
import { knownWord } from '../../shared/lookup/inbox-enums.ts';
import { recordIdOf } from '../../shared/lookup/record.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { tagIdsOf } from './tag-names.ts';
import { threadPrint } from './thread-rows.ts';

const channelOption = () => new Option('--channel <channel>', CHANNELS.join(', ').toLowerCase());

interface ThreadFlags extends LimitOptions {
  readonly search?: string;
  readonly unread?: boolean;
  readonly from?: string;
  readonly contact?: string;
  readonly channel?: string;
  readonly status?: string;
  readonly tag?: readonly string[];
  readonly archived?: boolean;
}

async function threadQuery(session: Session, flags: ThreadFlags) {
  const tagIds = flags.tag === undefined ? [] : await tagIdsOf(await session.api(), flags.tag);
  return {
    ...(flags.search !== undefined && { search: flags.search }),
    ...(flags.unread === true && { unread: true }),
    ...(flags.from !== undefined && { senderIdentityId: await identityIdOf(session, flags.from) }),
    ...(flags.contact !== undefined && { contactId: await recordIdOf(session, 'contact', flags.contact) }),
    ...(flags.channel !== undefined && { channel: knownWord('--channel', flags.channel, CHANNELS) }),
    ...(flags.status !== undefined && { status: knownWord('--status', flags.status, CONVERSATION_STATUSES) }),
    ...(tagIds.length > 0 && { tagIds: tagIds.join(',') }),
    ...(flags.archived === true && { archived: true }),
  };
}

async function threads(session: Session, flags: ThreadFlags): Promise<void> {
  const query = await threadQuery(session, flags);
  const { call } = await session.client({ sustained: limitOf(flags) === null });
  const { view, rows } = threadPrint(session);
  await printListing(session, view, flags, (options) => rows(listPages(call, 'inbox', 'threads', { query }, options)));
}

export function threadsCommand(deps: Deps) {
  return doesUntyped(
    deps,
    withLimit(
      leaf('threads', {
        summary: 'Conversations, those with the newest message first',
        description: 'One row for each contact, sender and channel. Reading marks nothing as read.',
        uses: [routes.inbox.threads, routes.identities.list, routes.inbox.tags, routes.contacts.search],
        output: 'contact, sender, channel, how many are unread, the last message, tags',
        exits: ['notFound'],
        examples: [
          ['reach inbox threads --unread', 'what is new'],
          ['reach inbox threads --search "offer" --from "Robin Hale"', 'words of a contact, its company, or a message'],
          ['reach inbox threads --tag Interested --all -o id', 'contact ids, for a pipe'],
        ],
      })
        .option('--search <text>', 'words of the contact or its company, or text of a message')
        .option('--unread', 'with unread messages')
        .option('--from <identity>', 'with this sender, by name, e-mail or id')
        .option('--contact <contact>', 'of this contact, by id, e-mail or name')
        .addOption(channelOption())
        .option('--status <status>', CONVERSATION_STATUSES.join(', ').toLowerCase())
        .option('--tag <name|id>', 'with this tag; repeat it for any of several', collect)
        .option('--archived', 'archived ones instead'),
    ),
    threads,
  );
}

interface MessageFlags extends LimitOptions {
  readonly from?: string;
  readonly channel?: string;
}

/** All threads of a contact: what the heading of a conversation is made of. */
async function threadsOf(session: Session, contactId: number, identityId: number | null): Promise<Thread[]> {
  const { call } = await session.client();
  const found: Thread[] = [];
  for (const archived of [false, true]) {
    const query = { contactId, archived, ...(identityId !== null && { senderIdentityId: identityId }) };
    for await (const thread of listPages(call, 'inbox', 'threads', { query })) found.push(thread);
  }
  return found;
}

async function messages(session: Session, text: string, flags: MessageFlags): Promise<void> {
  const { io, print, settings } = session;
  const contactId = await recordIdOf(session, 'contact', text);
  const senderIdentityId = flags.from === undefined ? null : await identityIdOf(session, flags.from);
  const query = {
    ...(senderIdentityId !== null && { senderIdentityId }),
    ...(flags.channel !== undefined && { channel: knownWord('--channel', flags.channel, CHANNELS) }),
  };
  const { call } = await session.client();
  const given = { params: { contactId }, query };
  const limit = limitOf(flags);
  const listing = listPages(call, 'inbox', 'messages', given, { limit, signal: io.interrupt });
  const newest: Message[] = [];
  for await (const message of listing) newest.push(message);
  const inOrder = newest.toReversed();
  const isForPerson = settings.output === 'table' && settings.fields === null && io.stdout.isTTY;
  if (!isForPerson) await print.list(messageView, inOrder);
  else {
    const threads = await threadsOf(session, contactId, senderIdentityId);
    const options = { room: io.stdout.columns, now: session.now(), paint: print.paint.stdout };
    await print.text(await conversationText(threads, inOrder, options));
  }
  if (inOrder.length === 0) await print.note(`no messages from or to contact ${contactId}`);
  if (listing.more === false || io.stdout.closed) return;
  const of = listing.total === null ? '' : ` of ${listing.total}`;
  await print.note(`the last ${inOrder.length}${of} messages shown: --limit N or --all`);
}

export function messagesCommand(deps: Deps) {
  return doesUntyped(
    deps,
    withLimit(
      leaf('messages', {
        summary: 'Messages from and to a contact, oldest first',
        description: 'The newest ones, where there are more than the limit. Reading marks nothing as read.',
        uses: [routes.inbox.messages, routes.inbox.threads, routes.contacts.search, routes.identities.list],
        output: 'at a terminal a conversation to read; in a pipe one row a message; JSON has every field',
        exits: ['notFound'],
        examples: [
          ['reach inbox messages 4711', 'the conversations of a contact'],
          ['reach inbox messages ada@engines.example --from "Robin Hale" --limit 5', 'by e-mail, the last five'],
          ['reach inbox messages 4711 --all -o ndjson', 'for a script'],
        ],
      })
        .argument('<contact>', 'id, e-mail, or first and last name')
        .option('--from <identity>', 'with this sender, by name, e-mail or id')
        .addOption(channelOption()),
    ),
    messages,
  );
}

interface TagFlags extends LimitOptions {
  readonly create?: string;
  readonly color?: string;
  readonly dryRun?: boolean;
}

async function tags(session: Session, flags: TagFlags): Promise<void> {
  if (flags.create === undefined) {
    if (flags.color !== undefined) throw new UsageError('--color is for --create');
    const { call } = await session.client();
    return await printListing(session, tagView, flags, (options) => listPages(call, 'inbox', 'tags', {}, options));
  }
  const body = { name: flags.create, ...(flags.color !== undefined && { color: flags.color }) };
  if (flags.dryRun === true) return await printDryRun(session, 'POST', routes.inbox.createTag.path, body);
  await session.print.record(tagView, await (await session.api()).inbox.createTag({ body }));
}

export function tagsCommand(deps: Deps) {
  return doesUntyped(
    deps,
    withLimit(
      leaf('tags', {
        summary: 'Tags of the inbox, by name; or create one',
        uses: [routes.inbox.tags, routes.inbox.createTag],
        output: 'one row a tag; with --create the tag, which may have been there already',
        examples: [
          ['reach inbox tags', 'all of them'],
          ['reach inbox tags --create "Call back" --color "#2563eb"', 'a name that exists gives the tag that has it'],
        ],
      })
        .option('--create <name>', 'make a tag of this name, up to 50 characters')
        .option('--color <colour>', 'of the new tag, as #2563eb')
        .option('--dry-run', 'print what would be sent, send nothing'),
    ),
    tags,
  );
}
