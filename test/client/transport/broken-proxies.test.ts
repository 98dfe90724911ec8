// What proxies get wrong: each is asked as often as there are attempts, and the error names it.

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { parseBaseUrl } from '../../../src/client/base-url.ts';
import { DEFAULT_RETRY, withRetries } from '../../../src/client/retry/retry.ts';
import { openHttp } from '../../../src/client/transport/http.ts';
import { proxyOf } from '../../../src/client/transport/proxy.ts';
import { repeatEvery } from '../../../src/contract/timers.ts';
import { virtualClock } from '../../clock.ts';
import { get } from './open-transport.ts';
import { closedPort, tcpServer } from './wire-server.ts';

const OPENED = 'HTTP/1.1 200 Connection established\r\n\r\n';
const PAGE = '<html>Sign in to the guest network</html>';
const TLS_ALERT = Buffer.from('15030300020228', 'hex');
const baseUrl = parseBaseUrl('https://api.example.com');

/** Once the whole CONNECT has come, then once for each further piece. */
const afterConnect =
  (then: (socket: Socket) => void, later: (socket: Socket) => void = () => {}) =>
  (socket: Socket) => {
    let seen = '';
    socket.on('data', (chunk) => {
      const isOpen = seen.includes('\r\n\r\n');
      seen += chunk.toString('latin1');
      if (isOpen) later(socket);
      else if (seen.includes('\r\n\r\n')) then(socket);
    });
  };

const answering = (text: string) => afterConnect((socket) => socket.end(text));
const opening = (later: (socket: Socket) => void) => afterConnect((socket) => socket.write(OPENED), later);

function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nx: ');
  const timer = repeatEvery(5, () => socket.write('H'));
  socket.on('close', () => timer.stop());
}

const NO_TLS = 'could not establish a TLS connection to https://api.example.com through the proxy PROXY';
const UNCONNECTED = 'could not connect to https://api.example.com through the proxy PROXY (ECONNRESET)';
const SILENT = 'no connection to https://api.example.com through the proxy PROXY within 0.1 s';
const NO_ANSWER = 'timed out connecting to the proxy PROXY (ETIMEDOUT)';
const refused = (status: number) => `the proxy PROXY refused the connection to the service (status ${status})`;
const CLOSED = 'the proxy PROXY closed the connection without an answer (ECONNRESET)';

/** What it does, the message, how often it is asked where three attempts are allowed. */
test.each<[string, (socket: Socket) => void, string, number]>([
  ['closes at once', (socket) => socket.destroy(), CLOSED, 3],
  ['resets after CONNECT', afterConnect((socket) => socket.resetAndDestroy()), CLOSED, 3],
  ['closes after CONNECT', afterConnect((socket) => socket.end()), CLOSED, 3],
  ['answers junk', answering('junk\r\n\r\n'), 'the response of the proxy PROXY is not HTTP (HPE_INVALID_CONSTANT)', 3],
  ['answers a page', answering(`HTTP/1.1 200 OK\r\ncontent-length: ${PAGE.length}\r\n\r\n${PAGE}`), refused(200), 3],
  ['204', answering('HTTP/1.1 204 No Content\r\n\r\n'), refused(204), 3],
  ['403', answering('HTTP/1.1 403 Forbidden\r\n\r\n'), refused(403), 3],
  ['407', answering('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'), refused(407), 1],
  ['never answers', afterConnect(() => {}), NO_ANSWER, 3],
  ['answers a byte now and then', afterConnect(drip), NO_ANSWER, 3],
  ['opens, and closes', answering(OPENED), UNCONNECTED, 3],
  ['opens, and resets', opening((socket) => socket.resetAndDestroy()), UNCONNECTED, 3],
  ['opens, and never answers again', opening(() => {}), SILENT, 3],
  ['opens, and sends a TLS alert', opening((socket) => socket.end(TLS_ALERT)), NO_TLS, 1],
  ['opens, and speaks plain HTTP', opening((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')), NO_TLS, 1],
])('a proxy that %s', async (_, behave, message, asked) => {
  const sockets: Socket[] = [];
  const port = await tcpServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    behave(socket);
  });
  const name = `http://127.0.0.1:${port}`;
  const proxy = proxyOf(baseUrl, { HTTPS_PROXY: `http://jane:S3cret@127.0.0.1:${port}` });
  const connection = await openHttp({ baseUrl, proxy, times: { connectMs: 100, headersMs: 100 } });
  onTestFinished(() => connection.close());
  const clock = virtualClock();
  const error: unknown = await clock
    .run(
      withRetries(
        (attempt) => {
          attempt.begin();
          return clock.outside(connection.transport(get, { timeoutMs: 10_000 }));
        },
        { effect: 'read', policy: { ...DEFAULT_RETRY, retries: 2 }, clock },
      ),
    )
    .catch((failure: unknown) => failure);
  expect(error).toMatchObject({ name: 'NetworkError', sent: 'no', attempts: asked });
  const { message: reported, hint } = error as { message: string; hint: string };
  expect(reported).toContain(message.replace('PROXY', name));
  expect(hint).toContain('HTTPS_PROXY');
  expect(reported + hint).not.toContain('S3cret');
  expect(sockets).toHaveLength(asked);
  await Promise.all(sockets.map((socket) => socket.destroyed || once(socket, 'close')));
});

test('a proxy that is not there: named, and certainly not sent', async () => {
  const uri = `http://127.0.0.1:${await closedPort()}`;
  const connection = await openHttp({ baseUrl, proxy: proxyOf(baseUrl, { https_proxy: uri }) });
  onTestFinished(() => connection.close());
  await expect(connection.transport(get, { timeoutMs: 10_000 })).rejects.toMatchObject({
    fault: 'refused',
    sent: 'no',
    message: `nothing accepts connections at the proxy ${uri} (ECONNREFUSED)`,
    hint: 'https_proxy names the proxy; hosts in NO_PROXY bypass it',
  });
});
