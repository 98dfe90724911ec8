// Rows of the control surface: parsed like all others; each handler opens its own transactions.

import type { OperatorContext } from '../core/operator.ts';
import { local } from '../resources/local/handlers.ts';
import { parseRequest, type UnparsedRequest } from './parse.ts';
import type { ServiceRoute } from './routes.ts';

const HANDLERS = new Map<string, unknown>(Object.entries(local));

export async function performControl(
  { row, name }: ServiceRoute,
  raw: UnparsedRequest,
  context: OperatorContext,
): Promise<string> {
  const handler = HANDLERS.get(name);
  if (typeof handler !== 'function') throw new Error(`no handler for local.${name}`);
  return JSON.stringify(await handler(parseRequest(row, raw), context));
}
