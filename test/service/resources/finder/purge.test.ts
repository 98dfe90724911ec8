// Expired previews do not stay for ever.

import { expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import { pendingJobs } from '../../jobs/pending.ts';
import { EPOCH } from '../../world.ts';

const world = worldForEachTest();

const DAY_MS = 86_400_000;
const PREVIEWS = '/v1/ai-finder/previews';

async function preview(): Promise<string> {
  return (await world.done('POST', PREVIEWS, { body: { text: 'CTOs in Germany' } })).previewId;
}

const setDay = (day: number) =>
  world.control('POST', '/_local/clock', { set: new Date(EPOCH + day * DAY_MS).toISOString() });

async function stored(): Promise<{ readonly previews: number; readonly purgesAfterDays: readonly number[] }> {
  return world.service.store.read(async (tx) => {
    const counted = await tx.one<{ n: number }>('select count(*) as n from finder_previews');
    const jobs = await pendingJobs(tx, 'finder-purge');
    return { previews: counted?.n ?? 0, purgesAfterDays: jobs.map(({ dueAt }) => (dueAt - EPOCH) / DAY_MS) };
  });
}

test('for a week after it expired, a preview names what to create it from, then it is deleted', async () => {
  const first = await preview();
  const answer = () => world.call('GET', `${PREVIEWS}/${first}/results`);
  await setDay(7.9);
  expect((await answer()).body).toMatchObject({ code: 'not_found', details: { userInput: 'CTOs in Germany' } });
  const second = await preview();
  expect(await stored()).toEqual({ previews: 2, purgesAfterDays: [8] });
  await setDay(8);
  expect(await stored()).toEqual({ previews: 1, purgesAfterDays: [15.9] });
  expect((await answer()).body).toMatchObject({ code: 'not_found', message: `There is no preview ${first}` });
  // Ids are drawn from how many there ever were, not from how many are left.
  const third = await preview();
  expect(new Set([first, second, third]).size).toBe(3);
  await setDay(15.9);
  // Once a day at most: the third is deleted with the next purge.
  expect(await stored()).toEqual({ previews: 1, purgesAfterDays: [16.9] });
  await setDay(20);
  expect(await stored()).toEqual({ previews: 0, purgesAfterDays: [] });
  const ids = [await preview(), await preview()];
  expect(new Set([first, second, third, ...ids]).size).toBe(5);
  expect(await stored()).toEqual({ previews: 2, purgesAfterDays: [21] });
});

test('many are deleted slice by slice, of each workspace its own', async () => {
  await preview();
  await world.service.store.write(async (tx) => {
    await tx.run("insert into workspaces (name, created_at) values ('Other', 0)");
    const copy = `insert into finder_previews (id, workspace_id, user_input, requested_provider, resolved_provider, entity,
        criteria, not_understood, created_at, expires_at)
      select 'copy ' || cast(value as text), ?, user_input, requested_provider, resolved_provider, entity,
        criteria, not_understood, created_at, expires_at from finder_previews p cross join json_each(?) on true where p.id not like 'copy%'`;
    await tx.run(copy, 1, JSON.stringify([...Array(1_200).keys()]));
    await tx.run(copy, 2, JSON.stringify([-1, -2]));
  });
  const left: number[] = [];
  await setDay(7.9999);
  expect((await stored()).previews).toBe(1_203);
  world.clock.advance(DAY_MS);
  let performed = 0;
  await world.work({ onProgress: (worked) => (performed = worked.performed) });
  left.push((await stored()).previews);
  expect([performed, left, (await stored()).purgesAfterDays]).toEqual([3, [2], []]);
});
