// Creating, reading and checking workflows (SERVICE-API, Workflow and Workflows).

import { beforeEach, describe, expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import { block, contacts, create, created, issues, OPEN_PLAN, PLAN, WEBHOOK } from './bodies.ts';

const world = worldForEachTest();

const get = async (id: number, query: Record<string, string | number> = {}) =>
  (await world.call('GET', `/v1/workflow/${id}`, { query })).body.data;
const list = async (query: Record<string, string | number> = {}) =>
  (await world.call('GET', '/v1/workflows', { query })).body.data;

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

  test('with publish and an invalid plan: 400 with every problem, and nothing is stored', async () => {
    const reply = await create(world, { name: 'W', plan: OPEN_PLAN, publish: true });
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid']);
    expect(issues(reply).map((issue) => issue.split(' ')[0])).toEqual([
      'plan.nodes[0].inputs.leadIds',
      'plan.nodes[1].next[0]',
    ]);
    expect((await list()).total).toBe(0);
    expect((await created(world)).id).toBe(1);
  });

  test('what no draft may have is refused, all at once', async () => {
    const reply = await create(world, {
      plan: { nodes: [block('a', 'SELECT_LEADS', {}, 'b'), block('b', 'NO_SUCH_BLOCK', {}, 'a')] },
      trigger: { type: 'SOON' },
      maxCreditsPerRun: 0,
    });
    expect(reply.status).toBe(400);
    expect(issues(reply).map((issue) => issue.split(' ')[0])).toEqual(
      expect.arrayContaining(['name', 'plan.nodes[1].blockId', 'trigger.type', 'maxCreditsPerRun']),
    );
  });

  test('lists, campaigns and identities of another workspace are unknown', async () => {
    const other = await world.newKey(['ALL'], 'other', 'Other');
    const mine = (await world.call('POST', '/v1/lists', { body: { name: 'Mine' } })).body.data.id;
    const plan = (listId: number) => ({
      nodes: [block('a', 'SELECT_LEADS_FROM_LIST', { leadsGroupId: listId })],
    });
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

describe('read', () => {
  test('a draft: plan, trigger, contract, revision equal to updatedAt', async () => {
    await created(world, { maxCreditsPerRun: 7, trigger: { type: 'MANUAL', entity: 'LEAD' } });
    expect(await get(1)).toEqual({
      id: 1,
      appUrl: 'https://app.reach.invalid/workflows/1',
      name: 'W',
      status: 'DRAFT',
      isPublished: false,
      version: null,
      hasUnpublishedChanges: false,
      nextRunAt: null,
      triggerType: 'MANUAL',
      maxCreditsPerRun: 7,
      revision: '2026-11-21T09:00:00.000Z',
      createdAt: '2026-11-21T09:00:00.000Z',
      updatedAt: '2026-11-21T09:00:00.000Z',
      ownerId: 1,
      plan: PLAN,
      trigger: { type: 'MANUAL', entity: 'LEAD' },
      runtimeInputContract: {
        status: 'SUPPORTED',
        acceptedKeys: ['leadIds', 'leadId'],
        exampleBody: { input: { leadIds: [1] } },
      },
      published: null,
    });
  });

  test.each([
    [
      'EMPTY: an entry list that is fixed',
      { nodes: [block('a', 'SELECT_LEADS_FROM_LIST', { leadsGroupId: 1 })] },
      { type: 'API' },
      { status: 'EMPTY', exampleBody: {} },
    ],
    [
      'SUPPORTED: a list input set to __MANUAL_INPUT takes the alias, the raw key and the fallbacks',
      { nodes: [block('a', 'SELECT_LEADS_FROM_LIST', { leadsGroupId: '__MANUAL_INPUT' })] },
      { type: 'MANUAL' },
      {
        status: 'SUPPORTED',
        acceptedKeys: ['contactListId', 'leadsGroupId', 'leadIds', 'leadId'],
        exampleBody: { input: { contactListId: 1 } },
      },
    ],
    [
      'the third status: a webhook that declares inputs',
      WEBHOOK.plan,
      WEBHOOK.trigger,
      { status: 'UNSUPPORTED', reason: 'the webhook declares inputs: a delivery to its URL starts a run' },
    ],
  ])('runtimeInputContract %s', async (_, plan, trigger, contract) => {
    await world.call('POST', '/v1/lists', { body: { name: 'L' } });
    await created(world, { plan, trigger });
    expect((await get(1)).runtimeInputContract).toEqual(contract);
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
    expect([missing.status, missing.body.message]).toEqual([
      404,
      'Workflow 1 has no version 3: the latest version is 2',
    ]);
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
});

describe('list', () => {
  beforeEach(async () => {
    await created(world, { name: 'Alpha' });
    await created(world, { name: 'beta', publish: true });
    await created(world, WEBHOOK);
  });

  test('page and pageSize', async () => {
    const page = await list({ page: 2, pageSize: 2 });
    expect([page.workflows.length, page.page, page.pageSize, page.total, page.hasNextPage]).toEqual([
      1,
      2,
      2,
      3,
      false,
    ]);
    expect((await list({ pageSize: 2 })).hasNextPage).toBe(true);
    expect((await list()).workflows[0]).toEqual({
      id: 1,
      appUrl: 'https://app.reach.invalid/workflows/1',
      name: 'Alpha',
      status: 'DRAFT',
      isPublished: false,
      version: null,
      hasUnpublishedChanges: false,
      nextRunAt: null,
      triggerType: 'MANUAL',
      maxCreditsPerRun: null,
      revision: '2026-11-21T09:00:00.000Z',
      createdAt: '2026-11-21T09:00:00.000Z',
      updatedAt: '2026-11-21T09:00:00.000Z',
      nodeCount: 3,
    });
  });

  test.each([
    [{ search: 'alp' }, [1]],
    [{ search: 'HOO' }, [3]],
    [{ status: 'DRAFT' }, [1, 3]],
    [{ status: 'PUBLISHED' }, [2]],
    [{ name: 'beta' }, [2]],
    [{ name: 'bet' }, []],
    [{ search: 'a', status: 'DRAFT' }, [1]],
    [{ search: '%' }, []],
  ])('%j', async (query, ids) => {
    const { workflows, total } = await list(query);
    expect([workflows.map(({ id }: { id: number }) => id), total]).toEqual([ids, ids.length]);
  });

  test('400 for a status that is none', async () => {
    expect((await world.call('GET', '/v1/workflows', { query: { status: 'LIVE' } })).status).toBe(400);
  });
});

describe('validate', () => {
  const validate = async (body: unknown) => (await world.call('POST', '/v1/workflows/validate', { body })).body.data;

  test('as if publishing: what is open is an error; nothing is stored', async () => {
    const data = await validate({ plan: OPEN_PLAN });
    expect(data).toMatchObject({ isValid: false, plan: OPEN_PLAN });
    expect(data.errors.map(({ path }: { path: string }) => path)).toEqual([
      'plan.nodes[0].inputs.leadIds',
      'plan.nodes[1].next[0]',
    ]);
    expect((await list()).total).toBe(0);
  });

  test('publish false: what a draft may look like', async () => {
    const data = await validate({ plan: OPEN_PLAN, publish: false });
    expect([data.isValid, data.errors.length, data.warnings.length]).toEqual([true, 0, 2]);
  });

  test('no name is needed; no plan at all has no normalized plan', async () => {
    expect(await validate({ plan: PLAN })).toEqual({ isValid: true, errors: [], warnings: [], plan: PLAN });
    expect(await validate({ plan: 7 })).toMatchObject({ isValid: false, plan: null });
    expect(await validate([])).toMatchObject({ isValid: false, plan: null });
  });

  test('it needs WORKFLOWS_READ alone', async () => {
    const key = await world.newKey(['WORKFLOWS_READ']);
    const reply = await world.call('POST', '/v1/workflows/validate', { key, body: { plan: PLAN } });
    expect(reply.status).toBe(200);
    expect((await create(world, { name: 'W', plan: PLAN }, key)).status).toBe(403);
  });

  test('the draft of a workflow, as if publishing', async () => {
    await created(world, { plan: OPEN_PLAN });
    await created(world);
    const [open, whole] = [
      (await world.call('GET', '/v1/workflow/1/validate-draft')).body.data,
      (await world.call('GET', '/v1/workflow/2/validate-draft')).body.data,
    ];
    expect([open.isValid, open.errors.length, open.warnings]).toEqual([false, 2, []]);
    expect(whole).toEqual({ isValid: true, errors: [], warnings: [] });
  });
});

test('maxCreditsPerRun is optional: null is none, as a read shows it', async () => {
  await created(world, { maxCreditsPerRun: null });
  expect((await get(1)).maxCreditsPerRun).toBe(null);
});

describe('catalogue', () => {
  test('every block, and one of them', async () => {
    const { blocks } = (await world.call('GET', '/v1/workflows/blocks')).body.data;
    const ids = blocks.map(({ blockId }: { blockId: string }) => blockId);
    for (const known of [
      'SELECT_LEADS_FROM_LIST',
      'SELECT_LEADS',
      'VERIFY_LEAD_EMAIL',
      'ADD_LEADS_TO_CAMPAIGN',
      'ADD_LEADS_TO_GROUP',
      'WAIT_FOR_APPROVAL',
      'IMPORT_COMPANY_FROM_PAYLOAD',
      'END',
    ])
      expect(ids).toContain(known);
    const one = (await world.call('GET', '/v1/workflows/blocks/ADD_LEADS_TO_CAMPAIGN')).body.data;
    expect(one).toEqual(blocks[ids.indexOf('ADD_LEADS_TO_CAMPAIGN')]);
    const resolutions = one.inputs.map(({ key, resolution }: { key: string; resolution: string }) => [key, resolution]);
    expect(resolutions).toEqual(
      expect.arrayContaining([
        ['campaignId', 'configure'],
        ['excludeContactedLeads', 'configure'],
      ]),
    );
  });

  test('404 names the block that was meant', async () => {
    const reply = await world.call('GET', '/v1/workflows/blocks/SELECT_LEAD');
    expect([reply.status, reply.body.message]).toEqual([
      404,
      'There is no block SELECT_LEAD; did you mean "SELECT_LEADS"?',
    ]);
  });

  test('condition fields of the workspace: custom fields, and its lists and campaigns as values', async () => {
    await world.call('POST', '/v1/contact', { body: { firstName: 'A', Shoe: '44' } });
    await world.call('POST', '/v1/lists', { body: { name: 'Friends' } });
    await world.call('POST', '/v1/campaigns', { body: { name: 'Spring', steps: [{ type: 'network_visit_profile' }] } });
    const { fields } = (await world.call('GET', '/v1/workflows/condition-fields')).body.data;
    const of = (id: string) => fields.find((field: { id: string }) => field.id === id);
    expect(of('Shoe')).toMatchObject({ label: 'Shoe', group: 'ENTITY', dataType: 'text' });
    expect(of('platform.listIds').valueOptions).toEqual([{ value: 1, label: 'Friends' }]);
    expect(of('platform.campaignIds').valueOptions).toEqual([{ value: 1, label: 'Spring' }]);
    expect(new Set(fields.map(({ group }: { group: string }) => group))).toEqual(
      new Set(['ENTITY', 'ENGAGEMENT', 'NETWORK', 'CRM', 'PLATFORM', 'ACTIVITY', 'RUN_CONTEXT']),
    );
    for (const { operatorIds } of fields) expect(operatorIds.length).toBeGreaterThan(0);
  });

  test('every condition field whose values are fixed lists them', async () => {
    const outputSchema = { type: 'oneOf', values: ['B2B', 'Both'] };
    const body = { name: 'Model', entity: 'CONTACT', prompt: 'What does {companyName} sell?', outputSchema };
    await world.call('POST', '/v1/ai-variables', { body });
    const { fields } = (await world.call('GET', '/v1/workflows/condition-fields')).body.data;
    const fixed = fields.filter(
      ({ dataType }: { dataType: string }) => dataType === 'select' || dataType === 'boolean',
    );
    expect(fixed.filter(({ valueOptions }: { valueOptions?: unknown[] }) => !valueOptions?.length)).toEqual([]);
    expect(fields.find(({ id }: { id: string }) => id === 'Model').valueOptions).toEqual([
      { value: 'B2B', label: 'B2B' },
      { value: 'Both', label: 'Both' },
    ]);
    expect(fields.find(({ id }: { id: string }) => id === 'fundingLastRoundType').valueOptions).toHaveLength(6);
  });
});
