import { describe, expect, test } from 'vitest';
import { worldForEachTest } from '../../../../opened.ts';
import { block, contacts, created, issues, WEBHOOK } from '../bodies.ts';

const world = worldForEachTest();

const run = (id: number, body: unknown = {}, key?: string) =>
  world.call('POST', `/v1/workflow/${id}/run`, { body, ...(key !== undefined && { key }) });

const getRun = (id: number) => world.done('GET', `/v1/workflow-runs/${id}`);

const runs = (id: number, query: Record<string, string | number> = {}) =>
  world.done('GET', `/v1/workflow/${id}/runs`, { query });

const byList = { nodes: [block('start', 'SELECT_LEADS_FROM_LIST', { leadsGroupId: '__MANUAL_INPUT' })] };

describe('the run call', () => {
  test('on a published workflow: RUNNING, with runId and the number of the run', async () => {
    const [id = 0] = await contacts(world, 1);
    await created(world, { publish: true });
    await created(world, { publish: true });
    const start = async (workflow: number) => (await run(workflow, { input: { leadIds: [id] } })).body.data;
    expect(await start(1)).toEqual({ runId: 1, status: 'RUNNING', sequenceNumber: 1 });
    expect(await start(1)).toEqual({ runId: 2, status: 'RUNNING', sequenceNumber: 2 });
    expect(await start(2)).toEqual({ runId: 3, status: 'RUNNING', sequenceNumber: 1 });
    expect(await getRun(3)).toMatchObject({
      ...{ runId: 3, workflowId: 2, sequenceNumber: 1, triggerType: 'MANUAL', version: 1, entity: 'LEAD' },
      maxCreditsPerRun: null,
      steps: [
        { stepId: 'start', stepType: 'SELECT_LEADS' },
        { stepId: 'verify', stepType: 'VERIFY_LEAD_EMAIL' },
        { stepId: 'end', stepType: 'END' },
      ],
    });
  });

  test('a draft cannot run: 409 says to publish it', async () => {
    await created(world);
    const reply = await run(1, { input: { leadIds: [1] } });
    expect([reply.status, reply.body.message]).toEqual([409, 'Workflow 1 has no published version: publish it first']);
  });

  test.each([
    ['none', {}, ['input required']],
    ['two keys', { input: { leadIds: [1], leadId: 1 } }, ['input required']],
    ['another key', { input: { companyIds: [1] } }, ['input.companyIds unknown_key']],
    ['not a list', { input: { leadIds: 1 } }, ['input.leadIds invalid_type']],
    ['nobody', { input: { leadIds: [] } }, ['input.leadIds invalid_type']],
    ['a text', { input: 'leadIds' }, ['input invalid_type']],
    ['contacts that are not there', { input: { leadIds: [1, 8, 9] } }, ['input.leadIds unknown_record']],
  ])('400 for input the contract does not take: %s', async (_, body, found) => {
    await contacts(world, 1);
    await created(world, { publish: true });
    const reply = await run(1, body);
    expect([reply.status, issues(reply)]).toEqual([400, found]);
    expect((await runs(1)).total).toBe(0);
  });

  test.each([
    [9, 'there is no list 9'],
    [1, 'list 1 is not a list of contacts'],
  ])('400 for list %s', async (list, message) => {
    await world.call('POST', '/v1/lists', { body: { name: 'L', entity: 'COMPANY' } });
    await created(world, { plan: byList, publish: true });
    const reply = await run(1, { input: { contactListId: list } });
    expect([reply.status, reply.body.details.issues]).toEqual([
      400,
      [{ path: 'input.contactListId', code: 'unknown_list', message }],
    ]);
  });

  test('400 on a webhook trigger that declares inputs; one that declares none can be run', async () => {
    await contacts(world, 1);
    await created(world, { ...WEBHOOK, publish: true });
    const refused = await run(1, { input: { leadIds: [1] } });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining('the webhook declares inputs: a delivery to its URL starts a run'),
    ]);
    expect(refused.body.details.runtimeInputContract.status).toBe('UNSUPPORTED');
    const { trigger } = await created(world, { trigger: { type: 'WEBHOOK' }, publish: true });
    expect((await run(2, { input: { leadIds: [1] } })).status).toBe(200);
    const path = new URL(trigger.webhookUrl).pathname;
    const delivered = await world.call('POST', path, { key: null, body: {} });
    expect([delivered.status, issues(delivered)]).toEqual([400, [' input_required']]);
  });

  test('the call of an API trigger is an API run; a call of any other is MANUAL', async () => {
    await contacts(world, 1);
    const plan = { nodes: [block('a', 'SELECT_LEADS', { leadIds: [1] })] };
    const daily = { type: 'SCHEDULE', definition: 'DAILY', startsAt: '2026-11-22T08:00:00Z', timezone: 'UTC' };
    for (const trigger of [{ type: 'API' }, { type: 'MANUAL' }, daily])
      await created(world, { plan, trigger, publish: true });
    const types = [];
    for (const id of [1, 2, 3]) {
      await run(id);
      types.push((await runs(id)).runs[0].triggerType);
    }
    expect(types).toEqual(['API', 'MANUAL', 'MANUAL']);
  });

  test('a run executes the version that was live when it began', async () => {
    await contacts(world, 1);
    await created(world, { publish: true, maxCreditsPerRun: 4 });
    await run(1, { input: { leadId: 1 } });
    const ops = [{ kind: 'updateStep', id: 'end', changes: { id: 'stop' } }];
    await world.call('PATCH', '/v1/workflow/1/draft', { body: { ops, maxCreditsPerRun: null } });
    await world.call('POST', '/v1/workflow/1/publish', { body: {} });
    await run(1, { input: { leadId: 1 } });
    const displayed = async (id: number) => {
      const { version, maxCreditsPerRun, steps } = await getRun(id);
      return [version, maxCreditsPerRun, steps.at(-1).stepId];
    };
    expect([await displayed(1), await displayed(2)]).toEqual([
      [1, 4, 'end'],
      [2, null, 'stop'],
    ]);
  });
});

test('runs are listed newest first, by page, status and trigger', async () => {
  await contacts(world, 1);
  await created(world, { publish: true });
  for (let n = 0; n < 3; n += 1) await run(1, { input: { leadId: 1 } });
  const numbers = async (query: Record<string, string | number>) => {
    const data = await runs(1, query);
    return [
      data.runs.map(({ sequenceNumber }: { sequenceNumber: number }) => sequenceNumber),
      data.total,
      data.hasNextPage,
    ];
  };
  expect(await numbers({})).toEqual([[3, 2, 1], 3, false]);
  expect(await numbers({ page: 2, pageSize: 2 })).toEqual([[1], 3, false]);
  expect(await numbers({ triggerType: 'SCHEDULE' })).toEqual([[], 0, false]);
  expect((await numbers({ triggerType: 'MANUAL', pageSize: 2 }))[2]).toBe(true);
  expect((await world.call('GET', '/v1/workflow/1/runs', { query: { status: 'DONE' } })).status).toBe(400);
});

test.each([
  ['cancel', 'POST', '/v1/workflow-runs/9/cancel', {}],
  ['approvals', 'POST', '/v1/workflow-runs/9/approvals', { stepId: 'a', decision: 'APPROVED' }],
])('404 for %s of a run that is not there; scope WORKFLOWS_WRITE', async (_, method, path, body) => {
  expect((await world.call(method, path, { body })).body.message).toBe('There is no run 9');
  const key = await world.newKey(['WORKFLOWS_READ']);
  expect((await world.call(method, path, { body, key })).body.details).toEqual({ requiredScope: 'WORKFLOWS_WRITE' });
});
