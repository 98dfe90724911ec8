import { expect, test } from 'vitest';
import { create, email, end, followUp, nested, places } from './bodies.ts';
import { openCampaignWorld, patch, world } from './campaign-world.ts';

openCampaignWorld();

test('is a draft with the same settings and steps under ids of its own', async () => {
  const made = await create(world, {
    name: 'Spring',
    description: 'x',
    identityId: 1,
    trackOpens: false,
    steps: nested,
  });
  await world.done('POST', '/v1/campaign/1/status', { body: { status: 'ACTIVE' } });
  world.clock.advance(1000);
  const clone = await world.done('POST', '/v1/campaign/1/clone');
  expect(clone).toMatchObject({
    ...{ id: 2, name: 'Spring (copy)', description: 'x', identityId: 1, trackOpens: false, status: 'DRAFT' },
    createdAt: '2026-11-21T09:00:01.000Z',
  });
  expect(written(clone.steps)).toEqual(written(made.steps));
  expect(places(clone.steps)[0]).toEqual([17, 18, 20, 'email']);
});

test('gets a name that no other has, or the one that is asked for', async () => {
  await create(world, { name: 'Spring' });
  const names = [];
  for (const body of [undefined, undefined, { name: 'Summer' }]) {
    names.push((await world.done('POST', '/v1/campaign/1/clone', { body })).name);
  }
  expect(names).toEqual(['Spring (copy)', 'Spring (copy 2)', 'Summer']);
  await create(world, { name: 'x'.repeat(200) });
  const long = (await world.done('POST', '/v1/campaign/5/clone')).name;
  expect([long.length, long.endsWith('x (copy)')]).toEqual([200, true]);
});

test('has no contacts and no history, so its steps can be replaced', async () => {
  await create(world, { identityId: 1 });
  await world.done('POST', '/v1/contact', { body: { firstName: 'A', professionalEmail: 'a@b.example' } });
  await world.done('POST', '/v1/campaign/1/status', { body: { status: 'ACTIVE' } });
  await world.done('POST', '/v1/add-contact-to-campaign', { body: { campaignId: 1, contactId: 1 } });
  await world.done('POST', '/v1/campaign/1/clone');
  expect((await patch(2, { steps: [email, followUp, end] })).steps).toHaveLength(3);
  const found = await world.done('POST', '/v1/contacts/search', { body: { include: { campaigns: [2] } } });
  expect(found.total).toBe(0);
});

/** Steps without what only reading shows. */
function written(steps: unknown): unknown {
  return JSON.parse(
    JSON.stringify(steps, (key, value) => (/^(stepId|(next)?[cC]onnectionId)$/.test(key) ? undefined : value)),
  );
}
