import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connectProblem, storeError } from '../../../src/service/db/postgres/errors.ts';
import { serveService } from '../../../src/service/serve.ts';
import { listening } from '../../listening.ts';

const failed = (message: string, more: object = {}) => Object.assign(new Error(message), more);

test.each<[string, unknown, string]>([
  ['one of several addresses', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'StoreUnreachable'],
  ['a socket', failed('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' }), 'StoreUnreachable'],
  ['the driver', failed('Connection terminated unexpectedly'), 'StoreUnreachable'],
  ['shutting down', failed('terminating connection', { code: '57P01' }), 'StoreUnreachable'],
  ['starting up', failed('the database system is starting up', { code: '57P03' }), 'StoreUnreachable'],
  ['a lock', failed('lock not available', { code: '55P03' }), 'StoreBusy'],
  ['the port of the server itself', failed('in use', { code: 'EADDRINUSE', syscall: 'listen' }), 'Error'],
  ['a file', failed('no such file', { code: 'ENOENT', syscall: 'open', path: '/x' }), 'Error'],
])('storeError: %s', (_, error, name) => expect(storeError(error)).toMatchObject({ name }));

test('a database that goes away while encryption is agreed on is away, and not one without encryption', () => {
  const cut = failed('There was an error establishing an SSL connection');
  expect(connectProblem(cut, 'database')).toMatchObject({ name: 'StoreUnreachable' });
});

/** Authenticated, and ready for a query. */
const READY = Buffer.from('5200000008000000005a0000000549', 'hex');

test.each<[string, (socket: Socket) => void]>([
  ['when it is connected to', (socket) => socket.destroy()],
  ['at the start of the session', (socket) => socket.once('data', () => socket.destroy())],
  [
    'at the first query',
    (socket) => socket.once('data', () => socket.once('data', () => socket.destroy()) && socket.write(READY)),
  ],
])('a database that goes away %s: a server that starts finds it unreachable', async (_, behave) => {
  const database = createServer((socket) => behave(socket.on('error', () => {})));
  const port = await listening(database);
  onTestFinished(() => void database.close());
  const start = serveService(
    {
      ...{ data: ':memory:', database: { url: `postgres://reach@127.0.0.1:${port}/reach?sslmode=disable` } },
      ...{ version: '0.0.0', now: Date.now, sleep: async () => {}, random: Math.random, rateLimits: 'off' },
    },
    {
      ...{ host: '127.0.0.1', port: 0, drainMs: 0, sleep: async () => {} },
      processes: { pid: 1, startOf: () => null } as never,
    },
  );
  await expect(start).rejects.toMatchObject({ name: 'StoreUnreachable' });
});
