// Very many contacts, and servers under load, over sockets: first pages of a large store, a page deep in a search, what goes in,
// and how long a read takes beside it. On SQLite, and on PostgreSQL where REACH_TEST_POSTGRES names a server.

import { join } from 'node:path';
import type { StartOptions } from '../../src/service/start.ts';
import { startOn } from '../service/start-on.ts';
import type { Area, Place } from './area.ts';
import { atLeast, atMost, atShare, type Figure, milliseconds, perSecond, shortNumber } from './figures.ts';
import { fillStore } from './fill.ts';
import { onDatabase } from './postgres.ts';
import { contactItem } from './rows.ts';
import { ask, type Server, send, withServer } from './servers.ts';

const ITEMS = 100;
/** Bulks under way at a time: as many as importers. */
const IMPORTERS = 4;
const READ_EVERY_MS = 20;
const READ_MS = 25;
const CONTACTS_PER_SECOND = 1_200;
/** Contacts that rates are measured with. */
const RATE_CONTACTS = 4_000;
/** How often each question is asked: in turns, so that none is asked twice in a row. */
const ROUNDS = 20;
const DEEP_MS = 2_000;

interface Engine {
  readonly name: string;
  readonly pageMs: number;
  /** Of a server on the store. */
  readonly flags: readonly string[];
  readonly options: Pick<StartOptions, 'data' | 'database'>;
  /** What the engine would do by itself a while after a fill. */
  readonly settle: string;
}

type Question = readonly [what: string, path: string, body?: (round: number) => object];

const among =
  (...words: readonly string[]) =>
  (round: number): string =>
    words[round % words.length] ?? '';
const manyHave = among('Lovelace', 'Hopper', 'Knuth', 'Turing', 'Wirth');
const ofCompanies = among('Software', 'Logistics', 'Retail', 'Finance');
const allHave = among('example', 'company', 'helping', 'linkedin', 'person');

function search(what: string, words: (round: number) => string, page = 1): Question {
  const body = (round: number) => ({ search: words(round), pageSize: 100, page });
  return [`search, ${what}`, '/v1/contacts/search', body];
}

function filter(what: string, include: (round: number) => object): Question {
  return [`filter, ${what}`, '/v1/contacts/search', (round) => ({ include: include(round), pageSize: 100 })];
}

const duplicates = (what: string, fields: string): Question => [
  `duplicates by ${what}`,
  `/v1/contacts/duplicates?fields=${fields}`,
];

const questionsOf = (contacts: number): readonly Question[] => [
  ['list, first page', '/v1/contacts?pageSize=100'],
  ['list, last page', `/v1/contacts?pageSize=100&page=${Math.floor(contacts / 100)}`],
  search('a word that few have', (round) => `Lovelace7${round}`),
  search('a word that a tenth have', manyHave),
  search('a word of their companies', ofCompanies),
  search('a word that half of their companies have', () => 'States'),
  search('a word that all have', allHave),
  search('two words', (round) => `Ada${round} Germany`),
  search('two words that most have', () => 'United remotely'),
  filter('a rare company', (round) => ({ companyName: [`Company ${round}`] })),
  filter('a common job title', (round) => ({ jobTitle: [round % 2 === 0 ? 'CTO' : 'Buyer'] })),
  duplicates('name', 'fullName'),
  duplicates('email', 'professionalEmail'),
  duplicates('name and email', 'fullName,professionalEmail'),
  search('a page in the middle', allHave, Math.floor(contacts / 200)),
];

/** The first time counts like any other: nothing is in any cache then. */
async function* pages(server: Server, { name, pageMs }: Engine, contacts: number): AsyncGenerator<Figure> {
  const questions = questionsOf(contacts);
  const times = questions.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, [, path, body]] of questions.entries()) {
      const began = performance.now();
      await ask(server, path, body?.(round));
      times[at]?.push(performance.now() - began);
    }
  }
  for (const [at, [what]] of questions.entries()) {
    const sorted = times[at]?.toSorted((a, b) => a - b) ?? [];
    const slowest = sorted.at(-1) ?? Number.NaN;
    yield {
      what: `${name}, ${contacts.toLocaleString('en-US')} contacts: ${what}, p50 and slowest`,
      figure: [atShare(sorted, 0.5), slowest].map(milliseconds).join(', '),
      budget: atMost(what.includes('in the middle') ? DEEP_MS : pageMs, 'ms', slowest),
    };
  }
}

/** Sends bulks of these contacts and reads a contact now and then: contacts a second, and the time of each read. */
async function load(server: Server, from: number, to: number): Promise<{ rate: number; reads: readonly number[] }> {
  // The processors are for what is measured: bodies are made before, and answers are not read.
  const bodies = Array.from({ length: Math.ceil((to - from) / ITEMS) }, (_, n) =>
    JSON.stringify({ contacts: Array.from({ length: ITEMS }, (_, at) => contactItem(from + n * ITEMS + at + 1)) }),
  );
  const queue = bodies.values();
  const began = performance.now();
  const reads: number[] = [];
  let isOver = false;
  const reader = (async () => {
    while (!isOver) {
      const sent = performance.now();
      await ask(server, '/v1/contacts?pageSize=1');
      reads.push(performance.now() - sent);
      await new Promise((done) => setTimeout(done, READ_EVERY_MS));
    }
  })();
  const importer = async () => {
    for (const body of queue) await send(server, '/v1/contacts/bulk', body);
  };
  await Promise.all(Array.from({ length: IMPORTERS }, importer));
  const rate = perSecond(to - from, performance.now() - began);
  isOver = true;
  await reader;
  return { rate, reads: reads.sort((a, b) => a - b) };
}

async function* rates(server: Server, name: string, contacts: number): AsyncGenerator<Figure> {
  await load(server, 0, 4 * ITEMS);
  const { rate, reads } = await load(server, 4 * ITEMS, contacts);
  const isShared = name === 'PostgreSQL';
  yield {
    what: `${name}: ${IMPORTERS} importers, one server`,
    figure: `${shortNumber(rate)} contacts/s`,
    ...(isShared && { budget: atLeast(CONTACTS_PER_SECOND, 'contacts/s', rate) }),
  };
  const p95 = atShare(reads, 0.95);
  yield {
    what: `${name}: a read beside them, p50 and p95`,
    figure: `${milliseconds(atShare(reads, 0.5))}, ${milliseconds(p95)}`,
    ...(!isShared && { budget: atMost(READ_MS, 'ms', p95) }),
  };
}

/** Writes to the store, on which no server is at work. */
async function fill({ options, settle }: Engine, contacts: number): Promise<void> {
  const { data = '', ...more } = options;
  const { store, close } = await startOn(data, more);
  await fillStore(store, { workspaceId: 1, from: 1, to: contacts + 1 });
  if (settle !== '') await store.exec(settle);
  await close();
}

async function* measureOn(place: Place, engine: Engine): AsyncGenerator<Figure> {
  const contacts = place.sizes.scaleContacts;
  place.say(`${engine.name}, ${contacts.toLocaleString('en-US')} contacts`);
  await fill(engine, contacts);
  yield* withServer(place, engine.flags, async function* (server) {
    yield* pages(server, engine, contacts);
    const { key } = await ask(server, '/_local/keys', { scopes: ['ALL'], name: 'rates', workspace: 'Rates' });
    yield* rates({ ...server, key }, engine.name, Math.min(RATE_CONTACTS, contacts));
  });
}

async function* measure(place: Place): AsyncGenerator<Figure> {
  const data = join(place.folder, 'large');
  yield* measureOn(place, { name: 'SQLite', pageMs: 300, flags: ['--data', data], options: { data }, settle: '' });
  const isThere = yield* onDatabase(place.folder, (url) =>
    measureOn(place, {
      name: 'PostgreSQL',
      pageMs: 500,
      flags: ['--database', url],
      options: { data: ':memory:', database: { url } },
      settle: 'vacuum analyze',
    }),
  );
  if (!isThere) place.say('WITHOUT POSTGRESQL: .ci/postgres starts one');
}

export const scale: Area = {
  title: 'The service over sockets: pages of a large store, reads beside importers',
  measure,
};
