import { CHANNELS, CONVERSATION_STATUSES, ICP_RATINGS, INBOX_FOLDERS } from '../../contract/inbox/enums.ts';
import { valueLabel } from '../../presentation/labels.ts';
import { listCampaigns } from '../resources/campaigns/read.ts';
import { listIdentities } from '../resources/identities/identities.ts';
import { listMessages, type MessageView } from '../resources/inbox/messages.ts';
import { listTags } from '../resources/inbox/tags.ts';
import { findThreads, showThread, type ThreadFilter, type ThreadView } from '../resources/inbox/threads.ts';
import type { PageClock } from './clock.ts';
import { addressWith, filters, hidden, namesOf, nextPager, optionsOf, pager } from './forms.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { wordsOf } from './outbox.ts';
import { idsIn, momentIn, type PageContext, type PageView, pageOf, textIn, wordIn, wordsIn } from './page.ts';
import { badge, excerpt, facts, fullName, fullTime, grouped, link, prose, table, time } from './parts.ts';

const YES_OR_NO = ['true', 'false'] as const;
const OFFERED = 100;
/** Conversations without an answer that are listed below the others. */
const UNANSWERED = 10;

/** Conversations with a reply first, the others apart; a link into the inbox narrows both, and a search finds either. */
export const inbox: PageView = async (page) => {
  const narrowing = narrowingOf(page);
  const { folder, search, replied } = narrowing;
  const isApart =
    folder === undefined && search === undefined && replied?.from === undefined && replied?.to === undefined;
  const [found, unanswered, { tags }, { identities }, { campaigns }] = await page.read(async (context) => [
    await findThreads(context, { ...pageOf(page), ...narrowing, ...(isApart && { folder: 'received' }) }),
    isApart ? await findThreads(context, { page: 1, pageSize: UNANSWERED, ...narrowing, folder: 'unanswered' }) : null,
    await listTags(context, { page: 1, pageSize: OFFERED }),
    await listIdentities(context, { page: 1, pageSize: OFFERED }),
    await listCampaigns(context, { page: 1, pageSize: OFFERED }),
  ]);
  const hasUnanswered = unanswered !== null && unanswered.inboxes.length > 0;
  const empty = html`${hasUnanswered ? 'Nobody has replied.' : 'No conversation matches.'} ${isApart && html`Replies come with the clock: <code>reach local clock --advance 3d</code>`}`;
  const body = html`<h1>Inbox</h1>${filters(page, {
    search: 'Search',
    choices: [
      { name: 'folder', label: 'Folder', options: optionsOf(INBOX_FOLDERS) },
      { name: 'channel', label: 'Channel', options: optionsOf(CHANNELS) },
      { name: 'status', label: 'Status', options: optionsOf(CONVERSATION_STATUSES) },
      { name: 'identityIds', label: 'Sender', options: namesOf(identities) },
      { name: 'tagIds', label: 'Tag', options: namesOf(tags) },
      { name: 'archived', label: 'Archived', options: [['true', 'yes']] },
      hidden('campaignIds', 'Campaign', namesOf(campaigns)),
      hidden('icpRatings', 'ICP rating', optionsOf(ICP_RATINGS)),
      ...(['leadId', 'leadIds'] as const).map((name) => hidden(name, 'Contact')),
      hidden('companyIds', 'Company'),
      hidden('includeUntagged', 'Untagged too', [['true', 'yes']]),
      hidden('startDate', 'Since'),
      hidden('endDate', 'Until'),
      hidden('repliedSince', 'Replied since'),
      hidden('repliedUntil', 'Replied until'),
      hidden('tagFolderId', 'Tag folder (there are none here)'),
    ],
  })}${threadTable(found.inboxes, page.clock, empty)}${nextPager(page, found.hasNextPage)}${
    hasUnanswered &&
    html`<h2>No reply yet</h2>${threadTable(unanswered.inboxes, page.clock, '')}${unanswered.hasNextPage && html`<p><a href="${addressWith(page, { folder: 'unanswered' })}">All of them</a></p>`}`
  }`;
  return { title: 'Inbox', body };
};

/** What the address narrows the inbox to: every filter that a link into it may have. */
function narrowingOf(page: PageContext): ThreadFilter {
  const contactIds = [...(idsIn(page, 'leadId') ?? []), ...(idsIn(page, 'leadIds') ?? [])];
  return {
    search: textIn(page, 'search'),
    folder: wordIn(page, 'folder', [...INBOX_FOLDERS, 'unanswered']),
    contactIds: contactIds.length === 0 ? undefined : contactIds,
    identityIds: idsIn(page, 'identityIds'),
    channels: wordsIn(page, 'channel', CHANNELS),
    statuses: wordsIn(page, 'status', CONVERSATION_STATUSES),
    archived: wordIn(page, 'archived', YES_OR_NO) === 'true',
    tagIds: idsIn(page, 'tagIds'),
    includeUntagged: wordIn(page, 'includeUntagged', YES_OR_NO) === 'true',
    campaignIds: idsIn(page, 'campaignIds'),
    companyIds: idsIn(page, 'companyIds'),
    icpRatings: wordsIn(page, 'icpRatings', ICP_RATINGS),
    from: momentIn(page, 'startDate', 'start'),
    to: momentIn(page, 'endDate', 'end'),
    replied: { from: momentIn(page, 'repliedSince', 'start'), to: momentIn(page, 'repliedUntil', 'end') },
  };
}

function threadTable(threads: readonly ThreadView[], clock: PageClock, empty: HtmlPart): Html {
  return table(
    threads,
    [
      {
        key: 'contact',
        title: 'Contact',
        cell: ({ id, contact, unreadCount }) =>
          unreadCount > 0
            ? html`<strong>${link(fullName(contact), 'inbox', String(id))}</strong> <span class="soft">${grouped(unreadCount)} unread</span>`
            : link(fullName(contact), 'inbox', String(id)),
      },
      {
        key: 'lastMessage.message',
        cell: ({ lastMessage, unreadCount }) => {
          const words = excerpt(wordsOf(lastMessage?.message ?? ''));
          const isIn = lastMessage?.direction === 'INBOUND';
          return html`<span class="soft">${isIn ? 'From them:' : 'From us:'}</span> ${unreadCount > 0 ? html`<strong>${words}</strong>` : words}`;
        },
      },
      { key: 'channel', cell: ({ channel }) => valueLabel(channel) },
      { key: 'senderIdentityName', title: 'Sender', cell: ({ senderIdentityName }) => senderIdentityName },
      { key: 'tags', title: 'Tags', cell: ({ tags }) => tags.map(({ name }) => name).join(', ') },
      { key: 'status', cell: ({ status }) => valueLabel(status) },
      { key: 'lastMessageAt', title: 'Last', cell: ({ lastMessageAt }) => time(lastMessageAt, clock) },
    ],
    { empty, idOf: ({ id }) => String(id) },
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
    ['Status', valueLabel(displayed.status)],
    ['ICP rating', badge(displayed.icpRating)],
    ['Tags', displayed.tags.map(({ name: tag }) => tag).join(', ')],
  ])}</section></div><h2>Messages, newest first</h2>${found.messages.map((one) => messageBlock(one, page.clock))}${pager(page, found)}`;
  return { title: `Conversation with ${name}`, body };
};

function messageBlock(message: MessageView, clock: PageClock): Html {
  const { id, direction, status, subject, message: text, at } = message;
  const isOut = direction === 'OUTBOUND';
  const words = prose(wordsOf(text));
  return html`<article class="message ${isOut && 'out'}" data-key="${String(id)}"><p>${badge(status)} ${fullTime(at, clock)} <a href="/app/outbox/${String(id)}">${isOut ? 'From us' : 'From them'}</a></p>${subject !== null && html`<p><strong>${subject}</strong></p>`}${words}</article>`;
}
