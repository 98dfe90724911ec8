// Runs by call and by delivery (SERVICE-API, Runtime input contract; Events; States: workflow run).

import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import { openWorld, TRANSPORTS, type World } from '../../world.ts';
import { block, contacts, created, issues, WEBHOOK } from './bodies.ts';

const world = worldForEachTest();

const run = (id: number, body: unknown = {}, key?: string) =>
  world.call('POST', `/v1/workflow/${id}/run`, { body, ...(key !== undefined && { key }) });
const getRun = async (id: number) => (await world.call('GET', `/v1/workflow-runs/${id}`)).body.data;
const runs = async (id: number, query: Record<string, string | number> = {}) =>
  (await world.call('GET', `/v1/workflow/${id}/runs`, { query })).body.data;
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
      runId: 3,
      workflowId: 2,
      sequenceNumber: 1,
      triggerType: 'MANUAL',
      version: 1,
      entity: 'LEAD',
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
    ['contactListId', 1],
    ['leadsGroupId', 1],
    ['leadIds', [1, 2]],
    ['leadId', 2],
  ])('an entry list set to __MANUAL_INPUT takes %s', async (key, value) => {
    await contacts(world, 2);
    await world.call('POST', '/v1/lists', { body: { name: 'L' } });
    await created(world, { plan: byList, publish: true });
    expect((await run(1, { input: { [key]: value } })).status).toBe(200);
  });

  test('EMPTY runs with no input, and with none other', async () => {
    await contacts(world, 1);
    await created(world, { plan: { nodes: [block('a', 'SELECT_LEADS', { leadIds: [1] })] }, publish: true });
    expect((await run(1)).status).toBe(200);
    expect((await run(1, { input: {} })).status).toBe(200);
    const reply = await run(1, { input: { leadIds: [1] } });
    expect([reply.status, issues(reply)]).toEqual([400, ['input.leadIds unknown_key']]);
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
    const shown = async (id: number) => {
      const { version, maxCreditsPerRun, steps } = await getRun(id);
      return [version, maxCreditsPerRun, steps.at(-1).stepId];
    };
    expect([await shown(1), await shown(2)]).toEqual([
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

describe.each(TRANSPORTS)('a delivery over %s', (transport) => {
  let service: World;
  let path: string;
  let secret: string;

  const INPUTS = [
    { key: 'people', type: 'leadIds' },
    { key: 'note', type: 'string' },
    { key: 'score', type: 'number' },
  ];
  const PAYLOAD = { people: [1], note: 'Hi', score: 7 };

  const deliver = (body: unknown, headers: Readonly<Record<string, string>> = {}, on = service) =>
    on.call('POST', path, { key: null, body, headers });
  const open = async (options: Parameters<typeof openWorld>[0] = {}, body: Readonly<Record<string, unknown>> = {}) => {
    service = await openWorld({ transport, ...options });
    await contacts(service, 1);
    const trigger = { type: 'WEBHOOK', inputs: INPUTS };
    const { trigger: live } = await created(service, { ...WEBHOOK, trigger, publish: true, ...body });
    path = new URL(live.webhookUrl).pathname;
    secret = live.webhookSecret;
  };
  afterEach(async () => {
    expect(service.bugs).toEqual([]);
    await service.close();
  });

  test('a POST of JSON with the declared keys starts a run, with no key', async () => {
    await open();
    const reply = await deliver(PAYLOAD);
    expect([reply.status, reply.body.data]).toEqual([200, { runId: 1, status: 'RUNNING', sequenceNumber: 1 }]);
    const { data } = (await service.call('GET', '/v1/workflow/1/runs')).body;
    expect(data.runs[0].triggerType).toBe('WEBHOOK');
  });

  test('400 with everything that is wrong with the payload, and no run', async () => {
    await open();
    const reply = await deliver({ people: [1, 99], note: 7, other: true });
    expect([reply.status, issues(reply)]).toEqual([
      400,
      ['score required', 'people unknown_record', 'note invalid_type', 'other unknown_key'],
    ]);
    for (const body of ['', '[]', '7', '{"people":']) expect((await deliver(body)).status).toBe(400);
    expect((await service.call('GET', '/v1/workflow/1/runs')).body.data.total).toBe(0);
  });

  test('a company payload is what a create of a company takes', async () => {
    const plan = {
      nodes: [block('a', 'IMPORT_COMPANY_FROM_PAYLOAD', { companyPayload: { webhookInputKey: 'account' } })],
    };
    await open({}, { plan, trigger: { type: 'WEBHOOK', inputs: [{ key: 'account', type: 'companyPayload' }] } });
    expect((await deliver({ account: { name: 'Analytical', Region: 'EU' } })).status).toBe(200);
    const reply = await deliver({ account: { name: 7, listId: -1 } });
    expect([reply.status, issues(reply).map((one) => one.split(' ')[0])]).toEqual([
      400,
      ['account.name', 'account.listId'],
    ]);
  });

  test('the secret or a signature of the raw body: right is accepted, wrong is 401, none is accepted', async () => {
    await open();
    // Not as JSON.stringify writes it: what was sent counts, byte for byte.
    const raw = '{ "people": [1], "note": "Zoë", "score": 7 }';
    const sign = (key: string, text: string) => `sha256=${createHmac('sha256', key).update(text).digest('hex')}`;
    const ask = async (headers: Record<string, string>) => (await deliver(raw, headers)).status;
    expect([
      await ask({}),
      await ask({ 'x-webhook-secret': secret }),
      await ask({ 'x-webhook-signature': sign(secret, raw) }),
      await ask({ 'x-webhook-secret': secret, 'x-webhook-signature': sign(secret, raw) }),
    ]).toEqual([200, 200, 200, 200]);
    expect([
      await ask({ 'x-webhook-secret': `${secret}x` }),
      await ask({ 'x-webhook-secret': '' }),
      await ask({ 'x-webhook-signature': sign(secret, `${raw} `) }),
      await ask({ 'x-webhook-signature': sign('other', raw) }),
      await ask({ 'x-webhook-signature': sign(secret, raw).replace('sha256=', '') }),
      await ask({ 'x-webhook-secret': secret, 'x-webhook-signature': 'sha256=' }),
      await ask({ 'x-webhook-secret': 'wrong', 'x-webhook-signature': sign(secret, raw) }),
    ]).toEqual([401, 401, 401, 401, 401, 401, 401]);
    expect((await service.call('GET', '/v1/workflow/1/runs')).body.data.total).toBe(4);
  });

  test('where proof is required, a delivery without it is 401 whatever its payload', async () => {
    await open({ requireWebhookSignature: true });
    const reply = await deliver(PAYLOAD);
    expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated']);
    expect((await deliver({})).status).toBe(401);
    // Sent with every delivery, the secret would let whoever saw one send it again.
    const known = await deliver(PAYLOAD, { 'x-webhook-secret': secret });
    expect([known.status, known.body.message]).toEqual([
      401,
      'A delivery needs the header x-webhook-signature: t=<unix seconds>,v1=<HMAC>; the secret alone is not proof',
    ]);
    expect((await deliver(PAYLOAD, { 'x-webhook-secret': 'wrong', ...timed(JSON.stringify(PAYLOAD)) })).status).toBe(
      401,
    );
  });

  const timed = (text: string, ageSeconds = 0, id?: string) => {
    const t = Math.floor(service.clock.now() / 1000) - ageSeconds;
    const signed = id === undefined ? `${t}.${text}` : `${id}.${t}.${text}`;
    const digest = createHmac('sha256', secret).update(signed).digest('hex');
    return { 'x-webhook-signature': `t=${t}${id === undefined ? '' : `,id=${id}`},v1=${digest}` };
  };

  test('a timed signature is accepted once, for 5 minutes; where proof is required, no other is', async () => {
    await open({ requireWebhookSignature: true });
    const raw = JSON.stringify(PAYLOAD);
    const ask = async (headers: Record<string, string>, body = raw) => (await deliver(body, headers)).status;
    const first = timed(raw);
    expect([await ask(first), await ask(first)]).toEqual([200, 409]);
    expect([await ask(timed(raw, 299)), await ask(timed(raw, 301)), await ask(timed(raw, -301))]).toEqual([
      200, 401, 401,
    ]);
    expect([await ask(timed(raw, 0, 'msg_1')), await ask(timed(raw, 1, 'msg_1'))]).toEqual([200, 409]);
    expect(await ask(timed(`${raw} `))).toBe(401);
    const untimed = createHmac('sha256', secret).update(raw).digest('hex');
    expect(await ask({ 'x-webhook-signature': `sha256=${untimed}` })).toBe(401);
    // What was refused for its payload may be corrected and sent under the same id.
    expect(await ask(timed('{}', 0, 'msg_2'), '{}')).toBe(400);
    expect(await ask(timed(raw, 0, 'msg_2'))).toBe(200);
    service.clock.advance(11 * 60_000);
    expect(await ask(first)).toBe(401);
    const kept = await service.service.store.read((tx) => tx.all('select * from signed_deliveries'));
    expect(await ask(timed(raw))).toBe(200);
    const left = await service.service.store.read((tx) => tx.all('select * from signed_deliveries'));
    expect([kept.length, left.length]).toEqual([4, 1]);
  });

  test('the address is where the service listens, whatever the caller writes into Host', async () => {
    await open();
    const headers = { host: 'localhost:1', 'x-forwarded-host': 'evil.example.com' };
    const { trigger } = (await service.call('GET', '/v1/workflow/1', { headers })).body.data;
    expect(trigger.webhookUrl).toBe(`${service.url ?? 'https://local.reach.invalid'}${path}`);
  });

  test('429 beyond 120 deliveries a minute to one webhook', async () => {
    await open({ rateLimits: 'on' });
    const statuses = new Set<number>();
    for (let nth = 0; nth < 120; nth += 1) statuses.add((await deliver({})).status);
    const last = await deliver(PAYLOAD);
    expect([[...statuses], last.status, last.headers['x-ratelimit-limit']]).toEqual([[400], 429, '120']);
    service.clock.advance(60_000);
    expect((await deliver(PAYLOAD)).status).toBe(200);
  });

  test('404 at an address no one has, and where the published trigger is not a webhook any more', async () => {
    await open();
    const known = path;
    path = '/wf/0000';
    expect((await deliver(PAYLOAD)).body.message).toBe('There is no webhook at this address');
    path = known;
    const ops = [{ kind: 'setTrigger', trigger: { type: 'MANUAL' } }];
    await service.call('PATCH', '/v1/workflow/1/draft', { body: { ops } });
    expect((await deliver(PAYLOAD)).status).toBe(200);
    await service.call('POST', '/v1/workflow/1/publish', { body: {} });
    expect((await deliver(PAYLOAD)).status).toBe(404);
    expect((await service.call('GET', path, { key: null })).status).toBe(405);
  });

  test('the inputs of the published version count, not those of the draft', async () => {
    await open();
    const ops = [{ kind: 'setTrigger', trigger: { type: 'WEBHOOK', inputs: INPUTS.slice(0, 1) } }];
    await service.call('PATCH', '/v1/workflow/1/draft', { body: { ops } });
    expect((await deliver(PAYLOAD)).status).toBe(200);
    await service.call('POST', '/v1/workflow/1/publish', { body: {} });
    expect(issues(await deliver(PAYLOAD))).toEqual(['note unknown_key', 'score unknown_key']);
    expect((await deliver({ people: [1] })).status).toBe(200);
  });

  test('faults of the endpoint spoil it like any other; the log names it', async () => {
    await open();
    await service.control('POST', '/_local/faults', { endpoint: 'workflows.deliver', status: 503, times: 1 });
    expect([(await deliver(PAYLOAD)).status, (await deliver(PAYLOAD)).status]).toEqual([503, 200]);
    const { requests } = await service.control('GET', '/_local/log');
    expect(requests[0]).toMatchObject({ endpoint: 'workflows.deliver', key: 'webhook', status: 200 });
  });
});
