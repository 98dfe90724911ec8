// The service over sockets, on SQLite and on a PostgreSQL that several servers share, next to it and some network away: what
// goes in, what is carried out, and how long a read takes in the meantime.

import { join } from 'node:path';
import type { Area, Place } from './area.ts';
import { atLeast, atMost, atShare, type Figure, milliseconds, perSecond, shortNumber } from './figures.ts';
import { type LargeStore, large } from './large.ts';
import { type Database, databaseOf, delayed } from './postgres.ts';
import { contactItem } from './rows.ts';
import { ask, type Server, send, withServers } from './servers.ts';

const ITEMS = 100;
/** Bulks under way at a time: as many as importers. */
const IMPORTERS = 4;
const READ_EVERY_MS = 20;
const NETWORK_MS = 2;

const CONTACTS_PER_SECOND = 1_200;
const GAIN_OF_TWO = 1.7;
const READ_MS = 15;
/** Contacts that rates are measured with. */
const RATE_CONTACTS = 4_000;

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

const personOf = (n: number) => contactItem(n + 1);

interface Loaded {
  readonly perSecond: number;
  /** Of the reads made meanwhile, sorted, milliseconds. */
  readonly reads: readonly number[];
}

/** Sends bulks to all servers in turn, for each key, and reads a contact now and then. */
async function load(servers: readonly Server[], keys: readonly string[], from: number, to: number): Promise<Loaded> {
  // The processors are for what is measured: bodies are made before, and answers are not read.
  const bodies = Array.from({ length: Math.ceil((to - from) / ITEMS) }, (_, n) =>
    JSON.stringify({ contacts: Array.from({ length: ITEMS }, (_, at) => personOf(from + n * ITEMS + at)) }),
  );
  const queue = bodies.entries();
  const began = performance.now();
  const reads: number[] = [];
  let isOver = false;
  const reader = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const sent = performance.now();
      await ask(servers[n % servers.length] as Server, '/v1/contacts?pageSize=1', undefined, keys[0]);
      reads.push(performance.now() - sent);
      await pause(READ_EVERY_MS);
    }
  })();
  const importers = Array.from({ length: IMPORTERS }, async (_, importer) => {
    for (const [n, body] of queue) {
      const server = servers[(importer + n) % servers.length] as Server;
      await send(server, '/v1/contacts/bulk', body, keys[importer % keys.length]);
    }
  });
  await Promise.all(importers);
  const rate = perSecond(to - from, performance.now() - began);
  isOver = true;
  await reader;
  return { perSecond: rate, reads: reads.sort((a, b) => a - b) };
}

/** Effects a second of an enrichment of all these contacts, in runs of 100. */
async function effects(servers: readonly Server[], contacts: number): Promise<number> {
  const [server] = servers as [Server];
  const page = await ask(server, '/v1/contacts?pageSize=100');
  const contactIds = page.contacts.map(({ id }: { id: number }) => id);
  const began = performance.now();
  const runs: string[] = [];
  for (let n = 0; n < contacts; n += ITEMS) {
    const run = { contactIds, actions: [{ type: 'ENRICH_WITH_EMAIL' }] };
    runs.push((await ask(servers[(n / ITEMS) % servers.length] as Server, '/v1/actions', run)).actionsId);
  }
  for (const id of runs) {
    while (!/COMPLETED|PARTIAL|FAILED/.test((await ask(server, `/v1/actions/${id}/status`)).overallStatus))
      await pause(50);
  }
  return perSecond(contacts, performance.now() - began);
}

async function* rates(servers: Server[], contacts: number, name: string, budget: boolean): AsyncGenerator<Figure> {
  const [first] = servers as [Server];
  await load(servers, [first.key], 0, 4 * ITEMS);
  const one = await load(servers, [first.key], 4 * ITEMS, contacts);
  const displayed = (value: number) => `${shortNumber(value)} contacts/s`;
  yield {
    what: `${name}: into one workspace`,
    figure: displayed(one.perSecond),
    ...(budget && { budget: atLeast(CONTACTS_PER_SECOND, 'contacts/s', one.perSecond) }),
  };
  const p95 = atShare(one.reads, 0.95);
  yield {
    what: `${name}: a read beside it, p50 and p95`,
    figure: `${milliseconds(atShare(one.reads, 0.5))}, ${milliseconds(p95)}`,
    ...(name === 'SQLite' && { budget: atMost(READ_MS, 'ms', p95) }),
  };
  const { key } = await ask(first, '/_local/keys', { scopes: ['ALL'], name: 'two', workspace: 'Two' });
  await load(servers, [key], 0, 4 * ITEMS);
  const two = await load(servers, [first.key, key], contacts, 2 * contacts);
  yield {
    what: `${name}: into two workspaces`,
    ...{ figure: displayed(two.perSecond), baseline: displayed(one.perSecond), ratio: two.perSecond / one.perSecond },
    ...(budget && { budget: atLeast(GAIN_OF_TWO, '×', two.perSecond / one.perSecond) }),
  };
  yield { what: `${name}: effects of actions`, figure: `${shortNumber(await effects(servers, contacts / 2))}/s` };
}

async function* measure(place: Place): AsyncGenerator<Figure> {
  const { folder, sizes } = place;
  const contacts = Math.max(2_000, Math.min(RATE_CONTACTS, Math.round(sizes.scaleContacts / 10 / ITEMS) * ITEMS));
  const data = ['--data', join(folder, 'rates')];
  yield* withServers(place, 1, data, (servers) => rates(servers, contacts, 'SQLite', false));
  const database = databaseOf(folder);
  if (database === null) place.say('WITHOUT POSTGRESQL: .ci/postgres starts one');
  else
    for (const ms of [0, NETWORK_MS]) {
      for (const count of [1, 2, 3]) {
        const name = `PostgreSQL${ms === 0 ? '' : ` ${ms} ms away`}, ${count} ${count === 1 ? 'server' : 'servers'}`;
        yield* onDatabase(database, ms, (url) =>
          withServers(place, count, ['--database', url], (servers) => rates(servers, contacts, name, ms === 0)),
        );
      }
    }
  yield* onBoth(place, database, 'large', (stores) => large(place, stores));
}

/** Works on new stores of each engine that there is. */
async function* onBoth(
  { folder }: Place,
  database: Database | null,
  name: string,
  work: (stores: readonly LargeStore[]) => AsyncIterable<Figure>,
): AsyncGenerator<Figure> {
  const path = join(folder, name);
  const sqlite = { engine: 'SQLite', folder: path, flags: ['--data', path], settle: '', options: { data: path } };
  if (database === null) return yield* work([sqlite]);
  yield* onDatabase(database, 0, (url) => {
    const options = { data: ':memory:', database: { url } };
    const postgres = { engine: 'PostgreSQL', flags: ['--database', url], settle: 'vacuum analyze', options };
    // Where a server that is not told where keeps its data.
    return work([sqlite, { ...postgres, folder: join(folder, 'home', 'data', 'local') }]);
  });
}

async function* onDatabase<T>(database: Database, ms: number, work: (url: string) => AsyncIterable<T>) {
  const made = await database.make();
  const away = ms === 0 ? null : await delayed(made.url, ms / 2);
  try {
    yield* work(away?.url ?? made.url);
  } finally {
    away?.close();
    await made.drop();
  }
}

export const scale: Area = { title: 'Many machines: the service over sockets; reads beside four importers', measure };
