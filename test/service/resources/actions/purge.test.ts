// What came of each record of a run does not stay for ever; the run and its figures do.

import { expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import { pendingJobs } from '../../jobs/pending.ts';
import { EPOCH } from '../../world.ts';

const world = worldForEachTest();

const DAY_MS = 86_400_000;

/** Ids from 1. */
async function contacts(count: number): Promise<number[]> {
  const ids = [...Array(count).keys()].map((nth) => nth + 1);
  for (let from = 0; from < count; from += 100) {
    const people = ids
      .slice(from, from + 100)
      .map((id) => ({ firstName: 'Jo', professionalEmail: `p${id}@a.example` }));
    expect((await world.call('POST', '/v1/contacts/bulk', { body: { contacts: people } })).status).toBe(200);
  }
  return ids;
}

async function run(contactIds: readonly number[]): Promise<number> {
  const actions = [{ type: 'VERIFY_LEAD_EMAIL' }, { type: 'VERIFY_LEAD_PHONE' }];
  const started = await world.call('POST', '/v1/actions', { body: { contactIds, actions } });
  await world.work();
  return started.body.data.actionsId;
}

const setDay = (day: number) =>
  world.control('POST', '/_local/clock', { set: new Date(EPOCH + day * DAY_MS).toISOString() });

const statusOf = (id: number) => world.done('GET', `/v1/actions/${id}/status`);
const listed = async (id: number): Promise<number> =>
  (await world.done('GET', `/v1/actions/${id}/records`, { query: { limit: 100 } })).records.length;

async function stored(): Promise<readonly unknown[]> {
  return world.service.store.read(async (tx) => {
    const counted = await tx.one<{ records: number; outcomes: number }>(
      'select (select count(*) from action_records) as records, (select count(*) from action_outcomes) as outcomes',
    );
    const jobs = await pendingJobs(tx, 'action-purge');
    return [counted?.records, counted?.outcomes, jobs.map(({ dueAt }) => (dueAt - EPOCH) / DAY_MS)];
  });
}

test('records can be listed for 90 days after their run has finished; its status stays', async () => {
  const ids = await contacts(3);
  const first = await run(ids);
  await setDay(30);
  const second = await run(ids.slice(0, 2));
  const before = [await statusOf(first), await statusOf(second)];
  await setDay(89.9);
  expect([await listed(first), await listed(second), ...(await stored())]).toEqual([6, 4, 5, 10, [90]]);
  await setDay(90);
  expect([await listed(first), await listed(second), ...(await stored())]).toEqual([0, 4, 2, 4, [120]]);
  await setDay(120);
  expect([await listed(second), ...(await stored())]).toEqual([0, 0, 0, []]);
  expect([await statusOf(first), await statusOf(second)]).toEqual(before);
  await run(ids);
  expect(await stored()).toEqual([3, 6, [121]]);
});

test('a large run is deleted slice by slice: what is still listed is never wrong', async () => {
  const id = await run(await contacts(700));
  await setDay(89.9999);
  world.clock.advance(DAY_MS);
  const states: unknown[] = [];
  for (let again = true; again; ) {
    const stop = new AbortController();
    const { performed } = await world.work({ signal: stop.signal, onProgress: () => stop.abort() });
    again = performed > 0;
    if (again) states.push([...(await stored()).slice(0, 2), await listed(id)]);
  }
  const reply = await world.call('GET', `/v1/actions/${id}/records`, { query: { status: 'CANCELLED' } });
  expect([reply.status, states]).toEqual([
    200,
    [
      [200, 1_400, 100],
      [0, 1_100, 0],
      [0, 600, 0],
      [0, 100, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
  ]);
});

test('a run that continues keeps its records, however long ago it was started', async () => {
  const ids = await contacts(60);
  await world.call('POST', '/v1/actions', { body: { contactIds: ids, actions: [{ type: 'VERIFY_LEAD_EMAIL' }] } });
  // Its own job is lost.
  await world.service.store.write((tx) => tx.run("delete from jobs where kind = 'action-run'"));
  await setDay(200);
  expect(await stored()).toEqual([60, 0, [271]]);
});
