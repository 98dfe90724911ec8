// The lock that one apply holds in a workspace behind an address.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { place } from './folder.ts';
import { type Served, served } from './mistakes.ts';

const reach = reachForEachTest();
let remote: Served;
beforeEach(async () => {
  remote = await served(reach);
  place(reach, { 'lists/people.yaml': 'name: People\n' });
});
afterEach(() => remote.close());

const PATH = '/_reach/apply-lock';
const lock = async (body: object) =>
  (await reach.world.call('POST', PATH, { body: { who: 'Ada on laptop', ...body } })).body;
const apply = (more: object = {}) => reach.run('apply --yes', { env: { ...remote.env, ...more } });
const HELD = { data: { held: { holder: 'a', beat: 1 } } };

/** Apply, and what the holder of the lock does in each second of its wait. */
async function applyOverTime(each: () => Promise<unknown>) {
  let isDone = false;
  const work = apply().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise(setImmediate);
    if (reach.clock.sleepers === 0) continue;
    await each();
    await reach.clock.advance(1_000);
  }
  return await work;
}

test('it is taken and released', async () => {
  expect(await apply()).toMatchObject({ code: 0, stderr: expect.not.stringContaining('lock') });
  expect(await lock({ holder: 'a', beat: 1 })).toMatchObject(HELD);
});

test('one that shows no beat is replaced, by one of two', async () => {
  expect(await lock({ holder: 'a', beat: 1 })).toMatchObject(HELD);
  expect(await lock({ holder: 'b', beat: 1, replaces: { holder: 'a', beat: 0 } })).toMatchObject(HELD);
  const ran = await applyOverTime(async () => {});
  expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('waiting for the apply of Ada on laptop') });
  expect(await lock({ holder: 'c', beat: 1, replaces: { holder: 'a', beat: 1 } })).toMatchObject({
    data: { held: { holder: 'c' } },
  });
  expect(await lock({ holder: 'b', beat: 1, release: true })).toMatchObject({ data: { held: { holder: 'c' } } });
});

test('one whose holder is alive stays: exit 6, and nothing was read or written', async () => {
  await lock({ holder: 'a', beat: 0 });
  let beat = 0;
  const { code, stderr } = await applyOverTime(async () => {
    beat += 1;
    await lock({ holder: 'a', beat });
  });
  expect([code, stderr]).toEqual([6, expect.stringContaining('another apply works in this workspace: Ada on laptop')]);
  expect(remote.requests.filter((request) => request.startsWith('POST /v1'))).toEqual([]);
});

test('a key that may not lock, and a service without a lock: the guard is named', async () => {
  const key = await reach.world.newKey(['LISTS_WRITE']);
  expect(await apply({ REACH_API_KEY: key })).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('this service has no lock: each record is read again right before it is written'),
  });
});
