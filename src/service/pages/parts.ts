// What pages are put together from: cells, tables, cards, pagers. Labels and tones are those of the terminal.

import { largest } from '../../contract/extremes.ts';
import { isObject } from '../../contract/json.ts';
import { fieldLabel, isEnumerated, toneOf, valueLabel } from '../../presentation/labels.ts';
import { harmless } from '../../presentation/text.ts';
import { isInstant, localTime, relativeTime } from '../../presentation/time.ts';
import type { AppPage } from '../core/context.ts';
import { Html, type HtmlPart, html, outsideLink } from './html.ts';
import type { PageContext } from './page.ts';

/** Pages beyond those of records. */
type OwnPage = 'outbox' | 'playbook' | 'finder' | 'actions' | 'log' | 'queue' | 'ai';

function pathOf(page: AppPage | OwnPage, id?: number | string): string {
  return `/app/${page}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
}

export function link(text: HtmlPart, page: AppPage | OwnPage, id?: number | string): Html {
  return html`<a href="${pathOf(page, id)}">${text}</a>`;
}

/** A status or another value of an enumeration, in the colour it has on a terminal. */
export function badge(value: string | null | undefined): Html | null {
  if (value === null || value === undefined || value === '') return null;
  const label = valueLabel(value).replace(/^[a-z]/, (first) => first.toUpperCase());
  return html`<span class="badge ${toneOf(value) ?? 'plain'}">${label}</span>`;
}

/** `2026-11-22 10:30`, and how long ago that is. */
export function time(iso: string | null | undefined, now: number): Html | null {
  if (iso === null || iso === undefined) return null;
  return html`<time datetime="${iso}" title="${localTime(iso)}">${relativeTime(iso, now)}</time>`;
}

/** `2026-11-22 10:30 2 hours ago`. */
export function fullTime(iso: string, now: number): Html {
  return html`<time datetime="${iso}">${localTime(iso)} <span class="soft">${relativeTime(iso, now)}</span></time>`;
}

const WEB = /^(?:https?:\/\/|mailto:)/i;

/** Any value as a person reads it, whatever field it is of. */
function displayed(value: unknown, key: string, now: number): HtmlPart {
  if (value === null || value === undefined || value === '') return html`<span class="soft">–</span>`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    if (isInstant(value)) return fullTime(value, now);
    if (isEnumerated(key)) return badge(value);
    if (WEB.test(value)) return outsideLink(value);
    return /(?:^|\.)(?:professionalEmail|email)$/.test(key) && value.includes('@')
      ? outsideLink(`mailto:${value}`, value)
      : value;
  }
  if (Array.isArray(value)) return value.length === 0 ? html`<span class="soft">–</span>` : list(value, key, now);
  return isObject(value) ? fields(value, now) : String(value);
}

const LISTED_MAX = 100;

function list(values: readonly unknown[], key: string, now: number): Html {
  const items = values.slice(0, LISTED_MAX).map((value) => html`<li>${displayed(value, key, now)}</li>`);
  const more = values.length - LISTED_MAX;
  return html`<ul class="plain">${items}${more > 0 && html`<li class="soft">and ${more} more</li>`}</ul>`;
}

/** Rows of label and value; those without a value are left out. */
export function facts(rows: readonly (readonly [label: string, value: HtmlPart])[]): Html {
  const present = rows.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false);
  return html`<dl class="facts">${present.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Every field of a record that has a value. `without`: fields that the page shows elsewhere. */
export function fields(record: object, now: number, without: readonly string[] = []): Html {
  const rows = Object.entries(record)
    .filter(([key, value]) => !without.includes(key) && !isNothing(value))
    .map(([key, value]): [string, HtmlPart] => [fieldLabel(key), displayed(value, key, now)]);
  return facts(rows);
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
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
  const heads = columns.map(
    ({ key, title, isNumber }) =>
      html`<th scope="col" class="${isNumber ? 'number' : ''}">${title ?? fieldLabel(key)}</th>`,
  );
  const lines = rows.map((row, at) => {
    const cells = columns.map(({ cell, isNumber, key, title }) => {
      return html`<td class="${isNumber ? 'number' : ''}" data-label="${title ?? fieldLabel(key)}">${cell(row)}</td>`;
    });
    return html`<tr data-key="${options.idOf?.(row) ?? at}">${cells}</tr>`;
  });
  return html`<div class="scroll" role="region" aria-label="Table" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

export interface PagePosition {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly hasNextPage: boolean;
}

/** Where in a list the page is, and the way to the others; filters stay as they are. */
export function pager({ path, query }: PageContext, { page, pageSize, total, hasNextPage }: PagePosition): Html | null {
  if (total <= pageSize && page === 1) return null;
  const last = Math.max(1, Math.ceil(total / pageSize));
  const to = (number: number): string => {
    const next = new URLSearchParams(query);
    next.set('page', String(number));
    return `/app${path}?${next}`;
  };
  const way = (number: number, text: string, rel: string, isThere: boolean): Html =>
    isThere ? html`<a rel="${rel}" href="${to(number)}">${text}</a>` : html`<span class="soft">${text}</span>`;
  const first = (page - 1) * pageSize + 1;
  const range =
    first > total
      ? `none of ${grouped(total)}`
      : `${grouped(first)}–${grouped(Math.min(total, page * pageSize))} of ${grouped(total)}`;
  return html`<nav class="pager" aria-label="Pages of the list">${way(1, 'First', 'first', page > 1)} ${way(page - 1, 'Previous', 'prev', page > 1)} <span>${range}</span> ${way(page + 1, 'Next', 'next', hasNextPage)} ${way(last, 'Last', 'last', hasNextPage)}</nav>`;
}

/** `12,345`. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** The form that narrows a list; works without script. */
export function filters({ path, query }: PageContext, input: { search?: string; choices?: readonly Choice[] }): Html {
  const words =
    input.search !== undefined &&
    html`<label>${input.search} <input type="search" name="search" id="search" value="${query.get('search') ?? ''}" autocomplete="off"></label>`;
  const selects = (input.choices ?? []).map(({ name, label, options }) => {
    const chosen = query.get(name) ?? '';
    const all = [['', 'all'] as const, ...options];
    const lines = all.map(
      ([value, text]) => html`<option value="${value}"${chosen === value && html` selected`}>${text}</option>`,
    );
    return html`<label>${label} <select name="${name}">${lines}</select></label>`;
  });
  return html`<form class="filters" method="get" action="/app${path}">${words}${selects}<button>Show</button></form>`;
}

/** Options of a filter from the words of an enumeration. */
export function optionsOf(words: readonly string[]): [string, string][] {
  return words.map((word) => [word, valueLabel(word)]);
}

/** Bars of counts, each with its figure. */
export function bars(rows: readonly (readonly [label: HtmlPart, count: number])[]): Html {
  const most = Math.max(1, largest(rows.map(([, count]) => count)));
  const lines = rows.map(([label, count]) => {
    const meter = html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.round((100 * count) / most)}" height="8" rx="1"/></svg>`;
    return html`<tr><th scope="row">${label}</th><td class="number">${grouped(count)}</td><td class="wide">${meter}</td></tr>`;
  });
  return html`<table class="bars"><tbody>${lines}</tbody></table>`;
}

/** A picture of ours, in its own scroll area. */
export function picture(svg: string, label: string): Html {
  return html`<div class="picture" role="region" aria-label="${label}" tabindex="0">${Html.trusted(svg)}</div>`;
}

/** Text of a message as it was written, line by line. */
export function prose(text: string): Html {
  return html`<p class="prose">${text}</p>`;
}

/** The beginning of a text on one line. */
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
