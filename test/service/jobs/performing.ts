// A performer of tests: it counts in the store what it did, and does what its payload says.

import { setSetting, setting } from '../../../src/service/core/queries/settings.ts';
import type { Tx } from '../../../src/service/core/sql.ts';
import { enqueueJob, type NewJob, type Queuing } from '../../../src/service/jobs/queries/jobs.ts';
import type { Performer, Performers } from '../../../src/service/jobs/work.ts';
import type { World } from '../world.ts';

/** Adds to what is written down under `name`. */
export async function note(tx: Tx, name: string, what: unknown): Promise<void> {
  await setSetting(tx, name, JSON.stringify([...notes(await setting(tx, name)), what]));
}

function notes(text: string | null): unknown[] {
  const kept: unknown = JSON.parse(text ?? '[]');
  return Array.isArray(kept) ? kept : [];
}

export async function noted(world: World, name = 'done'): Promise<unknown[]> {
  return notes(await world.service.store.read((tx) => setting(tx, name)));
}

/** `say`: writes it down with the moment. `again`: moments at which it asks for more, one after the other. */
const sayer: Performer = {
  perform: async ({ payload }, context) => {
    const { tx, now } = context;
    const { say, again, next, fail } = payload;
    await note(tx, 'done', `${say} ${new Date(now).toISOString().slice(11, 23)}`);
    if (typeof next === 'object' && next !== null) await enqueueJob(context, { kind: 'say', payload: { ...next } });
    if (fail === true) throw new Error(`${say} went wrong`);
    if (!Array.isArray(again) || again.length === 0) return;
    const [dueAt, ...rest] = again;
    return { resumeAt: Number(dueAt), payload: { ...payload, again: rest } };
  },
  failed: ({ payload }, error, { tx }) => note(tx, 'failed', `${payload['say']}: ${error.message}`),
};

export const SAYER: Performers = { say: async () => sayer };

export const queueOf = (tx: Tx): Queuing => ({ tx, principal: { workspaceId: 1 }, now: 0 });

export function queue(world: World, job: Omit<NewJob, 'kind'> & { readonly kind?: string }): Promise<void> {
  return world.service.store.write((tx) => enqueueJob(queueOf(tx), { kind: 'say', ...job }));
}
