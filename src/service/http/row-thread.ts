// Heavy rows on a thread of their own, over its own connection to the same store.

import type { Store } from '../core/store.ts';
import type { RowOutcome } from './heavy.ts';
import { perform, type RowRequest } from './perform.ts';
import { refusalOf } from './respond.ts';
import { ROUTES } from './routes.ts';

export async function outcomeIn(store: Promise<Store>, job: RowRequest): Promise<RowOutcome> {
  try {
    const route = ROUTES.find(job.group, job.name);
    if (!route) throw new Error(`no row ${job.group}.${job.name}`);
    return { data: await perform(await store, route.row, job) };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.code === 'internal')
      return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    const { code, message, details } = refusal;
    return { refused: { code, message, details } };
  }
}
