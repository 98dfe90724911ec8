// reach doctor and profile sync, against a service written by hand that has other names than ours.

import { chmodSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { KEY, loopback, success } from './loopback.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

const id = { type: 'integer' };
const body = (properties: object) => ({
  requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
});

/** A definition as another hand would write it: the interface's own names where it shows them, others where it does not. */
const LIVE = {
  openapi: '3.1.0',
  paths: {
    '/v1/validate': { get: {} },
    '/v1/contacts/duplicates': {
      get: { parameters: ['fields', 'listId', 'after', 'groupsPerPage'].map((name) => ({ name, in: 'query' })) },
    },
    '/v1/enrichments/run': { post: body({ actions: { type: 'array' }, contactIds: { type: 'array', items: id } }) },
    '/v1/add-contact-to-campaign': { post: body({ campaignId: id, leadId: id }) },
  },
};

const GROUPS = [
  { values: { fullName: 'ada' }, contactIds: [1, 2], size: 2 },
  { values: { fullName: 'alan' }, contactIds: [3, 4], size: 2 },
];

function refuse(response: ServerResponse, message: string): void {
  response.statusCode = 400;
  response.end(JSON.stringify({ status: 'error', message }));
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return JSON.parse(text);
}

/** Refuses every name it does not know, as a strict service does. */
const strict =
  (bodies: unknown[], document: unknown = LIVE): RequestListener =>
  async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (request.headers['x-api-key'] !== KEY) return refuse(response, 'no key');
    if (pathname === '/definitions.json') return response.end(JSON.stringify(document));
    if (pathname === '/v1/validate') return response.end(success({ ok: true }));
    if (pathname === '/v1/contacts/duplicates') {
      const unknown = [...searchParams.keys()].filter(
        (name) => !['fields', 'listId', 'after', 'groupsPerPage'].includes(name),
      );
      if (unknown.length > 0) return refuse(response, `unknown: ${unknown}`);
      const at = Number(searchParams.get('after') ?? 0);
      const nextCursor = at + 1 < GROUPS.length ? String(at + 1) : null;
      return response.end(success({ groups: GROUPS.slice(at, at + 1), nextCursor }));
    }
    if (request.method === 'POST' && pathname === '/v1/enrichments/run') {
      bodies.push(await bodyOf(request));
      return response.end(success({ actionsId: 7, createdAt: '2026-11-21T09:00:00.000Z' }));
    }
    response.statusCode = 404;
    response.end(JSON.stringify({ status: 'error', message: 'not here' }));
  };

const stored = { REACH_BASE_URL: undefined, REACH_API_KEY: undefined };

/** A stored profile `live` at the address; the current one. */
async function logIn(url: string): Promise<void> {
  const ran = await home.here(['auth', 'login', '--profile', 'live', '--use', '--base-url', url, '--key-stdin'], {
    stdin: KEY,
    env: stored,
  });
  expect(ran.code, ran.stderr).toBe(0);
}

const run = (line: string) => home.here(line.split(' '), { env: stored });

beforeEach(() => home.here(['profile', 'use', 'local']));

const NAMES = [
  '--path actions.run=/v1/enrichments/run',
  '--field contacts.duplicates.cursor=after contacts.duplicates.limit=groupsPerPage',
].join(' ');

test('doctor lists what differs, and what the profile names', async () => {
  const { url } = await loopback(strict([]));
  await logIn(url);
  expect((await run(`profile set live ${NAMES}`)).code).toBe(0);
  const { code, stdout } = await run('doctor --json');
  const checks: { check: string; status: string; message: string; hint: string | null }[] = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(checks.filter(({ status }) => status === 'problem')).toEqual([]);
  const of = (text: string) => checks.find(({ message }) => message.includes(text));
  for (const [text, status] of [
    ['GET /v1/contacts/duplicates, query: has no cursor, limit (named in the profile)', 'ok'],
    ['POST /v1/actions, path: does not exist (named in the profile)', 'ok'],
    ['POST /v1/add-contact-to-campaign, body: has no contactId', 'warning'],
    ['GET /v1/contacts/{contactId}, path: does not exist', 'warning'],
  ] as const) {
    expect(of(text), text).toMatchObject({ check: 'definition', status });
  }
  expect(of('1 more are available through reach api')).toBeDefined();
  expect(stdout).not.toContain(KEY);
});

test('with its names set, duplicates and actions work against a service that only has those', async () => {
  const bodies: unknown[] = [];
  const { url, asked } = await loopback(strict(bodies));
  await logIn(url);
  const synced = await run('profile sync --json');
  expect(synced.code).toBe(0);
  expect(JSON.parse(synced.stdout)).toContainEqual(
    expect.objectContaining({ part: 'query', ours: 'limit', theirs: null, kind: 'missing' }),
  );
  expect(synced.stderr).toMatch(/^the service: \d+ requests not there, 2 without some names of reach\n$/);
  expect((await run(`profile set live ${NAMES}`)).code).toBe(0);

  const found = await run('duplicates --by fullName --all --json');
  expect([found.code, JSON.parse(found.stdout)]).toEqual([0, GROUPS]);
  expect(asked.filter((request) => request.includes('after=1'))).toHaveLength(1);

  const ran = await run('action run --type VERIFY_LEAD_EMAIL --contacts 1,2 --json');
  expect([ran.code, ran.stderr]).toEqual([0, expect.any(String)]);
  expect(bodies).toEqual([{ actions: [{ type: 'VERIFY_LEAD_EMAIL' }], contactIds: [1, 2] }]);

  expect((await run('profile show')).stdout).toMatch(/renamed-requests\t2\tprofile set, 20/);

  const renamed = () => asked.filter((request) => request.includes('groupsPerPage=')).length;
  const before = renamed();
  expect(before).toBeGreaterThan(0);
  expect((await run('profile sync --forget')).code).toBe(0);
  // The first page, without the names that are not there.
  expect((await run('duplicates --by fullName')).code).toBe(0);
  expect(renamed()).toBe(before);
});

test('sync --forget --dry-run changes nothing; the service on this machine needs none', async () => {
  const { url, asked } = await loopback(strict([]));
  await logIn(url);
  expect((await run(`profile set live ${NAMES}`)).code).toBe(0);
  expect(await run('profile sync --forget --dry-run')).toMatchObject({
    code: 0,
    stderr: 'dry run: the profile is not changed\n',
  });
  expect((await run('duplicates --by fullName')).code).toBe(0);
  expect(asked.some((request) => request.includes('groupsPerPage='))).toBe(true);
  expect(await run('profile sync --profile local')).toMatchObject({ code: 2 });
});

test('a service without a definition: reported, and no more', async () => {
  const { url } = await loopback(strict([], 'nothing'));
  await logIn(url);
  const { code, stdout } = await run('doctor');
  expect(code).toBe(0);
  expect(stdout).toMatch(/warning\tdefinition\t\/definitions.json of the service is not an OpenAPI document/);
});

test.each([
  ['a wrong key', 401, /problem\taccess\t/],
  ['a service that fails', 500, /problem\tservice\t/],
])('%s is a problem: exit 1', async (_, status, row) => {
  const { env } = await loopback((_request, response) => {
    response.statusCode = status;
    response.end(JSON.stringify({ status: 'error', message: 'no' }));
  });
  const ran = await home.here(['doctor', '--max-retries', '0'], { env });
  expect(ran.code).toBe(1);
  expect(ran.stdout).toMatch(row);
});

test.each([
  [
    { HTTPS_PROXY: 'http://jane:S3cret@127.0.0.1:1' },
    1,
    'ok',
    'HTTPS_PROXY: requests go through http://127.0.0.1:1; NO_PROXY does not contain api.example.invalid',
  ],
  [
    { HTTPS_PROXY: 'http://proxy', NO_PROXY: 'a, .Invalid' },
    1,
    'ok',
    'HTTPS_PROXY is not used: NO_PROXY contains .Invalid',
  ],
  [
    { http_proxy: 'socks5h://jane:S3cret@proxy' },
    1,
    'problem',
    'http_proxy is not the address of an http or https proxy, and no others are supported',
  ],
])('the proxy: %j', async (variables, code, status, message) => {
  const env = { REACH_BASE_URL: 'https://api.example.invalid', REACH_API_KEY: KEY, ...variables };
  const ran = await home.run(['doctor', '--json', '--max-retries', '0', '--request-timeout', '2s'], { env });
  const checks: readonly { check: string }[] = JSON.parse(ran.stdout);
  expect([ran.code, checks.find(({ check }) => check === 'proxy')]).toEqual([
    code,
    expect.objectContaining({ status, message }),
  ]);
  expect(ran.stdout + ran.stderr).not.toContain('S3cret');
});

test('what is wrong on this machine: a readable key file, certificates that are not there', async () => {
  const { url } = await loopback(strict([]));
  await logIn(url);
  const config = join(home.folder, 'reach', 'config', 'config.json');
  chmodSync(config, 0o644);
  const odd = {
    ...stored,
    HTTPS_PROXY: 'nonsense',
    NODE_EXTRA_CA_CERTS: '/nowhere.pem',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  };
  const { code, stdout } = await home.here(['doctor', '--profile', 'local'], { env: odd });
  expect(code).toBe(1);
  for (const text of ['can be read by others', '/nowhere.pem does not exist', 'sends your key to any server']) {
    expect(stdout).toContain(text);
  }
  chmodSync(config, 0o600);
  writeFileSync(config, '{');
  const broken = await home.here(['doctor', '--json'], { env: { ...stored, NODE_EXTRA_CA_CERTS: config } });
  expect(broken.code).toBe(1);
  expect(broken.stdout).toContain('config.json has no certificate that can be read');
  expect(broken.stdout).toContain('config.json is not JSON');
  writeFileSync(config, JSON.stringify({ version: 1, current: 'local', profiles: {} }));
});

test('a clock that is off is a warning', async () => {
  const { env } = await loopback((request, response) => {
    response.setHeader('date', new Date(0).toUTCString());
    strict([])(request, response);
  });
  const { stdout } = await home.here(['doctor'], { env });
  expect(stdout).toMatch(/warning\tclock\tthis machine is \d+ \w+ ahead of the service/);
});
