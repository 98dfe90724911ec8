import { expect, onTestFinished } from 'vitest';
import { parseBaseUrl } from '../../../src/client/base-url.ts';
import { openHttp } from '../../../src/client/transport/http.ts';
import { WIRE_TIMES } from '../../../src/client/transport/time-limits.ts';
import { NetworkError, type Transport } from '../../../src/client/transport/transport.ts';
import type { WireRequest } from '../../../src/contract/wire.ts';

export const limits = { timeoutMs: 10_000 };

export const get: WireRequest = { method: 'GET', path: '/v1/x', headers: {}, body: null };

export const post: WireRequest = {
  method: 'POST',
  path: '/v1/x',
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
};

export async function open(url: string, { times = WIRE_TIMES, connections = 4 } = {}): Promise<Transport> {
  const connection = await openHttp({ baseUrl: parseBaseUrl(url), times, connections });
  onTestFinished(() => connection.close());
  return connection.transport;
}

export async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (value) => expect.fail(`answered ${JSON.stringify(value)}`),
    (error: unknown) =>
      error instanceof NetworkError ? { fault: error.fault, sent: error.sent, code: error.code } : error,
  );
}
