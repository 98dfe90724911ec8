// The sample workspace's inbox: profiles, mailboxes, tags and conversations. Existing ones are kept, and loading triggers
// neither campaigns nor workflows.

import type { Context } from '../core/context.ts';
import {
  identityById,
  insertMailbox,
  mailboxByEmail,
  mailboxesOf,
} from '../resources/identities/queries/identities.ts';
import { updateIdentity } from '../resources/identities/update.ts';
import { appendMessage, markSeen, messageByRequest } from '../resources/inbox/queries/messages.ts';
import { archiveThread, markRead, threadsOfContact } from '../resources/inbox/queries/threads.ts';
import { createTag, tagContact } from '../resources/inbox/tags.ts';

/** Further fields of SAMPLE_IDENTITIES, by index. */
const SAMPLE_PROFILES = [
  {
    firstName: 'Robin',
    lastName: 'Hale',
    jobTitle: 'Account Executive',
    timezone: 'Europe/Dublin',
    languages: ['English'],
    countryCode: 'IE',
    scheduleMeetingUrl: 'https://meet.outreach.example/robin',
    signature: '<p><strong>Robin Hale</strong><br>Account Executive, Outreach Ltd</p>',
  },
  {
    firstName: 'Sasha',
    lastName: 'Brandt',
    jobTitle: 'Sales Development',
    timezone: 'Europe/Berlin',
    languages: ['German', 'English'],
    countryCode: 'DE',
    signature: '<p>Sasha Brandt &middot; Outreach Ltd</p>',
  },
] as const;

/** `identity` by index. The first of each is the primary one. */
const SAMPLE_MAILBOXES = [
  { identity: 0, email: 'robin.hale@outreach.example', provider: 'google', warmup: { mailboxId: 'warmup-robin' } },
  { identity: 0, email: 'robin@hello.outreach.example', provider: 'google' },
  { identity: 1, email: 'sasha.brandt@outreach.example', provider: 'microsoft' },
] as const;

const SAMPLE_TAGS = [
  { name: 'Interested', color: '#16a34a' },
  { name: 'Meeting booked', color: '#2563eb' },
  { name: 'Not now', color: '#d97706' },
  { name: 'Wrong person', color: '#dc2626' },
] as const;

interface SampleMessage {
  readonly from: 'them' | 'us';
  /** Before the workspace was made; negative for a message that is due later. */
  readonly hoursAgo: number;
  readonly subject?: string;
  readonly text: string;
  readonly seen?: 'open' | 'click' | 'view';
}

/** `person` is an index of SAMPLE_PEOPLE, `identity` one of SAMPLE_IDENTITIES; what they read last is not unread. */
interface SampleConversation {
  readonly person: number;
  readonly identity: number;
  readonly channel: 'EMAIL' | 'NETWORK' | 'WHATSAPP';
  readonly tags: readonly (typeof SAMPLE_TAGS)[number]['name'][];
  readonly isRead: boolean;
  readonly isArchived?: true;
  readonly messages: readonly SampleMessage[];
}

const SAMPLE_CONVERSATIONS: readonly SampleConversation[] = [
  {
    person: 0,
    identity: 0,
    channel: 'EMAIL',
    tags: ['Interested'],
    isRead: false,
    messages: [
      {
        from: 'us',
        hoursAgo: 52,
        subject: 'Buying ingredients in Ireland',
        text: 'Hello Aoife,\n\nhow do you find new suppliers today, and how long does it take?\n\nRobin',
        seen: 'click',
      },
      {
        from: 'them',
        hoursAgo: 27,
        subject: 'Re: Buying ingredients in Ireland',
        text: 'Hello Robin,\n\nmostly by recommendation, which takes weeks. Send me two examples of what you do?\n\nAoife',
      },
    ],
  },
  {
    person: 16,
    identity: 1,
    channel: 'NETWORK',
    tags: ['Meeting booked', 'Interested'],
    isRead: true,
    messages: [
      { from: 'us', hoursAgo: 98, text: 'Hello Wei, thank you for connecting. Who looks after your ward tablets?' },
      { from: 'them', hoursAgo: 75, text: '你好 Sasha! I do. 星期四可以吗? 👍' },
      { from: 'us', hoursAgo: 74, text: 'Thursday at 15:00 is perfect. 谢谢!', seen: 'view' },
    ],
  },
  {
    person: 18,
    identity: 0,
    channel: 'EMAIL',
    tags: ['Not now'],
    isRead: true,
    messages: [
      {
        from: 'us',
        hoursAgo: 240,
        subject: 'Fleet costs',
        text: 'Hello Lotte,\n\nmay I show you how others plan their routes?\n\nRobin',
        seen: 'open',
      },
      { from: 'them', hoursAgo: 220, subject: 'Re: Fleet costs', text: 'Not this quarter, sorry. Try me in spring 🌱' },
    ],
  },
  {
    person: 4,
    identity: 1,
    channel: 'EMAIL',
    tags: [],
    isRead: false,
    messages: [
      {
        from: 'them',
        hoursAgo: 3,
        subject: 'Angebot',
        text: 'Guten Tag,\n\nbitte schicken Sie mir ein Angebot für 40 Geräte. Vielen Dank!\n\nMareike Vogt',
      },
    ],
  },
  {
    person: 32,
    identity: 1,
    channel: 'NETWORK',
    tags: ['Wrong person'],
    isRead: true,
    isArchived: true,
    messages: [
      { from: 'us', hoursAgo: 400, text: 'Hello Nadia, who buys lenses at Lumen Optics?' },
      { from: 'them', hoursAgo: 399, text: 'Not me, I only break them.' },
    ],
  },
];

const HOUR_MS = 3_600_000;

/** After contacts and identities, whose ids are in the order of the samples. */
export async function loadInbox(
  context: Context,
  contactIds: readonly number[],
  identityIds: readonly number[],
): Promise<void> {
  await loadProfiles(context, identityIds);
  await loadMailboxes(context, identityIds);
  const tags = new Map<string, number>();
  for (const tag of SAMPLE_TAGS) tags.set(tag.name, (await createTag(context, tag)).id);
  for (const conversation of SAMPLE_CONVERSATIONS) {
    const contactId = contactIds[conversation.person];
    const identityId = identityIds[conversation.identity];
    if (contactId === undefined || identityId === undefined) continue;
    const place = { contactId, identityId };
    const isNew = await loadMessages(context, conversation, place);
    const tagIds = conversation.tags.flatMap((name) => tags.get(name) ?? []);
    if (isNew && tagIds.length > 0) await tagContact(context, contactId, { tagIds, senderIdentityId: identityId });
  }
}

async function loadProfiles(context: Context, identityIds: readonly number[]): Promise<void> {
  for (const [index, profile] of SAMPLE_PROFILES.entries()) {
    const id = identityIds[index];
    const known = id === undefined ? undefined : await identityById(context.tx, context.principal.workspaceId, id);
    if (!known || Object.keys(known.profile).length > 0) continue;
    await updateIdentity(context, known.id, { ...profile, languages: [...profile.languages] });
  }
}

async function loadMailboxes({ tx, principal, now }: Context, identityIds: readonly number[]): Promise<void> {
  const { workspaceId } = principal;
  for (const { identity, email, provider, ...more } of SAMPLE_MAILBOXES) {
    const identityId = identityIds[identity];
    if (identityId === undefined || (await mailboxByEmail(tx, workspaceId, email))) continue;
    const isPrimary = (await mailboxesOf(tx, [identityId])).length === 0;
    const none = { servers: null, encryptedPassword: null };
    await insertMailbox(tx, { workspaceId, identityId, email, provider, isPrimary, ...none, ...more, now });
  }
}

/** Returns whether the conversation was created: the request id of its first message tells. */
async function loadMessages(
  { tx, principal, now }: Context,
  { person, channel, isRead, isArchived, messages }: SampleConversation,
  { contactId, identityId }: { contactId: number; identityId: number },
): Promise<boolean> {
  const { workspaceId } = principal;
  const request = { id: `sample-${person}`, content: '{}' };
  if (await messageByRequest(tx, workspaceId, request.id)) return false;
  for (const [index, { from, hoursAgo, subject = null, text, seen }] of messages.entries()) {
    const isOutbound = from === 'us';
    const { id } = await appendMessage(tx, {
      ...{ workspaceId, contactId, identityId, channel, subject, body: text, now },
      ...(isOutbound ? { direction: 'OUTBOUND', status: 'SENT' } : { direction: 'INBOUND', status: 'RECEIVED' }),
      request: index === 0 ? request : null,
      at: now - hoursAgo * HOUR_MS,
    });
    if (seen === 'click') await markSeen(tx, id, 'open', now - (hoursAgo - 1) * HOUR_MS);
    if (seen) await markSeen(tx, id, seen, now - (hoursAgo - 1) * HOUR_MS);
  }
  const [thread] = await threadsOfContact(tx, workspaceId, contactId, identityId);
  if (thread && isRead) await markRead(tx, thread.id);
  if (thread && isArchived) await archiveThread(tx, thread.id);
  return true;
}
