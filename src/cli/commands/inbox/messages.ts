// reach inbox messages.

import { listPages } from '../../../client/answers/pages.ts';
import type { Message, Thread } from '../../../contract/inbox/endpoints.ts';
import { CHANNELS } from '../../../contract/inbox/enums.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, type OptionsOf, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { limitOf, moreText, withLimit } from '../../shared/limit/limit.ts';
import { identityIdOf } from '../../shared/lookup/identity.ts';
import { CHANNEL, knownWord } from '../../shared/lookup/inbox-enums.ts';
import { NAMED_BY, recordIdOf } from '../../shared/lookup/record.ts';
import { messageView } from '../../shared/views/inbox.ts';
import { openInWeb, PERSON_ONLY, withWeb } from '../../shared/web/with-web.ts';
import { conversationText } from '../../terminal/formats/conversation.ts';

const declare = () =>
  withLimit(
    withWeb(
      reads('messages', {
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
        optionsNotForAgents: PERSON_ONLY,
        completes: { '--from': 'identities' },
      }),
    )
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
  const { io, print, settings } = session;
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
  const isForPerson = settings.output === 'table' && settings.fields === null && io.stdout.isTTY;
  if (!isForPerson) await print.list(messageView, inOrder);
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

export const messagesCommand = does(declare, messages);
