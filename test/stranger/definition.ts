// /definitions.json of the stranger: its own names, for a client that wants to learn them.

import { isShown, type Json, namesBody, type Route } from './route.ts';
import type { Switches } from './switches.ts';

export const pathOf = (route: Route, switches: Switches) =>
  switches.unshownPaths === 'theirs' ? (route.elsewhere ?? route.path) : route.path;

const nameOf = (theirs: string, ours: string, switches: Switches) =>
  switches.unshownPaths === 'theirs' ? theirs : ours;

const typeOf = (type: string): Json => (type === 'any' ? {} : { type });

function operationOf(route: Route, switches: Switches): Json {
  const hidden = switches.unshownPaths === 'absent';
  const parameters: Json[] = [...pathOf(route, switches).matchAll(/\{([^}]+)\}/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: {},
  }));
  for (const name of route.query ?? []) {
    const schema =
      name === 'pageSize'
        ? { type: 'integer', minimum: 1, maximum: switches.pageSizeMax }
        : { type: name === 'page' ? 'integer' : 'string' };
    parameters.push({ name, in: 'query', schema });
  }
  for (const [ours, theirs] of hidden ? [] : Object.entries(route.unshownQuery ?? {}))
    parameters.push({ name: nameOf(theirs, ours, switches), in: 'query', schema: {} });
  const properties: Json = {};
  for (const [name, type] of Object.entries(route.body ?? {})) properties[name] = typeOf(type);
  for (const [ours, theirs] of Object.entries(route.unshownBody ?? {}))
    properties[namesBody(route, switches) ? theirs : ours] = {};
  const hasBody = route.body !== undefined;
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[^A-Za-z]+(.)?/g, (_, letter) => String(letter ?? '').toUpperCase())}`,
    parameters,
    ...(hasBody && {
      requestBody: {
        content: { 'application/json': { schema: { type: 'object', properties, required: route.required ?? [] } } },
      },
    }),
    responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } },
  };
}

export function definitionOf(routes: readonly Route[], switches: Switches): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    if (!isShown(route) && switches.unshownPaths === 'absent') continue;
    const path = pathOf(route, switches);
    if (!path.startsWith('/v1')) continue;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, switches) };
  }
  return { openapi: '3.1.0', info: { title: 'Stranger', version: '1.0.0' }, paths };
}
