import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { build } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { parseBaseUrl } from '../../../src/client/base-url.ts';
import { openConnection, timesFor } from '../../../src/client/connect.ts';
import { openHttp } from '../../../src/client/transport/http.ts';
import { httpServer, httpsServer, tunnelProxy } from './wire-server.ts';

const limits = { timeoutMs: 10_000 };
const post = { method: 'POST', path: '/v1/x', headers: { 'x-api-key': 'gsk_1' }, body: '{}' };

async function openVia(proxyUri: string, url: string) {
  const proxy = { uri: proxyUri, from: 'HTTPS_PROXY', name: 'http://the-proxy' };
  const connection = await openHttp({ baseUrl: parseBaseUrl(url), proxy });
  onTestFinished(() => connection.close());
  return connection.transport;
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

test('over https: NODE_EXTRA_CA_CERTS is trusted, also through a proxy', async () => {
  const { url, cert } = await httpsServer((_, outgoing) => outgoing.end('{"over":"https"}'));
  const proxy = await tunnelProxy();
  const folder = await mkdtemp(join(tmpdir(), 'reach-tls-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = `
    import { openHttp } from ${JSON.stringify(join(import.meta.dirname, '../../../src/client/transport/http.ts'))};
    import { parseBaseUrl } from ${JSON.stringify(join(import.meta.dirname, '../../../src/client/base-url.ts'))};
    const [url, uri] = process.argv.slice(2);
    const baseUrl = parseBaseUrl(url);
    const proxy = { uri, from: 'HTTPS_PROXY', name: uri };
    const connections = [await openHttp({ baseUrl }), await openHttp({ baseUrl, proxy })];
    for (const { transport } of connections) {
      const { body } = await transport({ method: 'GET', path: '/v1/x', headers: {}, body: null }, { timeoutMs: 10_000 });
      console.log(body);
    }
    for (const connection of connections) await connection.close();
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
  expect([stdout, stderr]).toEqual(['{"over":"https"}\n'.repeat(2), '']);
  expect(proxy.asked).toHaveLength(1);
});

test('openConnection asks no proxy for a service on this machine, and refuses plain http to another', async () => {
  const url = await httpServer((_, outgoing) => outgoing.end('{}'));
  const connection = await openConnection({ baseUrl: url, env: { HTTPS_PROXY: 'http://127.0.0.1:1' } });
  expect((await connection.transport(post, limits)).status).toBe(200);
  await connection.close();
  await expect(openConnection({ baseUrl: 'http://example.com', env: {} })).rejects.toThrow('unencrypted');
});

test('a long deadline is not cut by the time-out for headers', () => {
  expect(timesFor(60_000)).toEqual({ connectMs: 10_000, headersMs: 30_000 });
  expect(timesFor(300_000)).toEqual({ connectMs: 10_000, headersMs: 150_000 });
  expect(timesFor(1_000)).toEqual({ connectMs: 10_000, headersMs: 30_000 });
});
