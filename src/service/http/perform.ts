// One request of one row, behind the guard: parse, handle in a transaction, give back the data as JSON text.

import type { Endpoint } from '../../contract/endpoint.ts';
import type { Store, Tx } from '../core/context.ts';
import { appUrl, type Context, type EncryptSecret, type Principal } from '../core/context.ts';
import { handlerOf } from '../resources/index.ts';
import { parseRequest, type RawRequest } from './parse.ts';

/** Plain data: it may cross to a worker thread. */
export interface Job {
  readonly group: string;
  readonly name: string;
  readonly raw: RawRequest;
  readonly principal: Principal;
  readonly now: number;
  /** The address the caller used; left out by calls from inside the process. */
  readonly baseUrl?: string | undefined;
}

/** Throws Refusal. A `write` row is on disk when it answers. Heavy rows take no secrets and need no `encryptSecret`. */
export async function perform(store: Store, row: Endpoint, job: Job, encryptSecret?: EncryptSecret): Promise<string> {
  const { group, name, raw, principal, now, baseUrl } = job;
  const request = parseRequest(row, raw);
  const { prepare, handle } = await handlerOf(group, name);
  const within = (tx: Tx): Context => ({
    tx,
    principal,
    now,
    appUrl,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(encryptSecret && { encryptSecret }),
  });
  const prepared = prepare === undefined ? 0 : await store.read((tx) => prepare(request, within(tx)));
  const run = row.effect === 'read' ? store.read : store.write;
  const data = await run(async (tx) => handle(request, within(tx), prepared));
  return JSON.stringify(data);
}
