// One request over a socket, byte by byte as the service sent it.

import { Agent, request as httpRequest } from 'node:http';
import type { WireRequest, WireResponse } from '../../src/contract/wire.ts';

/** The connection was cut: before any byte of an answer, or in the middle of one. */
export interface Cut {
  readonly cut: 'before' | 'within';
}

export interface SocketClient {
  send(request: WireRequest): Promise<WireResponse | Cut>;
  close(): void;
}

export function socketClient(url: string): SocketClient {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);
  return {
    close: () => agent.destroy(),
    send: ({ method, path, headers, body }) =>
      new Promise((resolve) => {
        const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
        const options = { agent, hostname, port, method, path, headers: { ...headers, ...length } };
        const outgoing = httpRequest(options, (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', () => resolve({ cut: 'within' }));
          incoming.on('end', () => {
            const all = Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
            const status = incoming.statusCode ?? 0;
            resolve({ status, headers: Object.fromEntries(all), body: Buffer.concat(chunks).toString('utf8') });
          });
        });
        outgoing.on('error', () => resolve({ cut: 'before' }));
        outgoing.end(body ?? undefined);
      }),
  };
}
