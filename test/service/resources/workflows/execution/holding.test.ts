import { expect, test } from 'vitest';
import { block } from '../bodies.ts';
import { end, from, membersOf, publish, read, start } from './running.ts';
import { openStepWorld, toList, world } from './step-world.ts';

openStepWorld();

const nodes = [from('ask'), block('ask', 'WAIT_FOR_APPROVAL', {}, 'add', 'stop'), toList('add'), end('stop')];
const decide = (runId: number, body: object) => world.call('POST', `/v1/workflow-runs/${runId}/approvals`, { body });

test('records wait for a decision, some or all of them', async () => {
  const runId = await start(world, await publish(world, nodes));
  await world.work();
  expect(await read(world, runId)).toMatchObject({ status: 'RUNNING', ask: { WAITING: 12 } });
  expect((await decide(runId, { stepId: 'ask', decision: 'APPROVED', ids: [2, 4] })).body.data).toEqual({
    runId,
    stepId: 'ask',
    decision: 'APPROVED',
    decided: 2,
    waiting: 10,
  });
  await world.work();
  expect(await membersOf(world, 2)).toEqual([2, 4]);
  const again = await decide(runId, { stepId: 'ask', decision: 'REJECTED', ids: [2, 5] });
  expect([again.status, again.body.message]).toEqual([
    409,
    'These records are not waiting for approval at step ask: 2. Nothing was decided',
  ]);
  expect((await decide(runId, { stepId: 'ask', decision: 'REJECTED' })).body.data).toMatchObject({
    decided: 10,
    waiting: 0,
  });
  await world.work();
  expect(await read(world, runId)).toMatchObject({
    status: 'SUCCEEDED',
    ask: { SUCCEEDED: 12 },
    add: { SUCCEEDED: 2 },
    stop: { SUCCEEDED: 10 },
  });
  expect((await decide(runId, { stepId: 'ask', decision: 'APPROVED' })).status).toBe(409);
  expect((await decide(runId, { stepId: 'nope', decision: 'APPROVED' })).status).toBe(404);
});

test('WAIT holds each record for its span, on the virtual clock', async () => {
  const hold = block('hold', 'WAIT', { duration: { value: 3, unit: 'days' } }, 'add');
  const runId = await start(world, await publish(world, [from('hold'), hold, toList('add')]));
  await world.work();
  await world.control('POST', '/_local/clock', { advance: '71h' });
  expect(await read(world, runId)).toMatchObject({ status: 'RUNNING', hold: { WAITING: 12 } });
  await world.control('POST', '/_local/clock', { advance: '2h' });
  const data = await world.done('GET', `/v1/workflow-runs/${runId}`);
  expect([data.status, data.finishedAt]).toEqual(['SUCCEEDED', '2026-11-24T09:00:00.000Z']);
});

test('a cancelled run does nothing more, and what had not ended is cancelled', async () => {
  const runId = await start(world, await publish(world, nodes));
  await world.work();
  expect((await world.done('POST', `/v1/workflow-runs/${runId}/cancel`)).status).toBe('CANCELLED');
  await world.work();
  expect(await read(world, runId)).toMatchObject({
    status: 'CANCELLED',
    reason: 'cancelled by admin',
    ask: { CANCELLED: 12 },
  });
  expect((await world.call('POST', `/v1/workflow-runs/${runId}/cancel`)).status).toBe(409);
});

test.each([
  ['they continue without it', 11, { status: 'RUNNING', ask: { CANCELLED: 11, WAITING: 1 } }],
  [
    'DELETE one contact, "its running workflows cancelled": a run all of whose contacts are gone',
    12,
    { status: 'CANCELLED', reason: 'all of its records were deleted', entities: 12, ask: { CANCELLED: 12 } },
  ],
])('a contact that is deleted leaves its runs: %s', async (_, count, wanted) => {
  const runId = await start(world, await publish(world, nodes));
  await world.work();
  for (let id = 1; id <= count; id += 1) await world.call('DELETE', `/v1/contacts/${id}`);
  await world.work();
  expect(await read(world, runId)).toMatchObject(wanted);
});
