// The frame every page has: head, navigation, clock.

import { localTime } from '../../presentation/time.ts';
import { type Html, html } from './html.ts';

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
] as const;

/** Addresses of records whose list has another one. */
const UNDER: readonly (readonly [RegExp, string])[] = [
  [/^\/workflow-runs/, '/workflows'],
  [/^\/(?:ai-|message-templates)/, '/ai'],
  [/^\/social-selling/, '/social-selling/posts'],
];

function isUnder(path: string, entry: string): boolean {
  if (entry === '') return path === '';
  const shown = UNDER.find(([pattern]) => pattern.test(path))?.[1] ?? path;
  return shown === entry || shown.startsWith(`${entry}/`);
}

export interface Framed {
  readonly title: string;
  /** Below `/app`. */
  readonly path: string;
  readonly body: Html;
  /** The version of style and script. */
  readonly assets: string;
  /** The virtual clock; null where nothing of the store may be shown. */
  readonly clock: { readonly now: string; readonly isFrozen: boolean; readonly aheadMs: number } | null;
}

const AHEAD_MS = 1_000;

function clockText({ now, isFrozen, aheadMs }: NonNullable<Framed['clock']>): Html {
  const state = isFrozen ? 'frozen' : aheadMs > AHEAD_MS ? 'moved' : '';
  return html`<span class="clock">Clock <time datetime="${now}">${localTime(now)}</time>${state !== '' && html` <span class="badge busy">${state}</span>`}</span>`;
}

export function framed({ title, path, body, assets, clock }: Framed): string {
  const entries = NAVIGATION.map(([to, text, letter]) => {
    const current = isUnder(path, to) && html` aria-current="page"`;
    return html`<li><a href="/app${to}" data-go="${letter}"${current}>${text}</a></li>`;
  });
  const top =
    clock &&
    html`<header><a class="brand" href="/app">reach</a><form role="search" action="/app/contacts"><input type="search" name="search" aria-label="Search contacts" placeholder="Search contacts ( / )" autocomplete="off"></form>${clockText(clock)}<span id="live" class="soft" role="status"></span></header><nav class="main" aria-label="Main"><ul>${entries}</ul></nav>`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title} · reach</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/app/assets/style.css?${assets}">${clock && html`<script src="/app/assets/live.js?${assets}" defer></script>`}</head><body><a class="skip" href="#main">Skip to content</a>${top}<main id="main" tabindex="-1">${body}</main></body></html>
`.toString();
}
