// Services of a few lines on loopback, for what ours would not do. None of our code.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { listen } from '../client/transport/wire-server.ts';

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

/** An answer in the interface's envelope. */
export const success = (data: unknown): string => JSON.stringify({ status: 'success', message: 'ok', data });
