// An import into a list whose service was interrupted between making the records and listing them: where no path adds
// members, the create that merges does.

import { afterEach, expect, test } from 'vitest';
import { type Seeded, seed } from '../../stranger/seed.ts';
import { fill } from '../../stranger/table/proof.ts';
import { type Drive, openDrive } from './drive.ts';

let drive: Drive;
let ids: Seeded;
afterEach(() => drive.close());

const members = () => drive.stranger.store.members.get(ids['list'] ?? '') ?? new Set<number>();

/** Two bulks: the answer to the second tells the clock of the service, by which records are new. */
const ROWS = 120;

/** The first bulk is carried out, but for the list, and its answer lost; the last row has no company to be matched by. */
async function interrupted(companyOfFirst: string) {
  let bulks = 0;
  const isBulk = (path: string) => path === '/v1/contacts/bulk';
  drive = await openDrive({
    mode: 'strict',
    fault: (_, path) => {
      if (isBulk(path)) bulks += 1;
      return isBulk(path) && bulks === 1 ? 'dropAfter' : null;
    },
    rewrite: (reply, _, path) => {
      if (isBulk(path) && bulks === 1) members().clear();
      return reply;
    },
  });
  ids = seed(drive.stranger.store);
  const desk = await drive.desk('env');
  const rows = Array.from({ length: ROWS }, (_, at) => `N${at},Moss,${at === 0 ? companyOfFirst : `Firm ${at}`},${at}`);
  desk.write({ 'people.csv': `First name,Last name,Company,Row\n${rows.join('\n')}\n` });
  const line = 'contacts import people.csv --list {list} --custom --yes --results out.csv';
  const { code, stderr } = await desk.run(fill(line, ids));
  const added = drive.stranger.store.contacts.filter(({ lastName }) => lastName === 'Moss');
  const unlisted = added.filter(({ id }) => !members().has(Number(id))).map(({ firstName }) => firstName);
  const [, first = ''] = desk.read('out.csv').split('\n');
  return { code, stderr, count: added.length, unlisted, first };
}

test('rows that are matched by name and company are in the list', async () => {
  const { stderr, first: _, ...rest } = await interrupted('Firm 0');
  expect(rest, stderr).toEqual({ code: 0, count: ROWS, unlisted: [] });
});

test('a row that nothing matches is reported as uncertain, and is not made twice', async () => {
  const { stderr, first, ...rest } = await interrupted('');
  expect(rest, stderr).toEqual({ code: 1, count: ROWS, unlisted: ['N0'] });
  expect(first).toContain('imported, but perhaps not in the list');
  expect(first).toContain('neither a profile URL nor a name with a company');
});

const [BULK, SEARCH] = ['/v1/contacts/bulk', '/v1/contacts/search'];

function oneAtOnce(definition: string) {
  const document = JSON.parse(definition);
  document.paths[BULK].post.requestBody.content['application/json'].schema.properties.contacts.maxItems = 1;
  return document;
}

/** Two at once, a contact in each bulk. */
async function added(answers: { readonly bulk?: readonly number[]; readonly searchesAfter?: number }) {
  let bulks = 0;
  drive = await openDrive({
    mode: 'strict',
    rewrite: (reply, _, path) => {
      if (path === '/definitions.json') return { ...reply, body: oneAtOnce(JSON.stringify(reply.body)) };
      if (path === BULK) bulks += 1;
      const status =
        path === BULK ? answers.bulk?.[bulks - 1] : path === SEARCH && bulks > 0 ? answers.searchesAfter : undefined;
      return status === undefined || status === 200 ? reply : { ...reply, status, body: { message: 'Out of credits' } };
    },
  });
  ids = seed(drive.stranger.store);
  drive.stranger.store.contacts.push({ id: 77, firstName: 'Eve', networkProfileUrl: 'https://network.example/in/eve' });
  const desk = await drive.desk('profile');
  const run = (line: string) => desk.run(fill(line, ids), { env: { REACH_NO_HISTORY: '' } });
  await run('profile sync');
  const { code, stdout, stderr } = await run('list add {list} --contacts {bob},77 --json');
  const [entry] = JSON.parse((await run('history --json')).stdout);
  const [change] = entry ? JSON.parse((await run(`history show ${entry.id} --json`)).stdout) : [];
  const { failed = [], ...counts } = JSON.parse(stdout);
  return {
    code,
    stderr,
    counts: counts.added,
    failed: failed.map(({ id }: { id: number }) => id),
    history: change?.to,
  };
}

test('a bulk that is refused after another leaves that one done, also in the history', async () => {
  const { stderr, ...rest } = await added({ bulk: [200, 402] });
  expect(rest, stderr).toEqual({ code: 1, counts: 1, failed: [77], history: [Number(ids['bob'])] });
  expect(stderr).toContain('Out of credits');
});

test('those that cannot be looked up afterwards count as added, which is said', async () => {
  const { stderr, ...rest } = await added({ searchesAfter: 403 });
  expect(rest, stderr).toEqual({ code: 0, counts: 2, failed: [], history: [Number(ids['bob']), 77] });
  expect(stderr).toContain('they could not be looked up afterwards');
});
