import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parseBaseUrl } from '../../../src/client/base-url.ts';
import { openHttp } from '../../../src/client/transport/http.ts';
import { WIRE_TIMES, type WireTimes } from '../../../src/client/transport/time-limits.ts';
import type { WireRequest } from '../../../src/contract/wire.ts';
import { failure, get, limits, open, post } from './open-transport.ts';
import { afterRequest, closedPort, httpServer, httpsServer, tcpServer } from './wire-server.ts';

test.each<[string, WireRequest]>([
  [
    'GET',
    { ...get, path: '/v1/contacts?fields=a,b&page=2', headers: { 'x-api-key': 'gsk_1', accept: 'application/json' } },
  ],
  ['POST', { ...post, body: '{"name":"Åsa 😀"}' }],
  ['POST without a body', { ...post, body: null }],
  ['DELETE with a body', { ...post, method: 'DELETE' }],
  ['PATCH', { ...post, method: 'PATCH' }],
])('%s arrives as it was given', async (_, request) => {
  const url = await httpServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method, url, headers } = incoming;
      outgoing.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
    });
  });
  const transport = await open(url);
  const seen = JSON.parse((await transport(request, limits)).body);
  expect(seen).toMatchObject({ method: request.method, url: request.path, body: request.body ?? '' });
  expect(seen.headers).toMatchObject(request.headers);
  expect(seen.headers['accept-encoding']).toBeUndefined();
  if (request.body !== null) expect(seen.headers['content-length']).toBe(String(Buffer.byteLength(request.body)));
});

test('a base URL with a path is before the path', async () => {
  const url = await httpServer((incoming, outgoing) => outgoing.end(incoming.url));
  const transport = await open(`${url}/outreach/api/`);
  expect((await transport(get, limits)).body).toBe('/outreach/api/v1/x');
});

test('status, headers and body of the answer', async () => {
  const url = await httpServer((_, outgoing) => {
    outgoing.setHeader('X-Request-Id', 'r-1').setHeader('Set-Cookie', ['a=1', 'b=2']);
    outgoing.writeHead(418).end('{}');
  });
  const { status, headers, body } = await (await open(url))(get, limits);
  expect([status, headers['x-request-id'], headers['set-cookie'], body]).toEqual([418, 'r-1', 'a=1, b=2', '{}']);
});

test.each<[string, Record<string, string>, Buffer, string]>([
  ['UTF-8', {}, Buffer.from('{"a":"ü😀"}'), '{"a":"ü😀"}'],
  ['a BOM goes', {}, Buffer.from('\uFEFF{}'), '{}'],
  ['bytes that are no UTF-8', {}, Buffer.from([0x22, 0xff, 0x22]), '"\uFFFD"'],
  ['empty', {}, Buffer.alloc(0), ''],
  ['gzip nobody asked for', { 'content-encoding': 'gzip' }, gzipSync('{"z":1}'), '{"z":1}'],
  ['brotli', { 'content-encoding': 'br' }, brotliCompressSync('{"z":1}'), '{"z":1}'],
  ['deflate', { 'content-encoding': 'Deflate' }, deflateSync('{"z":1}'), '{"z":1}'],
  ['gzip in name only', { 'content-encoding': 'gzip' }, Buffer.from('{}'), '{}'],
  ['an encoding nobody knows', { 'content-encoding': 'zap' }, Buffer.from('{}'), '{}'],
])('body: %s', async (_, headers, sent, body) => {
  const url = await httpServer((_, outgoing) => outgoing.writeHead(200, headers).end(sent));
  expect((await (await open(url))(get, limits)).body).toBe(body);
});

test('a body that unpacks to more than is read is refused', async () => {
  const packed = gzipSync(Buffer.alloc(65 * 1024 * 1024));
  const url = await httpServer((_, outgoing) => outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
  const transport = await open(url);
  expect(await failure(transport(get, limits))).toMatchObject({ fault: 'too_large', sent: 'maybe' });
});

test('a redirect is an answer: nothing goes where it points', async () => {
  let visited = 0;
  const elsewhere = await httpServer((_, outgoing) => outgoing.end(String(++visited)));
  const url = await httpServer((_, outgoing) => outgoing.writeHead(307, { location: `${elsewhere}/v1/x` }).end());
  const { status, headers } = await (await open(url))(post, limits);
  expect([status, headers['location'], visited]).toEqual([307, `${elsewhere}/v1/x`, 0]);
});

test('an answer that comes before the request was read counts', async () => {
  const port = await tcpServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}'));
  });
  const transport = await open(`http://127.0.0.1:${port}`);
  const { status, body } = await transport({ ...post, body: 'x'.repeat(200_000) }, limits);
  expect([status, body]).toEqual([413, '{}']);
});

test.each([
  ['in one piece', ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}']],
  [
    'in pieces, twice, with headers',
    [
      'HTTP/1.',
      '1 100 Continue\r\nx-a: 1\r',
      '\n\r\nHTTP/1.1 100 \r\n\r\n',
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n',
      '{}',
    ],
  ],
])('100 Continue that no one asked for, %s', async (_, parts) => {
  const port = await tcpServer((socket) => {
    afterRequest(socket, async () => {
      for (const part of parts) {
        await new Promise((written) => socket.write(part, written));
        await new Promise((sent) => setTimeout(sent, 5));
      }
    });
  });
  const transport = await open(`http://127.0.0.1:${port}`);
  for (let times = 0; times < 2; times += 1) {
    const { status, body } = await transport(post, limits);
    expect([status, body]).toEqual([200, '{}']);
  }
});

test('a server that never ends the TLS handshake: the deadline holds, and no socket stays', async () => {
  let closed: Promise<unknown> = Promise.resolve();
  const port = await tcpServer((socket) => {
    closed = new Promise((done) => socket.once('close', done));
    socket.resume();
  });
  const baseUrl = parseBaseUrl(`https://127.0.0.1:${port}`);
  const connection = await openHttp({ baseUrl });
  const error = await failure(connection.transport(post, { timeoutMs: 100 }));
  expect(error).toEqual({ fault: 'no_connection', sent: 'no', code: 'ETIMEDOUT' });
  await connection.close();
  await closed;
});

test('nothing listens: certainly not sent', async () => {
  const transport = await open(`http://127.0.0.1:${await closedPort()}`);
  expect(await failure(transport(post, limits))).toEqual({ fault: 'refused', sent: 'no', code: 'ECONNREFUSED' });
});

test.each<[string, string | null]>([
  ['before any answer', null],
  ['inside the headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
  ['after the headers', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n'],
  ['inside the body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"data":'],
  ['inside a chunked body', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n8\r\n{"data":\r\n'],
])('cut %s: perhaps sent', async (_, answer) => {
  for (const end of ['destroy', 'end'] as const) {
    const port = await tcpServer((socket) => {
      afterRequest(socket, () => {
        if (answer === null) socket[end]();
        else socket.write(answer, () => socket[end]());
      });
    });
    const transport = await open(`http://127.0.0.1:${port}`);
    expect(await failure(transport(post, limits))).toMatchObject({ fault: 'lost', sent: 'maybe' });
  }
});

test('what is not HTTP is reported as such', async () => {
  const port = await tcpServer((socket) => afterRequest(socket, () => socket.end('220 mail.example ESMTP\r\n')));
  const error = await (await open(`http://127.0.0.1:${port}`))(get, limits).catch((error: unknown) => error);
  expect(error).toMatchObject({ fault: 'lost', message: expect.stringContaining('is not HTTP') });
});

test.each<[string, Partial<WireTimes>, number, string, string]>([
  ['no headers in time', { headersMs: 40 }, 10_000, 'silent', 'did not answer within 0 s'],
  ['not in the time of all', {}, 40, 'silent', 'did not answer in full within 0 s'],
  ['a body that does not end', {}, 40, 'stalled', 'did not answer in full within 0 s'],
])('time: %s', async (_, times, timeoutMs, how, message) => {
  const port = await tcpServer((socket) =>
    afterRequest(socket, () => {
      if (how === 'stalled') socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{');
    }),
  );
  const url = `http://127.0.0.1:${port}`;
  const transport = await open(url, { times: { ...WIRE_TIMES, ...times } });
  const error = await transport(post, { timeoutMs }).catch((error: unknown) => error);
  expect(error).toMatchObject({ fault: 'timeout', sent: 'maybe', code: 'ETIMEDOUT', message: `${url} ${message}` });
});

test('an abort ends it with its reason: before, while it waits, inside the body', async () => {
  const waiting: (() => void)[] = [];
  const port = await tcpServer((socket) =>
    afterRequest(socket, () => {
      if (waiting.length === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{');
      waiting.shift()?.();
    }),
  );
  const transport = await open(`http://127.0.0.1:${port}`);
  const reason = new Error('stop');
  await expect(transport(get, { ...limits, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  for (const count of [2, 1]) {
    const stop = new AbortController();
    const reached = new Promise<void>((resolve) => {
      waiting.splice(0, waiting.length, ...Array.from({ length: count }, () => resolve));
    });
    const ended = expect(transport(get, { ...limits, signal: stop.signal })).rejects.toBe(reason);
    await reached;
    stop.abort(reason);
    await ended;
  }
});

test('a certificate no one knows: certainly not sent, and the service saw no request', async () => {
  let seen = 0;
  const { url } = await httpsServer((_, outgoing) => outgoing.end(String(++seen)));
  const transport = await open(url);
  expect(await failure(transport(post, limits))).toEqual({
    fault: 'untrusted',
    sent: 'no',
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  expect(seen).toBe(0);
});

test('https at a port for http: certainly not sent', async () => {
  const url = await httpServer((_, outgoing) => outgoing.end('{}'));
  const transport = await open(url.replace('http:', 'https:'));
  expect(await failure(transport(post, limits))).toMatchObject({ fault: 'tls', sent: 'no' });
});

test('cut while the secure connection comes about: certainly not sent', async () => {
  const port = await tcpServer((socket) => socket.once('data', () => socket.destroy()));
  const transport = await open(`https://127.0.0.1:${port}`);
  expect(await failure(transport(post, limits))).toMatchObject({ fault: 'no_connection', sent: 'no' });
});

test('a secure connection that never comes about: certainly not sent', async () => {
  const port = await tcpServer((socket) => socket.resume());
  const transport = await open(`https://127.0.0.1:${port}`, { times: { ...WIRE_TIMES, connectMs: 60 } });
  expect(await failure(transport(post, limits))).toMatchObject({ fault: 'no_connection', sent: 'no' });
});

test('a path that would break out of the request line is refused before anything is sent', async () => {
  const transport = await open(`http://127.0.0.1:${await closedPort()}`);
  for (const path of ['v1/x', '/v1/x y', '/v1/x\r\nx-evil: 1', '/v1/ü']) {
    await expect(transport({ ...get, path }, limits)).rejects.toThrow(TypeError);
  }
});
