// A request of ours as a service writes it that has other names for what the interface does not show (`profile sync`).

import { isObject } from '../../contract/json.ts';
import type { Renamed } from '../../contract/renames.ts';
import type { RequestInput } from '../request.ts';
import type { Route } from './route.ts';

function withNames(given: unknown, names: Readonly<Record<string, string>> | undefined): unknown {
  if (names === undefined || !isObject(given)) return given;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [names[name] ?? name, value]));
}

/** Top-level names alone: what is inside a value stays as it is. */
export function renamed(route: Route, given: RequestInput, names: Renamed | undefined): readonly [Route, RequestInput] {
  if (names === undefined) return [route, given];
  const query = withNames(given.query, names.query);
  const there = names.path === undefined ? route : { ...route, path: names.path };
  return [there, { ...given, query: isObject(query) ? query : undefined, body: withNames(given.body, names.body) }];
}
