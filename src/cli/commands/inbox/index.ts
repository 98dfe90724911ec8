// reach inbox.

import { listPages } from '../../../client/answers/pages.ts';
import type { Message, Thread } from '../../../contract/inbox/endpoints.ts';
import { CHANNELS } from '../../../contract/inbox/enums.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { type BuildGroup, does, groupByVerb, type OptionsOf, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { limitOf, moreText, printListing, withLimit } from '../../shared/limit/limit.ts';
import { identityIdOf } from '../../shared/lookup/identity.ts';
import { CHANNEL, knownWord } from '../../shared/lookup/inbox-enums.ts';
import { NAMED_BY, recordIdOf } from '../../shared/lookup/record.ts';
import { messageView, tagView } from '../../shared/views/inbox.ts';
import { openInWeb, readsOne } from '../../shared/web/with-web.ts';
import { UsageError } from '../../terminal/exit.ts';
import { conversationText } from '../../terminal/formats/conversation.ts';
import { isForPerson } from '../../terminal/settings.ts';
import { linkCommand } from './link.ts';
import { replyCommand } from './reply.ts';
import { tagCommand, untagCommand } from './tag.ts';
import { threadsCommand } from './threads.ts';

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
    if (dryRun === true) return await printDryRun(session, planned(routes.inbox.createTag, request));
    await session.print.record(tagView, await (await session.api()).inbox.createTag(request));
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

/** All threads of a contact, for the headings of conversations. */
async function threadsOf(session: Session, contactId: number, identityId: number | null): Promise<Thread[]> {
  const { call } = await session.client();
  const found: Thread[] = [];
  for (const archived of [false, true]) {
    const query = { contactId, archived, ...(identityId !== null && { senderIdentityId: identityId }) };
    for await (const thread of listPages(call, 'inbox', 'threads', { query })) found.push(thread);
  }
  return found;
}

async function messages(session: Session, text: string, options: OptionsOf<typeof declare>): Promise<void> {
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
  const newest: Message[] = [];
  for await (const message of listing) newest.push(message);
  const inOrder = newest.toReversed();
  if (!isForPerson(session)) await print.list(messageView, inOrder);
  else {
    const threads = await threadsOf(session, contactId, senderIdentityId);
    const layout = { room: io.stdout.columns, now: session.now(), paint: print.paint.stdout };
    await print.text(await conversationText(threads, inOrder, layout));
  }
  for (const note of listing.notes) await print.note(note);
  if (inOrder.length === 0) await print.note(`no messages from or to contact ${contactId}`);
  if (listing.more === false || io.stdout.closed) return;
  await print.note(`the last ${moreText(inOrder.length, listing.total, messageView)}`);
}

const messagesCommand = does(declare, messages);

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
