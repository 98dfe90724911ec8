// Very many contacts in one store: pages of the large workspace, and a small one alone and beside it. What is there is written by the
// store's own bulk path, not through requests; what is measured is asked over a socket.

import { type StartOptions, startService } from '../../src/service/start.ts';
import type { Place } from './area.ts';
import { atMost, atShare, type Figure, milliseconds } from './figures.ts';
import { fillStore } from './fill.ts';
import { contactItem } from './rows.ts';
import { ask, type Server, withServers } from './servers.ts';

const PAGE_MS = 300;
const NEIGHBOUR_RATIO = 1.5;
/** Other workspaces beside the small one and the large one. */
const NEIGHBOURS = 98;
/** Contacts of the small workspace; each of the others has a tenth. */
const SMALL = 10_000;
const SEARCHES = 200;

/** How often each question is asked: in turns, so that none is asked twice in a row. */
const ROUNDS = 20;
const ROUNDS_AFTER_WRITES = 5;
const WRITTEN_FROM = 50_000_000;

type Question = readonly [what: string, path: string, body: (round: number) => object | undefined];

const manyHave = (round: number): string => ['Lovelace', 'Hopper', 'Knuth', 'Turing', 'Wirth'][round % 5] ?? '';
const ofCompanies = (round: number): string => ['Software', 'Logistics', 'Retail', 'Finance'][round % 4] ?? '';
/** As fill.ts spreads them: half of the companies, nine of ten, nine of ten people, and half of the people and of the companies. */
const MANY: readonly (readonly [what: string, word: string])[] = [
  ['a word of half of their companies', 'States'],
  ['a word of most of their companies', 'United'],
  ['a word that most have', 'remotely'],
  ['a word that half have, and their companies', 'Kingdom'],
  ['two words that most have', 'United remotely'],
];
const allHave = (round: number): string => ['example', 'company', 'helping', 'linkedin', 'person'][round % 5] ?? '';

/**
 * Of words that many have there are few: they are asked for again, and then answered from what is kept. The first time is a
 * figure of its own: nothing is in any cache then.
 */
function questionsOf(contacts: number): readonly Question[] {
  const none = () => undefined;
  const search = (what: string, words: (round: number) => string, page = 1): Question => [
    `search, ${what}`,
    '/v1/contacts/search',
    (round) => ({ search: words(round), pageSize: 100, page }),
  ];
  return [
    ['list, first page', '/v1/contacts?pageSize=100', none],
    ['list, a page in the middle', `/v1/contacts?pageSize=100&page=${Math.floor(contacts / 200)}`, none],
    ['list, last page', `/v1/contacts?pageSize=100&page=${Math.floor(contacts / 100)}`, none],
    search('a word that few have', (round) => `Lovelace7${round}`),
    search('a word that a tenth have', manyHave),
    search('a word of their companies', ofCompanies),
    search('a word that all have', allHave),
    search('a word that a tenth have, a page in the middle', manyHave, Math.floor(contacts / 2_000)),
    search('a word of their companies, a page in the middle', ofCompanies, Math.floor(contacts / 1_000)),
    search('a word that all have, a page in the middle', allHave, Math.floor(contacts / 200)),
    ...MANY.flatMap(([what, word]) => [
      // First, as no one has paged through them then.
      search(`${what}, a page in the middle`, () => word, Math.floor(contacts / 400)),
      search(what, () => word),
    ]),
    search('two words', (round) => `Ada${round} Germany`),
    [
      'filter, a rare company',
      '/v1/contacts/search',
      (round) => ({ include: { companyName: [`Company ${round}`] }, pageSize: 100 }),
    ],
    [
      'filter, a common job title',
      '/v1/contacts/search',
      (round) => ({ include: { jobTitle: [round % 2 === 0 ? 'CTO' : 'Buyer'] }, pageSize: 100 }),
    ],
    ['duplicates by name', '/v1/contacts/duplicates?fields=fullName', none],
    [
      'duplicates by name, a page in the middle',
      `/v1/contacts/duplicates?fields=fullName&cursor=${contacts / 4}`,
      none,
    ],
    ['duplicates by email', '/v1/contacts/duplicates?fields=professionalEmail', none],
    ['duplicates by name and email', '/v1/contacts/duplicates?fields=fullName,professionalEmail', none],
  ];
}

async function pageFigures(server: Server, engine: string, contacts: number): Promise<Figure[]> {
  const questions = questionsOf(contacts);
  const times = questions.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, [, path, body]] of questions.entries()) {
      const began = performance.now();
      await ask(server, path, body(round));
      times[at]?.push(performance.now() - began);
    }
  }
  const name = `${engine}, ${contacts.toLocaleString('en-US')} contacts`;
  return [
    ...questions.map(([what], at) => pageFigure(`${name}: ${what}`, times[at])),
    ...(await afterWrites(server, name, questions)),
  ];
}

function pageFigure(what: string, times: readonly number[] = []): Figure {
  const [first = Number.NaN, ...others] = times;
  const sorted = others.sort((a, b) => a - b);
  const p95 = atShare(sorted, 0.95);
  return {
    what: `${what}, first, p50 and p95`,
    figure: [first, atShare(sorted, 0.5), p95].map(milliseconds).join(', '),
    budget: atMost(PAGE_MS, 'ms', Math.max(first, p95)),
  };
}

/** The same with a write before each: nothing that was kept is still valid. */
async function afterWrites(server: Server, name: string, questions: readonly Question[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  // Nobody who is there yet, with all that the others have.
  let written = WRITTEN_FROM;
  for (const [what, path, body] of questions) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS_AFTER_WRITES; round += 1) {
      written += 1;
      await ask(server, '/v1/contact', contactItem(written));
      const began = performance.now();
      await ask(server, path, body(round));
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    const slowest = times.at(-1) ?? Number.NaN;
    figures.push({
      what: `${name}: ${what}, after a write, p50 and slowest`,
      figure: [atShare(times, 0.5), slowest].map(milliseconds).join(', '),
      budget: atMost(PAGE_MS, 'ms', slowest),
    });
  }
  return figures;
}

type SearchTimes = readonly [p50: number, p95: number];

/** Words that nearly every contact has, and some that few have, in a small workspace: half and nineteen of twenty of the times. */
async function searchTimes(server: Server, key: string): Promise<SearchTimes> {
  const times: number[] = [];
  for (let n = 0; n < SEARCHES; n += 1) {
    const words = n % 2 === 0 ? (['example', 'company', 'helping', 'person'][n % 4] ?? '') : `Ada${n % 50}`;
    const body = { search: `${words} ${n % 3 === 0 ? 'grow' : 'linkedin'}`, pageSize: 25 };
    const began = performance.now();
    await ask(server, '/v1/contacts/search', body, key);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return [atShare(times, 0.5), atShare(times, 0.95)];
}

/** A store of either engine. */
export interface LargeStore {
  readonly engine: string;
  /** Of a server on it. */
  readonly flags: readonly string[];
  /** Where its snapshots go. */
  readonly folder: string;
  /** What the engine would do by itself a while later. */
  readonly settle: string;
  readonly options: Pick<StartOptions, 'data' | 'database'>;
}

/** Writes to the store, on which no server is at work. */
async function fill(
  { options, settle }: LargeStore,
  workspaces: readonly (readonly [workspaceId: number, contacts: number])[],
  more = '',
): Promise<void> {
  const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
  const real = { now: () => Date.now(), sleep, random: () => Math.random() };
  const { store, close } = await startService({ ...options, ...real, version: '0', empty: true, rateLimits: 'off' });
  for (const [workspaceId, contacts] of workspaces) await fillStore(store, { workspaceId, from: 1, to: contacts + 1 });
  if (more !== '') await store.exec(more);
  if (settle !== '') await store.exec(settle);
  await close();
}

/** Works with a server on the store. */
async function withServer<T>(place: Place, { flags }: LargeStore, work: (server: Server) => Promise<T>): Promise<T> {
  for await (const result of withServers(place, 1, flags, async function* ([server]) {
    if (server) yield await work(server);
  }))
    return result;
  throw new Error('no server was started');
}

const nameOf = (neighbour: number): string => `Neighbour ${neighbour}`;
const keyOf = async (server: Server, workspace: string): Promise<string> =>
  (await ask(server, '/_local/keys', { scopes: ['ALL'], name: workspace, workspace })).key;

export async function* large(place: Place, stores: readonly LargeStore[]): AsyncGenerator<Figure> {
  const { say, sizes } = place;
  const contacts = sizes.scaleContacts;
  const small = Math.min(SMALL, contacts / 10);
  const alone = new Map<LargeStore, SearchTimes>();
  for (const store of stores) {
    await fill(store, [[1, small]]);
    await withServer(place, store, async (server) => {
      alone.set(store, await searchTimes(server, server.key));
      for (let n = 0; n <= NEIGHBOURS; n += 1) await keyOf(server, nameOf(n));
    });
  }
  const began = performance.now();
  const others = Array.from({ length: NEIGHBOURS }, (_, n) => [n + 2, small / 10] as const);
  await Promise.all(stores.map((store) => fill(store, [...others, [NEIGHBOURS + 2, contacts]])));
  say(`${contacts.toLocaleString('en-US')} contacts in ${Math.round((performance.now() - began) / 1_000)} s`);
  for (const store of stores) {
    const figures = await withServer(place, store, async (server) => [
      ...besideFigures(store, small, alone.get(store), await searchTimes(server, server.key)),
      ...(await pageFigures({ ...server, key: await keyOf(server, nameOf(NEIGHBOURS)) }, store.engine, contacts)),
    ]);
    yield* figures;
  }
}

function besideFigures({ engine }: LargeStore, small: number, alone: SearchTimes | undefined, beside: SearchTimes) {
  return ['p50', 'p95'].map((name, at): Figure => {
    const [before, after] = [alone?.[at] ?? Number.NaN, beside[at] ?? Number.NaN];
    return {
      what: `${engine}: a search of ${small.toLocaleString('en-US')} beside ${NEIGHBOURS + 1} workspaces, ${name}`,
      ...{ figure: milliseconds(after), baseline: milliseconds(before), ratio: after / before },
      budget: atMost(NEIGHBOUR_RATIO, '×', after / before),
    };
  });
}
