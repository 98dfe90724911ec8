import { expect, test } from 'vitest';
import { contacts, created, PLAN } from './bodies.ts';
import { get, openWorkflowWorld, world } from './workflow-world.ts';

openWorkflowWorld();

test('a draft: plan, trigger, contract, revision equal to updatedAt', async () => {
  await created(world, { maxCreditsPerRun: 7, trigger: { type: 'MANUAL', entity: 'LEAD' } });
  expect(await get(1)).toEqual({
    ...{ id: 1, appUrl: 'https://app.reach.invalid/workflows/1', name: 'W', status: 'DRAFT' },
    ...{ isPublished: false, version: null, hasUnpublishedChanges: false, nextRunAt: null },
    ...{ triggerType: 'MANUAL', maxCreditsPerRun: 7, revision: '2026-11-21T09:00:00.000Z' },
    ...{ createdAt: '2026-11-21T09:00:00.000Z', updatedAt: '2026-11-21T09:00:00.000Z', ownerId: 1 },
    ...{ plan: PLAN, trigger: { type: 'MANUAL', entity: 'LEAD' } },
    runtimeInputContract: {
      status: 'SUPPORTED',
      acceptedKeys: ['leadIds', 'leadId'],
      exampleBody: { input: { leadIds: [1] } },
    },
    published: null,
  });
});

test('the contract is that of the published version, which runs execute', async () => {
  await contacts(world, 1);
  await created(world, { publish: true });
  const ops = [{ kind: 'updateStepInputs', id: 'start', inputs: { leadIds: [1] } }];
  await world.call('PATCH', '/v1/workflow/1/draft', { body: { ops } });
  expect((await get(1)).runtimeInputContract.status).toBe('SUPPORTED');
  expect((await get(1)).hasUnpublishedChanges).toBe(true);
  await world.call('POST', '/v1/workflow/1/publish', { body: {} });
  expect((await get(1)).runtimeInputContract.status).toBe('EMPTY');
  expect((await get(1)).hasUnpublishedChanges).toBe(false);
});

test('versions are immutable snapshots: each can be read as it was', async () => {
  await created(world, { publish: true });
  const edit = (name: string) => [{ kind: 'updateStep', id: 'end', changes: { id: name } }];
  await world.call('PATCH', '/v1/workflow/1/draft', { body: { ops: edit('stop') } });
  await world.call('POST', '/v1/workflow/1/publish', { body: {} });
  await world.call('PATCH', '/v1/workflow/1/draft', {
    body: { ops: [{ kind: 'setTrigger', trigger: { type: 'API' } }] },
  });
  const ids = async (version?: number) =>
    (await get(1, version === undefined ? {} : { version })).plan.nodes.map(({ id }: { id: string }) => id);
  expect(await ids(1)).toEqual(['start', 'verify', 'end']);
  expect(await ids(2)).toEqual(['start', 'verify', 'stop']);
  expect([(await get(1)).trigger.type, (await get(1, { version: 2 })).trigger.type]).toEqual(['API', 'MANUAL']);
  const missing = await world.call('GET', '/v1/workflow/1', { query: { version: 3 } });
  expect([missing.status, missing.body.message]).toEqual([404, 'Workflow 1 has no version 3: the latest version is 2']);
});

test('404 for one that is not there', async () => {
  for (const [method, path] of [
    ['GET', '/v1/workflow/9'],
    ['GET', '/v1/workflow/9/validate-draft'],
    ['PATCH', '/v1/workflow/9/draft'],
    ['POST', '/v1/workflow/9/publish'],
    ['POST', '/v1/workflow/9/run'],
    ['GET', '/v1/workflow/9/runs'],
  ] as const) {
    const reply = await world.call(method, path, method === 'GET' ? {} : { body: {} });
    expect([path, reply.status, reply.body.message]).toEqual([path, 404, 'There is no workflow 9']);
  }
  expect((await world.call('GET', '/v1/workflow-runs/9')).body.message).toBe('There is no run 9');
});
