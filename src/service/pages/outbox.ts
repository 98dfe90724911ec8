// The outbox: every message that was sent, or would have been; as its reader sees it, and as it is.

import { MESSAGE_CHANNELS } from '../../contract/inbox/enums.ts';
import { valueLabel } from '../../presentation/labels.ts';
import { harmless } from '../../presentation/text.ts';
import { listCampaigns } from '../resources/campaigns/read.ts';
import { listIdentities } from '../resources/identities/read.ts';
import { listOutbox, type OutboxMessage, showMessage } from '../resources/inbox/outbox.ts';
import type { PageClock } from './clock.ts';
import { cursorPager, filters, optionsOf } from './forms.ts';
import { type Html, type HtmlPart, html, outsideLink } from './html.ts';
import { idIn, type PageView, ROWS_PER_PAGE, wordIn } from './page.ts';
import { badge, excerpt, facts, fullTime, link, prose, table, time } from './parts.ts';

const OFFERED = 100;

export const outbox: PageView = async (page) => {
  const filter = {
    channel: wordIn(page, 'channel', MESSAGE_CHANNELS),
    identityId: idIn(page, 'identityId'),
    contactId: idIn(page, 'contactId'),
    campaignId: idIn(page, 'campaignId'),
  };
  const window = { before: idIn(page, 'before') ?? null, limit: ROWS_PER_PAGE };
  const [{ messages, nextBefore }, { identities }, { campaigns }] = await page.read(async (context) => [
    await listOutbox(context, filter, window),
    await listIdentities(context, { page: 1, pageSize: OFFERED }),
    await listCampaigns(context, { page: 1, pageSize: OFFERED }),
  ]);
  const nameOf = (id: number, name: string | null): [string, string] => [String(id), name ?? String(id)];
  const body = html`<h1>Outbox</h1><p class="soft">What campaigns, workflows and people sent to contacts. The local service delivers nothing to anybody.</p>${filters(
    page,
    {
      choices: [
        { name: 'channel', label: 'Channel', options: optionsOf(MESSAGE_CHANNELS) },
        { name: 'identityId', label: 'Sender', options: identities.map(({ id, name }) => nameOf(id, name)) },
        { name: 'campaignId', label: 'Campaign', options: campaigns.map(({ id, name }) => nameOf(Number(id), name)) },
      ],
    },
  )}${messageTable(messages, page.clock)}${cursorPager(page, 'before', nextBefore)}`;
  return { title: 'Outbox', body };
};

export function messageTable(messages: readonly OutboxMessage[], clock: PageClock): Html {
  return table(
    messages,
    [
      { key: 'at', title: 'When', cell: ({ at }) => time(at, clock) },
      { key: 'channel', cell: ({ channel }) => badge(channel) },
      {
        key: 'contactName',
        title: 'To',
        cell: recipient,
      },
      {
        key: 'message',
        cell: ({ id, subject, message }) =>
          html`<a href="/app/outbox/${id}">${excerpt(subject) || excerpt(wordsOf(message)) || 'message'}</a>${subject !== null && html`<div class="soft">${excerpt(wordsOf(message), 80)}</div>`}`,
      },
      {
        key: 'senderName',
        title: 'Sender',
        cell: ({ senderName, senderIdentityId }) => link(senderName, 'identities', senderIdentityId),
      },
      {
        key: 'campaignName',
        title: 'Campaign',
        cell: ({ campaignId, campaignName }) => campaignId !== null && link(campaignName, 'campaigns', campaignId),
      },
      { key: 'status', cell: ({ status }) => badge(status) },
      { key: 'seen', title: 'Seen', cell: seenBy },
    ],
    { empty: 'Nothing was sent.', idOf: ({ id }) => String(id) },
  );
}

function seenBy({ openedAt, clickedAt, viewedAt }: OutboxMessage): HtmlPart {
  const words = [openedAt && 'opened', clickedAt && 'clicked', viewedAt && 'viewed'].filter((word) => word !== null);
  return words.length > 0 && html`<span class="badge good">${words.join(', ')}</span>`;
}

/** Whether a text is HTML, as signatures are. */
const TAG =
  /<\/?(?:p|br|div|span|a|b|i|u|em|strong|ul|ol|li|table|tr|td|th|img|h[1-6]|html|body|style|font|hr|blockquote)\b[^<>]{0,2000}>/i;
const TESTED_LENGTH = 50_000;

export function isMarkup(text: string): boolean {
  return TAG.test(text.slice(0, TESTED_LENGTH));
}

/** The words of a message, whether it is HTML or not: for one line of a table. */
export function wordsOf(text: string): string {
  const start = text.slice(0, TESTED_LENGTH);
  return isMarkup(start) ? start.replace(/<[^<>]{0,2000}>/g, ' ').replace(/&nbsp;/g, ' ') : start;
}

/** A contact, or its name where it was deleted. */
export const recipient = ({ contactId, contactName, hasContact }: OutboxMessage): HtmlPart =>
  hasContact
    ? link(contactName, 'contacts', contactId)
    : html`${contactName} <span class="badge idle">contact deleted</span>`;

const withAddress = (name: HtmlPart, address: string | null): Html =>
  html`${name}${address !== null && html` <span class="soft">${address}</span>`}`;

export const message: PageView = async ({ read, clock }, id) => {
  const displayed = await read((context) => showMessage(context, id));
  return { title: titleOf(displayed), body: html`<h1>${titleOf(displayed)}</h1>${messageArticle(displayed, clock)}` };
};

function titleOf({ id, subject, channel }: OutboxMessage): string {
  return excerpt(subject) || `${valueLabel(channel)} message ${id}`;
}

const LINK = /https?:\/\/[^\s<>"')\]]{1,500}/g;
const LINKS_MAX = 20;

/** A message with its headers, as it is read, its links, and its source. */
export function messageArticle(displayed: OutboxMessage, clock: PageClock): Html {
  const { id, subject, message: text, channel, direction } = displayed;
  const isOut = direction === 'OUTBOUND';
  const contact = withAddress(recipient(displayed), displayed.contactAddress);
  const sender = withAddress(
    link(displayed.senderName, 'identities', displayed.senderIdentityId),
    displayed.senderAddress,
  );
  const links = [...new Set(text.match(LINK))].slice(0, LINKS_MAX).map((to) => html`<li>${outsideLink(to)}</li>`);
  return html`<section class="card">${facts([
    ['From', isOut ? sender : contact],
    ['To', isOut ? contact : sender],
    ['Subject', subject],
    ['Channel', html`${badge(channel)} ${badge(displayed.status)}`],
    ['Time', fullTime(displayed.at, clock)],
    ['Campaign', displayed.campaignId !== null && link(displayed.campaignName, 'campaigns', displayed.campaignId)],
    ['Conversation', displayed.hasContact && link('Open', 'inbox', String(displayed.threadId))],
    ['Opened', displayed.openedAt !== null && fullTime(displayed.openedAt, clock)],
    ['Clicked', displayed.clickedAt !== null && fullTime(displayed.clickedAt, clock)],
    ['Viewed', displayed.viewedAt !== null && fullTime(displayed.viewedAt, clock)],
    [
      'Attachments',
      displayed.attachments.length > 0 &&
        displayed.attachments.map(({ name, attachment }) => html`${name ?? attachment} `),
    ],
    ['Links', links.length > 0 && html`<ul class="plain">${links}</ul>`],
  ])}</section>
${isMarkup(text) ? html`<iframe class="mail" title="The message" sandbox src="/app/outbox/${id}/frame"></iframe>` : html`<div class="message ${isOut && 'out'}">${prose(text)}</div>`}
<details><summary>Source</summary><pre>${subject !== null && `Subject: ${subject}\n\n`}${text}</pre></details>`;
}

/** The message alone, for a frame in which it can do nothing. */
export const messageFrame: PageView = async ({ read }, id) => {
  const { message: text } = await read((context) => showMessage(context, id));
  const document = harmless(text);
  // What comes before any markup is plain text, which a signature may follow.
  const start = document.search(/</);
  const plain = start < 0 ? document : document.slice(0, start);
  const lines = plain.trim() === '' ? '' : `<div style="white-space: pre-wrap">${plain}</div>`;
  return {
    message: `<!doctype html><meta charset="utf-8"><base target="_blank">${lines}${document.slice(plain.length)}`,
  };
};
