// An undo that ends at any request is continued by the same command: nothing is missing, and nothing is there twice.

import { expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { workspaceOf } from './workspace.ts';

const reach = reachForEachTest({ empty: false });
const env = { REACH_NO_HISTORY: '' };

const FILE = [
  'First name,Last name,Company,Profile URL,Job title',
  'Aoife,Brennan,Alderbrook Foods,,Queen',
  'Declan,Farrell,Alderbrook Foods,,King',
  'Mary,Somerville,Alderbrook Foods,https://network.example/in/mary,Polymath',
  'Emmy,Noether,Alderbrook Foods,https://network.example/in/emmy,Algebraist',
  '',
].join('\n');

/** Ids are new ones where a contact was made again, and so is its place. */
const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.map(withoutIds).toSorted((one, other) => textOf(one).localeCompare(textOf(other)));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !['id', 'appUrl', 'members'].includes(key));
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutIds(one)]));
};

const textOf = (value: unknown): string => JSON.stringify(value);

test.each([
  ['contacts import people.csv --new', 22, 3, ['2 contacts deleted, 2 contacts updated']],
  ['contacts delete 10,13 --yes', 25, 1, ['2 contacts created, 2 lists updated', '2 contacts created, 1 list updated']],
  ['duplicates resolve --keep most-complete --limit 1 --no-campaigns --yes', 16, 3, ['1 contact created']],
])('%s', async (line, most, every, changed) => {
  reach.write('people.csv', FILE);
  const entries = new Set<string>();
  let ended = 0;
  // By turns before and after the request was done.
  for (let at = 1; at <= most; at += every) {
    const before = withoutIds({ ...(await workspaceOf(reach.world)), threads: [] });
    const words = at === 1 || !line.includes('delete') ? line : await sameAgain(line);
    expect(await reach.run(words, { env })).toMatchObject({ code: 0 });
    await reach.clock.advance(1_000);
    const killed = await reach.run('undo --yes --max-retries 0', { env, dies: { at, after: at % 2 === 0 } });
    await reach.clock.advance(1_000);
    if (killed.code !== 0) {
      ended += 1;
      const again = await reach.run('undo --yes', { env });
      expect([at, again.code, again.stderr.replace(/^under a new id: .*\n/, '')]).toEqual([at, 0, '']);
      await reach.clock.advance(1_000);
    }
    const [entry] = JSON.parse((await reach.run('history --limit 1 --json')).stdout);
    entries.add(`${entry.state}: ${entry.changed}`);
    const after = withoutIds({ ...(await workspaceOf(reach.world)), threads: [] });
    expect(after, `request ${at}`).toEqual(before);
  }
  expect(ended).toBeGreaterThan(3);
  expect([...entries]).toEqual(changed.map((text) => `done: ${text}`));
});

test('a publication is taken back, and what someone did to the draft since stays, wherever the undo dies', async () => {
  const read = async (query = {}) => (await reach.world.call('GET', '/v1/workflow/1', { query })).body.data;
  const edit = (maxCreditsPerRun: number) =>
    reach.world.call('PATCH', '/v1/workflow/1/draft', { body: { maxCreditsPerRun } });
  let ended = 0;
  for (let at = 1; at < 14; at += 1) {
    for (const after of [false, true]) {
      await edit(1);
      await reach.run('workflow publish 1 --no-history');
      await edit(2);
      expect((await reach.run('workflow publish 1', { env })).code).toBe(0);
      await edit(3);
      await reach.clock.advance(1_000);
      const killed = await reach.run('undo --yes --max-retries 0', { env, dies: { at, after } });
      if (killed.code !== 0) {
        ended += 1;
        await reach.clock.advance(1_000);
        expect(await reach.run('undo --yes', { env })).toMatchObject({ code: 0 });
      }
      const [draft, published] = [await read(), await read({ version: (await read()).version })];
      expect([at, after, published.maxCreditsPerRun, draft.maxCreditsPerRun]).toEqual([at, after, 1, 3]);
      await reach.clock.advance(1_000);
    }
  }
  expect(ended).toBeGreaterThan(10);
});

/** Of a round of its own, so that those of before were created a moment ago. */
const people = (round: number, titles: readonly string[]): string =>
  [
    'Last name,Profile URL,Job title',
    ...titles.map((title, at) => `L${at},n.example/in/p${round}-${at},${title}`),
    '',
  ].join('\n');

test('an import that dies at any request, is resumed and taken back: who was there a moment before stays, the others go', async () => {
  let ended = 0;
  for (let round = 4; round < 24; round += 1) {
    reach.write('before.csv', people(round, ['Queen', 'King']));
    const created = round % 4 < 2 ? 1 : 0;
    reach.write('more.csv', people(round, ['Poet', 'Poet', 'Poet'].slice(0, 2 + created)));
    expect(await reach.run('contacts import before.csv --no-history', { env })).toMatchObject({ code: 0 });
    const before = withoutIds({ ...(await workspaceOf(reach.world)), threads: [] });
    const dies = { at: Math.floor(round / 4), after: round % 2 === 0 };
    const killed = await reach.run('contacts import more.csv --max-retries 0', { env, dies });
    if (killed.code !== 0) ended += 1;
    const resumed = await reach.run('contacts import more.csv -o json', { env });
    expect(JSON.parse(resumed.stdout)).toMatchObject({ created });
    expect(await reach.run('undo --yes', { env }), `round ${round}`).toMatchObject({ code: 0 });
    const now = withoutIds({ ...(await workspaceOf(reach.world)), threads: [] });
    expect(now, `dies at request ${dies.at}, ${dies.after ? 'carried out' : 'not carried out'}`).toEqual(before);
    await reach.clock.advance(1_000);
  }
  expect(ended).toBeGreaterThan(4);
});

/** The contacts that were deleted before are there under other ids. */
async function sameAgain(line: string): Promise<string> {
  const { stdout } = await reach.run('contacts list --limit 0 -o id');
  const ids = stdout.trim().split('\n').slice(-2).join(',');
  return line.replace('10,13', ids);
}
