// The pages of the service: which request is for them, and which page it gets. They only read.

import { STATUS_OF } from '../../contract/envelope.ts';
import { isLoopback } from '../../contract/loopback.ts';
import type { WireRequest, WireResponse } from '../../contract/wire.ts';
import { isoTime, readClock, virtualNow } from '../core/clock.ts';
import { workspacePath } from '../core/context.ts';
import type { Operator } from '../core/operator.ts';
import { adminContext } from '../core/principal.ts';
import { changeMark } from '../core/queries/settings.ts';
import { Refusal } from '../core/refusals.ts';
import { refusalOf, type Streamed } from '../http/respond.ts';
import { listWorkspaces, type RecordKind, workspaceOf } from '../resources/account/workspaces.ts';
import { framed } from './frame.ts';
import { html } from './html.ts';
import { type LiveChanges, liveChanges } from './live.ts';
import type { PageContext, PageView } from './page.ts';
import {
  type AssetFiles,
  assetFiles,
  COMMON,
  type Notice,
  notices,
  PAGE_HEADERS,
  sentMessage,
  sentPage,
} from './sent.ts';
import { linkAt, type PageSessions, pageSessions, SESSION_MS } from './sessions.ts';

// How a browser signs in: a link that is valid once becomes a cookie that no script reads and no other site sends.

interface PageAuth {
  /** Whether the request comes from a browser that has a session. */
  hasSession(headers: WireRequest['headers']): Promise<boolean>;
  /** Answers the address of a link: starts a session and goes to the page. */
  open(query: URLSearchParams, headers: WireRequest['headers']): Promise<WireResponse>;
  /** A page that explains how to sign in. */
  refuse(): WireResponse;
}

/** A place to go after a link: a path of ours, with its query, and nothing a browser could take for another host. */
const PLACE = /^\/[\w.~%-][\w./~%?=&+,:-]{0,500}$/;

const COOKIES_LENGTH_MAX = 8_000;

function cookieIn(header: string | undefined, name: string): string {
  const parts = (header ?? '').slice(0, COOKIES_LENGTH_MAX).split(';');
  const entry = parts.find((part) => part.trimStart().startsWith(`${name}=`));
  return entry?.trim().slice(name.length + 1) ?? '';
}

function pageAuth(sessions: PageSessions, origin: string, notice: Notice): PageAuth {
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
      const asked = query.get('to') ?? '';
      const place = `/app${PLACE.test(asked) ? asked : ''}`;
      const secret = await sessions.begin(query.get('link') ?? '');
      // Going back to a used link is not a reason to be sent away.
      if (secret === null && !(await hasSession(headers))) return refuse();
      // Not a redirect: the cookie is not sent along one that began on another site.
      const body = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${place}"><link rel="icon" href="data:,"><title>reach</title></head><body><p><a href="${place}">Continue</a></p></body></html>
`.toString();
      const set = secret === null ? {} : { 'set-cookie': `${name}=${secret}; ${attributes}` };
      return { status: 200, headers: { ...PAGE_HEADERS, ...set }, body };
    },
  };
}

// Which page an address is. Each resource is loaded when one of its pages is first asked for.

type Load = () => Promise<PageView>;

/** By the address below that of the workspace; a pattern's first group is the id, of a record of the kind. */
const PAGES: readonly (readonly [pattern: RegExp, load: Load, kind?: RecordKind])[] = [
  [/^$/, async () => (await import('./home.ts')).home],
  [/^\/contacts$/, async () => (await import('./records.ts')).contacts],
  [/^\/contacts\/(\d{1,15})$/, async () => (await import('./records.ts')).contact, 'contact'],
  [/^\/companies$/, async () => (await import('./records.ts')).companies],
  [/^\/companies\/(\d{1,15})$/, async () => (await import('./records.ts')).company, 'company'],
  [/^\/lists$/, async () => (await import('./records.ts')).lists],
  [/^\/lists\/(\d{1,15})$/, async () => (await import('./records.ts')).list, 'list'],
  [/^\/outbox$/, async () => (await import('./outbox.ts')).outbox],
  [/^\/outbox\/(\d{1,15})$/, async () => (await import('./outbox.ts')).message, 'message'],
  [/^\/outbox\/(\d{1,15})\/frame$/, async () => (await import('./outbox.ts')).messageFrame, 'message'],
  [/^\/inbox$/, async () => (await import('./inbox.ts')).inbox],
  [/^\/inbox\/(\d{1,15})$/, async () => (await import('./inbox.ts')).thread, 'thread'],
  [/^\/identities$/, async () => (await import('./identities.ts')).identities],
  [/^\/identities\/(\d{1,15})$/, async () => (await import('./identities.ts')).identity, 'identity'],
  [/^\/campaigns$/, async () => (await import('./campaigns.ts')).campaigns],
  [/^\/campaigns\/(\d{1,15})$/, async () => (await import('./campaigns.ts')).campaign, 'campaign'],
  [/^\/workflows$/, async () => (await import('./workflows.ts')).workflows],
  [/^\/workflows\/(\d{1,15})$/, async () => (await import('./workflows.ts')).workflow, 'workflow'],
  [/^\/workflow-runs\/(\d{1,15})$/, async () => (await import('./workflows.ts')).run, 'run'],
  [/^\/playbook$/, async () => (await import('./playbook.ts')).playbook],
  [/^\/ai$/, async () => (await import('./ai.ts')).ai],
  [/^\/ai-variables\/(\d{1,15})$/, async () => (await import('./ai.ts')).variable, 'ai-variable'],
  [/^\/ai-messages\/(\d{1,15})$/, async () => (await import('./ai.ts')).message, 'ai-message'],
  [/^\/ai-snippets\/(\d{1,15})$/, async () => (await import('./ai.ts')).snippet, 'ai-snippet'],
  [/^\/message-templates\/(\d{1,15})$/, async () => (await import('./ai.ts')).template, 'template'],
  [/^\/ai-folders\/(\d{1,15})$/, async () => (await import('./ai.ts')).folder, 'ai-folder'],
  [/^\/finder$/, async () => (await import('./finder.ts')).finder],
  [/^\/actions$/, async () => (await import('./actions.ts')).actions],
  [/^\/actions\/(\d{1,15})$/, async () => (await import('./actions.ts')).action, 'action'],
  [/^\/social-selling\/posts$/, async () => (await import('./social.ts')).posts],
  [/^\/social-selling\/posts\/(\d{1,15})$/, async () => (await import('./social.ts')).post, 'post'],
  [/^\/social-selling\/publishing\/(\d{1,15})$/, async () => (await import('./social.ts')).schedule, 'schedule'],
  [/^\/queue$/, async () => (await import('./queue.ts')).queue],
  [/^\/log$/, async () => (await import('./log.ts')).log],
];

const PATH_LENGTH_MAX = 200;

interface RoutedPage {
  readonly view: Load;
  readonly id: number;
  /** Of the record; null for a page that is not of one. */
  readonly kind: RecordKind | null;
}

/** Null for an address that is not a page. */
function pageAt(path: string): RoutedPage | null {
  if (path.length > PATH_LENGTH_MAX) return null;
  for (const [pattern, view, kind = null] of PAGES) {
    const match = pattern.exec(path);
    if (match) return { view, id: Number(match[1] ?? 0), kind };
  }
  return null;
}

export interface PagesOptions {
  readonly operator: Operator;
  /** The folder of style and script. */
  readonly assets: string;
  /** Where browsers reach the server, without a trailing slash. */
  readonly origin: string;
  readonly onBug: (error: unknown, what: string) => void;
}

export interface Pages {
  /** Whether the pages answer this path, with its query. */
  owns(path: string): boolean;
  /** Never throws. */
  handle(request: WireRequest): Promise<WireResponse | Streamed>;
  /** The address that opens a page once, and begins a session; `path` is below `/app`. */
  link(path?: string): Promise<string>;
  close(): void;
}

interface Site {
  readonly operator: Operator;
  readonly origin: string;
  readonly files: AssetFiles;
  readonly notice: Notice;
  readonly auth: PageAuth;
  readonly live: LiveChanges;
}

const OWN_PATHS = /^\/(?:app(?:[/?]|$)|\?|$)/;

export function pagesOf({ operator, assets, origin, onBug }: PagesOptions): Pages {
  const files = assetFiles(assets);
  const notice = notices(files.version);
  const live = liveChanges(() => operator.store.read((tx) => changeMark(tx)));
  const site: Site = { operator, origin, files, notice, live, auth: pageAuth(pageSessions(operator), origin, notice) };
  return {
    owns: (path) => OWN_PATHS.test(path),
    handle: async (request) => {
      try {
        return await answer(site, request);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal.code === 'internal') onBug(error, `page ${request.path.slice(0, 200)}`);
        const text = html`${refusal.message.replace(/\.$/, '')}. <a href="/app">Home</a>`;
        return notice(STATUS_OF[refusal.code], 'Nothing to show', text);
      }
    },
    link: (path = '') => linkAt(operator, `${origin}/app`, path),
    close: live.close,
  };
}

const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]{2,45}\])$/i;

/** An address is not a name that someone could make lead here; a name has to be the one that was configured. */
function isOwnHost(header: string | undefined, origin: string): boolean {
  const name = header?.slice(0, 310).replace(/:[0-9]{1,5}$/, '') ?? '';
  return isLoopback(name) || IP_ADDRESS.test(name) || name.toLowerCase() === new URL(origin).hostname;
}

async function answer(site: Site, { method, path: whole, headers }: WireRequest): Promise<WireResponse | Streamed> {
  const { notice, auth, origin } = site;
  const [full = '', ...rest] = whole.split('?');
  const path = full.slice('/app'.length).replace(/\/$/, '');
  const query = new URLSearchParams(rest.join('?'));
  if (!isOwnHost(headers['host'], origin))
    return notice(421, 'Wrong address', html`This server is not reached by that name: --app-url sets it.`);
  if (full === '/') return { status: 302, headers: { ...COMMON, location: '/app' }, body: '' };
  if (method !== 'GET' && method !== 'HEAD') {
    const refused = notice(405, 'Only for reading', html`The pages change nothing.`);
    return { ...refused, headers: { ...PAGE_HEADERS, allow: 'GET, HEAD' } };
  }
  const file = site.files.at.get(path);
  if (file) return file;
  // What only looks at an address must not use up its link.
  if (path === '/open' && method === 'GET') return auth.open(query, headers);
  if (!(await auth.hasSession(headers))) return auth.refuse();
  if (path === '/events' && method === 'GET') return events(site);
  return displayed(site, path, query, headers['if-none-match']);
}

/** An address of a workspace other than the first. */
const IN_WORKSPACE = /^\/w\/(\d{1,15})(?=\/|$)/;

async function displayed(
  { operator, origin, files, notice }: Site,
  address: string,
  query: URLSearchParams,
  known: string | undefined,
): Promise<WireResponse> {
  const [prefix = '', named] = IN_WORKSPACE.exec(address) ?? [];
  const path = address.slice(prefix.length);
  const found = pageAt(path);
  if (found === null) return notice(404, 'Not found', html`There is no page here. <a href="/app">Home</a>`);
  const realNow = operator.realNow();
  const [clock, { current, all }] = await operator.store.read(async (tx) => [
    await readClock(tx),
    await listWorkspaces(tx, named === undefined ? null : Number(named)),
  ]);
  const now = virtualNow(clock, realNow);
  const context: PageContext = {
    operator: { ...operator, now, isRemote: true },
    ...{ now, path, query, workspace: current, workspaces: all },
    read: (work) => operator.store.read(async (tx) => work(await adminContext(tx, current.id, now, `${origin}/app`))),
  };
  try {
    const page = await (await found.view())(context, found.id);
    if ('message' in page) return sentMessage(page.message);
    const displayedClock = { now: isoTime(now), isFrozen: clock.frozenAt !== null, aheadMs: now - realNow };
    const workspace = { current, all, base: `/app${prefix}` };
    return sentPage(framed({ ...page, path, clock: displayedClock, assets: files.version, workspace }), known);
  } catch (error) {
    const { kind, id } = found;
    if (!(error instanceof Refusal && error.code === 'not_found') || kind === null || named !== undefined) throw error;
    // Links to records do not say whose they are.
    const owner = await operator.store.read((tx) => workspaceOf(tx, kind, id));
    if (owner === null || owner === current.id) throw error;
    const location = `/app${workspacePath(owner)}${path}${query.size > 0 ? `?${query}` : ''}`;
    return { status: 302, headers: { ...COMMON, location }, body: '' };
  }
}

function events({ live, notice }: Site): WireResponse | Streamed {
  const held: string[] = [];
  let send = (text: string): void => void held.push(text);
  const end = live.listen((text) => send(text));
  if (end === null) return notice(503, 'Too many pages', html`Too many pages are open.`);
  return {
    status: 200,
    headers: { ...COMMON, 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
    stream: (write) => {
      send = write;
      for (const text of held.splice(0)) write(text);
      return end;
    },
  };
}
