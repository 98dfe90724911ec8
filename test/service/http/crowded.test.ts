// Connections that ask for nothing must not keep others out for long.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen, type RequestHandler } from '../../../src/service/http/listener.ts';

const ROOM = 2;
const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** A listener whose requests are answered at once; opens connections to it. Room for 512 unless stated. */
async function crowded(headersMs: number, connectionsMax?: number): Promise<(text: string) => Socket> {
  const answer = { status: 200, headers: {}, body: '{}' };
  const handler: RequestHandler = { handle: async () => answer };
  const bounds = { connectionsMax, headersMs, drainMs: 0, sleep: async () => {} };
  const listener = await listen(handler, { host: '127.0.0.1', port: 0, ...bounds });
  onTestFinished(() => listener.close());
  return (text) => {
    const socket = connect(Number(new URL(listener.url).port), '127.0.0.1', () => socket.write(text));
    return socket.on('error', () => {});
  };
}

const answerOf = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);

test.each([
  ['are silent', '', ROOM],
  ['send half a head', 'GET / HTTP/1.1\r\nHost: local', ROOM],
  ['are silent and take all the room there is', '', undefined],
])('connections that %s are closed after the time for a head, and others find room', async (_, text, room) => {
  const open = await crowded(100, room);
  await Promise.all(Array.from({ length: room ?? 512 }, () => once(open(text).resume(), 'close')));
  expect(await answerOf(open(REQUEST))).toMatch(/^HTTP\/1\.1 200 /);
});

test('connections that wait for their next request make way for others', async () => {
  const open = await crowded(60_000, ROOM);
  const idle = Array.from({ length: ROOM }, () => open(REQUEST));
  await Promise.all(idle.map(answerOf));
  const closed = Promise.all(idle.map((socket) => once(socket.resume(), 'close')));
  // Refused; whoever tries again finds room.
  await once(open(REQUEST).resume(), 'close');
  await closed;
  expect(await answerOf(open(REQUEST))).toMatch(/^HTTP\/1\.1 200 /);
});
