// reach contacts timeline: what happened to one contact.

import { collected, listPages } from '../../../client/answers/pages.ts';
import { append } from '../../../contract/append.ts';
import { type AnyId, isSameId } from '../../../contract/ids.ts';
import type { Message } from '../../../contract/inbox/endpoints.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { having } from '../../shared/answer.ts';
import { NAMED_BY, recordIdOf } from '../../shared/lookup/record.ts';
import { harmless, viewOf } from '../../terminal/formats/cells.ts';
import { noteUnread, type RelatedRecords, readable, relatedRecordsOf } from './related-records.ts';
import { relatedRoutes } from './related-routes.ts';

interface TimelineEvent {
  /** Null for the current state: the API does not say since when. */
  readonly at: string | null;
  readonly kind: 'created' | 'updated' | 'message' | 'seen' | 'list' | 'campaign' | 'tag';
  readonly what: string;
  /** The id of the message, list, campaign or tag. */
  readonly id: AnyId | null | undefined;
  readonly senderIdentityId: number | null | undefined;
  /** Null if no conversation names it. */
  readonly senderIdentityName: string | null;
}

const EXCERPT_MAX = 200;

function excerptOf({ channel, subject, message = '' }: Message): string {
  // A task without a text of its own has its title in both.
  const parts = channel === 'TASK' && subject?.endsWith(message) ? [subject] : [subject, message];
  const text = harmless(parts.filter((part) => part).join(': '))
    .replace(/\s+/g, ' ')
    .trim();
  const [...characters] = new Intl.Segmenter().segment(text);
  const cut = characters.slice(0, EXCERPT_MAX).map(({ segment }) => segment);
  return characters.length > EXCERPT_MAX ? `${cut.join('')}…` : text;
}

const VERB: Readonly<Record<NonNullable<Message['status']>, string>> = {
  SENT: 'sent',
  RECEIVED: 'received',
  SCHEDULED: 'scheduled',
  DRAFT: 'drafted',
};

function campaignOf({ campaignId }: Message, { campaigns }: RelatedRecords): string {
  if (campaignId == null) return '';
  const name = campaigns.find(({ id }) => isSameId(id, campaignId))?.name;
  return ` by campaign ${name === undefined ? campaignId : harmless(name)}`;
}

function ofMessage(message: Message, related: RelatedRecords): TimelineEvent[] {
  const { id, channel, senderIdentityId, status } = message;
  const medium = channel?.toLowerCase() ?? 'message';
  const sender = related.conversations.find((thread) => thread.senderIdentityId === senderIdentityId);
  const by = { id, senderIdentityId, senderIdentityName: sender?.senderIdentityName ?? null };
  const seen = (at: string | null | undefined, how: string): TimelineEvent[] =>
    at == null ? [] : [{ at, kind: 'seen', what: `${medium} ${how}: ${excerptOf(message)}`, ...by }];
  const verb = channel === 'TASK' && status === 'SENT' ? 'created' : status === undefined ? '' : VERB[status];
  const what = `${`${medium} ${verb}`.trim()}${campaignOf(message, related)}: ${excerptOf(message)}`;
  return [
    { at: message.at ?? null, kind: 'message', what, ...by },
    ...seen(message.viewedAt, 'seen'),
    ...seen(message.openedAt, 'opened'),
    ...seen(message.clickedAt, 'link clicked'),
  ];
}

function current({ lists, campaigns, conversations }: RelatedRecords): TimelineEvent[] {
  const now = (kind: TimelineEvent['kind'], id: AnyId, what: string): TimelineEvent => ({
    ...{ at: null, kind, what, id, senderIdentityId: null, senderIdentityName: null },
  });
  const tags = new Map(
    conversations.flatMap((thread) => having(thread.tags, 'id', 'name').map(({ id, name }) => [id, name] as const)),
  );
  return [
    ...lists.map(({ id, name }) => now('list', id, `in the list ${harmless(name)}`)),
    ...campaigns.map(({ id, name, status }) =>
      now('campaign', id, `in the campaign ${harmless(name)}${status === undefined ? '' : ` (${status})`}`),
    ),
    ...[...tags].map(([id, name]) => now('tag', id, `tagged ${harmless(name)}`)),
  ];
}

async function messagesOf(session: Session, contactId: number, { conversations }: RelatedRecords): Promise<Message[]> {
  if (conversations.length === 0) return [];
  const { call } = await session.client();
  return await collected(listPages(call, 'inbox', 'messages', { params: { contactId } }));
}

/** Everything, oldest first; then the current state. */
function timelineOf(
  contact: { readonly createdAt?: string | undefined; readonly updatedAt?: string | undefined },
  messages: readonly Message[],
  related: RelatedRecords,
): TimelineEvent[] {
  const plain = { id: null, senderIdentityId: null, senderIdentityName: null };
  const { createdAt, updatedAt } = contact;
  const events: TimelineEvent[] = [];
  if (createdAt !== undefined) events.push({ at: createdAt, kind: 'created', what: 'contact created', ...plain });
  if (updatedAt !== undefined && updatedAt !== createdAt) {
    events.push({ at: updatedAt, kind: 'updated', what: 'contact last changed', ...plain });
  }
  append(
    events,
    messages.flatMap((message) => ofMessage(message, related)),
  );
  const inOrder = events.toSorted((a, b) => Date.parse(a.at ?? '') - Date.parse(b.at ?? ''));
  return [...inOrder, ...current(related)];
}

const timelineView = viewOf('event', 'events', 'at:time kind what senderIdentityName', {
  alsoHas: 'id senderIdentityId',
  titles: { at: 'when' },
});

const declare = () =>
  reads('timeline', {
    summary: 'What happened to a contact',
    description:
      'When it was created, the messages of all conversations, and what was opened, clicked and seen; then its current lists, campaigns and tags, whose start the service does not report.',
    uses: [routes.contacts.get, routes.inbox.messages, ...relatedRoutes],
    view: timelineView,
    json: 'list',
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
