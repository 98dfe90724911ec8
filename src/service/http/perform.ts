// One request of one row, behind the guard: parse, handle in a transaction, give back the data as JSON text.

import type { Endpoint } from '../../contract/endpoint.ts';
import { appUrl, type Seal, type Who } from '../domain/context.ts';
import { handlerOf } from '../handlers/index.ts';
import type { Store } from '../store/db.ts';
import { parseRequest, type RawRequest } from './parse.ts';

/** Plain data: it may cross to a worker thread. */
export interface Job {
  readonly group: string;
  readonly name: string;
  readonly raw: RawRequest;
  readonly who: Who;
  readonly now: number;
}

/** Throws Refusal. A `write` row that answers is on disk. `seal`: for secrets that arrive; heavy rows bring none. */
export async function perform(
  store: Store,
  row: Endpoint,
  { group, name, raw, who, now }: Job,
  seal?: Seal,
): Promise<string> {
  const request = parseRequest(row, raw);
  const handler = await handlerOf(group, name);
  const run = row.effect === 'read' ? store.read : store.write;
  const data = await run(async (tx) => handler(request, { tx, who, now, appUrl, ...(seal && { seal }) }));
  return JSON.stringify(data);
}
