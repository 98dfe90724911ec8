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
