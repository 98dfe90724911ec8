// From a route and its input to the request on the wire.

import { getOwn, isObject } from '../contract/json.ts';
import type { Renamed } from '../contract/learned.ts';
import type { Route } from '../contract/routes/route.ts';
import { routes } from '../contract/routes/routes.ts';
import type { WireRequest } from '../contract/wire.ts';
import { SetupError } from './errors.ts';

// A request of ours as a service writes it that has other names for what the interface does not show (`profile set`).

export function withNames(input: unknown, names: Readonly<Record<string, string>> | undefined): unknown {
  if (names === undefined || !isObject(input)) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [getOwn(names, name) ?? name, value]));
}

/** Top-level names alone: what is inside a value stays as it is. */
export function renamed(route: Route, input: RequestInput, names: Renamed): [Route, RequestInput] {
  const query = withNames(input.query, names.query);
  const there = names.path === undefined ? route : { ...route, path: names.path };
  return [there, { ...input, query: isObject(query) ? query : undefined, body: withNames(input.body, names.body) }];
}

/** The input of a request, untyped; the contract's `RequestOf` is its typed form. */
export interface RequestInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  /** Of this request alone, such as the secret of a delivery; names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Credentials {
  /** `null` where the service needs none: the built-in profile `local`. */
  readonly key: string | null;
  /** For `/_local` of a `reach serve --admin`. */
  readonly adminToken?: string | null | undefined;
  readonly userAgent: string;
}

/** Throws SetupError for a key or token that no header can carry; never repeats it. */
export function checkCredentials({ key, adminToken }: Credentials): void {
  for (const [what, value] of [
    ['API key', key],
    ['admin token', adminToken],
  ] as const) {
    if (value !== null && value !== undefined && !/^[\x21-\x7e]+$/.test(value)) {
      throw new SetupError(
        `the ${what} is empty or contains characters that are not allowed`,
        'copy it again, without quotes or spaces',
      );
    }
  }
}

/** A lone half of a surrogate pair cannot be written as UTF-8; it becomes a replacement character. */
function escaped(text: string): string {
  // Most texts, without the class of Unicode, which takes a while to build.
  return encodeURIComponent(/^[ -~]*$/.test(text) ? text : text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

function pathOf(route: Route, params: Readonly<Record<string, unknown>> = {}): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = getOwn(params, name);
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (text === '') throw new TypeError(`${route.method} ${route.path}: no ${name} given`);
    // A dot segment would be resolved away on its way and ask for another path.
    if (text === '.' || text === '..')
      throw new SetupError(`${name} cannot be "${text}"`, 'give the id that a list of them shows');
    return escaped(text);
  });
}

/** One query parameter: a list is repeated, `fields` comma-joined as the interface shows it; nothing is left out. */
function queryPairs(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [`${escaped(name)}=${escaped(String(value))}`];
  if (name === 'fields')
    return value.length === 0 ? [] : [`fields=${value.map((one) => escaped(String(one))).join(',')}`];
  return value.map((one) => `${escaped(name)}=${escaped(String(one))}`);
}

/** Path and query of a call. Throws TypeError when a part of the path is not given, SetupError for one that no path can hold. */
export function pathAndQuery(route: Route, input: RequestInput): string {
  const query = Object.entries(input.query ?? {}).flatMap(([name, value]) => queryPairs(name, value));
  return pathOf(route, input.params) + (query.length > 0 ? `?${query.join('&')}` : '');
}

/** A request that is not sent. `path` has the query, too; `body` is null where there is none. */
export interface PlannedRequest {
  readonly method: Route['method'];
  readonly path: string;
  readonly body: unknown;
}

export const plannedRequest = (route: Route, input: RequestInput): PlannedRequest => ({
  method: route.method,
  path: pathAndQuery(route, input),
  body: input.body ?? null,
});

/** The request on the wire. The key goes with rows that need a key and with no other. */
export function wireRequest(route: Route, input: RequestInput, credentials: Credentials): WireRequest {
  const { key, adminToken, userAgent } = credentials;
  const body = input.body === undefined ? null : JSON.stringify(input.body);
  const secret: Record<string, string> =
    route.access === 'ADMIN'
      ? typeof adminToken === 'string'
        ? { 'x-admin-token': adminToken }
        : {}
      : route.access !== null && route.access !== 'WEBHOOK' && key !== null
        ? { 'x-api-key': key }
        : {};
  const { method } = route;
  const path = pathAndQuery(route, input);
  const headers = {
    accept: 'application/json',
    'user-agent': userAgent,
    ...secret,
    ...(body !== null && { 'content-type': 'application/json' }),
    ...input.headers,
  };
  return { method, path, headers, body };
}

/** The row a method and path (without query) belong to; `undefined` when the interface has none. */
export function findRoute(method: string, path: string): Route | undefined {
  const asked = path.split('/');
  let found: Route | undefined;
  for (const group of Object.values(routes)) {
    for (const route of Object.values(group)) {
      if (route.method !== method) continue;
      const parts = route.path.split('/');
      const fits =
        parts.length === asked.length && parts.every((part, at) => part.startsWith('{') || part === asked[at]);
      // `/v1/contacts/fields` is its own row before it is a contact named "fields".
      if (fits && (found === undefined || !route.path.includes('{'))) found = route;
    }
  }
  return found;
}

/** The row of a path, or for one that the interface does not know: sent with the key, repeated only when it reads. */
export function routeFor(method: Route['method'], path: string): Route {
  const found = findRoute(method, path);
  if (found !== undefined) return found;
  const effect = method === 'GET' ? 'read' : 'write';
  return { method, path, access: 'ALL', perMinute: null, effect };
}
