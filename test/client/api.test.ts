// The client as a whole over a transport the test plays: retries, pace, waits, what observers see.

import { expect, test } from 'vitest';
import { type ClientOptions, createClient } from '../../src/client/api.ts';
import type { Exchange } from '../../src/client/observe.ts';
import type { Wait } from '../../src/client/retry/retry.ts';
import { connectionLost, type Transport } from '../../src/client/transport/transport.ts';
import { routes } from '../../src/contract/routes/routes.ts';
import type { WireRequest, WireResponse } from '../../src/contract/wire.ts';
import { virtualClock } from '../clock.ts';

const KEY = 'gsk_secret_1';
const good: WireResponse = { status: 200, headers: {}, body: '{"status":"success","message":"","data":{"ok":1}}' };
const answered = (status: number, headers: Record<string, string> = {}): WireResponse => ({
  status,
  headers,
  body: '',
});

function open(
  answer: (request: WireRequest, number: number) => WireResponse | Error,
  options: Partial<ClientOptions> = {},
) {
  const clock = virtualClock({ now: 0 });
  const requests: { at: number; request: WireRequest; timeoutMs: number }[] = [];
  const waits: Wait[] = [];
  const closed: string[] = [];
  const transport: Transport = async (request, { timeoutMs }) => {
    requests.push({ at: clock.now(), request, timeoutMs });
    const number = requests.length;
    await clock.sleep(100);
    const outcome = answer(request, number);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const client = createClient({
    baseUrl: 'https://api.example.com/',
    connection: { transport, close: async () => void closed.push('closed') },
    key: KEY,
    version: '1.0.0',
    clock,
    onWait: (wait) => waits.push(wait),
    ...options,
  });
  return { client, clock, requests, waits, closed };
}

test('a read is repeated, each attempt with what is left of the time', async () => {
  const { client, clock, requests, waits } = open((_, number) =>
    number < 3 ? answered(503, { 'retry-after': '2' }) : good,
  );
  expect(await clock.run(client.call(routes.contacts.get, { params: { contactId: 1 } }))).toMatchObject({
    data: { ok: 1 },
  });
  expect(requests.map(({ at, timeoutMs }) => [at, timeoutMs])).toEqual([
    [0, 60_000],
    [2_100, 57_900],
    [4_200, 55_800],
  ]);
  expect(waits.map(({ reason, waitMs, attempt, of }) => [reason, waitMs, attempt, of])).toEqual([
    ['server_error', 2000, 2, 5],
    ['server_error', 2000, 3, 5],
  ]);
});

test('a search is a read, though it is a POST; a bulk is a write', async () => {
  const { client, clock, requests } = open((_, number) => (number % 2 === 1 ? connectionLost('x') : good));
  await clock.run(client.api.contacts.search({ body: {} }));
  expect(requests).toHaveLength(2);
  const bulk = client.api.contacts.bulkCreate({ body: { contacts: [{ firstName: 'Ada' }] } });
  await expect(clock.run(bulk)).rejects.toMatchObject({ name: 'NetworkError', sent: 'maybe', attempts: 1 });
  expect(requests).toHaveLength(3);
});

test('the 31st bulk of a minute waits for its turn, and says so', async () => {
  const { client, clock, requests, waits } = open(() => good);
  const bulk = () => client.api.contacts.bulkCreate({ body: { contacts: [] } });
  const ofCompanies = () => client.api.companies.bulkCreate({ body: { companies: [] } });
  await clock.run(Promise.all([...Array.from({ length: 31 }, bulk), ofCompanies()]));
  expect(requests.filter(({ at }) => at === 0)).toHaveLength(31);
  expect(requests[31]?.at).toBe(60_150);
  // Told once it is known: as the first of the thirty is answered.
  expect(waits).toEqual([{ reason: 'pace', waitMs: 60_050, attempt: 1, of: 5, error: null }]);
  // Its own time begins when it is let go.
  expect(requests[31]?.timeoutMs).toBe(60_000);
  expect(client.pace(routes.contacts.bulkCreate)).toEqual({ limit: 30, windowMs: 60_000 });
});

test('rows have paces of their own; a refusal pauses its row alone', async () => {
  const { client, clock, requests } = open(({ path }, number) =>
    path === '/v1/contact' && number === 1 ? answered(429, { 'retry-after': '30' }) : good,
  );
  await clock.run(
    Promise.all([
      client.api.contacts.create({ body: { firstName: 'A' } }),
      clock.sleep(1000).then(() => client.api.contacts.create({ body: { firstName: 'B' } })),
      clock.sleep(1000).then(() => client.api.companies.create({ body: { name: 'C' } })),
    ]),
  );
  expect(requests.map(({ at, request }) => [at, request.path])).toEqual([
    [0, '/v1/contact'],
    [1000, '/v1/company'],
    [30_100, '/v1/contact'],
    [30_100, '/v1/contact'],
  ]);
});

test('the rate of the user goes for every row', async () => {
  const { client, clock, requests } = open(() => good, { rate: { requests: 1, windowMs: 1000 } });
  await clock.run(Promise.all([1, 2, 3].map((contactId) => client.api.contacts.get({ params: { contactId } }))));
  expect(requests.map(({ at }) => at)).toEqual([0, 1150, 2300]);
});

test('an abort ends a wait for the pace, a wait for the next attempt, and a request', async () => {
  const reason = new Error('stop');
  const { client, clock } = open(() => answered(503, { 'retry-after': '10' }), {
    rate: { requests: 1, windowMs: 5000 },
  });
  const stop = new AbortController();
  const calls = [1, 2].map((contactId) => client.api.contacts.get({ params: { contactId } }, { signal: stop.signal }));
  const ended = Promise.all(calls.map((call) => expect(call).rejects.toBe(reason)));
  await clock.advance(1000);
  stop.abort(reason);
  await ended;
  expect(clock.sleepers).toBe(0);
});

test.each<[abortedAt: number, named: string[]]>([
  // The read is under way, and the write waits for its next attempt.
  [50, ['POST /v1/contacts/bulk']],
  [150, []],
])('of requests that are interrupted after %i ms, the writes under way are named', async (abortedAt, named) => {
  const stop = new AbortController();
  const interrupted: string[] = [];
  const transport: Transport = async ({ method }, { signal }) => {
    await clock.sleep(method === 'GET' ? 200 : 100, signal);
    return answered(429, { 'retry-after': '10' });
  };
  const { client, clock } = open(() => good, {
    connection: { transport, close: async () => {} },
    signal: stop.signal,
    onInterrupted: ({ method, path }) => interrupted.push(`${method} ${path}`),
  });
  const calls = [
    client.api.contacts.get({ params: { contactId: 1 } }),
    client.api.contacts.bulkCreate({ body: { contacts: [] } }),
  ];
  const ended = Promise.all(calls.map((call) => expect(call).rejects.toThrow('stop')));
  await clock.advance(abortedAt);
  stop.abort(new Error('stop'));
  await ended;
  expect(interrupted).toEqual(named);
});

test('at each turn its sender may write down until when it may be under way', async () => {
  const { client, clock, requests } = open((_, number) =>
    number === 1 ? answered(429, { 'retry-after': '5' }) : good,
  );
  const noted: unknown[] = [];
  const onTurn = async (timeoutMs: number) => {
    noted.push([clock.now(), clock.now() + timeoutMs, requests.length]);
    await clock.sleep(30);
  };
  const body = { contacts: [{ firstName: 'Ada' }] };
  const reply = await clock.run(client.ask('contacts', 'bulkCreate', { body }, { onTurn }));
  expect([reply.status, reply.data]).toEqual([200, { ok: 1 }]);
  expect(noted).toEqual([
    [0, 60_000, 0],
    [5_130, 60_000, 1],
  ]);
  expect(requests.map(({ at, timeoutMs }) => [at, at + timeoutMs])).toEqual([
    [30, 60_000],
    [5_160, 60_000],
  ]);
});

test('what is thrown at its turn ends the call, and nothing is sent', async () => {
  const { client, clock, requests } = open(() => good);
  const full = new Error('no space left');
  const onTurn = () => Promise.reject(full);
  const body = { contacts: [{ firstName: 'Ada' }] };
  await expect(clock.run(client.ask('contacts', 'bulkCreate', { body }, { onTurn }))).rejects.toBe(full);
  expect(requests).toEqual([]);
});

test('a call may bring its own retries, and learn of its own waits', async () => {
  const { client, clock, requests, waits } = open(() => answered(503, { 'retry-after': '1' }));
  const own: Wait[] = [];
  const call = client.call(
    routes.contacts.get,
    { params: { contactId: 1 } },
    { retry: { retries: 1 }, onWait: (wait) => own.push(wait) },
  );
  await expect(clock.run(call)).rejects.toMatchObject({ status: 503, attempts: 2, hint: 'tried 2 times' });
  expect([requests.length, waits.length, own.map(({ attempt, of }) => [attempt, of])]).toEqual([2, 0, [[2, 2]]]);
});

test('a call never has longer than the user allows', async () => {
  const { client, clock } = open(() => answered(503, { 'retry-after': '2' }), { retry: { deadlineMs: 1_000 } });
  const call = client.call(
    routes.contacts.get,
    { params: { contactId: 1 } },
    { retry: { deadlineMs: 10_000, attemptMs: 10_000 } },
  );
  await expect(clock.run(call)).rejects.toMatchObject({ attempts: 1 });
});

test('observers see each attempt, and neither the key nor a header no one listed', async () => {
  const ended: Exchange[] = [];
  const lost = connectionLost('x');
  const { client, clock } = open(
    (_, number) =>
      number === 1
        ? lost
        : { ...good, headers: { 'x-request-id': 'r-1', 'x-ratelimit-remaining': '7', 'set-cookie': 'secret' } },
    { onExchange: (one) => ended.push(one), retry: { retries: 1 } },
  );
  await clock.run(client.api.contacts.search({ body: { search: 'å' } }));
  const request = { method: 'POST', url: 'https://api.example.com/v1/contacts/search', bodyBytes: 15, ms: 100 };
  expect(ended).toEqual([
    { ...request, attempt: 1, status: null, requestId: undefined, remaining: undefined, error: lost },
    { ...request, attempt: 2, status: 200, requestId: 'r-1', remaining: '7', error: null },
  ]);
  expect(JSON.stringify(ended)).not.toContain(KEY);
});

test('raw: any path with the same key, pace and retries; the answer as it came', async () => {
  const { client, clock, requests } = open(({ path }) =>
    path === '/definitions.json'
      ? { ...good, body: '{"openapi":"3.1.0"}' }
      : { ...good, headers: { 'x-ratelimit-limit': '7' } },
  );
  expect((await clock.run(client.raw({ method: 'GET', path: '/definitions.json' }))).body).toBe('{"openapi":"3.1.0"}');
  await clock.run(
    client.raw({ method: 'POST', path: '/v1/contacts/bulk?dry=1', query: { page: 2 }, body: { contacts: [] } }),
  );
  expect(
    requests.map(({ request }) => [request.method, request.path, request.headers['x-api-key'], request.body]),
  ).toEqual([
    ['GET', '/definitions.json', KEY, null],
    ['POST', '/v1/contacts/bulk?page=2&dry=1', KEY, '{"contacts":[]}'],
  ]);
  expect(client.pace(routes.contacts.bulkCreate).limit).toBe(7);
});

test('raw: a refusal is an ApiError; a write beside the interface is not repeated', async () => {
  const { client, clock, requests } = open(() => answered(500));
  const posted = client.raw({ method: 'POST', path: '/v1/unknown/thing', body: {} });
  await expect(clock.run(posted)).rejects.toMatchObject({ name: 'ApiError', status: 500, path: '/v1/unknown/thing' });
  expect(requests).toHaveLength(1);
});

test.each(['v1/contacts', '/v1/contacts and more', '/v1/ü', 'https://elsewhere.example/v1'])(
  'raw: %j is no path',
  async (path) => {
    const { client, requests } = open(() => good);
    await expect(client.raw({ method: 'GET', path })).rejects.toMatchObject({ name: 'SetupError' });
    expect(requests).toEqual([]);
  },
);

test('closing closes the connection', async () => {
  const { client, closed } = open(() => good);
  await client.close();
  expect(closed).toEqual(['closed']);
});

test('more than ten requests under one signal warn of nothing', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const { client, clock } = open(() => good);
  const { signal } = new AbortController();
  await clock.run(
    Promise.all(
      Array.from({ length: 40 }, () => client.api.contacts.bulkCreate({ body: { contacts: [] } }, { signal })),
    ),
  );
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
