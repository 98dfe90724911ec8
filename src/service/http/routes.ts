// Finds the row for a method and path. Literal paths take precedence over paths with parameters.

import { dictionary } from '../../contract/json.ts';
import type { Route } from '../../contract/routes/route.ts';
import { routes } from '../../contract/routes/routes.ts';
import { Refusal } from '../core/context.ts';

export interface ServiceRoute {
  readonly group: string;
  readonly name: string;
  /** `contacts.bulkCreate`: its name in faults, rates and the request log. */
  readonly endpoint: string;
  readonly row: Route;
}

export interface RouteMatch {
  readonly route: ServiceRoute;
  /** As text, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
}

interface PathPattern {
  readonly segments: readonly string[];
  readonly byMethod: Map<string, ServiceRoute>;
}

function serviceRoutes() {
  const all = Object.entries(routes).flatMap(([group, rowsOfGroup]) =>
    Object.entries<Route>(rowsOfGroup).map(
      ([name, row]) => ({ group, name, endpoint: `${group}.${name}`, row }) satisfies ServiceRoute,
    ),
  );
  const patterns = new Map<string, PathPattern>();
  for (const route of all) {
    const pattern = patterns.get(route.row.path) ?? { segments: route.row.path.split('/'), byMethod: new Map() };
    pattern.byMethod.set(route.row.method, route);
    patterns.set(route.row.path, pattern);
  }
  const withParams = [...patterns.values()].filter(({ segments }) => segments.some(isParam));
  const patternOf = (path: string): PathPattern | undefined => {
    const literal = path.includes('{') ? undefined : patterns.get(path);
    if (literal !== undefined) return literal;
    const parts = path.split('/');
    return withParams.find(({ segments }) => fits(segments, parts));
  };
  /** None for an unknown path. */
  const methodsOf = (path: string): string[] => {
    const known = [...(patternOf(path)?.byMethod.keys() ?? [])];
    if (known.length === 0) return [];
    return [...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  };
  return {
    all,
    methodsOf,
    find: (group: string, name: string) => all.find((route) => route.group === group && route.name === name),
    /** A Refusal for `not_found` or `method_not_allowed` (with `details.allow`). `HEAD` matches the `GET` row. */
    match: (method: string, path: string): RouteMatch | Refusal => {
      const pattern = patternOf(path);
      if (!pattern) return unknownPath(path);
      const route = pattern.byMethod.get(method === 'HEAD' ? 'GET' : method);
      if (route) return { route, params: paramsOf(pattern.segments, path) };
      const allow = methodsOf(path);
      return new Refusal('method_not_allowed', `${path} supports ${allow.join(', ')}, not ${method}`, { allow });
    },
  };
}

export const ROUTES = serviceRoutes();

export function unknownPath(path: string): Refusal {
  return new Refusal('not_found', `There is no ${path}: see /definitions.json for all paths`);
}

function isParam(segment: string): boolean {
  return segment.startsWith('{');
}

function fits(segments: readonly string[], parts: readonly string[]): boolean {
  return (
    segments.length === parts.length &&
    segments.every((segment, i) => (isParam(segment) ? parts[i] !== '' : segment === parts[i]))
  );
}

function paramsOf(segments: readonly string[], path: string): Record<string, string> {
  const parts = path.split('/');
  const params = dictionary<string>();
  for (const [i, segment] of segments.entries()) {
    if (isParam(segment)) params[segment.slice(1, -1)] = decoded(parts[i] ?? '');
  }
  return params;
}

/** Malformed encoding is left as it is: the row's own schema then reports it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
