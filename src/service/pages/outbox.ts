// The outbox: every message that was sent, or would have been; as its reader sees it, and as it is.

import { CHANNELS } from '../../contract/inbox/enums.ts';
import { valueLabel } from '../../presentation/labels.ts';
import { harmless } from '../../presentation/text.ts';
import { listCampaigns } from '../resources/campaigns/read.ts';
import { listIdentities } from '../resources/identities/read.ts';
import { listOutbox, type OutboxMessage, showMessage } from '../resources/inbox/outbox.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { idIn, type PageContext, type PageView, ROWS_PER_PAGE, wordIn } from './page.ts';
import { badge, excerpt, facts, filters, fullTime, link, optionsOf, prose, table, time } from './parts.ts';

const OFFERED = 100;

export const outbox: PageView = async (page) => {
  const filter = {
    channel: wordIn(page, 'channel', CHANNELS),
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
        { name: 'channel', label: 'Channel', options: optionsOf(CHANNELS) },
        { name: 'identityId', label: 'Sender', options: identities.map(({ id, name }) => nameOf(id, name)) },
        { name: 'campaignId', label: 'Campaign', options: campaigns.map(({ id, name }) => nameOf(Number(id), name)) },
      ],
    },
  )}${messageTable(messages, page.now)}${later(page, nextBefore)}`;
  return { title: 'Outbox', body };
};

function later({ path, query }: PageContext, before: number | null): Html | null {
  const to = (change: (next: URLSearchParams) => void): string => {
    const next = new URLSearchParams(query);
    change(next);
    return `/app${path}${next.size > 0 ? `?${next}` : ''}`;
  };
  const isFirst = !query.has('before');
  if (isFirst && before === null) return null;
  const newest = html`<a href="${to((next) => next.delete('before'))}">Newest</a>`;
  const older = html`<a rel="next" href="${to((next) => next.set('before', String(before)))}">Older</a>`;
  return html`<nav class="pager" aria-label="Pages of the list">${isFirst ? html`<span class="soft">Newest</span>` : newest} ${before === null ? html`<span class="soft">Older</span>` : older}</nav>`;
}

export function messageTable(messages: readonly OutboxMessage[], now: number): Html {
  return table(
    messages,
    [
      { key: 'at', title: 'When', cell: ({ at }) => time(at, now) },
      { key: 'channel', cell: ({ channel }) => badge(channel) },
      {
        key: 'contactName',
        title: 'To',
        cell: ({ contactId, contactName }) => link(contactName, 'contacts', contactId),
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

export const message: PageView = async ({ read, now }, id) => {
  const displayed = await read((context) => showMessage(context, id));
  const { subject, message: text, channel, direction } = displayed;
  const title = excerpt(subject) || `${valueLabel(channel)} message ${id}`;
  const isOut = direction === 'OUTBOUND';
  const contact = link(displayed.contactName, 'contacts', displayed.contactId);
  const sender = link(displayed.senderName, 'identities', displayed.senderIdentityId);
  const body = html`<h1>${title}</h1>
<div class="cards"><section class="card">${facts([
    ['Channel', badge(channel)],
    ['Status', badge(displayed.status)],
    ['From', isOut ? sender : contact],
    ['To', isOut ? contact : sender],
    ['Address', isOut && channel === 'EMAIL' && displayed.contactEmail],
    ['Subject', subject],
    ['Time', fullTime(displayed.at, now)],
    ['Campaign', displayed.campaignId !== null && link(displayed.campaignName, 'campaigns', displayed.campaignId)],
    ['Conversation', link('Open', 'inbox', String(displayed.threadId))],
    ['Opened', displayed.openedAt !== null && fullTime(displayed.openedAt, now)],
    ['Clicked', displayed.clickedAt !== null && fullTime(displayed.clickedAt, now)],
    ['Viewed', displayed.viewedAt !== null && fullTime(displayed.viewedAt, now)],
    [
      'Attachments',
      displayed.attachments.length > 0 &&
        displayed.attachments.map(({ name, attachment }) => html`${name ?? attachment} `),
    ],
  ])}</section></div>
<h2>As it is read</h2>${isMarkup(text) ? html`<iframe class="mail" title="The message" sandbox src="/app/outbox/${id}/frame"></iframe>` : html`<div class="message ${isOut && 'out'}">${prose(text)}</div>`}
<details><summary>Source</summary><pre>${subject !== null && `Subject: ${subject}\n\n`}${text}</pre></details>`;
  return { title, body };
};

/** The message alone, for a frame in which it can do nothing. */
export const messageFrame: PageView = async ({ read }, id) => {
  const { message: text } = await read((context) => showMessage(context, id));
  return { message: `<!doctype html><meta charset="utf-8"><base target="_blank">${harmless(text)}` };
};
