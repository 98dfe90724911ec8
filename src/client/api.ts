// The interface over HTTP: calls typed by the contract, over whatever transport is handed in.

import type { AnswerOf } from '../contract/answer.ts';
import type { RequestOf } from '../contract/endpoint.ts';
import type { Learned, Renamed } from '../contract/learned.ts';
import type { Route } from '../contract/routes/route.ts';
import { routes } from '../contract/routes/routes.ts';
import type { Api, CallOptions, Table } from '../contract/table.ts';
import { TRIAL_HEADER, type WireRequest, type WireResponse } from '../contract/wire.ts';
import { expectedOf } from './answers/fit.ts';
import { checkStatus, type Reply, readReply, trusted, unreadReply } from './answers/reply.ts';
import { compatibleCall, type Notices, type SendRequest } from './compatibility/compatible-call.ts';
import { type ServiceDefinition, serves, takes } from './compatibility/fitted-request.ts';
import { ReplyError, SetupError } from './errors.ts';
import { masking, maskOf } from './observe.ts';
import {
  type Credentials,
  checkCredentials,
  type PlannedRequest,
  plannedRequest,
  type RequestInput,
  renamed,
  routeFor,
  wireRequest,
} from './request.ts';
import type { PaceState, UsedSlots } from './retry/pacer.ts';
import { type Call, type SenderOptions, type SendOptions, senderOver } from './send.ts';
import type { Connection } from './transport/transport.ts';

export type { Call, SendOptions } from './send.ts';

export interface ClientOptions extends SenderOptions, Notices {
  /** For messages; where requests really go is the connection's. */
  readonly baseUrl: string;
  readonly connection: Connection;
  /** `null` for the built-in profile `local`. */
  readonly key: string | null;
  readonly adminToken?: string | null;
  readonly version: string;
  /** Ends each request that brings no signal of its own. */
  readonly signal?: AbortSignal;
  /** What the service says of itself; none for our own, which has every route and name of this build. */
  readonly definition?: ServiceDefinition;
  /** Called with each write that was done, and whose answer could not be read. */
  readonly onUnread?: (error: ReplyError) => void;
  /** Called with each list that the service does not page. */
  readonly onUnpaged?: (route: Route) => void;
  /** Sees every request before it is sent, and its answer; of `raw`, every write. */
  readonly intercept?: (call: Call) => Call;
  /** Called with each answer that was opened. */
  readonly onReply?: (route: Route, reply: Reply) => void;
}

/** Any request of the interface, or beside it, with the same key, pace and retries. */
interface RawRequest {
  readonly method: Route['method'];
  /** Without query, or with one of its own. */
  readonly path: string;
  readonly query?: RequestInput['query'];
  readonly body?: unknown;
}

export interface Client {
  readonly api: Api;
  readonly call: Call;
  /** As the `api` call of the row, with the whole answer: headers, request id. */
  ask<G extends keyof Table, K extends keyof Table[G]>(
    group: G,
    name: K,
    input: RequestOf<Table[G][K]> & RequestInput,
    options?: SendOptions,
  ): Promise<Reply<AnswerOf<Table[G][K]>>>;
  /** What a call would send, under the names of the service. Throws what the call would throw before it sends anything. */
  planned(route: Route, input: RequestInput): Promise<readonly PlannedRequest[]>;
  /** Throws what our own service, inside the process, would answer a write with; nothing is changed. */
  attempt(route: Route, input: RequestInput): Promise<void>;
  /** The answer as it came, when its status is one of success. */
  raw(request: RawRequest, options?: SendOptions): Promise<WireResponse>;
  /** What the definition of a service other than ours says, asked for at most once a day; null where it has none. */
  learned(): Promise<Learned | null>;
  /** Whether the service takes a name of a row that the interface does not show, as far as its definition says. */
  takes(route: Route, name: string): Promise<boolean>;
  serves(route: Route): Promise<boolean>;
  /** How a row's pace stands: the limit in force, requests sent and refused. */
  pace(route: Route): PaceState;
  /** What an earlier process with the same key has used of a row's rate: to be called before the first request. */
  resumePace(route: Route, used: UsedSlots): void;
  close(): Promise<void>;
}

/** Builds a client. Throws SetupError for a key that no header can carry. */
export function createClient(options: ClientOptions): Client {
  const { connection, key, adminToken = null, version, clock, definition } = options;
  const credentials = { key, adminToken, userAgent: `reach/${version}` };
  checkCredentials(credentials);
  const mask = maskOf([key, adminToken]);
  const sender = senderOver(masking(connection.transport, [key, adminToken]), { ...options, mask });
  const common = options.signal === undefined ? {} : { signal: options.signal };
  const send: typeof sender.send = (route, wire, open, supplied) =>
    sender.send(route, wire, open, { ...common, ...supplied });
  const lineOf = ({ method, path }: WireRequest) => ({ method, path: mask(path) });

  const once = async (
    route: Route,
    input: RequestInput,
    sendOptions: SendOptions,
    names: Renamed = {},
  ): Promise<Reply> => {
    const wire = wireRequest(...renamed(route, input, names), credentials);
    const expected = sendOptions.asIs === true ? null : expectedOf(route);
    const open = (answer: WireResponse) => readReply(lineOf(wire), answer, clock.now(), expected);
    const reply = await send(route, wire, open, sendOptions).catch((error: unknown) => {
      if (!isDone(route, error)) throw error;
      // An answer without a body, or without data, says all there is to say.
      if (error.fault !== 'no_data' && error.body.trim() !== '') options.onUnread?.(error);
      return unreadReply(error);
    });
    if (options.onUnpaged !== undefined && sendOptions.isSamePage?.(reply)) options.onUnpaged(route);
    options.onReply?.(route, reply);
    return reply;
  };

  const fitted = definition === undefined ? plainCall(once) : compatibleCall(once, definition, options);
  const { planned, pacedBy } = fitted;
  const call = options.intercept?.(fitted.call) ?? fitted.call;

  const raw: Client['raw'] = async (request, sendOptions = {}) => {
    const { route, wire, input } = rawRequest(request, credentials);
    let answer: WireResponse | null = null;
    const open = (opened: WireResponse) => {
      checkStatus(lineOf(wire), opened, clock.now());
      answer = opened;
      return opened;
    };
    if (route.effect === 'read' || options.intercept === undefined) return await send(route, wire, open, sendOptions);
    const sendRaw: Call = async (of, asked, supplied = {}) => {
      if (of !== route) return await fitted.call(of, asked, supplied);
      const opened = await send(route, wire, open, supplied);
      try {
        return readReply(lineOf(wire), opened, clock.now(), null);
      } catch (error) {
        if (!isDone(route, error)) throw error;
        return unreadReply(error);
      }
    };
    await options.intercept(sendRaw)(route, input, sendOptions);
    return trusted(answer);
  };

  const ask: Client['ask'] = async (group, name, input, sendOptions) =>
    trusted(await call(routes[group][name], input, sendOptions));

  const api = apiOver(call);
  const pace = (route: Route) => sender.pace(pacedBy(route));
  const { resumePace } = sender;
  const attempt = attemptOver(send, credentials, (wire, answer) => checkStatus(lineOf(wire), answer, clock.now()));
  const more = { ...knowledgeOver(definition), pace, resumePace, close: () => connection.close() };
  return { api, call, ask, planned, attempt, raw, ...more };
}

/** Sends what the service takes back; `check` throws what it refuses. */
function attemptOver(
  send: ReturnType<typeof senderOver>['send'],
  credentials: Credentials,
  check: (wire: WireRequest, answer: WireResponse) => void,
): Client['attempt'] {
  return async (route, input) => {
    const wire = wireRequest(route, { ...input, headers: { [TRIAL_HEADER]: '1' } }, credentials);
    await send(route, wire, (answer) => check(wire, answer), {});
  };
}

/** Our own service, which has every route under its name. */
const plainCall = (once: SendRequest): ReturnType<typeof compatibleCall> => ({
  call: (route, input = {}, options = {}) => once(route, input, options),
  planned: async (route, input) => [plannedRequest(route, input)],
  pacedBy: (route) => route,
});

/** What is known of the service; our own has whatever we chose. */
function knowledgeOver(definition: ServiceDefinition | undefined): Pick<Client, 'learned' | 'takes' | 'serves'> {
  if (definition === undefined) return { learned: async () => null, takes: async () => true, serves: async () => true };
  return {
    learned: () => definition.learn(false),
    takes: (route, name) => takes(route, name, definition),
    serves: (route) => serves(route, definition),
  };
}

/** Whether a write was accepted, and only its answer could not be read: to fail now would have it repeated. */
function isDone(route: Route, error: unknown): error is ReplyError {
  return route.effect === 'write' && error instanceof ReplyError && error.status >= 200 && error.status < 300;
}

/** A request written by hand: the row it belongs to, for its pace and retries, and how it travels. */
function rawRequest({ method, path, query, body }: RawRequest, credentials: Credentials) {
  if (!/^\/[\x21-\x7e]*$/.test(path)) {
    throw new SetupError(
      `"${path}" is not a valid path`,
      'start it with / and percent-encode spaces and other characters',
    );
  }
  const [bare = path, asked] = path.split(/\?(.*)/s, 2);
  const route = routeFor(method, bare);
  const wire = wireRequest({ ...route, path: bare }, { query, body }, credentials);
  const input = { params: paramsIn(route, bare), query: { ...queryIn(asked ?? ''), ...query }, body };
  if (asked === undefined) return { route, wire, input };
  const whole = `${wire.path}${wire.path.includes('?') ? '&' : '?'}${asked}`;
  return { route, wire: { ...wire, body: wire.body, path: whole }, input };
}

function paramsIn({ path }: Route, bare: string): Record<string, string> {
  const parts = bare.split('/');
  return Object.fromEntries(
    path.split('/').flatMap((part, at) => (part.startsWith('{') ? [[part.slice(1, -1), parts[at] ?? '']] : [])),
  );
}

/** The values of a query; a parameter that is repeated, or separated by commas, has several. */
function queryIn(text: string): Record<string, string[]> {
  const asked = new URLSearchParams(text);
  return Object.fromEntries([...new Set(asked.keys())].map((key) => [key, asked.getAll(key).join(',').split(',')]));
}

/** The interface as one typed object over `call`: a function for each row. */
function apiOver(call: Call): Api {
  const callsOf = (rows: Readonly<Record<string, Route>>) =>
    Object.fromEntries(
      Object.entries(rows).map(([name, route]) => [
        name,
        async (input?: RequestInput, options?: CallOptions) => (await call(route, input, options)).data,
      ]),
    );
  const api = Object.fromEntries(Object.entries(routes).map(([group, rows]) => [group, callsOf(rows)]));
  return trusted<Api>(api);
}
