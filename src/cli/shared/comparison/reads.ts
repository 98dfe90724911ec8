// Questions to a service that change nothing: a write has no type here, so that none can be sent.

import type { Client } from '../../../client/api.ts';
import { ApiError, ReplyError, SetupError } from '../../../client/errors.ts';
import { pathAndQuery, withNames } from '../../../client/request.ts';
import { NetworkError } from '../../../client/transport/transport.ts';
import { isObject, parseJson } from '../../../contract/json.ts';
import type { Renamed } from '../../../contract/learned.ts';
import type { Route } from '../../../contract/routes/route.ts';

const SEARCHES = ['/v1/contacts/search', '/v1/companies/search'] as const;

interface DocumentedSearch extends Route {
  readonly method: 'POST';
  readonly path: (typeof SEARCHES)[number];
}

/** A GET, or a search that the interface shows. */
export type ReadRoute = (Route & { readonly method: 'GET' }) | DocumentedSearch;

export function isReadRoute(route: Route): route is ReadRoute {
  return route.method === 'GET' || (route.method === 'POST' && SEARCHES.some((path) => path === route.path));
}

export interface ReadAnswer {
  /** 0 where there is no answer. */
  readonly status: number;
  /** The headers that speak of the rate. */
  readonly rate: Readonly<Record<string, string>>;
  /** Its JSON; undefined where it has none. */
  readonly body: unknown;
}

export interface ReadInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Of a search. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Null for an id that no path can hold. */
export type Read = (route: ReadRoute, input: ReadInput, names?: Renamed) => Promise<ReadAnswer | null>;

/** What is deeper, or more, says nothing that the rest does not say. */
const DEPTH_MAX = 24;
const ITEMS_MAX = 200;

function bounded(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEPTH_MAX) return null;
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((one) => bounded(one, depth + 1));
  const entries = Object.entries(value).slice(0, ITEMS_MAX);
  return Object.fromEntries(entries.map(([key, one]) => [key, bounded(one, depth + 1)]));
}

function jsonOf(text: string): unknown {
  try {
    return bounded(parseJson(text));
  } catch {
    return undefined;
  }
}

const rateIn = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /rate-?limit/.test(name)));

/** A service that is gone is not asked everything else. */
const UNANSWERED_MAX = 3;

/** Sends reads, each at its rate. Throws NetworkError where the service does not answer at all any more. */
export function readsOver({ raw }: Pick<Client, 'raw'>, signal: AbortSignal): Read {
  let unanswered = 0;
  // A service that fails every request is not waited for each time.
  let isFailing = false;
  return async (route, { query = {}, ...input }, names = {}) => {
    const there: ReadRoute = route.method === 'GET' ? { ...route, path: names.path ?? route.path } : route;
    const named = withNames(query, names.query);
    try {
      const path = pathAndQuery(there, { ...input, query: isObject(named) ? named : {} });
      const { method } = there;
      const { status, headers, body } = await raw(
        { method, path, body: input.body },
        { signal, ...(isFailing && { retry: { retries: 0 } }) },
      );
      [unanswered, isFailing] = [0, false];
      return { status, rate: rateIn(headers), body: jsonOf(body) };
    } catch (error) {
      if (error instanceof SetupError) return null;
      const isRefused = error instanceof ApiError || error instanceof ReplyError;
      unanswered = isRefused ? 0 : unanswered + 1;
      isFailing = !isRefused || error.status >= 500;
      if (isRefused) return { status: error.status, rate: {}, body: undefined };
      if (!(error instanceof NetworkError) || unanswered === UNANSWERED_MAX) throw error;
      return { status: 0, rate: {}, body: undefined };
    }
  };
}
