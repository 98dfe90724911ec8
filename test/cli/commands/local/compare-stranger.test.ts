// `reach local compare` with a service that differs: what it names is checked by what the stranger is made of, and by what it
// answers to requests of our own beside bodies typed by hand.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { story } from '../../../golden/story.ts';
import { reachForAllTests } from '../../../opened.ts';
import type { Route } from '../../../stranger/route.ts';
import { seed } from '../../../stranger/seed.ts';
import { openStranger, ROUTES, STRANGER_KEY, type Stranger } from '../../../stranger/server.ts';
import { type Mode, SWITCHES } from '../../../stranger/switches.ts';

const reach = reachForAllTests();

interface Row {
  readonly operation: string;
  readonly request: string;
  readonly result: string;
  readonly differences: readonly { readonly aspect: string; readonly text: string }[];
  readonly why: string | null;
}

async function compare(mode: Mode): Promise<{ rows: Row[]; stranger: Stranger }> {
  const stranger = await openStranger({ mode });
  seed(stranger.store);
  const ran = await reach.run('local compare --json --record service.json', {
    env: { REACH_BASE_URL: stranger.url, REACH_API_KEY: STRANGER_KEY },
  });
  expect(ran.code, ran.stderr).toBe(1);
  return { rows: JSON.parse(ran.stdout), stranger };
}

const textsOf = ({ differences }: Row, aspect: string) =>
  differences.filter((one) => one.aspect === aspect).map(({ text }) => text);

interface Place {
  count: number;
  readonly types: Set<string>;
}
type Places = Map<string, Place>;

/** Places of a value, `contacts[].id`: how often each is there, and the types of what stands there. */
function placesIn(value: unknown, at = '', found: Places = new Map()): Places {
  const place = found.get(at) ?? { count: 0, types: new Set<string>() };
  place.count += 1;
  found.set(at, place);
  place.types.add(value === null ? 'null' : typeof value);
  if (Array.isArray(value)) for (const one of value) placesIn(one, `${at}[]`, found);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) placesIn(one, at === '' ? key : `${at}.${key}`, found);
  return found;
}

const parentOf = (place: string) => place.replace(/(^|\.)[^.]*$/, '');

/** Whether every record there has it. */
const isAlwaysIn = (places: Places, place: string) =>
  places.has(place) && places.get(place)?.count === places.get(parentOf(place))?.count;

/** What the interface shows of the answers of each operation, as it is typed by hand. */
const golden = new Map<string, Places>();
for (const { row, response } of story)
  golden.set(row, placesIn(Object(response.body).data, '', golden.get(row) ?? new Map()));

/** The answer of the stranger to the request that asks for nothing special, its list under its own name. */
async function answerOf({ url, requests }: Stranger, row: Row): Promise<Places | null> {
  const path = row.request.slice(4);
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
  const isFixed = (asked: string) => !path.includes('{') || !ROUTES.some((route) => route.path === asked);
  const asked = requests.find((one) => one.status === 200 && pattern.test(one.path) && isFixed(one.path));
  if (!row.request.startsWith('GET') || asked === undefined) return null;
  const query = row.operation === 'contacts.duplicates' ? '?fields=professionalEmail' : '';
  const answer = await fetch(url + asked.path + query, { headers: { 'x-api-key': STRANGER_KEY } });
  const { data } = Object(await answer.json());
  const [name = ''] = [...(golden.get(row.operation)?.keys() ?? [])].slice(1).map((place) => place.split(/[.[]/)[0]);
  const list = Array.isArray(data) ? data : Object.values(Object(data)).find(Array.isArray);
  const isRenamed = !Array.isArray(data) && Object.keys(Object(data)).length === 1 && !(name in Object(data));
  return placesIn(Array.isArray(data) || (isRenamed && list !== undefined) ? { [name]: list } : data);
}

/** By the kind of a block, a step or a trigger. */
const OF_DATA = /\b(inputs|exampleBody|trigger|outputSchema)\.|\b(steps|nodes)\[\]\./;

const namesIn = (texts: readonly string[], start: string) =>
  texts.flatMap((text) =>
    text.startsWith(start)
      ? text
          .slice(start.length)
          .replace(/ and \d+ more$/, '')
          .split(', ')
      : [],
  );

/** Our names of a request that the interface does not show, where the stranger has others or none. */
const hidden = ({ unshownQuery = {} }: Route, mode: Mode) =>
  SWITCHES[mode].unshownPaths === 'ours' ? [] : Object.keys(unshownQuery);

describe.each(Object.keys(SWITCHES) as Mode[])('%s', (mode) => {
  let rows: Row[];
  let stranger: Stranger;
  beforeAll(async () => {
    ({ rows, stranger } = await compare(mode));
  });
  afterAll(() => stranger.close());

  test('paths and parameters are those that the stranger has elsewhere, or not at all', async () => {
    const { unshownPaths } = SWITCHES[mode];
    const routeOf = ({ request }: Row) => {
      const pattern = new RegExp(`^${request.replace(/\{\w+\}/g, '[^/]+')}$`);
      const routes = ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const);
      return routes.find(
        ([line]) => line === request || (pattern.test(line) && !rows.some((row) => row.request === line)),
      )?.[1];
    };
    const isElsewhere = (row: Row) => {
      const route = routeOf(row);
      return route === undefined || (route.elsewhere !== undefined && unshownPaths !== 'ours');
    };
    expect(rows.filter((row) => textsOf(row, 'path').length > 0).map(({ request }) => request)).toEqual(
      rows.filter(isElsewhere).map(({ request }) => request),
    );
    // The stranger takes it, and it is no name of ours.
    const isOurs = (row: Row, name: string) => row.operation !== 'campaigns.list' || name !== 'search';
    const unnamed = rows.flatMap((row) => {
      const route = routeOf(row);
      if (route === undefined || isElsewhere(row)) return [];
      const text = textsOf(row, 'parameters').join('; ');
      return hidden(route, mode)
        .filter((ours) => isOurs(row, ours) && !new RegExp(`\\b${ours}\\b`).test(text))
        .map((ours) => `${row.operation} ${ours}`);
    });
    expect(unnamed).toEqual([]);
  });

  test('names and types of answers: each that differs, and no other', async () => {
    const wrong: string[] = [];
    let checked = 0;
    for (const row of rows) {
      const [theirs, ours] = [await answerOf(stranger, row), golden.get(row.operation)];
      if (theirs === null || ours === undefined) continue;
      checked += 1;
      const missing = namesIn(textsOf(row, 'shape'), 'has no ');
      const also = namesIn(textsOf(row, 'shape'), 'also has ');
      const types = textsOf(row, 'types').map((text) => text.split(' is ')[0] ?? '');
      const [, ...shown] = ours.keys();
      // What only some records have is no part of the interface, nor are names and words of a workspace.
      const isShown = (place: string) =>
        isAlwaysIn(ours, place) &&
        /^[a-z]\w*(\[\])*(\.[a-z]\w*(\[\])*)*$/.test(place) &&
        !place.endsWith('[]') &&
        !OF_DATA.test(place);
      const lacks = (place: string) => theirs.has(parentOf(place)) && !isAlwaysIn(theirs, place);
      wrong.push(
        ...missing.filter((place) => !lacks(place)).map((place) => `${row.operation} has ${place}`),
        ...also.filter((place) => !theirs.has(place)).map((place) => `${row.operation} has no ${place}`),
        ...shown
          .filter((place) => missing.length < 20 && isShown(place) && lacks(place) && !missing.includes(place))
          .map((place) => `${row.operation}: not named that it has no ${place}`),
        ...[...theirs].flatMap(([place, { types: kinds }]) => {
          const here = ours.get(place)?.types;
          const differs = here !== undefined && kinds.has('string') && here.has('number') && !here.has('string');
          if (here === undefined) return [];
          return differs === types.includes(place) || kinds.has('null')
            ? []
            : [`${row.operation} types ${place} ${differs}`];
        }),
      );
    }
    expect(checked).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });

  test('statuses and pages: what the switches of the stranger say', async () => {
    const { unknownQuery, unknownFilters, pageSizeMax, pages } = SWITCHES[mode];
    const asked = rows.filter(({ why, request }) => why === null && request.startsWith('GET'));
    const withText = (aspect: string, text: string) =>
      asked.filter((row) => textsOf(row, aspect).some((one) => one.startsWith(text)));
    expect(withText('statuses', 'unknown parameter: 400').length).toBe(unknownQuery === 'refused' ? asked.length : 0);
    expect(withText('statuses', 'largest page: 400').length > 5).toBe(pageSizeMax < 100);
    expect(withText('defaults', 'pageSize is ignored').length > 0).toBe(pages === 'unpaged');
    expect(withText('shape', 'data is the list itself').length > 5).toBe(pages === 'meta' || pages === 'bare');
    const search = rows.find(({ operation }) => operation === 'contacts.search');
    const isIgnored = search !== undefined && textsOf(search, 'statuses').includes('unknown filter: 200, 400 here');
    expect(isIgnored).toBe(unknownFilters === 'ignored');
  });

  test('no write is sent, and what is recorded holds no value of the workspace and shows no drift', async () => {
    const writes = stranger.requests.filter(
      ({ method, path }) => method !== 'GET' && !/^\/v1\/\w+\/search$/.test(path),
    );
    expect(writes).toEqual([]);
    const text = reach.read('service.json');
    const { contacts, companies, identities } = stranger.store;
    const values = [...contacts, ...companies, ...identities].flatMap((one) =>
      ['firstName', 'lastName', 'professionalEmail', 'domain', 'email'].map((key) => one[key]),
    );
    expect(values.filter((one) => typeof one === 'string' && one.length > 3 && text.includes(one))).toEqual([]);
    const replay = await reach.run('local compare --replay service.json -o id');
    expect([replay.code, replay.stderr]).toEqual([0, expect.stringContaining('as recorded on')]);
  });
});
