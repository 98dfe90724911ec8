import { expect, test } from 'vitest';
import { block } from '../bodies.ts';
import { end, from, membersOf, publish, ran, read, start } from './running.ts';
import { openStepWorld, toList, when, world } from './step-world.ts';

openStepWorld();

test('every record of the entry goes through each step once, and the run has succeeded', async () => {
  expect(await ran(world, [from('add'), toList('add', 'stop'), end('stop')])).toEqual({
    status: 'SUCCEEDED',
    entities: 12,
    from: { SUCCEEDED: 12 },
    add: { SUCCEEDED: 12 },
    stop: { SUCCEEDED: 12 },
  });
  expect(await membersOf(world, 2)).toHaveLength(12);
});

test('a path ends where nothing is next', async () => {
  expect(await ran(world, [from('add'), toList('add')])).toMatchObject({ status: 'SUCCEEDED', add: { SUCCEEDED: 12 } });
});

test('an empty list is a run that has nothing to do', async () => {
  expect(await ran(world, [from('add', { leadsGroupId: 2 }), toList('add')])).toEqual({
    status: 'SUCCEEDED',
    entities: 0,
    from: {},
    add: {},
  });
});

test('ids of the run call take the place of __MANUAL_INPUT; one that is named twice runs once', async () => {
  const nodes = [from('add', { leadIds: '__MANUAL_INPUT' }, 'SELECT_LEADS'), toList('add')];
  expect(await ran(world, nodes, {}, { leadIds: [3, 5, 3] })).toMatchObject({ entities: 2, add: { SUCCEEDED: 2 } });
  expect(await membersOf(world, 2)).toEqual([3, 5]);
});

test('a campaign takes whom it can reach; the others are skipped and continue', async () => {
  const campaign = { name: 'C', steps: [{ type: 'email', subject: 's', content: 'c' }] };
  expect((await world.call('POST', '/v1/campaigns', { body: campaign })).status).toBe(200);
  await world.call('PATCH', '/v1/contacts/4', { body: { professionalEmail: 'p4@x.example' } });
  const add = block('add', 'ADD_LEADS_TO_CAMPAIGN', { campaignId: 1 }, 'stop');
  expect(await ran(world, [from('add'), add, end('stop')])).toMatchObject({
    status: 'SUCCEEDED',
    add: { SUCCEEDED: 1, SKIPPED: 11 },
    stop: { SUCCEEDED: 12 },
  });
});

test('what the workspace refuses fails each record, the run says why, and others continue', async () => {
  const campaign = { name: 'C', steps: [{ type: 'network_visit_profile' }] };
  await world.call('POST', '/v1/campaigns', { body: campaign });
  const add = block('add', 'ADD_LEADS_TO_CAMPAIGN', { campaignId: 1 }, 'stop');
  const split = when([{ field: 'jobTitle', operator: 'EQUALS', value: 'T1' }], 'add', 'stop');
  const id = await publish(world, [from('when'), split, add, end('stop')]);
  await world.service.store.write((tx) => tx.run("update campaigns set status = 'COMPLETED'"));
  const runId = await start(world, id);
  await world.work();
  const reason = 'step add: Campaign 1 is COMPLETED and accepts no contacts: make it ACTIVE again, or clone it';
  expect(await read(world, runId)).toEqual({
    ...{ status: 'SUCCEEDED', entities: 12, reason },
    ...{ from: { SUCCEEDED: 12 }, when: { SUCCEEDED: 12 }, add: { FAILED: 4 }, stop: { SUCCEEDED: 8 } },
  });
  // Where none is left that did not fail, the run has failed.
  const waiting = [
    from('ask'),
    block('ask', 'WAIT_FOR_APPROVAL', {}, 'add', 'add'),
    block('add', 'ADD_LEADS_TO_CAMPAIGN', add.inputs),
  ];
  const other = await start(world, await publish(world, waiting));
  await world.work();
  for (let contactId = 1; contactId < 12; contactId += 1) await world.call('DELETE', `/v1/contacts/${contactId}`);
  await world.call('POST', `/v1/workflow-runs/${other}/approvals`, { body: { stepId: 'ask', decision: 'APPROVED' } });
  await world.work();
  expect(await read(world, other)).toMatchObject({
    status: 'FAILED',
    reason,
    ask: { CANCELLED: 11 },
    add: { FAILED: 1 },
  });
});
