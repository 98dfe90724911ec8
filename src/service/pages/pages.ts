// The pages of the service: which request is for them, and which page it gets. They only read.

import { STATUS_OF } from '../../contract/envelope.ts';
import { isLoopback } from '../../contract/loopback.ts';
import type { WireRequest, WireResponse } from '../../contract/wire.ts';
import { readClock, virtualNow } from '../core/clock.ts';
import { Refusal } from '../core/context.ts';
import type { Operator } from '../core/operator.ts';
import { adminContext, workspacePath } from '../core/principals.ts';
import type { OpenHistory } from '../core/store-history.ts';
import { refusalOf, type Streamed } from '../http/respond.ts';
import { listWorkspaces, type RecordKind, workspaceOf } from '../resources/account/workspaces.ts';
import { type PageClock, zoneNamed } from './clock.ts';
import { type HtmlPart, html } from './html.ts';
import { type LiveChanges, liveChanges } from './live.ts';
import { framed, type PageContext, type PageView } from './page.ts';
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
import { linkAt, pageSessions } from './sessions.ts';
import { cookieIn, type PageAuth, pageAuth, ZONE_COOKIE } from './sign-in.ts';

// Which page an address is. Each resource is loaded when one of its pages is first asked for.

type Load = () => Promise<PageView>;

/** By the address below that of the workspace; a pattern's first group is the id, of a record of the kind. */
const PAGES: readonly (readonly [pattern: RegExp, load: Load, kind?: RecordKind])[] = [
  [/^$/, async () => (await import('./home.ts')).home],
  [/^\/contacts$/, async () => (await import('./records.ts')).contacts],
  [/^\/contacts\/(\d{1,15})$/, async () => (await import('./contact.ts')).contact, 'contact'],
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
  [/^\/campaigns\/(\d{1,15})$/, async () => (await import('./campaign.ts')).campaign, 'campaign'],
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
  [/^\/history$/, async () => (await import('./history.ts')).history],
];

const PATH_LENGTH_MAX = 200;

/** Null for an address that is not a page. `kind`: of the record; null for a page that is not of one. */
function pageAt(path: string) {
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
  readonly history?: OpenHistory | null | undefined;
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
  readonly history: OpenHistory | null;
  readonly files: AssetFiles;
  readonly notice: Notice;
  readonly auth: PageAuth;
  readonly live: LiveChanges;
}

const OWN_PATHS = /^\/(?:app(?:[/?]|$)|\?|$)/;

export function pagesOf({ operator, assets, origin, onBug, history = null }: PagesOptions): Pages {
  const files = assetFiles(assets);
  const notice = notices(files.version);
  const live = liveChanges(() => operator.store.read((tx) => tx.version()));
  const auth = pageAuth(pageSessions(operator), origin, notice);
  const site: Site = { operator, origin, history, files, notice, live, auth };
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
    link: async (path = '') => {
      const address = await linkAt(operator, `${origin}/app`, path);
      // Whoever asked for it opens it soon: its page is loaded meanwhile.
      void pageAt(path)?.view();
      return address;
    },
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
  if (path === '/zone') return auth.setZone(query);
  return displayed(site, path, query, headers);
}

const IN_WORKSPACE = /^\/w\/(\d{1,15})(?=\/|$)/;

async function displayed(
  { operator, origin, history, files }: Site,
  address: string,
  query: URLSearchParams,
  headers: WireRequest['headers'],
): Promise<WireResponse> {
  const [prefix = '', named] = IN_WORKSPACE.exec(address) ?? [];
  const path = address.slice(prefix.length);
  const found = pageAt(path);
  const realNow = operator.realNow();
  const [clock, { current, all }] = await operator.store.read(async (tx) => [
    await readClock(tx),
    await listWorkspaces(tx, named === undefined ? null : Number(named)),
  ]);
  const now = virtualNow(clock, realNow);
  const pageClock: PageClock = { now, zone: zoneNamed(cookieIn(headers['cookie'], ZONE_COOKIE)) };
  const frame = {
    ...{ path, query: query.size > 0 ? `?${query}` : '', assets: files.version },
    clock: { ...pageClock, isFrozen: clock.frozenAt !== null, aheadMs: now - realNow },
    workspace: { current, all, base: `/app${prefix}` },
  };
  const refused = (status: number, title: string, text: HtmlPart): WireResponse => {
    const body = html`<h1>${title}</h1><p>${text}</p>`;
    return { ...sentPage(framed({ ...frame, title, body }), undefined), status };
  };
  const missing = (text: HtmlPart): WireResponse => refused(404, 'Not found', text);
  if (found === null) return missing('There is no page here.');
  const context: PageContext = {
    operator: { ...operator, now, isRemote: true },
    ...{ clock: pageClock, path, query, workspace: current, workspaces: all, history },
    read: (work) => operator.store.read(async (tx) => work(await adminContext(tx, current.id, now, `${origin}/app`))),
  };
  const { kind, id } = found;
  try {
    const page = await (await found.view())(context, id);
    if ('message' in page) return sentMessage(page.message);
    return sentPage(framed({ ...page, ...frame }), headers['if-none-match']);
  } catch (error) {
    if (!(error instanceof Refusal && ['not_found', 'invalid'].includes(error.code))) throw error;
    if (error.code === 'invalid')
      return refused(400, 'Nothing to show', html`${error.message}. <a href="/app${path}">Show it without filters</a>`);
    // Links to records do not say whose they are.
    const owner =
      kind === null || named !== undefined ? null : await operator.store.read((tx) => workspaceOf(tx, kind, id));
    if (owner === null || owner === current.id) {
      const sent =
        kind === 'contact' && html` <a href="/app/outbox?contactId=${id}">Messages that were sent to it</a> are kept.`;
      return missing(html`${error.message.replace(/\.$/, '')}: it was deleted, or never existed.${sent}`);
    }
    const location = `/app${workspacePath(owner)}${path}${query.size > 0 ? `?${query}` : ''}`;
    return { status: 302, headers: { ...COMMON, location }, body: '' };
  }
}

function events({ live, notice }: Site): WireResponse | Streamed {
  if (live.isFull()) return notice(503, 'Too many pages', html`Too many pages are open.`);
  return {
    status: 200,
    headers: { ...COMMON, 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
    stream: live.listen,
  };
}
