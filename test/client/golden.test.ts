// The client against the interface as typed by hand: what it sends, and what it makes of every answer.

import { afterEach, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../src/client/api.ts';
import { openConnection } from '../../src/client/connect.ts';
import type { Route } from '../../src/contract/routes/route.ts';
import { routes } from '../../src/contract/routes/routes.ts';
import { virtualClock } from '../clock.ts';
import { refusals } from '../golden/refusals.ts';
import { type Dress, extended, GOLDEN_KEY, type GoldenServer, startGoldenServer } from '../golden/server.ts';
import { story } from '../golden/story.ts';

let open: { client: Client; server: GoldenServer } | undefined;

afterEach(async () => {
  await open?.client.close();
  await open?.server.close();
});

async function start(dress: Dress = 'plain') {
  const server = await startGoldenServer(story, dress);
  const connection = await openConnection({ baseUrl: server.url, env: {} });
  const client = createClient({
    baseUrl: server.url,
    connection,
    key: GOLDEN_KEY,
    version: '1.2.3',
    clock: virtualClock(),
    retry: { retries: 0 },
  });
  open = { client, server };
  return open;
}

function routeOf(row: string): Route {
  const [group, name] = row.split('.');
  const found = Object.entries(routes)
    .flatMap(([known, rows]) => (known === group ? Object.entries<Route>(rows) : []))
    .find(([known]) => known === name);
  return found?.[1] ?? expect.fail(`no row ${row}`);
}

const rows = story.map((golden) => [`${golden.row}: ${golden.title}`, golden] as const);

test('every row of the interface has a golden request, but the local ones', () => {
  const wanted = Object.entries(routes).flatMap(([group, rows]) =>
    group === 'local' ? [] : Object.keys(rows).map((name) => `${group}.${name}`),
  );
  expect([...new Set(story.map(({ row }) => row))].sort()).toEqual(wanted.sort());
});

test.each(rows)('%s', async (_, golden) => {
  const { client, server } = await start();
  const { data, requestId } = await client.call(routeOf(golden.row), golden.given);
  expect(server.problems).toEqual([]);
  expect([{ data }, requestId]).toMatchObject([{ data: Object(golden.response.body).data }, undefined]);
  const [seen] = server.requests;
  expect(seen?.headers).toMatchObject({
    ...(golden.row !== 'workflows.deliver' && { 'x-api-key': GOLDEN_KEY }),
    accept: 'application/json',
    'user-agent': 'reach/1.2.3',
  });
  expect(seen?.headers['content-type']).toBe(golden.given.body === undefined ? undefined : 'application/json');
});

test.each(rows)('as a later version answers: %s', async (_, golden) => {
  const { client, server } = await start('extended');
  const { data } = await client.call(routeOf(golden.row), golden.given);
  expect(server.problems).toEqual([]);
  expect(data).toEqual(Object(extended(golden.response.body)).data);
});

test('calls typed by the contract', async () => {
  const { client, server } = await start();
  const { api } = client;
  const bulk = await api.contacts.bulkCreate({
    body: {
      contacts: [
        { firstName: 'Charles', lastName: 'Babbage', companyName: 'Analytical Engines', jobTitle: 'Engineer' },
      ],
    },
  });
  expect(bulk.results?.[0]?.contact?.contactOutcome).toBe('MERGED_UPDATED');
  expect((await api.contacts.get({ params: { contactId: 1 } })).company?.name).toBe('Analytical Engines');
  expect((await api.account.validate()).workspace?.name).toBe('Northwind');
  const found = await api.contacts.duplicates({ query: { fields: ['fullName', 'professionalEmail'] } });
  expect(found.groups[0]?.contactIds).toEqual([1, 4]);
  expect(server.problems).toEqual([]);
});

test('a record under its own name inside data is the record', async () => {
  const { client, server } = await start();
  const answer = {
    status: 200,
    body: { status: 'success', message: 'OK', data: { contact: { id: 5, firstName: 'X' } } },
  };
  server.answerNext(answer);
  expect(await client.api.contacts.get({ params: { contactId: 1 } })).toEqual({ id: 5, firstName: 'X' });
});

describe('refusals', () => {
  test.each(refusals.map((refusal) => [refusal.title, refusal] as const))('%s', async (_, { response, means }) => {
    const { client, server } = await start();
    server.answerNext(response);
    const error = await client.api.contacts.get({ params: { contactId: 12 } }).catch((error: unknown) => error);
    const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body);
    expect(error).toMatchObject({
      ...{ name: 'ApiError', method: 'GET', path: '/v1/contacts/12', status: response.status },
      ...{ requestId: undefined, details: undefined, retryAfterMs: undefined },
      ...means,
      body: text,
    });
  });

  test('of a long page the first 2 KB are kept', async () => {
    const { client, server } = await start();
    server.answerNext({ status: 500, body: 'x'.repeat(100_000) });
    await expect(client.api.account.validate()).rejects.toMatchObject({ body: 'x'.repeat(2048) });
  });

  test('a key that the other side echoes is in no error', async () => {
    const { client, server } = await start();
    server.answerNext({
      status: 500,
      headers: { 'x-request-id': `for-${GOLDEN_KEY}` },
      body: { message: `no such key ${GOLDEN_KEY}`, details: { headers: { 'x-api-key': GOLDEN_KEY } } },
    });
    const error = await client.api.account.validate().catch((error: unknown) => error);
    expect(error).toMatchObject({
      message: 'no such key [key]',
      details: { headers: { 'x-api-key': '[key]' } },
      requestId: 'for-[key]',
    });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(GOLDEN_KEY);
  });
});

test.each<[string, number, Record<string, string>, unknown, string, string]>([
  [
    'a page',
    200,
    {},
    '<html><title>Sign in</title></html>',
    'not_json',
    'the service answered 200 with something that is not JSON',
  ],
  ['empty', 200, {}, '', 'not_json', 'the service answered 200 with an empty body'],
  ['no body', 204, {}, '', 'not_json', 'the service answered 204 with an empty body'],
  [
    'cut short',
    200,
    {},
    '{"status":"success","data":{"id"',
    'cut',
    'the service answered 200, and its body ends too early',
  ],
  [
    'no data',
    200,
    {},
    { status: 'success', message: 'fine' },
    'no_data',
    'the service answered 200 without data: fine',
  ],
  ['data null', 200, {}, { status: 'success', data: null }, 'no_data', 'the service answered 200 without data'],
  ['an array', 200, {}, [1], 'no_data', 'the service answered 200 without data'],
  [
    'a redirect',
    301,
    { location: 'https://elsewhere.example/v1/validate' },
    '',
    'redirect',
    'the service answered 301 and points elsewhere: https://elsewhere.example/v1/validate',
  ],
  ['a redirect to nowhere', 302, {}, '', 'redirect', 'the service answered 302 and points elsewhere'],
])('answers that are none: %s', async (_, status, headers, body, fault, message) => {
  const { client, server } = await start();
  server.answerNext({ status, headers: { ...headers, 'x-correlation-id': 'c-1' }, body });
  await expect(client.api.account.validate()).rejects.toMatchObject({
    name: 'ReplyError',
    fault,
    status,
    message,
    method: 'GET',
    path: '/v1/validate',
    requestId: 'c-1',
  });
  expect(server.requests).toHaveLength(1);
});
