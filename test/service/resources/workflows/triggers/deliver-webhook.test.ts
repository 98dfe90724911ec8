import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { openWorld, TRANSPORTS, type World } from '../../../world.ts';
import { block, contacts, created, issues, WEBHOOK } from '../bodies.ts';

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
    const data = await service.done('GET', '/v1/workflow/1/runs');
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
    expect((await service.done('GET', '/v1/workflow/1/runs')).total).toBe(0);
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
    expect((await service.done('GET', '/v1/workflow/1/runs')).total).toBe(4);
  });

  test('where proof is required, a delivery without it is 401 whatever its payload', async () => {
    await open({ requireWebhookSignature: true });
    const reply = await deliver(PAYLOAD);
    expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated']);
    expect((await deliver({})).status).toBe(401);
    // Sent with every delivery, the secret would let whoever saw one send it again.
    const known = await deliver(PAYLOAD, { 'x-webhook-secret': secret });
    expect([known.status, known.body.message, known.body.details]).toEqual([
      401,
      'A delivery needs the header x-webhook-signature: t=<unix seconds>,v1=<HMAC>; the secret alone is not proof',
      { requiredHeader: 'x-webhook-signature' },
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
    const { trigger } = await service.done('GET', '/v1/workflow/1', { headers });
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
