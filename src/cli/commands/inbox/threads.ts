// reach inbox threads.

import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../client/routes/routes.ts';
import { CHANNELS, CONVERSATION_STATUSES } from '../../../contract/inbox/enums.ts';
import { collect, does, type OptionsOf, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { printListing, withLimit } from '../../shared/limit/limit.ts';
import { identityIdOf } from '../../shared/lookup/identity.ts';
import { knownWord } from '../../shared/lookup/inbox-enums.ts';
import { recordIdOf } from '../../shared/lookup/record.ts';
import { threadView } from '../../shared/views/inbox.ts';
import { CHANNEL } from './channel-option.ts';
import { tagIdsOf } from './tag-names.ts';
import { threadPrint } from './thread-rows.ts';

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
      completes: { '--from': 'identities', '--tag': 'tags' },
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
    ...(options.search !== undefined && { search: options.search }),
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
