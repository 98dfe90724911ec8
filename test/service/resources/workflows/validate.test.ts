import { expect, test } from 'vitest';
import { created, OPEN_PLAN, PLAN } from './bodies.ts';
import { list, openWorkflowWorld, world } from './workflow-world.ts';

openWorkflowWorld();

const validate = (body: unknown) => world.done('POST', '/v1/workflows/validate', { body });

test('as if publishing: what is open is an error; nothing is stored', async () => {
  const data = await validate({ plan: OPEN_PLAN });
  expect(data).toMatchObject({ isValid: false, plan: OPEN_PLAN });
  expect(data.errors.map(({ path }: { path: string }) => path)).toEqual([
    'plan.nodes[0].inputs.leadIds',
    'plan.nodes[1].next[0]',
  ]);
  expect((await list()).total).toBe(0);
});

test('no name is needed; no plan at all has no normalized plan', async () => {
  expect(await validate({ plan: PLAN })).toEqual({ isValid: true, errors: [], warnings: [], plan: PLAN });
  expect(await validate({ plan: 7 })).toMatchObject({ isValid: false, plan: null });
  expect(await validate([])).toMatchObject({ isValid: false, plan: null });
});

test('the draft of a workflow, as if publishing', async () => {
  await created(world, { plan: OPEN_PLAN });
  await created(world);
  const [open, whole] = [
    await world.done('GET', '/v1/workflow/1/validate-draft'),
    await world.done('GET', '/v1/workflow/2/validate-draft'),
  ];
  expect([open.isValid, open.errors.length, open.warnings]).toEqual([false, 2, []]);
  expect(whole).toEqual({ isValid: true, errors: [], warnings: [] });
});
