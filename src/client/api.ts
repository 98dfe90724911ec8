// The interface over HTTP: calls typed by the contract, over whatever transport is handed in.

import { setMaxListeners } from 'node:events';
import type { Api, CallOptions } from '../contract/table.ts';
import type { WireRequest, WireResponse } from '../contract/wire.ts';
import type { Clock } from './clock.ts';
import { SetupError } from './errors.ts';
import { type Exchange, type Outgoing, observed } from './exchange.ts';
import { findRoute } from './find-route.ts';
import { Pacer, type PaceState, type Rate } from './pace.ts';
import { checkStatus, isPlain, type Reply, readReply, trusted } from './reply.ts';
import { checkCredentials, type Given, wireRequest } from './request.ts';
import { RETRY, type RetryPolicy, retried, type Wait } from './retry.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';
import type { Connection } from './transport.ts';

export interface ClientOptions {
  /** For messages; where requests really go is the connection's. */
  readonly baseUrl: string;
  readonly connection: Connection;
  /** `null` for the built-in profile `local`. */
  readonly key: string | null;
  readonly adminToken?: string | null;
  readonly version: string;
  readonly clock: Clock;
  readonly retry?: Partial<RetryPolicy>;
  /** The user's own rate, in place of what contract and service say. */
  readonly rate?: Rate | null;
  /** Every wait, before it begins: for the rate (from one second on), and before each repetition. */
  readonly onWait?: (wait: Wait) => void;
  /** Each attempt as it is let go. */
  readonly onRequest?: (request: Outgoing) => void;
  /** Each attempt once it has ended. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** Any request of the interface, or beside it, with the same key, pace and retries. */
export interface RawRequest {
  readonly method: Route['method'];
  /** Without query, or with one of its own. */
  readonly path: string;
  readonly query?: Given['query'];
  readonly body?: unknown;
}

/** What one call may ask for beside the interface's own options. */
export interface SendOptions extends CallOptions {
  /** In place of the client's policy. */
  readonly retry?: Partial<RetryPolicy>;
  /** In place of the client's own. */
  readonly onWait?: (wait: Wait) => void;
  /**
   * Awaited each time the request has got its turn under the rate, right before it goes, with the time it may take.
   * What it throws keeps the request back.
   */
  readonly onTurn?: (timeoutMs: number) => Promise<void>;
}

/** Sends one row's request and opens the answer. Throws ApiError, ReplyError, NetworkError, or the signal's reason. */
export type Call = (route: Route, given?: Given, options?: SendOptions) => Promise<Reply>;

export interface Client {
  readonly api: Api;
  readonly call: Call;
  /** The answer as it came, when its status is one of success. */
  raw(request: RawRequest, options?: CallOptions): Promise<WireResponse>;
  /** How a row's pace stands: the limit in force, requests sent and refused. */
  pace(route: Route): PaceState;
  close(): Promise<void>;
}

/** Builds a client. Throws SetupError for a key that no header can carry. */
export function createClient(options: ClientOptions): Client {
  const { connection, key, adminToken = null, version, clock, rate = null, onWait } = options;
  const credentials = { key, adminToken, userAgent: `reach/${version}` };
  checkCredentials(credentials);
  const policy: RetryPolicy = { ...RETRY, ...options.retry };
  const secrets = [key, adminToken].filter((secret) => typeof secret === 'string');
  const hide = (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '[key]'), text);
  const exchange = observed(connection.transport, options);

  const pacers = new Map<string, Pacer>();
  const pacerOf = ({ method, path, perMinute }: Route): Pacer => {
    const name = `${method} ${path}`;
    const known = pacers.get(name) ?? new Pacer({ perMinute, override: rate, clock });
    pacers.set(name, known);
    return known;
  };

  const send = <T>(route: Route, wire: WireRequest, open: (answer: WireResponse) => T, options: SendOptions) => {
    const { signal, retry, onTurn, onWait: told = onWait } = options;
    // One signal stops every request of a command; more than ten that listen to it are no leak.
    if (signal !== undefined) setMaxListeners(0, signal);
    return retried<T>(
      async (attempt) => {
        const go = async () => {
          const timeoutMs = attempt.begin();
          await onTurn?.(timeoutMs);
          return exchange(wire, { timeoutMs, signal }, attempt);
        };
        const answer = await pacerOf(route).run(go, {
          signal,
          again: attempt.number > 1,
          onWait: (waitMs) => told?.({ reason: 'pace', waitMs, attempt: attempt.number, of: attempt.of, error: null }),
        });
        return open(answer);
      },
      { effect: route.effect, policy: { ...policy, ...retry }, clock, signal, onWait: told },
    );
  };

  const call: Call = async (route, given = {}, callOptions = {}) => {
    const wire = wireRequest(route, given, credentials);
    return send(route, wire, (answer) => readReply(wire, answer, hide, clock.now()), callOptions);
  };

  const raw: Client['raw'] = async ({ method, path, query, body }, callOptions = {}) => {
    if (!/^\/[\x21-\x7e]*$/.test(path)) {
      throw new SetupError(`"${path}" is no path`, 'begin it with / and percent-encode spaces and other characters');
    }
    const [bare = path, asked] = path.split(/\?(.*)/s, 2);
    const route = findRoute(method, bare) ?? unknownRoute(method, bare);
    const wire = wireRequest({ ...route, path: bare }, { query, body }, credentials);
    const joined = asked === undefined ? wire.path : `${wire.path}${wire.path.includes('?') ? '&' : '?'}${asked}`;
    return send(
      route,
      { ...wire, path: joined },
      (answer) => {
        checkStatus({ method, path: joined }, answer, hide, clock.now());
        return answer;
      },
      callOptions,
    );
  };

  return { api: apiOver(call), call, raw, pace: (route) => pacerOf(route).state, close: () => connection.close() };
}

/** A path the interface does not know: sent with the key, repeated only when it reads. */
function unknownRoute(method: Route['method'], path: string): Route {
  const effect = method === 'GET' ? 'read' : 'write';
  return { method, path, access: 'ALL', perMinute: null, effect, summary: 'not of the interface', command: 'api' };
}

/** A record may come as `data`, or under its own name inside it: the interface shows neither. */
const RECORD_NAMES: Readonly<Record<string, string>> = { contacts: 'contact', companies: 'company', lists: 'list' };

function unwrapped(data: unknown, group: string): unknown {
  const name = RECORD_NAMES[group];
  if (name === undefined || !isPlain(data) || Object.keys(data).length !== 1) return data;
  return isPlain(data[name]) ? data[name] : data;
}

/** The interface as one typed object over `call`: a function for each row. */
export function apiOver(call: Call): Api {
  const groups = Object.entries(routes).map(([group, rows]) => [
    group,
    Object.fromEntries(
      Object.entries<Route>(rows).map(([name, route]) => [
        name,
        async (given?: Given, options?: CallOptions) => unwrapped((await call(route, given, options)).data, group),
      ]),
    ),
  ]);
  return trusted<Api>(Object.fromEntries(groups));
}
