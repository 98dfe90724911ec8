// Heavy rows on a thread of their own, over a connection of its own to the same store.

import { parentPort } from 'node:worker_threads';
import { openStore, type Store } from '../db/connection.ts';
import type { Outcome } from './heavy.ts';
import { type Job, perform } from './perform.ts';
import { refusalOf } from './respond.ts';
import { routesOf } from './routes.ts';

export interface RowThreadData {
  readonly role: 'rows';
  readonly path: string;
  readonly nodeMajor: number;
}

export function answerRows({ path, nodeMajor }: RowThreadData): void {
  const store = openStore(path, nodeMajor);
  // Reported with the first job, which waits for the same promise.
  store.catch(() => {});
  parentPort?.on('message', async (job: Job) => parentPort?.postMessage(await outcomeOf(store, job)));
}

const routes = routesOf();

async function outcomeOf(store: Promise<Store>, job: Job): Promise<Outcome> {
  try {
    const route = routes.find(job.group, job.name);
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
