import type { Route } from '../../contract/routes/route.ts';
import { routes } from '../../contract/routes/routes.ts';

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
