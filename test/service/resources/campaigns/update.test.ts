import { expect, test } from 'vitest';
import { create, days, email, followUp, nested, places, problems, refused, visit } from './bodies.ts';
import { get, openCampaignWorld, patch, world } from './campaign-world.ts';

openCampaignWorld();

test('changes what is sent and nothing else', async () => {
  const made = await create(world, { description: 'old', identityId: 1 });
  world.clock.advance(1000);
  const changed = await patch(1, { name: 'New', description: null });
  expect(changed).toEqual({ ...made, name: 'New', description: null, updatedAt: '2026-11-21T09:00:01.000Z' });
});

test('accepts and ignores what only reading shows', async () => {
  const made = await create(world, { steps: nested });
  world.clock.advance(1000);
  expect(await patch(1, { ...made, stepCount: 99, id: 77, status: 'COMPLETED' })).toEqual(made);
  expect(await patch(1, {})).toEqual(made);
});

test('keeps the ids of steps that did not change, wherever new ones come between', async () => {
  await create(world, { steps: [email, visit, followUp] });
  const { steps } = await patch(1, { steps: [visit, email, { ...visit, delay: days(1) }, followUp] });
  expect(places(steps).map(([stepId, , , type]: unknown[]) => [type, stepId])).toEqual([
    ['network_visit_profile', 3],
    ['email', 1],
    ['network_visit_profile', expect.any(Number)],
    ['email', 5],
  ]);
  const again = await patch(1, { steps: [visit, email, { ...visit, delay: days(1) }, followUp] });
  expect(again.steps).toEqual(steps);
});

test('a new step never gets an id that a step of the campaign had', async () => {
  await create(world, { steps: [email, visit] });
  await patch(1, { steps: [email] });
  const { steps } = await patch(1, { steps: [email, visit] });
  expect(steps[1].stepId).toBeGreaterThan(4);
});

test('a refused one changes nothing', async () => {
  const made = await create(world, {});
  const body = { name: 'New', steps: [{ type: 'email' }] };
  expect(await problems(world, 'PATCH', '/v1/campaign/1', body)).toEqual([
    400,
    'steps[0].content required',
    'steps[0].subject required',
  ]);
  expect(await get(1)).toEqual(made);
});

test('409 whatever is sent when the campaign is not a draft', async () => {
  await create(world, { identityId: 1 });
  await world.done('POST', '/v1/campaign/1/status', { body: { status: 'ACTIVE' } });
  for (const body of [{ name: 'x' }, {}, { nonsense: true }]) {
    expect(await refused(world, 'PATCH', '/v1/campaign/1', { body })).toEqual({
      status: 409,
      code: 'conflict',
      message: 'Campaign 1 is ACTIVE, and only a DRAFT can be edited: clone it and edit the clone',
      details: { status: 'ACTIVE' },
    });
  }
});

test('409 for new steps on a draft that has sent; its settings can be changed', async () => {
  await create(world, { identityId: 1 });
  await world.done('POST', '/v1/contact', { body: { firstName: 'A', professionalEmail: 'a@b.example' } });
  await world.done('POST', '/v1/add-contact-to-campaign', { body: { campaignId: 1, contactId: 1 } });
  for (const status of ['ACTIVE', 'PAUSED', 'DRAFT']) {
    await world.done('POST', '/v1/campaign/1/status', { body: { status } });
  }
  expect(await refused(world, 'PATCH', '/v1/campaign/1', { body: { steps: [email] } })).toEqual({
    status: 409,
    code: 'conflict',
    message:
      'Campaign 1 has been sending since 2026-11-21T09:00:00.000Z, so its steps cannot be replaced: clone it and edit the clone',
    details: { status: 'DRAFT', sendsBeganAt: '2026-11-21T09:00:00.000Z' },
  });
  expect((await patch(1, { name: 'New' })).name).toBe('New');
});

test('404 for one that does not exist', async () => {
  expect(await refused(world, 'PATCH', '/v1/campaign/5', { body: { name: 'x' } })).toEqual({
    status: 404,
    code: 'not_found',
    message: 'There is no campaign 5',
  });
});
