import { expect, test } from 'vitest';
import { failure, limits, open, post } from './open-transport.ts';
import { afterRequest, tcpServer } from './wire-server.ts';

test('keeps its connections, and has no more than it may', async () => {
  let connections = 0;
  let underWay = 0;
  let most = 0;
  const port = await tcpServer((socket) => {
    connections += 1;
    afterRequest(socket, () => {
      most = Math.max(most, ++underWay);
      // Answered a turn later, so that requests that may go at once are there at once.
      setImmediate(() => {
        underWay -= 1;
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      });
    });
  });
  const transport = await open(`http://127.0.0.1:${port}`, { connections: 3 });
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(Array.from({ length: 9 }, () => transport(post, limits)));
  }
  expect(connections).toBe(3);
  expect(most).toBeLessThanOrEqual(3);
});

test('a request that was still waiting for a connection was certainly not sent', async () => {
  let seen = 0;
  const port = await tcpServer((socket) => afterRequest(socket, () => (seen += 1)));
  const transport = await open(`http://127.0.0.1:${port}`, { connections: 1 });
  const first = failure(transport(post, { timeoutMs: 120 }));
  expect(await failure(transport(post, { timeoutMs: 40 }))).toMatchObject({ fault: 'no_connection', sent: 'no' });
  expect(await first).toMatchObject({ fault: 'timeout', sent: 'maybe' });
  expect(seen).toBe(1);
});

test('continues after the service closed a connection it kept', async () => {
  const port = await tcpServer((socket) =>
    afterRequest(socket, () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')),
  );
  const transport = await open(`http://127.0.0.1:${port}`, { connections: 1 });
  for (let round = 0; round < 5; round += 1) expect((await transport(post, limits)).status).toBe(200);
});

test('sends a write once, however the connection ends', async () => {
  let seen = 0;
  const port = await tcpServer((socket) =>
    afterRequest(socket, () => {
      seen += 1;
      socket.destroy();
    }),
  );
  const transport = await open(`http://127.0.0.1:${port}`, { connections: 2 });
  const ends = await Promise.all(Array.from({ length: 6 }, () => failure(transport(post, limits))));
  expect(ends.every((end) => JSON.stringify(end).includes('"sent":"maybe"'))).toBe(true);
  expect(seen).toBe(6);
});
