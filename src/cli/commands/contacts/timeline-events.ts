// What happened to a contact, as far as the interface tells: in order of time, then what holds now and has no time.

import { listPages } from '../../../client/answers/pages.ts';
import type { Message } from '../../../contract/inbox/endpoints.ts';
import type { Session } from '../../app/session.ts';
import { harmless } from '../../output/formats/cells.ts';
import type { Around } from './related-records.ts';

export interface Happening {
  /** Null for what holds now: the interface does not say since when. */
  readonly at: string | null;
  readonly kind: 'created' | 'updated' | 'message' | 'seen' | 'list' | 'campaign' | 'tag';
  readonly what: string;
  /** Of what it is about: the message, list, campaign or tag. */
  readonly id: number | null;
  readonly senderIdentityId: number | null;
  /** Null where no conversation names it. */
  readonly senderIdentityName: string | null;
}

interface Dated {
  readonly createdAt: string;
  readonly updatedAt: string;
}

const LONGEST = 200;

function excerptOf({ channel, subject, message }: Message): string {
  // A task without a text of its own has its title twice.
  const parts = channel === 'TASK' && subject?.endsWith(message) ? [subject] : [subject, message];
  const text = harmless(parts.filter((part) => part).join(': '))
    .replace(/\s+/g, ' ')
    .trim();
  const [...characters] = new Intl.Segmenter().segment(text);
  const cut = characters.slice(0, LONGEST).map(({ segment }) => segment);
  return characters.length > LONGEST ? `${cut.join('')}…` : text;
}

const VERB: Readonly<Record<Message['status'], string>> = {
  SENT: 'sent',
  RECEIVED: 'received',
  SCHEDULED: 'is to be sent',
  DRAFT: 'drafted',
};

function campaignOf({ campaignId }: Message, { campaigns }: Around): string {
  if (campaignId === null) return '';
  const name = campaigns.find(({ id }) => id === campaignId)?.name;
  return ` by campaign ${name === undefined ? campaignId : harmless(name)}`;
}

function ofMessage(message: Message, around: Around): Happening[] {
  const { id, channel, senderIdentityId, status } = message;
  const way = channel.toLowerCase();
  const sender = around.conversations.find((thread) => thread.senderIdentityId === senderIdentityId);
  const by = { id, senderIdentityId, senderIdentityName: sender?.senderIdentityName ?? null };
  const seen = (at: string | null, how: string): Happening[] =>
    at === null ? [] : [{ at, kind: 'seen', what: `${way} ${how}: ${excerptOf(message)}`, ...by }];
  const verb = channel === 'TASK' && status === 'SENT' ? 'given' : VERB[status];
  const what = `${way} ${verb}${campaignOf(message, around)}: ${excerptOf(message)}`;
  return [
    { at: message.at, kind: 'message', what, ...by },
    ...seen(message.viewedAt, 'seen'),
    ...seen(message.openedAt, 'opened'),
    ...seen(message.clickedAt, 'link clicked'),
  ];
}

function holding({ lists, campaigns, conversations }: Around): Happening[] {
  const now = (kind: Happening['kind'], id: number, what: string): Happening => ({
    ...{ at: null, kind, what, id, senderIdentityId: null, senderIdentityName: null },
  });
  const tags = new Map(conversations.flatMap((thread) => thread.tags.map(({ id, name }) => [id, name] as const)));
  return [
    ...lists.map(({ id, name }) => now('list', id, `in the list ${harmless(name)}`)),
    ...campaigns.map(({ id, name, status }) => now('campaign', id, `in the campaign ${harmless(name)} (${status})`)),
    ...[...tags].map(([id, name]) => now('tag', id, `tagged ${harmless(name)}`)),
  ];
}

/** Everything, oldest first; then what holds now. */
export async function timelineOf(
  session: Session,
  contactId: number,
  contact: Dated,
  around: Around,
): Promise<Happening[]> {
  const { call } = await session.client();
  const plain = { id: null, senderIdentityId: null, senderIdentityName: null };
  const happened: Happening[] = [{ at: contact.createdAt, kind: 'created', what: 'contact created', ...plain }];
  if (contact.updatedAt !== contact.createdAt) {
    happened.push({ at: contact.updatedAt, kind: 'updated', what: 'contact changed, last time', ...plain });
  }
  if (around.conversations.length > 0) {
    for await (const message of listPages(call, 'inbox', 'messages', { params: { contactId } })) {
      happened.push(...ofMessage(message, around));
    }
  }
  const inOrder = happened.toSorted((a, b) => Date.parse(a.at ?? '') - Date.parse(b.at ?? ''));
  return [...inOrder, ...holding(around)];
}
