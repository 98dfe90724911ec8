// Rows of the control surface: parsed like all others; each handler opens its own transactions.

import type { OperatorContext } from '../core/operator.ts';
import { local } from '../resources/local/handlers.ts';
import { parseRequest } from './parse.ts';
import type { UnparsedRequest } from './request.ts';
import type { ServiceRoute } from './routes.ts';
import { endpointOf } from './schemas.ts';

const HANDLERS = new Map<string, unknown>(Object.entries(local));

export async function performControl(
  route: ServiceRoute,
  raw: UnparsedRequest,
  context: OperatorContext,
): Promise<string> {
  const handler = HANDLERS.get(route.name);
  if (typeof handler !== 'function') throw new Error(`no handler for local.${route.name}`);
  return JSON.stringify(await handler(parseRequest(await endpointOf(route.group, route.name), raw), context));
}
