import { describe, expect, test } from 'vitest';
import { block, create, created, issues, OPEN_PLAN, WEBHOOK } from './bodies.ts';
import { get, openWorkflowWorld, world } from './workflow-world.ts';

openWorkflowWorld();

describe('create', () => {
  test('without publish: a draft, whatever is open in it', async () => {
    const data = await created(world, { plan: OPEN_PLAN });
    expect(data).toEqual({
      id: 1,
      isPublished: false,
      warnings: [
        { path: 'plan.nodes[0].inputs.leadIds', code: 'required', message: expect.any(String) },
        { path: 'plan.nodes[1].next[0]', code: expect.any(String), message: expect.any(String) },
      ],
      appUrl: 'https://app.reach.invalid/workflows/1',
      version: null,
      revision: '2026-11-21T09:00:00.000Z',
      trigger: { type: 'MANUAL' },
    });
  });

  test('with publish and a plan in order: version 1 at once', async () => {
    expect(await created(world, { publish: true, maxCreditsPerRun: 5 })).toMatchObject({
      isPublished: true,
      version: 1,
      warnings: [],
    });
    expect(await get(1)).toMatchObject({
      isPublished: true,
      status: 'PUBLISHED',
      published: { version: 1, maxCreditsPerRun: 5, triggerType: 'MANUAL' },
    });
  });

  test('lists, campaigns and identities of another workspace are unknown', async () => {
    const other = await world.newKey(['ALL'], 'other', 'Other');
    const mine = (await world.done('POST', '/v1/lists', { body: { name: 'Mine' } })).id;
    const plan = (listId: number) => ({ nodes: [block('a', 'SELECT_LEADS_FROM_LIST', { leadsGroupId: listId })] });
    const body = { name: 'W', plan: plan(mine), publish: true };
    expect((await create(world, body)).status).toBe(200);
    expect(issues(await create(world, body, other))).toEqual(['plan.nodes[0].inputs.leadsGroupId unknown_list']);
  });

  test('a trigger sent back as it was read is the same trigger', async () => {
    await created(world, { ...WEBHOOK, publish: true });
    const { trigger } = await get(1);
    expect(trigger.webhookUrl).toMatch(/^https:/);
    await created(world, { ...WEBHOOK, trigger });
    expect((await get(2)).trigger).toEqual({ ...trigger, webhookUrl: null });
  });
});

test('maxCreditsPerRun is optional: null is none, as a read shows it', async () => {
  await created(world, { maxCreditsPerRun: null });
  expect((await get(1)).maxCreditsPerRun).toBe(null);
});
