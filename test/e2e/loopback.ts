// Services of a few lines on loopback, for what ours would not do. None of our code.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export const KEY = 'gsk_test_0123456789abcdef';

export interface Loopback {
  readonly url: string;
  /** Every request so far, as `METHOD path`. */
  readonly asked: string[];
  /** The next request to come. */
  next(): Promise<IncomingMessage>;
  /** The environment that makes a command use it. */
  readonly env: Readonly<Record<string, string>>;
}

/** Answers on a free port until the test has finished. */
export async function loopback(answer: RequestListener): Promise<Loopback> {
  const asked: string[] = [];
  const server = createServer(answer);
  server.on('request', (request) => asked.push(`${request.method} ${request.url}`));
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    url,
    asked,
    next: async () => {
      const [request]: IncomingMessage[] = await once(server, 'request');
      if (request === undefined) throw new Error('no request');
      return request;
    },
    env: { REACH_BASE_URL: url, REACH_API_KEY: KEY },
  };
}

/** Listens until the test has finished; gives the port. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  return address.port;
}

/** An answer in the interface's envelope. */
export const success = (data: unknown): string => JSON.stringify({ status: 'success', message: 'ok', data });
