// A request of ours as a service writes it that has other names for what the interface does not show (`profile sync`).

import { own } from '../../contract/dictionary.ts';
import { isObject } from '../../contract/json.ts';
import type { Renamed } from '../../contract/learned.ts';
import type { Route } from '../../contract/routes/route.ts';
import type { RequestInput } from '../request.ts';

function withNames(input: unknown, names: Readonly<Record<string, string>> | undefined): unknown {
  if (names === undefined || !isObject(input)) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [own(names, name) ?? name, value]));
}

/** Top-level names alone: what is inside a value stays as it is. */
export function renamed(route: Route, input: RequestInput, names: Renamed): [Route, RequestInput] {
  const query = withNames(input.query, names.query);
  const there = names.path === undefined ? route : { ...route, path: names.path };
  return [there, { ...input, query: isObject(query) ? query : undefined, body: withNames(input.body, names.body) }];
}
