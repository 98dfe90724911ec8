// From method and path to a row. Literal paths win over ones with parameters.

import type { Endpoint } from '../../contract/endpoint.ts';
import { table } from '../../contract/table.ts';
import { Refusal } from '../core/refusals.ts';

export interface Route {
  readonly group: string;
  readonly name: string;
  /** `contacts.bulkCreate`: what faults, rates and the request log call it. */
  readonly endpoint: string;
  readonly row: Endpoint;
}

export interface Match {
  readonly route: Route;
  /** As text, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
}

interface Shape {
  readonly segments: readonly string[];
  readonly byMethod: Map<string, Route>;
}

export interface Routes {
  readonly all: readonly Route[];
  /** Or what to answer: `not_found`, `method_not_allowed` (with `details.allow`). `HEAD` finds the `GET` row. */
  match(method: string, path: string): Match | Refusal;
  /** The methods a path answers to; none for an unknown path. */
  methodsOf(path: string): string[];
  find(group: string, name: string): Route | undefined;
}

export function routesOf(groups: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = table): Routes {
  const all = Object.entries(groups).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, row]) => ({ group, name, endpoint: `${group}.${name}`, row })),
  );
  const shapes = new Map<string, Shape>();
  for (const route of all) {
    const shape = shapes.get(route.row.path) ?? { segments: route.row.path.split('/'), byMethod: new Map() };
    shape.byMethod.set(route.row.method, route);
    shapes.set(route.row.path, shape);
  }
  const withParams = [...shapes.values()].filter(({ segments }) => segments.some(isParam));
  const shapeOf = (path: string): Shape | undefined => {
    const literal = path.includes('{') ? undefined : shapes.get(path);
    return literal ?? withParams.find(({ segments }) => fits(segments, path.split('/')));
  };
  const methodsOf = (path: string): string[] => {
    const known = [...(shapeOf(path)?.byMethod.keys() ?? [])];
    if (known.length === 0) return [];
    return [...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  };
  return {
    all,
    methodsOf,
    find: (group, name) => all.find((route) => route.group === group && route.name === name),
    match: (method, path) => {
      const shape = shapeOf(path);
      if (!shape) return unknownPath(path);
      const route = shape.byMethod.get(method === 'HEAD' ? 'GET' : method);
      if (route) return { route, params: paramsOf(shape.segments, path) };
      const allow = methodsOf(path);
      return new Refusal('method_not_allowed', `${path} takes ${allow.join(', ')}, not ${method}`, { allow });
    },
  };
}

export function unknownPath(path: string): Refusal {
  return new Refusal('not_found', `There is no ${path}: /definitions.json lists what there is`);
}

function isParam(segment: string): boolean {
  return segment.startsWith('{');
}

function fits(segments: readonly string[], given: readonly string[]): boolean {
  return (
    segments.length === given.length &&
    segments.every((segment, i) => (isParam(segment) ? given[i] !== '' : segment === given[i]))
  );
}

function paramsOf(segments: readonly string[], path: string): Record<string, string> {
  const given = path.split('/');
  const params: Record<string, string> = {};
  for (const [i, segment] of segments.entries()) {
    if (isParam(segment)) params[segment.slice(1, -1)] = decoded(given[i] ?? '');
  }
  return params;
}

/** What is not well encoded stays as it is: the row's own schema then says what is wrong with it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
