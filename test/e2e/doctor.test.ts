// reach doctor of this machine and of what is between it and the service; e2e/stranger has what differs in a service.

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { KEY, loopback, success } from './loopback.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

/** Of a service that says of nothing whether it has it. */
const answering = success({ ok: true });

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

test('a service without a definition: reported, and no more', async () => {
  const { url } = await loopback((_, response) => response.end(answering));
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
  const { url } = await loopback((_, response) => response.end(answering));
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
  const { env } = await loopback((_, response) => {
    response.setHeader('date', new Date(0).toUTCString());
    response.end(answering);
  });
  const { stdout } = await home.here(['doctor'], { env });
  expect(stdout).toMatch(/warning\tclock\tthis machine is \d+ \w+ ahead of the service/);
});
