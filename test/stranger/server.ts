// A service typed by hand from the public interface, over node:http, that shares nothing with src/. Where the interface
// says nothing it behaves as its switches say: a client that relies on more than the interface gives fails against it.

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from '../listening.ts';
import { definitionOf, pathOf } from './definition.ts';
import { type Answer, isRecord, isShown, type Json, namesBody, type Page, type Route } from './route.ts';
import { AI_ROUTES } from './routes/ai.ts';
import { CAMPAIGN_ROUTES } from './routes/campaigns.ts';
import { ACTION_ROUTES, FINDER_ROUTES } from './routes/finder.ts';
import { IDENTITY_ROUTES } from './routes/identities.ts';
import { INBOX_ROUTES } from './routes/inbox.ts';
import { LIST_ROUTES } from './routes/lists.ts';
import { PLAYBOOK_ROUTES } from './routes/playbook.ts';
import { RECORD_ROUTES } from './routes/records.ts';
import { SOCIAL_ROUTES } from './routes/social.ts';
import { WORKFLOW_ROUTES } from './routes/workflows.ts';
import { openStore, type Store } from './store.ts';
import { type Mode, SWITCHES, type Switches } from './switches.ts';

export const STRANGER_KEY = 'gsk_stranger_0123456789';

export const ROUTES: readonly Route[] = [
  ...RECORD_ROUTES,
  ...CAMPAIGN_ROUTES,
  ...WORKFLOW_ROUTES,
  ...AI_ROUTES,
  ...PLAYBOOK_ROUTES,
  ...FINDER_ROUTES,
  ...ACTION_ROUTES,
  ...LIST_ROUTES,
  ...INBOX_ROUTES,
  ...IDENTITY_ROUTES,
  ...SOCIAL_ROUTES,
];

export interface StrangerRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly status: number;
}

/** What happens to a request instead of, or after, its being carried out. */
export type Fault = 'dropBefore' | 'dropAfter' | 'error500' | 'error502' | 'tooMany' | 'truncated' | 'stalled' | null;

export interface StrangerOptions {
  readonly mode: Mode;
  readonly switches?: Partial<Switches>;
  readonly port?: number;
  /** Asked for every request; `null` leaves it alone. */
  readonly fault?: (method: string, path: string) => Fault;
  /** Puts another answer in place of the right one; a body that is text or bytes goes as it is. */
  readonly rewrite?: (reply: Reply, method: string, path: string) => Reply;
}

export interface Stranger {
  readonly url: string;
  readonly store: Store;
  readonly switches: Switches;
  readonly requests: readonly StrangerRequest[];
  /** An empty workspace again, as if no one had ever asked for anything. */
  reset(): void;
  close(): Promise<void>;
}

interface Match {
  readonly route: Route;
  readonly params: Record<string, string>;
}

function matchPath(template: string, input: readonly string[]): Record<string, string> | null {
  const wanted = template.split('/');
  if (wanted.length !== input.length) return null;
  if (wanted.some((part, at) => part !== input[at] && !part.startsWith('{'))) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    if (part.startsWith('{')) params[part.slice(1, -1)] = decodeURIComponent(input[at] ?? '');
  }
  return params;
}

/** Parameters keep the names of the interface, whatever they are called in the other path. */
function underOwnNames(route: Route, path: string, params: Record<string, string>): Record<string, string> {
  const [own, theirs] = [route.path, path].map((one) =>
    [...one.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? ''),
  );
  return Object.fromEntries((own ?? []).map((name, at) => [name, params[theirs?.[at] ?? name] ?? '']));
}

/** Of the undocumented fields only those that have the names of the service. */
function underOurNames({ unshownBody = {} }: Route, body: Json): Json {
  const ours = new Map(Object.entries(unshownBody).map(([own, theirs]) => [theirs, own]));
  const known = Object.entries(body).filter(([name]) => ours.has(name) || !(name in unshownBody));
  return Object.fromEntries(known.map(([name, value]) => [ours.get(name) ?? name, value]));
}

function find(switches: Switches, method: string, path: string): Match | undefined {
  const input = path.split('/');
  const routes = ROUTES.filter((one) => one.method === method && (isShown(one) || switches.unshownPaths !== 'absent'));
  const matches = routes.flatMap((route) => {
    const template = pathOf(route, switches);
    const params = matchPath(template, input);
    return params === null ? [] : [{ route, params: underOwnNames(route, template, params), template }];
  });
  // A path without parameters comes before one with: /v1/contacts/fields is not a contact.
  return matches.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

function refusalOf({ route }: Match, query: Record<string, string>, body: Json, switches: Switches): Answer | null {
  const refuse = (message: string): Answer => ({ answer: { status: 400, body: { message } } });
  if (switches.unknownQuery === 'refused') {
    const hidden = switches.unshownPaths === 'theirs' ? Object.values(route.unshownQuery ?? {}) : [];
    const known = new Set([...(route.query ?? []), ...hidden]);
    const unknown = Object.keys(query).filter((name) => !known.has(name));
    if (unknown.length > 0) return refuse(`Unknown parameter: ${unknown.join(', ')}`);
  }
  const size = query['pageSize'] ?? body['pageSize'];
  if (size !== undefined && !(Number(size) >= 1 && Number(size) <= switches.pageSizeMax))
    return refuse(`pageSize must be between 1 and ${switches.pageSizeMax}`);
  if (route.body === null && route.unshownBody !== undefined && switches.unknownQuery === 'refused') {
    const known = new Set(Object.entries(route.unshownBody).map((names) => names[namesBody(route, switches) ? 1 : 0]));
    const unknown = Object.keys(body).filter((name) => !known.has(name));
    if (unknown.length > 0 && route.hasOwnNames !== true) return refuse(`Unknown property: ${unknown.join(', ')}`);
  }
  if (route.body !== undefined && route.body !== null) {
    const missing = (route.required ?? []).filter((name) => body[name] === undefined);
    if (missing.length > 0) return refuse(`Missing: ${missing.join(', ')}`);
    const unknown = route.open === true ? [] : Object.keys(body).filter((name) => !(name in (route.body ?? {})));
    if (unknown.length > 0 && switches.unknownQuery === 'refused')
      return refuse(`Unknown property: ${unknown.join(', ')}`);
  }
  return null;
}

/** `data` of a page, in the shape that the switches ask for. */
function dressPage({ page: { name, records } }: Page, query: Record<string, string>, body: Json, switches: Switches) {
  if (switches.pages === 'unpaged') return { data: { [name]: records.map((record) => enrich(record, switches)) } };
  const at = Number(query['page'] ?? body['page'] ?? 1);
  const size = Number(query['pageSize'] ?? body['pageSize'] ?? 25);
  const slice = records.slice((at - 1) * size, at * size).map((record) => enrich(record, switches));
  if (switches.pages === 'bare') return { data: slice };
  const more = at * size < records.length;
  if (switches.pages === 'meta') return { data: slice, meta: { page: at, pageSize: size, total: records.length } };
  return { data: { [name]: slice, ...(switches.richer && { more }) } };
}

/** A later version of the service says more than anybody knows yet. */
function enrich(record: Json, switches: Switches): Json {
  return switches.richer ? { ...record, addedLater: { deep: [1] }, tier: 'PLATINUM' } : record;
}

const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && 'page' in value && typeof value.page === 'object';
const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null && 'answer' in value;

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

function answer(method: string, url: URL, body: Json, keyed: boolean, store: Store, switches: Switches): Reply {
  if (url.pathname === '/definitions.json' && switches.isDescribed)
    return { status: 200, body: definitionOf(ROUTES, switches) };
  const isDelivery = url.pathname.startsWith('/wf/');
  if (!keyed && !isDelivery) return { status: 401, body: { message: 'Unauthorized' } };
  const match = find(switches, method, url.pathname);
  if (match === undefined) return { status: 404, body: { message: `Cannot ${method} ${url.pathname}` } };
  const query = Object.fromEntries(url.searchParams);
  const refusal = refusalOf(match, query, body, switches);
  if (refusal !== null) return refusal.answer;
  const input = namesBody(match.route, switches) ? underOurNames(match.route, body) : body;
  const result = match.route.run({ params: match.params, query, body: input, store, switches, origin: url.origin });
  if (isAnswer(result)) return result.answer;
  if (isPage(result))
    return { status: 200, body: { status: 'success', message: 'OK', ...dressPage(result, query, body, switches) } };
  const data = isRecord(result) ? enrich(result, switches) : result;
  return { status: 200, body: { status: 'success', message: 'OK', data } };
}

const STATUS_OF = { error500: 500, error502: 502, tooMany: 429 } as const;

function send(response: ServerResponse, reply: Reply, fault: Fault): void {
  if (fault === 'dropAfter') return void response.socket?.destroy();
  const isRaw = typeof reply.body === 'string' || Buffer.isBuffer(reply.body);
  const bytes = Buffer.from(isRaw ? (reply.body as string) : JSON.stringify(reply.body));
  const headers = { 'content-type': 'application/json', 'content-length': bytes.length, ...reply.headers };
  response.writeHead(reply.status, headers);
  if (fault !== 'truncated') return void response.end(bytes);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
}

export async function openStranger({
  mode,
  switches: overrides = {},
  port = 0,
  fault,
  rewrite = (reply) => reply,
}: StrangerOptions): Promise<Stranger> {
  const switches: Switches = { ...SWITCHES[mode], ...overrides };
  let store = openStore(switches);
  const requests: StrangerRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const method = request.method ?? 'GET';
      const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'stranger'}`);
      const sent = await text(request).catch(() => '');
      const parsed: unknown = sent === '' ? {} : JSON.parse(sent);
      const spoiled = fault?.(method, url.pathname) ?? null;
      if (spoiled === 'dropBefore') return void request.socket.destroy();
      const keyed = request.headers['x-api-key'] === STRANGER_KEY;
      const reply =
        spoiled === 'error500' || spoiled === 'error502' || spoiled === 'tooMany'
          ? { status: STATUS_OF[spoiled], body: { message: 'try again' } }
          : answer(method, url, isRecord(parsed) ? parsed : {}, keyed, store, switches);
      const query = Object.fromEntries(url.searchParams);
      requests.push({ method, path: url.pathname, query, body: parsed, status: reply.status });
      // Carried out, and never answered: the client's own deadline ends it.
      if (spoiled === 'stalled') return;
      send(response, rewrite(reply, method, url.pathname), spoiled);
    })().catch((error: unknown) => {
      response.writeHead(500).end(JSON.stringify({ message: String(error) }));
    });
  });
  // On a busy machine a client may reuse a connection at the moment at which it would be closed.
  server.keepAliveTimeout = 60_000;
  return {
    url: `http://127.0.0.1:${await listening(server, port)}`,
    get store() {
      return store;
    },
    switches,
    requests,
    reset: () => {
      store = openStore(switches);
      requests.length = 0;
    },
    close: async () => {
      server.close();
      // After it: what is dropped here may be opened again until then.
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
