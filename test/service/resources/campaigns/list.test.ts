import { expect, test } from 'vitest';
import { create, nested } from './bodies.ts';
import { openCampaignWorld, world } from './campaign-world.ts';

openCampaignWorld();

test('counts steps with those of all branches, oldest first, by status and exact name', async () => {
  await create(world, { name: 'a', steps: nested, identityId: 1 });
  await create(world, { name: 'b' });
  await world.done('POST', '/v1/campaign/1/status', { body: { status: 'ACTIVE' } });
  const list = async (query: Record<string, string | number>) => {
    const { campaigns, ...page } = await world.done('GET', '/v1/campaigns', { query });
    return [campaigns.map(({ id, stepCount }: Record<string, number>) => [id, stepCount]), page];
  };
  const page = { page: 1, pageSize: 25, total: 1, hasNextPage: false };
  expect(await list({})).toEqual([
    [
      [1, 8],
      [2, 1],
    ],
    { ...page, total: 2 },
  ]);
  expect(await list({ status: 'ACTIVE' })).toEqual([[[1, 8]], page]);
  expect(await list({ name: 'b' })).toEqual([[[2, 1]], page]);
  expect(await list({ pageSize: 1 })).toEqual([[[1, 8]], { page: 1, pageSize: 1, total: 2, hasNextPage: true }]);
  expect((await world.call('GET', '/v1/campaigns', { query: { status: 'LATER' } })).status).toBe(400);
});
