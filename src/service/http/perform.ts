// One request of one row, behind the guard: parse, handle in a transaction, give back the data as JSON text.

import type { Endpoint } from '../../contract/endpoint.ts';
import { appUrl, type Context, type Seal, type Who } from '../core/context.ts';
import type { Store, Tx } from '../db/connection.ts';
import { handlerOf } from '../resources/index.ts';
import { parseRequest, type RawRequest } from './parse.ts';

/** Plain data: it may cross to a worker thread. */
export interface Job {
  readonly group: string;
  readonly name: string;
  readonly raw: RawRequest;
  readonly who: Who;
  readonly now: number;
  /** The address the caller used; left out by calls from inside the process. */
  readonly baseUrl?: string | undefined;
}

/** Throws Refusal. A `write` row that answers is on disk. `seal`: for secrets that arrive; heavy rows bring none. */
export async function perform(store: Store, row: Endpoint, job: Job, seal?: Seal): Promise<string> {
  const { group, name, raw, who, now, baseUrl } = job;
  const request = parseRequest(row, raw);
  const { look, act } = await handlerOf(group, name);
  const within = (tx: Tx): Context => ({
    tx,
    who,
    now,
    appUrl,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(seal && { seal }),
  });
  const seen = look === undefined ? 0 : await store.read((tx) => look(request, within(tx)));
  const run = row.effect === 'read' ? store.read : store.write;
  const data = await run(async (tx) => act(request, within(tx), seen));
  return JSON.stringify(data);
}
