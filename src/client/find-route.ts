import type { Route } from './route.ts';
import { routes } from './routes.ts';

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
