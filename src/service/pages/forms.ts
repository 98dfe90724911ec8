// What narrows a list and leads through its pages: links and GET forms, which keep everything else that the address says.

import { valueLabel } from '../../presentation/labels.ts';
import { Html, type HtmlPart, html } from './html.ts';
import { type PageContext, pageOf, valuesIn } from './page.ts';
import { grouped } from './parts.ts';

type PageAddress = Pick<PageContext, 'path' | 'query'>;

/** Parameters that say where in a list the page is: another list begins at its start. */
const POSITIONS = ['page', 'before', 'cursor'] as const;

/** The address of the page with other parameters; null removes one. */
export function addressWith({ path, query }: PageAddress, changes: Readonly<Record<string, string | number | null>>) {
  const next = new URLSearchParams(query);
  for (const name of POSITIONS) next.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, String(value));
  }
  return `/app${path}${next.size > 0 ? `?${next}` : ''}`;
}

export interface PagePosition {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly hasNextPage: boolean;
}

/** Links to other pages of a list; those that lead nowhere (null) are text. */
function pagerOf(parts: readonly (Html | readonly [text: string, href: string | null, rel?: string])[]): Html {
  const items = parts.map((part) => {
    if (part instanceof Html) return part;
    const [text, href, rel = ''] = part;
    return href === null ? html`<span class="soft">${text}</span> ` : html`<a rel="${rel}" href="${href}">${text}</a> `;
  });
  return html`<nav class="pager" aria-label="Pages of the list">${items}</nav>`;
}

/** Where in a list the page is, and the way to the others; filters stay as they are. */
export function pager(at: PageAddress, { page, pageSize, total, hasNextPage }: PagePosition): Html | null {
  if (total <= pageSize && page === 1) return null;
  const last = Math.max(1, Math.ceil(total / pageSize));
  const to = (number: number, isThere: boolean) => (isThere ? addressWith(at, { page: number }) : null);
  const first = (page - 1) * pageSize + 1;
  const range =
    first > total
      ? `none of ${grouped(total)}`
      : `${grouped(first)}–${grouped(Math.min(total, page * pageSize))} of ${grouped(total)}`;
  return pagerOf([
    ['First', to(1, page > 1), 'first'],
    ['Previous', to(page - 1, page > 1), 'prev'],
    html`<span>${range}</span> `,
    ['Next', to(page + 1, hasNextPage), 'next'],
    ['Last', to(last, hasNextPage), 'last'],
  ]);
}

/** Where in a list without a total the page is. */
export function nextPager(at: PageAddress, hasNextPage: boolean): Html | null {
  const { page } = pageOf(at);
  if (page === 1 && !hasNextPage) return null;
  return pagerOf([
    ['Previous', page > 1 ? addressWith(at, { page: page - 1 }) : null, 'prev'],
    html`<span>Page ${page}</span> `,
    ['Next', hasNextPage ? addressWith(at, { page: page + 1 }) : null, 'next'],
  ]);
}

/** The next part of a list that has no total, and its start. */
export function cursorPager(at: PageAddress, name: 'before' | 'cursor', next: string | number | null): Html | null {
  const isFirst = !at.query.has(name);
  if (isFirst && next === null) return null;
  return pagerOf([
    ['Start', isFirst ? null : addressWith(at, {}), 'first'],
    ['More', next === null ? null : addressWith(at, { [name]: next }), 'next'],
  ]);
}

export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  /** What is in force where the address says nothing: one of the options always is. */
  readonly always?: string;
  /** Not offered in the form; only shown where it is set. */
  readonly isHidden?: boolean;
}

/** A parameter that links set, and the form does not offer. */
export const hidden = (name: string, label: string, options: Choice['options'] = []): Choice => ({
  name,
  label,
  options,
  isHidden: true,
});

/** From when until when, as the figures of other pages lead to a list. */
export const SPAN: readonly Choice[] = [hidden('since', 'Since'), hidden('until', 'Until')];

/** The form of a list that is narrowed by the status of its records alone. */
export const statusFilter = (at: PageAddress, statuses: readonly string[]): Html =>
  filters(at, { choices: [{ name: 'status', label: 'Status', options: optionsOf(statuses) }] });

/** The values of a parameter that are in force, each with a link that removes it. */
function chipsOf(at: PageAddress, { name, label, options }: Choice): Html[] {
  const values = valuesIn(at, name);
  return values.map((value) => {
    const text = options.find(([known]) => known === value)?.[1] ?? value;
    const rest = values.filter((other) => other !== value).join(',');
    return html`<a class="chip" href="${addressWith(at, { [name]: rest === '' ? null : rest })}" aria-label="Remove the filter ${label}: ${text}">${label}: ${text} <span aria-hidden="true">×</span></a>`;
  });
}

/** The form that narrows a list, and what it is narrowed by. What has several values, or is not offered, is carried along. */
export function filters(at: PageAddress, input: { readonly search?: string; readonly choices?: readonly Choice[] }) {
  const { path, query } = at;
  const choices = input.choices ?? [];
  const isOffered = ({ name, isHidden }: Choice) => !isHidden && valuesIn(at, name).length < 2;
  const words =
    input.search !== undefined &&
    html`<label>${input.search} <input type="search" name="search" id="search" value="${query.get('search') ?? ''}" autocomplete="off"></label>`;
  const selects = choices.filter(isOffered).map(({ name, label, options, always }): HtmlPart => {
    const [chosen = always ?? ''] = valuesIn(at, name);
    const unlisted = chosen !== '' && !options.some(([value]) => value === chosen) ? [[chosen, chosen] as const] : [];
    const none = always === undefined ? [['', 'all'] as const] : [];
    const lines = [...none, ...options, ...unlisted].map(
      ([value, text]) => html`<option value="${value}"${chosen === value && html` selected`}>${text}</option>`,
    );
    return html`<label>${label} <select name="${name}">${lines}</select></label>`;
  });
  const own = new Set<string>([...choices.filter(isOffered).map(({ name }) => name), 'search', ...POSITIONS]);
  const carried = [...query].map(
    ([name, value]) => !own.has(name) && html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const searched = input.search === undefined ? [] : [hidden('search', 'Search')];
  const chips = [...searched, ...choices].flatMap((choice) => chipsOf(at, choice));
  return html`<form class="filters" method="get" action="/app${path}">${words}${selects}${carried}<button>Show</button></form>${chips.length > 0 && html`<p class="chips">${chips}</p>`}`;
}

export function optionsOf(words: readonly string[]): [string, string][] {
  return words.map((word) => [word, valueLabel(word)]);
}

/** Options of a filter from records, by their names. */
export function namesOf(rows: readonly { readonly id: unknown; readonly name?: string | null }[]): [string, string][] {
  return rows.map(({ id, name }) => [String(id), name ?? String(id)]);
}
