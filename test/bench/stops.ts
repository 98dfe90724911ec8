// How long a server answers no one: the longest wait for an answer that needs no store, beside work on very many contacts.

import { join } from 'node:path';
import type { Place } from './area.ts';
import { atMost, type Figure, milliseconds } from './figures.ts';
import { fill, type LargeStore, withServer } from './large.ts';
import { ask, type Server } from './servers.ts';

const STOP_MS = 50;
const ASK_EVERY_MS = 5;

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Works, and tells the longest wait meanwhile. */
async function longestWait(server: Server, work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(`${server.url}/livez`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - began);
      await pause(ASK_EVERY_MS);
    }
  })();
  await pause(100);
  try {
    await work();
  } finally {
    isOver = true;
    await asking;
  }
  return longest;
}

async function remove({ url, key }: Server, path: string): Promise<void> {
  const { status } = await fetch(url + path, { method: 'DELETE', headers: { 'x-api-key': key } });
  if (status !== 200) throw new Error(`DELETE ${path}: ${status}`);
}

/** A list of all contacts. */
const LIST = `insert into lists (workspace_id, name, entity, created_at) values (1, 'All', 'CONTACT', 0);
  insert into list_members (list_id, member_id) select lists.id, contacts.id from lists, contacts where lists.name = 'All'`;

export async function* stops(place: Place, stores: readonly LargeStore[], contacts: number): AsyncGenerator<Figure> {
  for (const store of stores) {
    await fill(store, [[1, contacts]], LIST);
    const waits = await withServer(place, store, async (server) => {
      const { lists } = await ask(server, '/v1/lists');
      const list = lists.find(({ name }: { name: string }) => name === 'All');
      const { id } = await ask(server, '/v1/ai-variables', {
        entity: 'CONTACT',
        name: 'Note',
        prompt: '{{firstName}}',
      });
      const actions = { contactGroupIds: [list.id], actions: [{ type: 'VERIFY_LEAD_EMAIL' }] };
      const snapshot = { path: join(store.folder, 'beside.snapshot') };
      const work: readonly (readonly [string, () => Promise<unknown>])[] = [
        ['nothing', () => pause(500)],
        ['a snapshot', () => ask(server, '/_local/snapshot', snapshot)],
        ['actions on a list of all', () => ask(server, '/v1/actions', actions)],
        ['the deletion of an AI variable', () => remove(server, `/v1/ai-variables/${id}`)],
      ];
      const figures: Figure[] = [];
      for (const [what, done] of work) {
        const wait = await longestWait(server, done);
        const of = `${store.engine}, ${contacts.toLocaleString('en-US')} contacts: longest wait beside ${what}`;
        figures.push({ what: of, figure: milliseconds(wait), budget: atMost(STOP_MS, 'ms', wait) });
      }
      return figures;
    });
    yield* waits;
  }
}
