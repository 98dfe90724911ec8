// reach contacts show: one contact, with what belongs to it.

import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { having } from '../../shared/answer.ts';
import { NAMED_BY, recordIdOf } from '../../shared/lookup/record.ts';
import { contactView } from '../../shared/views/records.ts';
import { openInWeb, readsOne } from '../../shared/web/with-web.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { isForPerson } from '../../terminal/settings.ts';
import type { RelatedRecords } from './related-records.ts';
import { relatedRoutes } from './related-routes.ts';

const declare = () =>
  readsOne('show', {
    summary: 'Show one contact',
    description: 'On a terminal with its lists, campaigns, tags and conversations below; everywhere else with --full.',
    uses: [routes.contacts.get, ...relatedRoutes],
    view: contactView,
    output: 'every field that has a value; JSON has them all',
    exits: ['bad', 'notFound'],
    examples: [
      ['reach contacts show 12', 'as a card'],
      ['reach contacts show ada@engines.example --json --fields id,appUrl', 'by email, for a script'],
      ['reach contacts show 12 --full --json', 'with lists, campaigns and conversations'],
    ],
  })
    .argument('<id>', NAMED_BY.contact)
    .option('--full', 'include lists, campaigns and conversations');

/** Below the card, a card of its own; empty when there is nothing to show. */
async function relatedText(session: Session, { lists, campaigns, conversations }: RelatedRecords): Promise<string> {
  const names = (of: readonly { readonly id: AnyId; readonly name: string }[]) =>
    of.map(({ id, name }) => `${harmless(name).replace(/\s+/g, ' ')} (${id})`).join(', ');
  const threads = conversations.map(({ channel, senderIdentityName, messageCount, unreadCount }) => {
    const unread = unreadCount !== undefined && unreadCount > 0 ? `, ${unreadCount} unread` : '';
    const count = messageCount === 1 ? '1 message' : `${messageCount ?? '-'} messages`;
    return `${channel?.toLowerCase() ?? 'conversation'} with ${harmless(senderIdentityName ?? '-')}: ${count}${unread}`;
  });
  const tags = new Map(
    conversations.flatMap((thread) => having(thread.tags, 'id', 'name').map((tag) => [tag.id, tag] as const)),
  );
  const lines: readonly (readonly [string, string])[] = [
    ['lists', names(lists)],
    ['campaigns', names(campaigns)],
    ['tags', names([...tags.values()])],
    ['conversations', threads.join('; ')],
  ];
  const { cardText } = await import('../../terminal/formats/card.ts');
  return await cardText(
    lines.map(([key, value]) => ({ column: { key, title: key }, value })),
    { room: session.io.stdout.columns, now: session.now(), paint: session.print.paint.stdout },
  );
}

export const showCommand = does(declare, async (session, text, options) => {
  const { print } = session;
  const contactId = await recordIdOf(session, 'contact', text);
  const contact = await (await session.api()).contacts.get({ params: { contactId } });
  if (options.web) {
    await openInWeb(session, 'contact', text, contact);
    return 'done';
  }
  if (!isForPerson(session) && !options.full) {
    await print.record(contactView, contact);
    return 'done';
  }
  const { noteUnread, relatedRecordsOf } = await import('./related-records.ts');
  const related = await relatedRecordsOf(session, contactId);
  if (isForPerson(session)) {
    await print.record(contactView, contact);
    const below = await relatedText(session, related);
    if (below !== '') await print.text(`\n${below}`);
  } else {
    const { lists, campaigns, conversations } = related;
    await print.record(contactView, { ...contact, lists, campaigns, conversations });
  }
  const exit = await noteUnread(session, related.unread);
  return options.full ? exit : 'done';
});
