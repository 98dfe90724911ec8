// The service over sockets, on SQLite and on a PostgreSQL that several servers share, next to it and some network away: what
// goes in, what is carried out, and how long a read takes in the meantime.

import { join } from 'node:path';
import type { Area, Place } from './area.ts';
import { atLeast, atMost, type Figure, milliseconds, perSecond, shortNumber } from './figures.ts';
import { type Database, databaseOf, delayed } from './postgres.ts';
import { type Companion, companion, reach } from './processes.ts';
import { contactItem } from './rows.ts';

const ITEMS = 100;
/** Bulks under way at a time: as many as importers. */
const IMPORTERS = 4;
const READ_EVERY_MS = 20;
const NETWORK_MS = 2;

const CONTACTS_PER_SECOND = 1_200;
const GAIN_OF_TWO = 1.7;
const PAGE_MS = 300;
const READ_MS = 15;
const NEIGHBOUR_RATIO = 1.5;
const NEIGHBOURS = 100;

interface Server {
  readonly url: string;
  readonly key: string;
  readonly adminToken: string;
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

async function ask(server: Server, path: string, body?: object, key = server.key) {
  const answer = await fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': key, 'x-admin-token': server.adminToken, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return Object(await answer.json()).data;
}

/** Runs `work` with servers of their own, limits switched on but out of reach. */
async function* withServers<T>(
  { root, folder }: Place,
  count: number,
  store: readonly string[],
  work: (servers: Server[]) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const env = { REACH_HOME: join(folder, 'home') };
  const flags = ['serve', '-o', 'json', '--admin', '--port', '0', '--empty', '--rate-limits', 'x100000', ...store];
  const started: Companion[] = [];
  try {
    while (started.length < count) started.push(await companion(reach(root, flags, env)));
    const servers = started.map(({ ready }) => ({
      url: String(ready['url']),
      key: String(ready['key']),
      adminToken: String(ready['adminToken']),
    }));
    yield* work(servers);
  } finally {
    for (const one of started) await one.stop();
  }
}

const personOf = (n: number) => contactItem(n + 1);

interface Loaded {
  readonly perSecond: number;
  /** Of the reads made meanwhile, sorted, milliseconds. */
  readonly reads: readonly number[];
}

/** Sends bulks to all servers in turn, for each key, and reads a contact now and then. */
async function load(servers: readonly Server[], keys: readonly string[], from: number, to: number): Promise<Loaded> {
  let next = from;
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
    while (next < to) {
      const first = next;
      next += ITEMS;
      const contacts = Array.from({ length: ITEMS }, (_, at) => personOf(first + at));
      const server = servers[(importer + first / ITEMS) % servers.length] as Server;
      await ask(server, '/v1/contacts/bulk', { contacts }, keys[importer % keys.length]);
    }
  });
  await Promise.all(importers);
  const rate = perSecond(to - from, performance.now() - began);
  isOver = true;
  await reader;
  return { perSecond: rate, reads: reads.sort((a, b) => a - b) };
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

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
  const shown = (value: number) => `${shortNumber(value)} contacts/s`;
  yield {
    what: `${name}: into one workspace`,
    figure: shown(one.perSecond),
    ...(budget && { budget: atLeast(CONTACTS_PER_SECOND, 'contacts/s', one.perSecond) }),
  };
  const p95 = at(one.reads, 0.95);
  yield {
    what: `${name}: a read beside it, p50 and p95`,
    figure: `${milliseconds(at(one.reads, 0.5))}, ${milliseconds(p95)}`,
    ...(name === 'SQLite' && { budget: atMost(READ_MS, 'ms', p95) }),
  };
  const { key } = await ask(first, '/_local/keys', { scopes: ['ALL'], name: 'two', workspace: 'Two' });
  await load(servers, [key], 0, 4 * ITEMS);
  const two = await load(servers, [first.key, key], contacts, 2 * contacts);
  yield {
    what: `${name}: into two workspaces`,
    ...{ figure: shown(two.perSecond), baseline: shown(one.perSecond), ratio: two.perSecond / one.perSecond },
    ...(budget && { budget: atLeast(GAIN_OF_TWO, '×', two.perSecond / one.perSecond) }),
  };
  yield { what: `${name}: effects of actions`, figure: `${shortNumber(await effects(servers, contacts / 2))}/s` };
}

/** Pages of a large store, the slowest of three. */
async function* pages(servers: Server[], contacts: number, say: Place['say']): AsyncGenerator<Figure> {
  const [server] = servers as [Server];
  const step = Math.ceil(contacts / 10 / ITEMS) * ITEMS;
  for (let from = 0; from < contacts; from += step) {
    await load(servers, [server.key], from, Math.min(contacts, from + step));
    say(`${(from + step).toLocaleString('en-US')} contacts`);
  }
  const questions: readonly (readonly [string, string, object?])[] = [
    ['list, first page', '/v1/contacts?pageSize=100'],
    ['list, last page', `/v1/contacts?pageSize=100&page=${Math.floor(contacts / 100)}`],
    ['search, a word', '/v1/contacts/search', { search: 'Lovelace7', pageSize: 100 }],
    ['search, a common job title', '/v1/contacts/search', { include: { jobTitle: ['CTO'] }, pageSize: 100 }],
    ['search, a rare company', '/v1/contacts/search', { include: { companyName: ['Company 77'] }, pageSize: 100 }],
    ['duplicates by name', '/v1/contacts/duplicates?fields=fullName'],
    ['duplicates by email', '/v1/contacts/duplicates?fields=professionalEmail'],
  ];
  for (const [what, path, body] of questions) {
    let slowest = 0;
    for (let time = 0; time < 3; time += 1) {
      const began = performance.now();
      await ask(server, path, body);
      slowest = Math.max(slowest, performance.now() - began);
    }
    const size = contacts.toLocaleString('en-US');
    yield {
      what: `PostgreSQL, ${size} contacts: ${what}`,
      figure: milliseconds(slowest),
      budget: atMost(PAGE_MS, 'ms', slowest),
    };
  }
}

/** A small workspace alone, and beside the large one that `pages` filled and others. */
async function* neighbours(servers: Server[], each: number): AsyncGenerator<Figure> {
  const [server] = servers as [Server];
  const keys: string[] = [];
  for (let n = 0; n < NEIGHBOURS; n += 1) {
    const made = await ask(server, '/_local/keys', { scopes: ['ALL'], name: `n${n}`, workspace: `N${n}` });
    keys.push(made.key);
  }
  for (const key of keys) await load([server], [key], 0, each);
  const search = async (key: string) => {
    const times: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      const began = performance.now();
      await ask(server, '/v1/contacts/search', { search: `Ada${n % 50}`, pageSize: 25 }, key);
      times.push(performance.now() - began);
    }
    return at(
      times.sort((a, b) => a - b),
      0.5,
    );
  };
  const [own = ''] = keys;
  const alone = await search(own);
  let isOver = false;
  const large = (async () => {
    while (!isOver) await ask(server, '/v1/contacts/search', { include: { jobTitle: ['CTO'] }, pageSize: 100 });
  })();
  const beside = await search(own);
  isOver = true;
  await large;
  yield {
    what: `a search of ${each.toLocaleString('en-US')} of ${NEIGHBOURS} workspaces while the large one searches`,
    ...{ figure: milliseconds(beside), baseline: milliseconds(alone), ratio: beside / alone },
    budget: atMost(NEIGHBOUR_RATIO, '×', beside / alone),
  };
}

async function* measure(place: Place): AsyncGenerator<Figure> {
  const { scaleContacts } = place.sizes;
  const contacts = Math.max(2_000, Math.round(scaleContacts / 10 / ITEMS) * ITEMS);
  const data = ['--data', join(place.folder, 'data')];
  yield* withServers(place, 1, data, (servers) => rates(servers, contacts, 'SQLite', false));
  const database = databaseOf(place.folder);
  if (database === null) {
    place.say('WITHOUT POSTGRESQL: .ci/postgres starts one');
    return;
  }
  for (const ms of [0, NETWORK_MS]) {
    for (const count of [1, 2, 3]) {
      const name = `PostgreSQL${ms === 0 ? '' : ` ${ms} ms away`}, ${count} ${count === 1 ? 'server' : 'servers'}`;
      yield* onDatabase(database, ms, (url) =>
        withServers(place, count, ['--database', url], (servers) => rates(servers, contacts, name, ms === 0)),
      );
    }
  }
  yield* onDatabase(database, 0, (url) =>
    withServers(place, 1, ['--database', url], async function* (servers) {
      yield* pages(servers, scaleContacts, place.say);
      yield* neighbours(servers, Math.round(scaleContacts / NEIGHBOURS / ITEMS) * ITEMS);
    }),
  );
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
