// reach contacts show and timeline: one contact with all that is around it.

import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { harmless, type View } from '../../output/formats/cells.ts';
import { contactView } from '../../output/views/contacts.ts';
import { recordIdOf } from '../../shared/lookup/record.ts';
import { type Around, aroundOf } from './related-records.ts';
import { timelineOf } from './timeline-events.ts';

const timelineView: View = {
  noun: 'event',
  plural: 'events',
  columns: [
    { key: 'at', title: 'when', kind: 'time' },
    { key: 'kind', title: 'kind' },
    { key: 'what', title: 'what' },
    { key: 'senderIdentityName', title: 'sender' },
  ],
};

const AROUND = [routes.contacts.search, routes.lists.list, routes.campaigns.list, routes.inbox.threads] as const;

async function sayMissing(session: Session, { missingScopes }: Around): Promise<void> {
  if (missingScopes.length === 0) return;
  await session.print.note(`left out what the key may not read: it lacks ${missingScopes.join(', ')}`);
}

async function timeline(session: Session, text: string): Promise<void> {
  const contactId = await recordIdOf(session, 'contact', text);
  const contact = await (await session.api()).contacts.get({ params: { contactId } });
  const around = await aroundOf(session, contactId);
  await session.print.list(timelineView, await timelineOf(session, contactId, contact, around));
  await sayMissing(session, around);
}

export function timelineCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('timeline', {
      summary: 'What happened to a contact',
      description:
        'Creation, messages of all conversations, what was opened, clicked and seen; then the lists, campaigns and tags it has now, of which the service does not say since when.',
      uses: [routes.contacts.get, routes.inbox.messages, ...AROUND],
      output: 'one row an event, oldest first; what holds now has no time and stands last',
      exits: ['notFound'],
      examples: [
        ['reach contacts timeline 12', 'by id'],
        ['reach contacts timeline ada@engines.example -o ndjson', 'by e-mail, for a script'],
      ],
    }).argument('<id>', 'id, e-mail, or first and last name'),
    timeline,
  );
}

/** Below the card, a card of its own; empty where there is nothing. */
async function aroundText(session: Session, { lists, campaigns, conversations }: Around): Promise<string> {
  const names = (of: readonly { readonly id: number; readonly name: string }[]) =>
    of.map(({ id, name }) => `${harmless(name).replace(/\s+/g, ' ')} (${id})`).join(', ');
  const talk = conversations.map(({ channel, senderIdentityName, messageCount, unreadCount }) => {
    const unread = unreadCount > 0 ? `, ${unreadCount} unread` : '';
    const count = messageCount === 1 ? '1 message' : `${messageCount} messages`;
    return `${channel.toLowerCase()} with ${harmless(senderIdentityName ?? '')}: ${count}${unread}`;
  });
  const tags = new Map(conversations.flatMap((thread) => thread.tags.map((tag) => [tag.id, tag] as const)));
  const lines: readonly (readonly [string, string])[] = [
    ['lists', names(lists)],
    ['campaigns', names(campaigns)],
    ['tags', names([...tags.values()])],
    ['conversations', talk.join('; ')],
  ];
  const { cardText } = await import('../../output/formats/card.ts');
  return await cardText(
    lines.map(([key, value]) => ({ column: { key, title: key }, value })),
    { room: session.io.stdout.columns, now: session.now(), paint: session.print.paint.stdout },
  );
}

interface ShowFlags {
  readonly full?: boolean;
}

async function show(session: Session, text: string, flags: ShowFlags): Promise<void> {
  const { print, io, settings } = session;
  const contactId = await recordIdOf(session, 'contact', text);
  const contact = await (await session.api()).contacts.get({ params: { contactId } });
  const isForPerson = settings.output === 'table' && settings.fields === null && io.stdout.isTTY;
  if (!isForPerson && flags.full !== true) return await print.record(contactView, contact);
  const around = await aroundOf(session, contactId);
  if (isForPerson) {
    await print.record(contactView, contact);
    const below = await aroundText(session, around);
    if (below !== '') await print.text(`\n${below}`);
  } else {
    const { lists, campaigns, conversations } = around;
    await print.record(contactView, { ...contact, lists, campaigns, conversations });
  }
  await sayMissing(session, around);
}

export function showCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('show', {
      summary: 'Show one contact',
      description:
        'At a terminal with its lists, campaigns, tags and conversations below; everywhere else with --full.',
      uses: [routes.contacts.get, ...AROUND],
      output: 'every field that has a value; JSON has them all',
      exits: ['notFound'],
      examples: [
        ['reach contacts show 12', 'as a card'],
        ['reach contacts show ada@engines.example --json --fields id,appUrl', 'by e-mail, for a script'],
        ['reach contacts show 12 --full --json', 'with lists, campaigns and conversations'],
      ],
    })
      .argument('<id>', 'id, e-mail, or first and last name')
      .option('--full', 'lists, campaigns and conversations, too'),
    show,
  );
}
