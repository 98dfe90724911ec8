// Lists and campaigns of thousands of contacts are worked on slice by slice.

import { expect, test } from 'vitest';
import { folderForTest } from '../../../folder.ts';
import { openWorld, type World } from '../../world.ts';
import { create } from './bodies.ts';

/** Two slices and a half. */
const CONTACTS = 5_000;

async function fill(world: World): Promise<number> {
  const { id } = await world.done('POST', '/v1/lists', { body: { name: 'Many', entity: 'CONTACT' } });
  await world.service.store.write(async (tx) => {
    await tx.run(
      `insert into contacts (id, workspace_id, first_name, professional_email, properties, created_at, updated_at)
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
       select n, 1, 'Ada', case when n % 10 > 0 then 'ada@a.example' end, '{}', 0, 0 from numbers`,
      CONTACTS,
    );
    await tx.run('insert into list_members (list_id, member_id) select ?, id from contacts', id);
  });
  return id;
}

const statuses = (world: World) =>
  world.service.store.read((tx) =>
    tx.all('select status, entry, count(*) as n from campaign_contacts group by status, entry order by status, entry'),
  );

/** Without an address: they stay out of the sequence, and keep the reason. */
const refused = (n: number) => ({ status: 'COMPLETED', entry: 0, n });

/** As if the process were killed after one slice, and started again. */
async function interrupted(world: World, data: string): Promise<World> {
  const stop = new AbortController();
  await world.work({ signal: stop.signal, onProgress: () => stop.abort() });
  await world.close();
  return openWorld({ data });
}

test('a long list is added whole and once, whatever happens between its slices', async () => {
  const data = folderForTest();
  let world = await openWorld({ data });
  const contactGroupId = await fill(world);
  await create(world, {});
  const body = { campaignId: 1, contactGroupId };
  const added = await world.done('POST', '/v1/add-contact-group-to-campaign', { body });
  expect(added).toMatchObject({ ...body, added: 4_500, reactivated: 0, alreadyPresent: 0, skipped: 500 });
  expect(await statuses(world)).toEqual([{ status: 'ACTIVE', entry: 1, n: 1_800 }, refused(200)]);
  world = await interrupted(world, data);
  expect(await statuses(world)).toEqual([{ status: 'ACTIVE', entry: 1, n: 3_600 }, refused(400)]);
  await world.work();
  expect(await statuses(world)).toEqual([{ status: 'ACTIVE', entry: 1, n: 4_500 }, refused(500)]);
  const again = await world.done('POST', '/v1/add-contact-group-to-campaign', { body });
  expect(again).toMatchObject({ ...body, added: 0, reactivated: 0, alreadyPresent: 4_500, skipped: 500 });
  await world.work();
  expect(await statuses(world)).toEqual([{ status: 'ACTIVE', entry: 1, n: 4_500 }, refused(500)]);
  await world.close();
});

test.each([
  ['in the background', false],
  ['before it is made ACTIVE again', true],
])('a long campaign ends for all of its contacts, %s', async (_, isResumed) => {
  const data = folderForTest();
  let world = await openWorld({ data });
  const contactGroupId = await fill(world);
  await create(world, { identityId: 1 });
  await world.done('POST', '/v1/add-contact-group-to-campaign', { body: { campaignId: 1, contactGroupId } });
  await world.work();
  const become = (status: string) => world.done('POST', '/v1/campaign/1/status', { body: { status } });
  await become('ACTIVE');
  expect((await become('COMPLETED')).status).toBe('COMPLETED');
  expect(await statuses(world)).toEqual([
    { status: 'ACTIVE', entry: 1, n: 2_700 },
    refused(500),
    { status: 'COMPLETED', entry: 1, n: 1_800 },
  ]);
  if (isResumed) await become('ACTIVE');
  else {
    world = await interrupted(world, data);
    await world.work();
  }
  expect(await statuses(world)).toEqual([refused(500), { status: 'COMPLETED', entry: 1, n: 4_500 }]);
  await world.close();
});
