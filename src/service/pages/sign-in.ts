// How a browser signs in: a link that is valid once becomes a cookie that no script reads and no other site sends.

import type { WireRequest, WireResponse } from '../../contract/wire.ts';
import { zoneNamed } from './clock.ts';
import { html } from './html.ts';
import { type Notice, PAGE_HEADERS } from './sent.ts';
import { type PageSessions, SESSION_MS } from './sessions.ts';

export interface PageAuth {
  hasSession(headers: WireRequest['headers']): Promise<boolean>;
  /** Answers the address of a link: starts a session and goes to the page. */
  open(query: URLSearchParams, headers: WireRequest['headers']): Promise<WireResponse>;
  /** Keeps the time zone of the pages in a cookie, and goes back to the page. */
  setZone(query: URLSearchParams): WireResponse;
  /** A page that explains how to sign in. */
  refuse(): WireResponse;
}

/** A place to go after a link: a path of ours, with its query, and nothing a browser could take for another host. */
const PLACE = /^\/[\w.~%-][\w./~%?=&+,:-]{0,500}$/;

const COOKIES_LENGTH_MAX = 8_000;

export function cookieIn(header: string | undefined, name: string): string {
  const parts = (header ?? '').slice(0, COOKIES_LENGTH_MAX).split(';');
  const entry = parts.find((part) => part.trimStart().startsWith(`${name}=`));
  return entry?.trim().slice(name.length + 1) ?? '';
}

export function pageAuth(sessions: PageSessions, origin: string, notice: Notice): PageAuth {
  const { port, protocol } = new URL(origin);
  // Cookies know no ports: two servers on this machine must not sign each other out.
  const name = `reach_pages_${port || 'web'}`;
  const attributes = `Path=/app; HttpOnly; SameSite=Strict; Max-Age=${SESSION_MS / 1000}${protocol === 'https:' ? '; Secure' : ''}`;
  const hasSession: PageAuth['hasSession'] = (headers) => sessions.has(cookieIn(headers['cookie'], name));
  const refuse = () =>
    notice(
      401,
      'Open a link first',
      html`These pages open with a link that is good once: <code>reach serve</code> prints one when it starts, and <code>reach open</code> on the machine of its data makes a new one. A key opens no page.`,
    );
  return {
    hasSession,
    refuse,
    open: async (query, headers) => {
      const secret = await sessions.begin(query.get('link') ?? '');
      // Going back to a used link is not a reason to be sent away.
      if (secret === null && !(await hasSession(headers))) return refuse();
      return goTo(query.get('to') ?? '', secret === null ? null : `${name}=${secret}; ${attributes}`);
    },
    setZone: (query) =>
      goTo(query.get('to') ?? '', `${ZONE_COOKIE}=${zoneNamed(query.get('zone') ?? '')}; ${ZONE_ATTRIBUTES}`),
  };
}

export const ZONE_COOKIE = 'reach_zone';
const ZONE_ATTRIBUTES = 'Path=/app; SameSite=Strict; Max-Age=31536000';

/** Not a redirect: the cookie is not sent along one that began on another site. */
function goTo(to: string, cookie: string | null): WireResponse {
  const place = `/app${PLACE.test(to) ? to : ''}`;
  const body = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${place}"><link rel="icon" href="data:,"><title>reach</title></head><body><p><a href="${place}">Continue</a></p></body></html>
`.toString();
  return { status: 200, headers: { ...PAGE_HEADERS, ...(cookie !== null && { 'set-cookie': cookie }) }, body };
}
