// One authorized request of one row: parse, handle in a transaction, return the data as JSON text.

import type { Route } from '../../contract/routes/route.ts';
import { type Context, type EncryptSecret, linksTo, type Principal, type Store, type Tx } from '../core/context.ts';
import type { OperatorContext } from '../core/operator.ts';
import { handlerOf } from '../resources/index.ts';
import { parseRequest } from './parse.ts';
import type { UnparsedRequest } from './request.ts';
import type { ServiceRoute } from './routes.ts';
import { endpointOf } from './schemas.ts';

/** Plain data: it may be sent to a worker thread. */
export interface RowRequest {
  readonly group: string;
  readonly name: string;
  readonly raw: UnparsedRequest;
  readonly principal: Principal;
  readonly now: number;
  /** The address of the service; absent for calls inside the process. */
  readonly baseUrl?: string | undefined;
  /** The address of the pages; absent where there are none. */
  readonly appBase?: string | undefined;
  readonly delivery?: Context['delivery'];
}

interface PerformOptions {
  /** Heavy rows take no secrets and need none. */
  readonly encryptSecret?: EncryptSecret;
  /** Of one statement. */
  readonly limitMs?: number | undefined;
}

/** Throws Refusal. A `write` row is on disk when it answers. */
export async function perform(
  store: Store,
  row: Route,
  rowRequest: RowRequest,
  { encryptSecret, limitMs }: PerformOptions = {},
): Promise<string> {
  const { group, name, raw, principal, now, baseUrl, appBase, delivery } = rowRequest;
  const request = parseRequest(await endpointOf(group, name), raw);
  const { prepare, handle } = await handlerOf(group, name);
  const contextIn = (tx: Tx): Context => ({
    tx,
    principal,
    now,
    ...linksTo(appBase, principal.workspaceId),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(delivery && { delivery }),
    ...(encryptSecret && { encryptSecret }),
  });
  const prepared = prepare === undefined ? {} : await store.read((tx) => prepare(request, contextIn(tx)));
  const work = async (tx: Tx): Promise<unknown> => handle(request, contextIn(tx), prepared);
  const data = await (row.effect === 'read'
    ? store.read(work, limitMs)
    : store.write(work, principal.workspaceId, limitMs));
  return JSON.stringify(data);
}

/** A row of the control surface, whose handlers open their own transactions. They are loaded when first called. */
export async function performControl(
  route: ServiceRoute,
  raw: UnparsedRequest,
  context: OperatorContext,
): Promise<string> {
  const { local } = await import('../resources/local/handlers.ts');
  const handler = new Map<string, unknown>(Object.entries(local)).get(route.name);
  if (typeof handler !== 'function') throw new Error(`no handler for local.${route.name}`);
  return JSON.stringify(await handler(await parseRequest(await endpointOf(route.group, route.name), raw), context));
}
