import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { build } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { parseBaseUrl } from '../../../src/client/base-url.ts';
import { openConnection, timesFor } from '../../../src/client/connect.ts';
import { openPool } from '../../../src/client/transport/pool.ts';
import { closedPort, httpServer, httpsServer, listen } from './wire-server.ts';

const limits = { timeoutMs: 10_000 };
const post = { method: 'POST', path: '/v1/x', headers: { 'x-api-key': 'gsk_1' }, body: '{}' };

/** A proxy that opens tunnels, or answers them all with a status; it notes what it was asked. */
async function tunnelProxy(status = 200): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((_, outgoing) => outgoing.writeHead(500).end());
  server.on('connect', (request, socket: Socket) => {
    asked.push(
      `${request.url} ${request.headers['proxy-authorization'] ?? '-'} ${request.headers['x-api-key'] ?? '-'}`,
    );
    socket.on('error', () => {});
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const url = new URL(`http://${request.url}`);
    const tunnel = connect(Number(url.port), url.hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    tunnel.on('error', () => socket.destroy());
  });
  return { port: await listen(server), asked };
}

async function openVia(proxyUri: string, url: string, exceptions = '') {
  const proxy = { uri: proxyUri, from: 'HTTPS_PROXY', name: 'http://the-proxy', exceptions };
  const pool = await openPool({ baseUrl: parseBaseUrl(url), proxy });
  onTestFinished(() => pool.close());
  return pool.transport;
}

test('requests go through a tunnel; the proxy gets its own password and never the key', async () => {
  const seen: unknown[] = [];
  const url = await httpServer((incoming, outgoing) => {
    seen.push([incoming.headers['x-api-key'], incoming.headers['proxy-authorization']]);
    outgoing.end('{}');
  });
  const proxy = await tunnelProxy();
  const transport = await openVia(`http://me:secret@127.0.0.1:${proxy.port}`, url);
  expect((await transport(post, limits)).status).toBe(200);
  expect(seen).toEqual([['gsk_1', undefined]]);
  expect(proxy.asked).toEqual([`${new URL(url).host} Basic ${Buffer.from('me:secret').toString('base64')} -`]);
});

test('hosts that NO_PROXY names are reached without it', async () => {
  const url = await httpServer((_, outgoing) => outgoing.end('{}'));
  const proxy = await tunnelProxy();
  const transport = await openVia(`http://127.0.0.1:${proxy.port}`, url, 'example.com, 127.0.0.1');
  expect((await transport(post, limits)).status).toBe(200);
  expect(proxy.asked).toEqual([]);
});

test.each([
  [407, 'PROXY_407'],
  [502, 'PROXY_502'],
])('a proxy that answers %i: certainly not sent', async (status, code) => {
  let seen = 0;
  const url = await httpServer((_, outgoing) => outgoing.end(String(++seen)));
  const transport = await openVia(`http://127.0.0.1:${(await tunnelProxy(status)).port}`, url);
  await expect(transport(post, limits)).rejects.toMatchObject({ fault: 'proxy', sent: 'no', code });
  expect(seen).toBe(0);
});

test('a proxy that is not there: certainly not sent, and the proxy is named', async () => {
  const url = await httpServer((_, outgoing) => outgoing.end('{}'));
  const transport = await openVia(`http://127.0.0.1:${await closedPort()}`, url);
  await expect(transport(post, limits)).rejects.toMatchObject({
    fault: 'refused',
    sent: 'no',
    hint: 'requests go through the proxy http://the-proxy (HTTPS_PROXY): is it running?',
  });
});

test('over https: NODE_EXTRA_CA_CERTS is trusted by single requests, the pool, and through a proxy', async () => {
  const { url, cert } = await httpsServer((_, outgoing) => outgoing.end('{"over":"https"}'));
  const proxy = await tunnelProxy();
  const folder = await mkdtemp(join(tmpdir(), 'reach-tls-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = `
    import { httpTransport } from ${JSON.stringify(join(import.meta.dirname, '../../../src/client/transport/http.ts'))};
    import { openPool } from ${JSON.stringify(join(import.meta.dirname, '../../../src/client/transport/pool.ts'))};
    import { parseBaseUrl } from ${JSON.stringify(join(import.meta.dirname, '../../../src/client/base-url.ts'))};
    const [url, uri] = process.argv.slice(2);
    const baseUrl = parseBaseUrl(url);
    const proxy = { uri, from: 'HTTPS_PROXY', name: uri, exceptions: '' };
    const pools = [await openPool({ baseUrl }), await openPool({ baseUrl, proxy })];
    for (const transport of [httpTransport({ baseUrl }), ...pools.map((pool) => pool.transport)]) {
      const { body } = await transport({ method: 'GET', path: '/v1/x', headers: {}, body: null }, { timeoutMs: 10_000 });
      console.log(body);
    }
    for (const pool of pools) await pool.close();
  `;
  // Node reads the variable when it starts: a process of its own is the only way to see it work.
  await writeFile(join(folder, 'program.ts'), program);
  await writeFile(join(folder, 'authority.pem'), cert);
  await build({
    input: join(folder, 'program.ts'),
    platform: 'node',
    output: { file: join(folder, 'program.mjs'), codeSplitting: false },
    logLevel: 'silent',
  });
  const { stdout, stderr } = await execa(
    process.execPath,
    [join(folder, 'program.mjs'), url, `http://127.0.0.1:${proxy.port}`],
    { env: { NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') }, extendEnv: false, stripFinalNewline: false },
  );
  expect([stdout, stderr]).toEqual(['{"over":"https"}\n'.repeat(3), '']);
  expect(proxy.asked).toHaveLength(1);
});

test('openConnection: single requests unless there are many, or a proxy', async () => {
  const headers: unknown[] = [];
  const url = await httpServer((incoming, outgoing) => {
    headers.push(incoming.headers.connection);
    outgoing.end('{}');
  });
  for (const sustained of [false, true]) {
    const connection = await openConnection({ baseUrl: url, env: { HTTPS_PROXY: 'http://127.0.0.1:1' }, sustained });
    await connection.transport(post, limits);
    await connection.close();
  }
  expect(headers).toEqual(['close', 'keep-alive']);
  await expect(openConnection({ baseUrl: 'http://example.com', env: {} })).rejects.toThrow('unencrypted');
});

test('a long deadline is not cut by the time-out for headers', () => {
  expect(timesFor(60_000)).toEqual({ connectMs: 10_000, headersMs: 30_000 });
  expect(timesFor(300_000)).toEqual({ connectMs: 10_000, headersMs: 150_000 });
  expect(timesFor(1_000)).toEqual({ connectMs: 10_000, headersMs: 30_000 });
});
