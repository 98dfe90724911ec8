// What pages are put together from: cells, tables, cards, pagers. Labels and tones are those of the terminal.

import type { CampaignStatus, EngagementEvent } from '../../contract/campaigns/enums.ts';
import { counted } from '../../contract/english.ts';
import { largest } from '../../contract/extremes.ts';
import { isObject } from '../../contract/json.ts';
import { sentencesOf } from '../../presentation/graph/outline.ts';
import { type Picture, svgOf } from '../../presentation/graph/picture.ts';
import { fieldLabel, isEnumerated, toneOf, valueLabel } from '../../presentation/labels.ts';
import { harmless } from '../../presentation/text.ts';
import { isInstant, relativeTime } from '../../presentation/time.ts';
import { isoTime } from '../core/clock.ts';
import type { AppPage } from '../core/context.ts';
import { type PageClock, zonedTime } from './clock.ts';
import { Html, type HtmlPart, html, outsideLink } from './html.ts';

type OwnPage = 'outbox' | 'playbook' | 'finder' | 'actions' | 'log' | 'queue' | 'ai';

function pathOf(page: AppPage | OwnPage, id?: number | string): string {
  return `/app/${page}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
}

export function link(text: HtmlPart, page: AppPage | OwnPage, id?: number | string): Html {
  return html`<a href="${pathOf(page, id)}">${text}</a>`;
}

/** A status in the colour it has on a terminal; the text of another value of an enumeration. */
export function badge(value: string | null | undefined): HtmlPart {
  if (value === null || value === undefined || value === '') return null;
  const label = valueLabel(value).replace(/^[a-z]/, (first) => first.toUpperCase());
  const tone = toneOf(value);
  return tone === null ? label : html`<span class="badge ${tone}">${label}</span>`;
}

/** `2 hours ago`, with the time itself as its title, which is printed on paper. A script counts on. */
export function time(iso: string | null | undefined, { now, zone }: PageClock): Html | null {
  if (iso === null || iso === undefined) return null;
  return html`<time class="ago" datetime="${iso}" title="${zonedTime(iso, zone)}">${relativeTime(iso, now)}</time>`;
}

/** `2026-11-22 10:30 UTC 2 hours ago`. */
export function fullTime(iso: string, { now, zone }: PageClock): Html {
  return html`<time datetime="${iso}">${zonedTime(iso, zone)}</time> <time class="ago soft" datetime="${iso}">${relativeTime(iso, now)}</time>`;
}

const WEB = /^(?:https?:\/\/|mailto:)/i;

/** Any value as a person reads it, whatever field it is of. */
function displayed(value: unknown, key: string, clock: PageClock): HtmlPart {
  if (value === null || value === undefined || value === '') return html`<span class="soft">–</span>`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    if (isInstant(value)) return fullTime(value, clock);
    if (isEnumerated(key)) return badge(value);
    if (WEB.test(value)) return outsideLink(value);
    return /(?:^|\.)(?:professionalEmail|email)$/.test(key) && value.includes('@')
      ? outsideLink(`mailto:${value}`, value)
      : value;
  }
  if (Array.isArray(value)) return value.length === 0 ? html`<span class="soft">–</span>` : list(value, key, clock);
  return isObject(value) ? fields(value, clock) : String(value);
}

const LISTED_MAX = 100;

function list(values: readonly unknown[], key: string, clock: PageClock): Html {
  const items = values.slice(0, LISTED_MAX).map((value) => html`<li>${displayed(value, key, clock)}</li>`);
  const more = values.length - LISTED_MAX;
  return html`<ul class="plain">${items}${more > 0 && html`<li class="soft">and ${more} more</li>`}</ul>`;
}

/** Rows of label and value; those without a value are left out. */
export function facts(rows: readonly (readonly [label: string, value: HtmlPart])[]): Html {
  const present = rows.filter(([, value]) => !isNothing(value));
  return html`<dl class="facts">${present.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Every field of a record that has a value. `without`: fields that the page shows elsewhere. */
export function fields(record: object, clock: PageClock, without: readonly string[] = []): Html {
  const rows = Object.entries(record)
    .filter(([key, value]) => !without.includes(key) && (value === false || !isNothing(value)))
    .map(([key, value]): [string, HtmlPart] => [fieldLabel(key), displayed(value, key, clock)]);
  return facts(rows);
}

function isNothing(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

export interface TableColumn<Row> {
  /** The field whose label is its heading, or the heading. */
  readonly key: string;
  readonly title?: string;
  readonly cell: (row: Row) => HtmlPart;
  readonly isNumber?: boolean;
}

/** `empty`: what is said in place of a table without rows. `idOf`: what a row keeps when others come before it. */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  options: { readonly empty: HtmlPart; readonly idOf?: (row: Row) => string | number },
): Html {
  if (rows.length === 0) return html`<p class="empty">${options.empty}</p>`;
  const cells = rows.map((row) => columns.map(({ cell }) => html`${cell(row)}`));
  // Columns that are empty in every row say nothing.
  const used = columns.map((_, at) => cells.some((line) => line[at]?.toString() !== ''));
  const heads = columns.map(
    ({ key, title, isNumber }, at) =>
      used[at] && html`<th scope="col" class="${isNumber ? 'number' : ''}">${title ?? fieldLabel(key)}</th>`,
  );
  const lines = rows.map((row, line) => {
    const parts = columns.map(({ isNumber, key, title }, at) => {
      return (
        used[at] &&
        html`<td class="${isNumber ? 'number' : ''}" data-label="${title ?? fieldLabel(key)}"><div class="cell">${cells[line]?.[at]}</div></td>`
      );
    });
    return html`<tr data-key="${options.idOf?.(row) ?? line}">${parts}</tr>`;
  });
  return html`<div class="scroll" role="group" aria-label="Table" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

/** `12,345`. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 company`, `12,345 companies`. */
export const groupedCount = (count: number, ...nouns: [noun: string, many?: string]): string =>
  counted(count, ...nouns).replace(/^\d+/, grouped(count));

/** `12 %`; null where there is nothing to take it of. */
export function percent(part: number | undefined, whole: number | undefined): string | null {
  return part === undefined || !whole ? null : `${Math.round((100 * part) / whole)} %`;
}

export function bars(rows: readonly (readonly [label: HtmlPart, count: number])[]): Html {
  const most = Math.max(1, largest(rows.map(([, count]) => count)));
  const lines = rows.map(([label, count]) => {
    const meter = html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.round((100 * count) / most)}" height="8" rx="1"/></svg>`;
    return html`<tr><th scope="row">${label}</th><td class="number">${grouped(count)}</td><td class="wide">${meter}</td></tr>`;
  });
  return html`<table class="bars"><tbody>${lines}</tbody></table>`;
}

/** A graph as a picture in its own scroll area, and in sentences for whoever does not see it, or has a small screen. */
export function graphPicture(graph: Picture, label: string): Html {
  const sentences = sentencesOf(graph).map((text) => html`<li>${text}</li>`);
  return html`<figure class="graph"><div class="picture" aria-hidden="true">${Html.trusted(svgOf(graph))}</div><figcaption>${label}</figcaption><ol class="sentences">${sentences}</ol></figure>`;
}

/** Text of a message as it was written, line by line. */
export function prose(text: string): Html {
  return html`<p class="prose">${text}</p>`;
}

export function excerpt(text: string | null | undefined, length = 120): string {
  const line = harmless(text ?? '')
    .slice(0, length * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

export function fullName({ firstName, lastName }: { firstName?: string | null; lastName?: string | null }): string {
  return [firstName, lastName].filter((part) => part).join(' ') || '(no name)';
}

/** A line to type: an option is not broken at its hyphens. */
export function command(text: string): Html {
  const words = text
    .split(/( --\S+)/)
    .map((word) => (word.startsWith(' --') ? html` <span>${word.trim()}</span>` : word));
  return html`<code class="command">${words}</code>`;
}

/** What the status of a campaign means, and what to type next. */
export function campaignState(id: number, status: CampaignStatus): Html {
  switch (status) {
    case 'DRAFT':
      return html`${badge(status)} Nothing is sent until ${command(`reach campaign status ${id} active`)}`;
    case 'PAUSED':
      return html`${badge(status)} Nothing is sent, and its clock stands still, until ${command(`reach campaign status ${id} active`)}`;
    case 'ACTIVE':
      return html`${badge(status)} It sends as the clock moves: ${command('reach local clock --advance 1d')}`;
    case 'COMPLETED':
      return html`${badge(status)} Nothing more is sent. ${command(`reach campaign clone ${id}`)} makes a draft of it`;
  }
}

interface Position {
  readonly campaignStatus: CampaignStatus;
  /** Of the contact in the campaign. */
  readonly status: string;
  readonly reason: string | null;
  readonly awaits: EngagementEvent | null;
  /** On the campaign's clock; null where nothing comes any more. */
  readonly dueAt: number | null;
  readonly pausedMs: number;
}

/** When something is due on the clock; what is stored as 0 is due at once. */
const dueTime = ({ dueAt, pausedMs }: Pick<Position, 'dueAt' | 'pausedMs'>, { now }: PageClock): string | null =>
  dueAt === null ? null : isoTime(dueAt === 0 ? now : dueAt + pausedMs);

const AWAITED: Readonly<Record<EngagementEvent, string>> = {
  ...{ open: 'opened', click: 'clicked', view: 'viewed', accept: 'accepted', complete: 'done' },
};

/** What is due is the end of a wait for this event. */
export const unlessBefore = (awaits: EngagementEvent | null): string =>
  awaits === null ? '' : `, unless it is ${AWAITED[awaits]} before`;

/** How a contact is in a campaign: active says nothing while the campaign sends nothing. `next`: the step that comes. */
export function positionText(position: Position, next: HtmlPart, clock: PageClock): Html {
  const { campaignStatus, status, reason, awaits } = position;
  if (status !== 'ACTIVE') return html`${badge(status)} <span class="soft">${reason}</span>`;
  if (campaignStatus === 'DRAFT') return html`${badge('DRAFT')} nothing is sent; ${next} comes first`;
  if (campaignStatus === 'PAUSED') return html`${badge('PAUSED')} ${next} comes next`;
  const due = dueTime(position, clock);
  return html`${next}${due !== null && html` ${fullTime(due, clock)}`}${unlessBefore(awaits)}`;
}

// The layout of what runs: a line of figures, days, and three columns: steps, records, and what one record gets.

/** Columns side by side where there is room, else one after the other. */
export function columns(parts: readonly (readonly [id: string, title: string, body: HtmlPart])[]): Html {
  const sections = parts.map(
    ([id, title, body]) =>
      html`<section id="${id}" class="column" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>`,
  );
  return html`<div class="sheet">${sections}</div>`;
}

/** A figure with its word, as a link to what it counts; nothing for none. */
export function figure(count: number, word: string, href: string | null, tone = ''): Html | null {
  if (count === 0) return null;
  const text = `${grouped(count)} ${word}`;
  return href === null
    ? html`<span class="figure soft">${text}</span> `
    : html`<a class="figure ${tone}" href="${href}">${text}</a> `;
}
