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
