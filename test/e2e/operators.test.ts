// What operators run into: each of these could lose or change data unseen.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHome, type Served, serve } from './binary.ts';
import { readable, startOnTerminal } from './terminal.ts';

const home = openHome();
let served: Served;
const reach = (line: string) => home.shell(`reach ${line}`, { env: served.env });

beforeAll(async () => {
  served = await serve(home, ['--ephemeral', '--rate-limits', 'off']);
});
afterAll(async () => {
  await served.stop();
  home.remove();
});

test('one result per id: what can be deleted is, and the exit status says that something was not', async () => {
  const ran = await reach('contacts delete 5,99999,6 --yes --json');
  expect([ran.code, JSON.parse(ran.stdout)]).toEqual([
    1,
    [
      { id: 5, deleted: true },
      { id: 99999, deleted: false, error: 'There is no contact 99999' },
      { id: 6, deleted: true },
    ],
  ]);
});

test('a question names the target, a severe one has to be typed, and no is exit 1', async () => {
  const few = startOnTerminal(home, ['contacts', 'delete', '7,8'], { env: served.env });
  await few.seen('profile env)?');
  few.type('n\r');
  const no = await few.ended;
  expect(readable(no.stdout)).toMatch(/Delete 2 contacts, \w+ \w+ \(7\), \w+ \w+ \(8\), permanently \(workspace /);
  expect([no.code, (await reach('contacts show 7 -o id')).stdout]).toEqual([1, '7\n']);

  const many = startOnTerminal(home, ['contacts', 'delete', '7,8,9,10,11,12,13,14,15,16,17'], { env: served.env });
  await many.seen('Type 11 to confirm');
  many.type('y\r');
  expect((await many.ended).code).toBe(1);
  expect((await reach('contacts show 7 -o id')).stdout).toBe('7\n');
});

test.each([
  ['contacts update 20 -f fristName=Bob', 'there is no contact field "fristName"; did you mean "firstName"?'],
  ['contacts create -f lastName=Byron -f favouriteColour=b', 'there is no contact field "favouriteColour"'],
  ['companies update 2 -f industri=Steel', 'there is no company field "industri"; did you mean "industry"?'],
])('%s: a misspelt name creates no custom field', async (line, message) => {
  const before = (await reach('contacts fields -o id')).stdout;
  const refused = await reach(line);
  expect([refused.code, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toContain(message);
  expect((await reach('contacts fields -o id')).stdout).toBe(before);
});

test('--custom creates a field, which is then known', async () => {
  expect((await reach('contacts update 20 -f favouriteColour=blue --custom')).code).toBe(0);
  expect((await reach('contacts update 20 -f favouriteColour=red --json --fields favouriteColour')).stdout).toBe(
    '{"favouriteColour":"red"}\n',
  );
});

test('after a logout nothing is done with sample data: exit 4 until the next login', async () => {
  const login = `auth login --base-url ${served.url} --key-stdin`;
  const own = (line: string, stdin = '') => home.run(line.split(' '), { stdin });
  expect((await own(login, served.key)).code).toBe(0);
  expect((await own('contacts show 20 -o id')).stdout).toBe('20\n');
  expect((await own('auth logout')).code).toBe(0);
  for (const line of ['auth status', 'contacts show 20', 'contacts delete 20 --yes']) {
    const ran = await own(line);
    expect([ran.code, ran.stdout]).toEqual([4, '']);
    expect(ran.stderr).toMatch(
      /profile "default" is logged out: it has no key\n {2}hint: reach auth login --profile default/,
    );
  }
  expect((await own('profile list -o id')).stdout).toBe('local\ndefault\n');
});
