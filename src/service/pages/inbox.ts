// The inbox: conversations, and their messages.

import { CHANNELS, CONVERSATION_STATUSES } from '../../contract/inbox/enums.ts';
import { listIdentities } from '../resources/identities/read.ts';
import { listMessages, type MessageView } from '../resources/inbox/messages.ts';
import { listTags } from '../resources/inbox/tags.ts';
import { type DisplayedThread, listThreads, showThread } from '../resources/inbox/threads.ts';
import { type Html, html } from './html.ts';
import { isMarkup, wordsOf } from './outbox.ts';
import { idIn, type PageContext, type PageView, pageOf, textIn, wordIn } from './page.ts';
import {
  badge,
  excerpt,
  facts,
  filters,
  fullName,
  fullTime,
  grouped,
  link,
  optionsOf,
  pager,
  prose,
  table,
  time,
} from './parts.ts';

const OFFERED = 100;

export const inbox: PageView = async (page) => {
  const [found, { tags }, { identities }] = await page.read(async (context) => [
    await listThreads(context, { ...pageOf(page), ...narrowing(page) }),
    await listTags(context, { page: 1, pageSize: OFFERED }),
    await listIdentities(context, { page: 1, pageSize: OFFERED }),
  ]);
  const body = html`<h1>Inbox</h1>${filters(page, {
    search: 'Search',
    choices: [
      { name: 'channel', label: 'Channel', options: optionsOf(CHANNELS) },
      { name: 'status', label: 'Status', options: optionsOf(CONVERSATION_STATUSES) },
      {
        name: 'identityIds',
        label: 'Sender',
        options: identities.map(({ id, name }) => [String(id), name ?? String(id)]),
      },
      { name: 'tagIds', label: 'Tag', options: tags.map(({ id, name }) => [String(id), name]) },
      { name: 'folder', label: 'Only', options: [['unread', 'Unread']] },
      { name: 'archived', label: 'Archived', options: [['true', 'yes']] },
    ],
  })}${threadTable(found.inboxes, page.now)}${pager(page, found)}`;
  return { title: 'Inbox', body };
};

/** The parameters of links into the inbox; those that lists have no filter for are left out. */
function narrowing(page: PageContext) {
  const tagId = idIn(page, 'tagIds');
  return {
    search: textIn(page, 'search'),
    contactId: idIn(page, 'leadId') ?? idIn(page, 'leadIds'),
    senderIdentityId: idIn(page, 'identityIds'),
    channel: wordIn(page, 'channel', CHANNELS),
    status: wordIn(page, 'status', CONVERSATION_STATUSES),
    unread: page.query.get('folder') === 'unread' ? true : undefined,
    archived: page.query.get('archived') === 'true',
    tagIds: tagId === undefined ? undefined : [tagId],
  };
}

function threadTable(threads: readonly DisplayedThread[], now: number): Html {
  return table(
    threads,
    [
      { key: 'contact', title: 'Contact', cell: ({ id, contact }) => link(fullName(contact), 'inbox', String(id)) },
      { key: 'channel', cell: ({ channel }) => badge(channel) },
      { key: 'senderIdentityName', title: 'Sender', cell: ({ senderIdentityName }) => senderIdentityName },
      { key: 'lastMessage.message', cell: ({ lastMessage }) => excerpt(wordsOf(lastMessage?.message ?? '')) },
      { key: 'status', cell: ({ status }) => badge(status) },
      {
        key: 'tags',
        title: 'Tags',
        cell: ({ tags }) => tags.map(({ name }) => html`<span class="badge plain">${name}</span> `),
      },
      { key: 'unreadCount', cell: ({ unreadCount }) => unreadCount > 0 && grouped(unreadCount), isNumber: true },
      { key: 'lastMessageAt', title: 'Last', cell: ({ lastMessageAt }) => time(lastMessageAt, now) },
    ],
    { empty: 'No conversation matches.', idOf: ({ id }) => String(id) },
  );
}

export const thread: PageView = async (page, id) => {
  const [displayed, found] = await page.read(async (context) => {
    const one = await showThread(context, id);
    const { contactId, senderIdentityId, channel } = one;
    return [one, await listMessages(context, contactId, { ...pageOf(page), senderIdentityId, channel })] as const;
  });
  const name = fullName(displayed.contact);
  const body = html`<h1>${name}</h1><div class="cards"><section class="card">${facts([
    ['Contact', link(name, 'contacts', displayed.contactId)],
    ['Company', displayed.contact.companyName],
    [
      'Sender',
      link(displayed.senderIdentityName ?? displayed.senderIdentityId, 'identities', displayed.senderIdentityId),
    ],
    ['Channel', badge(displayed.channel)],
    ['Status', badge(displayed.status)],
    ['ICP rating', badge(displayed.icpRating)],
    ['Tags', displayed.tags.map((tag) => html`<span class="badge plain">${tag.name}</span> `)],
  ])}</section></div><h2>Messages, newest first</h2>${found.messages.map((one) => messageBlock(one, page.now))}${pager(page, found)}`;
  return { title: `Conversation with ${name}`, body };
};

function messageBlock(message: MessageView, now: number): Html {
  const { id, direction, status, subject, message: text, at } = message;
  const isOut = direction === 'OUTBOUND';
  const words = isMarkup(text) ? html`<pre>${text}</pre>` : prose(text);
  return html`<article class="message ${isOut && 'out'}" data-key="${String(id)}"><p>${badge(status)} ${fullTime(at, now)} <a href="/app/outbox/${String(id)}">${isOut ? 'To the contact' : 'From the contact'}</a></p>${subject !== null && html`<p><strong>${subject}</strong></p>`}${words}</article>`;
}
