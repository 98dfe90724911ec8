// What a page is made from, and what it is made of.

import { isMoment } from '../../rules/days.ts';
import { isoTime } from '../core/clock.ts';
import { type Context, Refusal } from '../core/context.ts';
import type { OperatorContext } from '../core/operator.ts';
import { workspacePath } from '../core/principals.ts';
import type { OpenHistory } from '../core/store-history.ts';
import type { TimeSpan } from '../core/time-span.ts';
import type { StoredWorkspace } from '../resources/account/workspaces.ts';
import { nextDay, type PageClock, SERVER_ZONE, startOfDay, zonedTime } from './clock.ts';
import { Html, html } from './html.ts';

export interface PageContext {
  readonly operator: OperatorContext;
  readonly clock: PageClock;
  /** The address of the page below that of the workspace, without its query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly workspace: StoredWorkspace;
  /** Those of the store, the oldest first, up to a hundred. */
  readonly workspaces: readonly StoredWorkspace[];
  /** What commands changed; null where none is kept beside the store. */
  readonly history: OpenHistory | null;
  /** Calls use cases on one state of the store, with the rights of an admin of the workspace. */
  read<T>(work: (context: Context) => Promise<T>): Promise<T>;
}

/**
 * `id` is 0 for a page that is not of one record. `message`: a whole document for a frame that allows it nothing, what a
 * message looks like. Throws Refusal `not_found`.
 */
export type PageView = (
  context: PageContext,
  id: number,
) => Promise<{ readonly title: string; readonly body: Html } | { readonly message: string }>;

export const ROWS_PER_PAGE = 50;
const PAGE_MAX = 1_000_000;

/** The page of a list that the address asks for; the first for anything that is not a number. */
export function pageOf({ query }: Pick<PageContext, 'query'>, pageSize: number = ROWS_PER_PAGE) {
  const input = Number(query.get('page') ?? 1);
  const page = Number.isInteger(input) && input >= 1 && input <= PAGE_MAX ? input : 1;
  return { page, pageSize };
}

const TEXT_LENGTH_MAX = 200;

export function textIn({ query }: Pick<PageContext, 'query'>, name: string): string | undefined {
  const text = query.get(name)?.trim().slice(0, TEXT_LENGTH_MAX) ?? '';
  return text === '' ? undefined : text;
}

const VALUES_MAX = 500;

/** The values of a parameter: separated by commas, repeated, or both. */
export function valuesIn({ query }: Pick<PageContext, 'query'>, name: string): string[] {
  const values = query.getAll(name).flatMap((text) => (name === 'search' ? [text] : text.split(',')));
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))].slice(0, VALUES_MAX);
}

const ID = /^[1-9][0-9]{0,14}$/;

/** Refusal `invalid`: without a filter that was asked for, everything would be shown. */
function notUnderstood(name: string, value: string): Refusal {
  return new Refusal('invalid', `${name}=${value.slice(0, 60)} is not understood`);
}

/** Throws Refusal `invalid` for what is no id. */
export function idsIn(page: Pick<PageContext, 'query'>, name: string): number[] | undefined {
  const ids = valuesIn(page, name);
  const none = ids.find((text) => !ID.test(text));
  if (none !== undefined) throw notUnderstood(name, none);
  return ids.length === 0 ? undefined : ids.map(Number);
}

/** The values of a parameter; undefined if there are none. Throws Refusal `invalid` for one that is not among these words. */
export function wordsIn<W extends string>(page: Pick<PageContext, 'query'>, name: string, words: readonly W[]) {
  const values = valuesIn(page, name);
  const none = values.find((value) => !words.some((word) => word === value));
  if (none !== undefined) throw notUnderstood(name, none);
  return values.length === 0 ? undefined : words.filter((word) => values.includes(word));
}

/** A parameter as the id of a record. Throws Refusal `invalid` for what is none. */
export const idIn = (page: Pick<PageContext, 'query'>, name: string): number | undefined => idsIn(page, name)?.[0];

/** A parameter as a moment, or a day of the page's zone: its start, or its end. Throws Refusal `invalid` for what is neither. */
export function momentIn({ query, clock }: PageContext, name: string, edge: 'start' | 'end'): number | undefined {
  const text = query.get(name)?.trim() ?? '';
  if (text === '') return undefined;
  const day = startOfDay(edge === 'end' ? nextDay(text) : text, clock.zone);
  const at = day ?? (isMoment(text) ? Date.parse(text) : Number.NaN);
  if (Number.isNaN(at)) throw notUnderstood(name, text);
  return at;
}

/** The day that the address asks for, or from when until when; without limits where it asks for none. */
export const daySpan = (page: PageContext): TimeSpan => ({
  from: momentIn(page, 'day', 'start') ?? momentIn(page, 'since', 'start'),
  to: momentIn(page, 'day', 'end') ?? momentIn(page, 'until', 'end'),
});

/** A parameter as one of these words. Throws Refusal `invalid` for another one. */
export const wordIn = <W extends string>(page: Pick<PageContext, 'query'>, name: string, words: readonly W[]) =>
  wordsIn(page, name, words)?.[0];

// The frame every page has: head, navigation, clock.

/** What stands in the navigation: the address below `/app`, the text, and the letter that follows `g`. */
const NAVIGATION = [
  ['', 'Home', 'h'],
  ['/contacts', 'Contacts', 'c'],
  ['/companies', 'Companies', 'o'],
  ['/lists', 'Lists', 'l'],
  ['/campaigns', 'Campaigns', 'p'],
  ['/workflows', 'Workflows', 'w'],
  ['/outbox', 'Outbox', 'u'],
  ['/inbox', 'Inbox', 'i'],
  ['/identities', 'Identities', 'd'],
  ['/social-selling/posts', 'Social', 's'],
  ['/playbook', 'Playbook', 'b'],
  ['/ai', 'AI', 'a'],
  ['/finder', 'Finder', 'f'],
  ['/actions', 'Actions', 't'],
  ['/queue', 'Queue', 'q'],
  ['/log', 'Log', 'g'],
  ['/history', 'History', 'y'],
] as const;

/** Addresses of records whose list has another one. */
const UNDER: readonly (readonly [RegExp, string])[] = [
  [/^\/workflow-runs/, '/workflows'],
  [/^\/(?:ai-|message-templates)/, '/ai'],
  [/^\/social-selling/, '/social-selling/posts'],
];

function isUnder(path: string, entry: string): boolean {
  if (entry === '') return path === '';
  const displayed = UNDER.find(([pattern]) => pattern.test(path))?.[1] ?? path;
  return displayed === entry || displayed.startsWith(`${entry}/`);
}

interface Framed {
  readonly title: string;
  /** Below the address of the workspace. */
  readonly path: string;
  /** With its question mark. */
  readonly query?: string;
  readonly body: Html;
  /** The version of style and script. */
  readonly assets: string;
  /** The virtual clock; null where nothing of the store may be shown. */
  readonly clock: (PageClock & { readonly isFrozen: boolean; readonly aheadMs: number }) | null;
  /** Whose page it is, with `base`, its address; null where nothing of the store may be shown. */
  readonly workspace: {
    readonly current: StoredWorkspace;
    readonly all: readonly StoredWorkspace[];
    readonly base: string;
  } | null;
}

const AHEAD_MS = 1_000;

/** The clock, and in which zone the page writes times; a script adds the browser's own zone and lets the clock tick. */
function clockText({ now, zone, isFrozen, aheadMs }: NonNullable<Framed['clock']>, here: string): Html {
  const state = isFrozen ? 'frozen' : aheadMs > AHEAD_MS ? 'moved' : '';
  const iso = isoTime(now);
  const zones = [...new Set([zone, SERVER_ZONE, 'UTC'])].map(
    (name) => html`<option value="${name}"${name === zone && html` selected`}>${name}</option>`,
  );
  return html`<div class="clock"><span>Clock <time id="clock" datetime="${iso}" data-zone="${zone}"${isFrozen && html` data-frozen="true"`}>${zonedTime(iso, zone)}</time>${state !== '' && html` <span class="badge busy">${state}</span>`}</span><form class="zone" action="/app/zone"><input type="hidden" name="to" value="${here}"><label>Times in <select name="zone">${zones}</select></label> <button>Set</button></form></div>`;
}

/** The way to the other workspaces, where there are any. */
function switcher({ current, all }: NonNullable<Framed['workspace']>): Html | false {
  if (all.length < 2) return false;
  const entries = all.map(({ id, name }) => {
    const isCurrent = id === current.id && html` aria-current="true"`;
    return html`<li><a href="/app${workspacePath(id)}"${isCurrent}>${name}</a></li>`;
  });
  return html`<details class="workspaces"><summary>${current.name}</summary><ul class="plain">${entries}</ul></details>`;
}

/**
 * Pages are written as those of the first workspace, and name it only where they lead to another. A quote in them is ours: in
 * texts of others it is escaped.
 */
function linkedFrom(base: string, body: Html): Html {
  if (base === '/app') return body;
  return Html.trusted(body.toString().replace(/ (href|action|src)="\/app(?!\/w\/)(?=[/?#"])/g, ` $1="${base}`));
}

export function framed({ title, path, query = '', body, assets, clock, workspace }: Framed): string {
  const base = workspace?.base ?? '/app';
  const entries = NAVIGATION.map(([to, text, letter]) => {
    const current = isUnder(path, to) && html` aria-current="page"`;
    return html`<li><a href="${base}${to}" data-go="${letter}"${current}>${text}</a></li>`;
  });
  const keys = [
    ...NAVIGATION.map(([, text, letter]) => [`g ${letter}`, text]),
    ['/', 'Search'],
    ['?', 'These keys'],
  ].map(([key, text]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${text}</dd></div>`);
  const top =
    clock &&
    html`<header><a class="brand" href="${base}">reach</a>${workspace && switcher(workspace)}<form role="search" action="${base}/contacts"><input type="search" name="search" aria-label="Search contacts" placeholder="Search contacts ( / )" autocomplete="off"></form>${clockText(clock, `${base}${path}${query}`.slice('/app'.length))}<span id="live" class="soft" role="status"></span></header><nav class="main" aria-label="Main"><ul>${entries}</ul><details class="keys"><summary>Keys</summary><dl class="facts">${keys}</dl></details></nav>`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title} · reach</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/app/assets/style.css?${assets}">${clock && html`<script src="/app/assets/live.js?${assets}" defer></script>`}</head><body${clock === null && html` class="bare"`}><a class="skip" href="#main">Skip to content</a>${top}<main id="main" tabindex="-1">${linkedFrom(base, body)}</main></body></html>
`.toString();
}
