// reach contacts timeline: what happened to one contact.

import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { NAMED_BY, recordIdOf } from '../../shared/lookup/record.ts';
import type { View } from '../../terminal/formats/cells.ts';
import { noteUnread, readable, relatedRecordsOf } from './related-records.ts';
import { relatedRoutes } from './related-routes.ts';
import { messagesOf, timelineOf } from './timeline-events.ts';

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

const declare = () =>
  reads('timeline', {
    summary: 'What happened to a contact',
    description:
      'When it was created, the messages of all conversations, and what was opened, clicked and seen; then its current lists, campaigns and tags, whose start the service does not report.',
    uses: [routes.contacts.get, routes.inbox.messages, ...relatedRoutes],
    view: timelineView,
    output: 'one row per event, oldest first; the current state has no time and comes last',
    exits: ['bad', 'notFound'],
    examples: [
      ['reach contacts timeline 12', 'by id'],
      ['reach contacts timeline ada@engines.example -o ndjson', 'by email, for a script'],
    ],
  }).argument('<id>', NAMED_BY.contact);

export const timelineCommand = does(declare, async (session, text) => {
  const contactId = await recordIdOf(session, 'contact', text);
  const contact = await (await session.api()).contacts.get({ params: { contactId } });
  const related = await relatedRecordsOf(session, contactId);
  const unread = [...related.unread];
  const messages = await readable('messages', unread, () => messagesOf(session, contactId, related));
  await session.print.list(timelineView, timelineOf(contact, messages, related));
  return await noteUnread(session, unread);
});
