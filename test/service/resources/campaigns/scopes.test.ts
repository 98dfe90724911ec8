import { expect, test } from 'vitest';
import { create } from './bodies.ts';
import { openCampaignWorld, world } from './campaign-world.ts';

openCampaignWorld();

test('scopes: CAMPAIGNS_READ reads, CAMPAIGNS_WRITE writes and reads, OWNERS_READ is its own', async () => {
  await create(world, {});
  const [read, write] = [await world.newKey(['CAMPAIGNS_READ']), await world.newKey(['CAMPAIGNS_WRITE'])];
  const status = async (key: string, method: string, path: string) => (await world.call(method, path, { key })).status;
  expect([await status(read, 'GET', '/v1/campaigns'), await status(write, 'GET', '/v1/campaign/1')]).toEqual([
    200, 200,
  ]);
  expect([
    await status(read, 'POST', '/v1/campaign/1/clone'),
    await status(write, 'POST', '/v1/campaign/1/clone'),
  ]).toEqual([403, 200]);
  expect(await status(write, 'GET', '/v1/tasks/owners')).toBe(403);
});
