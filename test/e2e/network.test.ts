import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { selfSigned } from '../client/transport/certificate.ts';
import { listen } from '../client/transport/wire-server.ts';
import { KEY, loopback, success } from './loopback.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

/** A proxy that leads every tunnel to one port of loopback, or answers with a status; it notes what it was asked. */
async function proxyTo(port: number, status = 200): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['x-api-key'] ?? 'no key'}`);
    response.writeHead(500).end();
  });
  server.on('connect', (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url} ${request.headers['x-api-key'] ?? 'no key'}`);
    socket.on('error', () => {});
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const tunnel = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    tunnel.on('error', () => socket.destroy());
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, asked };
}

/** A service with a certificate for 127.0.0.1 alone. */
async function secureService(): Promise<{ port: number; caFile: string; keys: unknown[] }> {
  const { key, cert } = selfSigned();
  const keys: unknown[] = [];
  const server = createTlsServer({ key, cert }, (request, response) => {
    keys.push(request.headers['x-api-key']);
    response.end(success({ workspace: { name: 'Acme' } }));
  });
  const caFile = join(home.folder, 'ca.pem');
  writeFileSync(caFile, cert);
  return { port: await listen(server), caFile, keys };
}

const behind = { REACH_BASE_URL: 'https://api.example.com', REACH_API_KEY: KEY };

test.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY'])(
  '%s leads a command through a tunnel, which never sees the key',
  async (name) => {
    const proxy = await proxyTo(0, 502);
    const ran = await home.run(['auth', 'status', '--max-retries', '0'], { env: { ...behind, [name]: proxy.url } });
    expect(proxy.asked).toEqual(['CONNECT api.example.com:443 no key']);
    expect(ran.code).toBe(7);
    expect(ran.stderr).toContain(name);
  },
);

test('a certificate no one trusts: exit 7, the key is not sent; NODE_EXTRA_CA_CERTS makes it trusted', async () => {
  const service = await secureService();
  const env = { REACH_BASE_URL: `https://127.0.0.1:${service.port}`, REACH_API_KEY: KEY };
  const refused = await home.run(['auth', 'status', '--max-retries', '0'], { env });
  expect(refused.code).toBe(7);
  expect(refused.stderr).toContain('NODE_EXTRA_CA_CERTS');
  expect(service.keys).toEqual([]);
  const trusted = await home.run(['auth', 'status', '--json'], {
    env: { ...env, NODE_EXTRA_CA_CERTS: service.caFile },
  });
  expect(trusted).toMatchObject({ code: 0, stderr: '' });
  expect(service.keys).toEqual([KEY]);
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
