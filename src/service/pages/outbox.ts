// The outbox: every message that was sent, or would have been; as its reader sees it, and as it is.

import { MESSAGE_CHANNELS } from '../../contract/inbox/enums.ts';
import { htmlText } from '../../presentation/html-text.ts';
import { valueLabel } from '../../presentation/labels.ts';
import { harmless } from '../../presentation/text.ts';
import { listCampaigns } from '../resources/campaigns/read.ts';
import { listIdentities } from '../resources/identities/identities.ts';
import { listOutbox, type OutboxMessage, showMessage } from '../resources/inbox/messages.ts';
import { dayOf, type PageClock } from './clock.ts';
import { addressWith, cursorPager, filters, hidden, namesOf, optionsOf, SPAN } from './forms.ts';
import { type Html, type HtmlPart, html, outsideLink } from './html.ts';
import { daySpan, idIn, type PageContext, type PageView, textIn, wordIn } from './page.ts';
import { badge, columns, command, excerpt, facts, fullTime, grouped, link, prose, table, time } from './parts.ts';
import { dayStrip, daysOf } from './strip.ts';

const OFFERED = 100;
const PER_PAGE = 30;

export const outbox: PageView = async (page) => {
  const day = textIn(page, 'day') ?? '';
  const filter = {
    search: textIn(page, 'search'),
    channel: wordIn(page, 'channel', MESSAGE_CHANNELS),
    identityId: idIn(page, 'identityId'),
    contactId: idIn(page, 'contactId'),
    campaignId: idIn(page, 'campaignId'),
    stepId: idIn(page, 'step'),
    ...daySpan(page),
  };
  const chosen = idIn(page, 'message');
  const [{ messages, nextBefore, slots, isMore }, { identities }, { campaigns }, opened] = await page.read(
    async (context) => {
      const list = await listOutbox(context, filter, { before: idIn(page, 'before') ?? null, limit: PER_PAGE });
      const id = chosen ?? list.messages[0]?.id;
      return [
        list,
        await listIdentities(context, { page: 1, pageSize: OFFERED }),
        await listCampaigns(context, { page: 1, pageSize: OFFERED }),
        id === undefined ? null : await showMessage(context, Number(id)),
      ];
    },
  );
  const form = filters(page, {
    search: 'Text, subject, name or address',
    choices: [
      { name: 'campaignId', label: 'Campaign', options: namesOf(campaigns) },
      { name: 'channel', label: 'Channel', options: optionsOf(MESSAGE_CHANNELS) },
      { name: 'identityId', label: 'Sender', options: namesOf(identities) },
      { name: 'day', label: 'Day', options: daysAround(page.clock) },
      hidden('contactId', 'Contact'),
      hidden('step', 'Step'),
      ...SPAN,
    ],
  });
  const body = html`<h1>Outbox</h1><p class="soft">What campaigns and people sent to contacts, as it was when it was sent. The local service delivers nothing to anybody; tasks are in the <a href="/app/inbox?channel=TASK">inbox</a>.</p>${form}${sentDays(page, daysOf(slots, page.clock), isMore, day)}${columns(
    [
      [
        'sent',
        'Sent',
        html`${messageTable(page, messages, Number(opened?.id))}${cursorPager(page, 'before', nextBefore)}`,
      ],
      [
        'message',
        'The message',
        opened === null
          ? html`<p class="empty">A message that is chosen is shown here.</p>`
          : html`<p><a href="/app/outbox/${opened.id}"><strong>${titleOf(opened)}</strong></a></p>${messageArticle(opened, page.clock)}`,
      ],
    ],
  )}`;
  return { title: 'Outbox', body };
};

const DAYS_OFFERED = 14;

/** How much was sent on the last days, each a filter. `isMore`: on the first of them, and before, there was more. */
function sentDays(page: PageContext, days: ReturnType<typeof daysOf>, isMore: boolean, day: string): Html {
  const cut = isMore ? days[0]?.[0] : undefined;
  const strip = dayStrip(days.slice(-DAYS_OFFERED), { chosen: day, cut }, page.clock, (to) =>
    addressWith(page, { day: to, since: null, until: null, message: null }),
  );
  const counted = grouped(days.reduce((sum, [, { sent }]) => sum + sent, 0));
  const note = `Counted by day: the newest ${counted} messages. Earlier days may have more.`;
  return html`${strip}${isMore && days.length <= DAYS_OFFERED && html`<p class="soft">${note}</p>`}`;
}

function daysAround({ now, zone }: PageClock): [string, string][] {
  return Array.from({ length: DAYS_OFFERED }, (_, index) => dayOf(now - index * 86_400_000, zone)).map((day) => [
    day,
    day,
  ]);
}

function messageTable(page: PageContext, messages: readonly OutboxMessage[], opened: number): Html {
  return table(
    messages,
    [
      {
        key: 'message',
        cell: (one) => {
          const { id, subject, message, attachments } = one;
          const files = attachments.map(({ name, attachment }) => name ?? attachment).join(', ');
          const to = addressWith(page, { message: Number(id), before: page.query.get('before') });
          const current = Number(id) === opened && html` aria-current="true"`;
          return html`<a class="short" href="${to}#message"${current}>${excerpt(subject || wordsOf(message) || files) || 'message'}</a><span class="soft">${one.campaignName}</span> ${seenBy(one)}`;
        },
      },
      { key: 'contactName', title: 'To', cell: recipient },
      { key: 'at', title: 'When', cell: ({ at }) => time(at, page.clock) },
    ],
    {
      empty: html`No message matches: what campaigns send as the clock moves is listed here. ${command('reach local clock --advance 3d')}`,
      idOf: ({ id }) => String(id),
    },
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

/** The words of a message, whether it is HTML or not. */
export const wordsOf = (text: string): string => (isMarkup(text) ? htmlText(text) : text);

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

export function linksIn(text: string): Html | false {
  const links = [...new Set(text.match(LINK))].slice(0, LINKS_MAX).map((to) => html`<li>${outsideLink(to)}</li>`);
  return links.length > 0 && html`<ul class="plain">${links}</ul>`;
}

export const sourceOf = ({
  subject,
  message: text,
  signature,
}: Pick<OutboxMessage, 'subject' | 'message' | 'signature'>): Html =>
  html`<details><summary>Source</summary><pre>${subject !== null && `Subject: ${subject}\n\n`}${text}${signature !== null && `\n\n${signature}`}</pre></details>`;

/** A message with its headers, as it is read, its links, and its source. */
export function messageArticle(displayed: OutboxMessage, clock: PageClock): Html {
  const { id, subject, message: text, channel, direction, signature } = displayed;
  const isOut = direction === 'OUTBOUND';
  const contact = withAddress(recipient(displayed), displayed.contactAddress);
  const sender = withAddress(
    link(displayed.senderName, 'identities', displayed.senderIdentityId),
    displayed.senderAddress,
  );
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
    ['Links', linksIn(text)],
  ])}</section>
${isMarkup(text) || signature !== null ? html`<iframe class="mail" title="The message" sandbox src="/app/outbox/${id}/frame"></iframe>` : html`<div class="message ${isOut && 'out'}">${prose(text)}</div>`}
${sourceOf(displayed)}`;
}

/** The message alone, for a frame in which it can do nothing. */
export const messageFrame: PageView = async ({ read }, id) => {
  const { message: text, signature } = await read((context) => showMessage(context, id));
  const written = isMarkup(text) ? harmless(text) : html`<div style="white-space: pre-wrap">${text}</div>`.toString();
  return {
    message: `<!doctype html><meta charset="utf-8"><base target="_blank">${written}${harmless(signature ?? '')}`,
  };
};
