import { writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { httpsServer, tunnelProxy } from '../client/transport/wire-server.ts';
import { KEY, loopback, success } from './loopback.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

const behind = { REACH_BASE_URL: 'https://api.example.com', REACH_API_KEY: KEY };

test.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY'])(
  '%s leads a command through a tunnel, which never sees the key',
  async (name) => {
    const proxy = await tunnelProxy(502);
    const ran = await home.run(['auth', 'status', '--max-retries', '0'], {
      env: { ...behind, [name]: `http://127.0.0.1:${proxy.port}` },
    });
    expect(proxy.asked).toEqual(['api.example.com:443 - -']);
    expect(ran.code).toBe(7);
    expect(ran.stderr).toContain(name);
  },
);

test('a certificate no one trusts: exit 7, the key is not sent; NODE_EXTRA_CA_CERTS makes it trusted', async () => {
  const keys: unknown[] = [];
  const { url, cert } = await httpsServer((request, response) => {
    keys.push(request.headers['x-api-key']);
    response.end(success({ workspace: { name: 'Acme' } }));
  });
  const caFile = join(home.folder, 'ca.pem');
  writeFileSync(caFile, cert);
  const env = { REACH_BASE_URL: url, REACH_API_KEY: KEY };
  const refused = await home.run(['auth', 'status', '--max-retries', '0'], { env });
  expect(refused.code).toBe(7);
  expect(refused.stderr).toContain('NODE_EXTRA_CA_CERTS');
  expect(keys).toEqual([]);
  const trusted = await home.run(['auth', 'status', '--json'], {
    env: { ...env, NODE_EXTRA_CA_CERTS: caFile },
  });
  expect(trusted).toMatchObject({ code: 0, stderr: '' });
  expect(keys).toEqual([KEY]);
});

// --timeout and --request-timeout hold whatever a service does.

async function against(answer: RequestListener, args: readonly string[]) {
  const { env } = await loopback(answer);
  const startedAt = performance.now();
  const ran = await home.run(args, { env });
  return { ...ran, tookMs: performance.now() - startedAt };
}

const limited: RequestListener = (_, response) => {
  response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '3600' });
  response.end('{"status":"error","message":"slow down"}');
};

test.each([
  ['a service that asks to wait for an hour', limited],
  ['a service that never answers', () => {}],
] satisfies [string, RequestListener][])(
  '%s: a watch ends with 8 at its --timeout',
  async (_name, answer) => {
    const watched = ['action', 'workflow'].map(async (noun) => {
      const { code, tookMs } = await against(answer, [noun, 'watch', '7', '--timeout', '2s']);
      expect([noun, code]).toEqual([noun, 8]);
      // Starting the process is part of it, on a machine that does other things as well.
      expect(tookMs).toBeLessThan(2_000 + 25_000);
    });
    await Promise.all(watched);
  },
  120_000,
);

test('--request-timeout 25d does not end at once', async () => {
  const late: RequestListener = (_, response) => {
    setTimeout(() => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"status":"error","message":"There is no contact 7"}');
    }, 50);
  };
  expect((await against(late, ['contacts', 'show', '7', '--request-timeout', '25d'])).code).toBe(5);
});
