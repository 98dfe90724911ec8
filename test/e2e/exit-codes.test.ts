// One command line for each exit code of the table.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { loopback } from './loopback.ts';
import { homeForAllTests, servedForAllTests } from './opened.ts';

const home = homeForAllTests();
const served = servedForAllTests(home, ['--data', join(home.folder, 'served'), '--rate-limits', 'off']);

beforeAll(async () => {
  writeFileSync(
    join(home.folder, 'bad-row.csv'),
    'First Name,Last Name,Email\nAda,King,ada@x.example,one cell too many\nGrace,Murray,\n',
  );
  writeFileSync(join(home.folder, 'empty.csv'), '');
});

test.each([
  ['auth status'],
  ['contacts list --all'],
  ['contacts list --all --json'],
  ['inbox tags -o ndjson'],
  ['contacts --help'],
  ['--help -q'],
])('7 where the output finds no room: %s', async (line) => {
  const ran = await home.shell(`reach ${line} > /dev/full`, { env: served.env });
  expect([ran.code, ran.stderr]).toEqual([
    7,
    expect.stringMatching(/cannot write the output: no space left(",.*)?\n$/),
  ]);
});

test.each([
  [0, 'auth status', /^$/],
  [0, '--version --json', /^$/],
  [2, 'contacts list --nonsense', /^error: unknown option '--nonsense'\n/],
  [3, 'contacts create -f firstName=A -f lastName=B -f professionalEmail=nonsense', /professionalEmail/],
  [3, 'contacts import empty.csv', /empty\.csv/],
  [5, 'contacts show 999999', /999999/],
  [6, 'list create Newsletter', /Newsletter/],
])('%i: reach %s', async (code, argv, stderr) => {
  const ran = await home.run(argv.split(' '), { env: served.env });
  expect(ran.stderr).toMatch(stderr);
  expect(ran.code).toBe(code);
});

test('1: a row that did not get in', async () => {
  const ran = await home.run(['contacts', 'import', 'bad-row.csv', '--json'], { env: served.env });
  expect(ran.code).toBe(1);
  expect(JSON.parse(ran.stdout)).toMatchObject({ rows: 2, created: 1, rejected: 1 });
});

test('4: an unknown key', async () => {
  const ran = await home.run(['auth', 'status'], { env: { ...served.env, REACH_API_KEY: 'gsk_unknown' } });
  expect(ran).toMatchObject({ code: 4, stdout: '' });
  expect(ran.stderr).toContain('reach auth login');
});

test('4: a key without the scope, which is named', async () => {
  const args = ['local', 'key', 'create', '--scopes', 'COMPANIES_READ', '--json', '-q'];
  const { key } = JSON.parse((await home.here(args, { env: served.env })).stdout);
  const env = { ...served.env, REACH_API_KEY: key };
  const ran = await home.here(['contacts', 'list', '--json'], { env });
  expect(ran).toMatchObject({ code: 4, stdout: '' });
  expect(JSON.parse(ran.stderr)).toMatchObject({
    error: {
      code: 'forbidden',
      status: 403,
      requestId: expect.any(String),
      details: { requiredScope: 'CONTACTS_READ' },
    },
  });
  expect((await home.here(['contacts', 'list'], { env })).stderr).toContain('CONTACTS_READ');
});

test.each([408, 429, 500, 502, 503])('7: %i after the retries allowed', async (status) => {
  const service = await loopback((_, response) => response.writeHead(status, { 'retry-after': '0' }).end());
  const ran = await home.here(['auth', 'status', '--max-retries', '1', '-q'], { env: service.env });
  expect(ran).toMatchObject({ code: 7, stdout: '' });
  expect(service.asked).toEqual(['GET /v1/validate', 'GET /v1/validate']);
});

test('7: nothing listens', async () => {
  const env = { REACH_BASE_URL: 'http://127.0.0.1:9', REACH_API_KEY: 'gsk_none' };
  const ran = await home.run(['auth', 'status', '--max-retries', '0'], { env });
  expect(ran.code).toBe(7);
  expect(ran.stderr).toContain('http://127.0.0.1:9');
});

test('7: no answer in time', async () => {
  const service = await loopback(() => {});
  const ran = await home.here(['auth', 'status', '--request-timeout', '200ms', '--max-retries', '0'], {
    env: service.env,
  });
  expect(ran).toMatchObject({ code: 7, stdout: '' });
});
