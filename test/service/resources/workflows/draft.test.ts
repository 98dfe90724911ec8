// Editing a draft (the interface: Workflows: PATCH draft; States: published → edit draft; Errors: 409).

import { describe, expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import { block, created, issues, PLAN } from './bodies.ts';

const world = worldForEachTest();

const edit = (body: unknown, key?: string) =>
  world.call('PATCH', '/v1/workflow/1/draft', { body, ...(key !== undefined && { key }) });
const get = () => world.done('GET', '/v1/workflow/1');
const rename = (name: string) => [{ kind: 'rename', name }];

test('an edit of a published workflow changes the draft; the live version keeps running; the revision changes', async () => {
  const { revision } = await created(world, { publish: true });
  const reply = await edit({
    ops: [{ kind: 'updateStepInputs', id: 'start', inputs: { leadIds: [1] } }],
    maxCreditsPerRun: 9,
  });
  expect(reply.body.data).toEqual({
    id: 1,
    name: 'W',
    revision: '2026-11-21T09:00:00.002Z',
    plan: { nodes: [{ ...PLAN.nodes[0], inputs: { leadIds: [1] } }, ...PLAN.nodes.slice(1)] },
    trigger: { type: 'MANUAL' },
    maxCreditsPerRun: 9,
    warnings: [],
  });
  expect(reply.body.data.revision).not.toBe(revision);
  expect(await get()).toMatchObject({ version: 1, hasUnpublishedChanges: true, revision: reply.body.data.revision });
  const live = await world.done('GET', '/v1/workflow/1', { query: { version: 1 } });
  expect([live.plan, live.maxCreditsPerRun]).toEqual([PLAN, null]);
});

test('the revision is an ISO-8601 token that changes with every edit, also with the clock standing still', async () => {
  await world.control('POST', '/_local/clock', { freeze: true });
  const seen = [(await created(world)).revision];
  for (const name of ['a', 'b', 'c']) seen.push((await edit({ ops: rename(name) })).body.data.revision);
  expect(new Set(seen).size).toBe(4);
  expect(seen.toSorted()).toEqual(seen);
  expect(seen.every((one) => new Date(one).toISOString() === one)).toBe(true);
  const { revision, updatedAt } = await get();
  expect([revision, updatedAt]).toEqual([seen[3], seen[3]]);
});

test('an edit that changes nothing keeps the revision', async () => {
  const { revision } = await created(world);
  for (const body of [{}, { ops: [] }, { ops: rename('W') }, { maxCreditsPerRun: null }]) {
    expect((await edit(body)).body.data.revision).toBe(revision);
  }
});

test('what says the same is not an edit, however it is written', async () => {
  const { revision } = await created(world, { publish: true, trigger: { type: 'MANUAL' } });
  const [start, verify, end] = PLAN.nodes;
  const { inputs: _, ...bare } = verify ?? {};
  const same = { nodes: [Object.fromEntries(Object.entries(start ?? {}).toReversed()), bare, end] };
  const reply = await edit({
    ops: [
      { kind: 'setPlan', plan: same },
      { kind: 'setTrigger', trigger: null },
    ],
  });
  expect([reply.body.data.revision, reply.body.data.plan]).toEqual([revision, PLAN]);
  expect((await get()).hasUnpublishedChanges).toBe(false);
  await edit({ ops: [{ kind: 'updateStepInputs', id: 'start', inputs: { leadIds: [1] } }] });
  await edit({ ops: [{ kind: 'updateStepInputs', id: 'start', inputs: { leadIds: '__MANUAL_INPUT' } }] });
  expect((await get()).hasUnpublishedChanges).toBe(false);
});

test('operations are all or nothing: one that cannot be done refuses all, naming each', async () => {
  const before = await created(world).then(get);
  const reply = await edit({
    ops: [...rename('V'), { kind: 'removeStep', id: 'x' }, { kind: 'setNext', id: 'y', next: [] }],
  });
  expect([reply.status, issues(reply)]).toEqual([400, ['ops[1].id unknown_step', 'ops[2].id unknown_step']]);
  expect(await get()).toEqual(before);
});

test('what the operations lead to is checked as a draft: cycles are refused, open slots are not', async () => {
  await created(world);
  const cycle = await edit({ ops: [{ kind: 'setNext', id: 'verify', next: ['start'] }] });
  expect(cycle.status).toBe(400);
  expect(issues(cycle)).toContain('plan.nodes[1].next[0] cycle');
  const open = await edit({
    ops: [
      { kind: 'setNext', id: 'verify', next: [''] },
      { kind: 'removeStep', id: 'end' },
    ],
  });
  expect(open.status).toBe(200);
  expect(open.body.data.warnings.map(({ path }: { path: string }) => path)).toContain('plan.nodes[1].next[0]');
});

test('every operation, in one edit', async () => {
  await created(world);
  const { plan, name, trigger } = (
    await edit({
      ops: [
        {
          kind: 'addStep',
          node: { id: 'ask', kind: 'BLOCK', blockId: 'WAIT_FOR_APPROVAL', next: ['', ''] },
          after: 'verify',
        },
        { kind: 'setNext', id: 'ask', next: ['end', 'end'] },
        { kind: 'updateStep', id: 'end', changes: { id: 'stop' } },
        { kind: 'updateStepInputs', id: 'start', inputs: { leadIds: [7] } },
        { kind: 'setTrigger', trigger: { type: 'API' } },
        { kind: 'rename', name: 'V' },
      ],
    })
  ).body.data;
  expect([name, trigger]).toEqual(['V', { type: 'API' }]);
  expect(plan.nodes).toEqual([
    block('start', 'SELECT_LEADS', { leadIds: [7] }, 'verify'),
    block('verify', 'VERIFY_LEAD_EMAIL', {}, 'ask'),
    block('stop', 'END', {}),
    block('ask', 'WAIT_FOR_APPROVAL', {}, 'stop', 'stop'),
  ]);
  const whole = { nodes: [block('only', 'SELECT_LEADS', { leadIds: [1] })] };
  const replaced = await edit({
    ops: [
      { kind: 'setPlan', plan: whole },
      { kind: 'setTrigger', trigger: null },
    ],
  });
  expect(replaced.body.data).toMatchObject({ plan: whole, trigger: { type: 'MANUAL' } });
});

test.each([
  [{ ops: [{ kind: 'explode' }] }, 'ops[0].kind'],
  [{ ops: [{ kind: 'removeStep' }] }, 'ops[0].id'],
  [{ ops: [{ kind: 'removeStep', id: 'a', force: true }] }, 'ops[0].force'],
  [{ ops: 7 }, 'ops'],
  [{ maxCreditsPerRun: 0 }, 'maxCreditsPerRun'],
  [{ operations: [] }, 'operations'],
])('400 for an edit that is none: %j', async (body, path) => {
  await created(world);
  const reply = await edit(body);
  expect([reply.status, issues(reply).map((issue) => issue.split(' ')[0])]).toEqual([400, [path]]);
});

describe('409 for another revision', () => {
  test('says what has changed since, by whom, and leaves the draft as it is', async () => {
    const { revision } = await created(world);
    const ci = await world.newKey(['WORKFLOWS_WRITE'], 'ci');
    await edit({ ops: [{ kind: 'updateStepInputs', id: 'start', inputs: { leadIds: [3] } }, ...rename('V')] }, ci);
    await world.call('POST', '/v1/workflow/1/publish', { body: {}, key: ci });
    const before = await get();
    const reply = await edit({ ops: rename('X'), revision });
    expect([reply.status, reply.body.code]).toEqual([409, 'conflict']);
    expect(reply.body.details).toEqual({
      revision: before.revision,
      changes: [
        { revision: '2026-11-21T09:00:00.001Z', by: 'ci', change: 'updateStepInputs start, rename' },
        { revision: '2026-11-21T09:00:00.002Z', by: 'ci', change: 'published version 1' },
      ],
    });
    expect(reply.body.message).toBe(
      'Workflow 1 has changed since revision 2026-11-21T09:00:00.000Z: updateStepInputs start, rename ' +
        '(ci, 2026-11-21T09:00:00.001Z); published version 1 (ci, 2026-11-21T09:00:00.002Z). ' +
        'Read it again: its revision is 2026-11-21T09:00:00.002Z',
    );
    expect(await get()).toEqual(before);
  });

  test('the current one is accepted, and of two edits from the same revision one is refused', async () => {
    const { revision } = await created(world);
    const names = ['a', 'b'];
    const replies = await Promise.all(names.map((name) => edit({ ops: rename(name), revision })));
    // Which one comes first is open: over several connections it need not be the one sent first.
    const winner = replies.findIndex(({ status }) => status === 200);
    expect(replies.map(({ status }) => status)).toEqual(winner === 0 ? [200, 409] : [409, 200]);
    expect((await get()).name).toBe(names[winner]);
  });

  test('400 for a token that is none', async () => {
    await created(world);
    const reply = await edit({ ops: rename('a'), revision: 'latest' });
    expect([reply.status, issues(reply)]).toEqual([400, ['revision invalid_format']]);
  });
});
