import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../src/contract/limits.ts';
import { type Listener, listen, type RequestHandler } from '../../../src/service/http/listener.ts';
import { worldForEachTest } from '../../opened.ts';
import { never } from '../world.ts';

/** Sends text as it is and gives everything that comes back until the connection ends. */
function raw(url: string, text: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

const head = (method: string, path: string, more: readonly string[] = []) =>
  [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...more, '', ''].join('\r\n');

describe('the service on a socket', () => {
  const world = worldForEachTest({ transport: 'socket' });

  const url = (): string => world.url ?? '';
  const key = (): string => `x-api-key: ${world.key}`;

  test('listens on loopback, on a port that was free', () => expect(url()).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/));

  test('403 for a request with an Origin, key or not: no web page calls it; the log saw it', async () => {
    const reply = await world.call('GET', '/v1/validate', { headers: { origin: 'https://example.com' } });
    expect([reply.status, reply.body.message]).toEqual([
      403,
      'Requests from a web page are refused: this service is for programs on this machine',
    ]);
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    expect((await world.control('GET', '/_local/log')).requests[0]).toMatchObject({
      path: '/v1/validate',
      status: 403,
    });
  });

  test('413 as soon as a body is too large, before all of it has come', async () => {
    const bytes = LIMITS.bodyBytesMax + 1;
    const lines = [key(), 'Content-Type: application/json', `Content-Length: ${bytes * 100}`];
    const { hostname, port } = new URL(url());
    const socket: Socket = connect(Number(port), hostname);
    socket.write(head('POST', '/v1/lists', lines));
    socket.write(Buffer.alloc(bytes, 32));
    const answer = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/connection: close/i);
    socket.destroy();
  });

  test('a chunked body is read like any other', async () => {
    const lines = [key(), 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
    const answer = await raw(url(), `${head('POST', '/v1/lists', lines)}3\r\n{"x\r\n5\r\n":"y"\r\n1\r\n}\r\n0\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"path":"x","code":"unknown_key"');
  });

  test('400 for a body that is not UTF-8: no name is stored garbled', async () => {
    const body = Buffer.from('{"name":"M\xfcller"}', 'latin1');
    const lines = [key(), 'Content-Type: application/json', `Content-Length: ${body.length}`];
    const answer = await raw(url(), Buffer.concat([Buffer.from(head('POST', '/v1/lists', lines)), body]));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('The body is not UTF-8');
  });

  test('415 for a compressed body', async () => {
    const reply = await world.call('POST', '/v1/lists', { body: 'x', headers: { 'content-encoding': 'gzip' } });
    expect([reply.status, reply.body.message]).toEqual([415, 'Content-Encoding gzip is not supported']);
  });

  test('a request whose body never came whole is not processed', async () => {
    const { hostname, port } = new URL(url());
    const socket = connect(Number(port), hostname);
    const lines = [key(), 'Content-Type: application/json', 'Content-Length: 100'];
    await new Promise<void>((resolve) =>
      socket.write(`${head('POST', '/v1/lists', lines)}{"name":"x"}`, () => resolve()),
    );
    socket.destroy();
    await world.call('GET', '/v1/validate');
    const { requests } = await world.control('GET', '/_local/log');
    expect(requests.map(({ path }: { path: string }) => path)).toEqual(['/v1/validate']);
  });

  test('a HEAD answer has no body and leaves the connection in order', async () => {
    const two = `${head('HEAD', '/v1/validate', [key()]).replace('close', 'keep-alive')}${head('GET', '/v1/validate', [key()])}`;
    const answer = await raw(url(), two);
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(answer.match(/"status":"success"/g)).toHaveLength(1);
  });

  test('answers to several requests of one connection come in order', async () => {
    const many = Array.from({ length: 20 }, (_, i) => head('GET', `/v1/nothing/${i}`).replace('close', 'keep-alive'));
    const answer = await raw(url(), `${many.join('')}${head('GET', '/healthz')}`);
    const paths = [...answer.matchAll(/There is no \/v1\/nothing\/([0-9]+)/g)].map(([, index]) => Number(index));
    expect(paths).toEqual(many.map((_, i) => i));
  });

  test('what is not HTTP gets a 400 and nothing happens', async () => {
    expect(await raw(url(), 'HELO example.com\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('before the key is known', () => {
  const world = worldForEachTest({ transport: 'socket' });

  test.each([
    ['no key', '/v1/lists', [], 401],
    ['another key', '/v1/lists', ['x-api-key: gsk_other'], 401],
    ['no admin token', '/_local/reset', [], 401],
    ['no such webhook', '/wf/0000', [], 404],
    ['no such path', '/v1/nothing', [], 404],
  ] as const)('a large body is not waited for with %s', async (_, path, lines, status) => {
    const length = ['Content-Type: application/json', 'Content-Length: 2000000'];
    expect(await raw(world.url ?? '', head('POST', path, [...length, ...lines]))).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} `),
    );
    const chunked = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    expect(await raw(world.url ?? '', head('POST', path, [...chunked, ...lines]))).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} `),
    );
    expect((await world.control('GET', '/_local/log')).requests[0]).toMatchObject({ status });
    expect(world.bugs).toEqual([]);
  });

  test.each([
    ['localhost', 200],
    ['localhost:4711', 200],
    ['127.0.0.1:4711', 200],
    ['[::1]:4711', 200],
    ['reach.localhost', 200],
    ['rebound.example.com', 403],
    ['127.0.0.1.example.com', 403],
    ['localhost.example.com:80', 403],
    ['10.0.0.1', 403],
    ['', 403],
  ])('Host %s: %d', async (host, status) => {
    const request = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    expect(await raw(world.url ?? '', request)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

test('the name of a proxy is allowed by name; beyond loopback every name is', async () => {
  const handler: RequestHandler = {
    handle: async (_, arrival) => ({ status: arrival?.refusal ? 403 : 200, headers: {}, body: 'done' }),
  };
  const ask = async (host: string, options: { host: string; publicHosts?: readonly string[] }) => {
    const listener = await listen(handler, { port: 0, drainMs: 1000, sleep: never, ...options });
    const answer = await raw(listener.url, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    await listener.close();
    return answer.slice(9, 12);
  };
  const publicHosts = ['hooks.example.com'];
  expect(await ask('hooks.example.com', { host: '127.0.0.1', publicHosts })).toBe('200');
  expect(await ask('other.example.com', { host: '127.0.0.1', publicHosts })).toBe('403');
  expect(await ask('other.example.com', { host: '0.0.0.0' })).toBe('200');
});

test('connections beyond the limit are closed at once', async () => {
  const handler: RequestHandler = {
    handle: async (_, arrival) => ({ status: arrival?.refusal ? 403 : 200, headers: {}, body: 'done' }),
  };
  const listener = await listen(handler, {
    host: '127.0.0.1',
    port: 0,
    drainMs: 0,
    sleep: async () => {},
    connectionsMax: 2,
  });
  const { port } = new URL(listener.url);
  const sockets = await Promise.all(
    [1, 2].map(
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect(Number(port), '127.0.0.1', () => resolve(socket));
        }),
    ),
  );
  expect(await raw(listener.url, head('GET', '/healthz')).catch(() => '')).toBe('');
  for (const socket of sockets) socket.destroy();
  await listener.close();
});

describe('closing', () => {
  const slowly = () => {
    const waiting: (() => void)[] = [];
    const begun: (() => void)[] = [];
    const served: RequestHandler = {
      handle: async (_, arrival) => {
        if (arrival?.refusal) return { status: 503, headers: {}, body: arrival.refusal.message };
        return new Promise((resolve) => {
          waiting.push(() => resolve({ status: 200, headers: {}, body: 'done' }));
          for (const tell of begun.splice(0)) tell();
        });
      },
    };
    const underWay = () => new Promise<void>((resolve) => begun.push(resolve));
    const finish = () => {
      for (const go of waiting) go();
    };
    return { served, finish, underWay };
  };
  const open = (served: RequestHandler, sleep = never): Promise<Listener> =>
    listen(served, { host: '127.0.0.1', port: 0, drainMs: 1000, sleep });

  test('finishes what is under way, then lets no one in', async () => {
    const { served, finish, underWay } = slowly();
    const listener = await open(served);
    const started = underWay();
    const answer = raw(listener.url, head('GET', '/slow').replace('close', 'keep-alive'));
    await started;
    const closed = listener.close();
    finish();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK.*connection: close.*done$/is);
    await closed;
    await expect(raw(listener.url, head('GET', '/late'))).rejects.toThrow('ECONNREFUSED');
  });

  test('refuses a request that comes on an open connection meanwhile', async () => {
    const { served, finish, underWay } = slowly();
    const listener = await open(served);
    const started = underWay();
    const first = raw(listener.url, head('GET', '/slow'));
    await started;
    const { hostname, port } = new URL(listener.url);
    const socket = connect(Number(port), hostname);
    await new Promise((resolve) => socket.write('GET /second HTTP/1.1\r\nHost: x\r\n', resolve));
    // The first line is on its way; the connection counts as in use once it was read.
    await raw(listener.url, 'nonsense\r\n\r\n');
    const closed = listener.close();
    const answer = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
    socket.write('\r\n');
    expect(await answer).toMatch(/^HTTP\/1\.1 503 .*The service is stopping$/s);
    finish();
    await first;
    await closed;
  });

  test('cuts what still runs when the deadline has passed', async () => {
    const { served, underWay } = slowly();
    const listener = await open(served, async () => {});
    const started = underWay();
    const answer = raw(listener.url, head('GET', '/slow'));
    await started;
    await listener.close();
    expect(await answer).toBe('');
  });

  test('a port that is taken is named', async () => {
    const { served } = slowly();
    const listener = await open(served);
    const port = Number(new URL(listener.url).port);
    await expect(listen(served, { host: '127.0.0.1', port, drainMs: 1, sleep: never })).rejects.toThrow('EADDRINUSE');
    await listener.close();
  });
});
