// Single requests over node:http(s): a connection each, nothing heavy to load. Sustained work goes over pool.ts.

import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http';
import { connect, type LookupFunction } from 'node:net';
import type { WireRequest, WireResponse } from '../../contract/wire.ts';
import { type BaseUrl, targetOf } from '../base-url.ts';
import { ResponseBuffer } from './response-buffer.ts';
import { startTimeLimits, WIRE_TIMES, type WireTimes } from './time-limits.ts';
import { connectionLost, networkErrorOf, type Transport, type TransportLimits, timedOut } from './transport.ts';

export interface HttpOptions {
  readonly baseUrl: BaseUrl;
  readonly times?: WireTimes;
}

/** Loaded only where a name is looked up. */
const onThisMachine: LookupFunction = (host, options, done) =>
  void import('./loopback-lookup.ts').then(({ loopbackLookup }) => loopbackLookup(host, options, done));

type OpenRequest = (options: RequestOptions) => ClientRequest;

/** A transport that opens a connection for each request, so that no stale one can swallow a write. */
export function httpTransport({ baseUrl, times = WIRE_TIMES }: HttpOptions): Transport {
  return async (request, limits) => {
    limits.signal?.throwIfAborted();
    // TLS costs some milliseconds to load, which plain http on loopback does not need. Built-in modules come through
    // chunks of ours: a bare `import('node:…')` would start Node's loader for ES modules.
    const open: OpenRequest = baseUrl.secure
      ? (await import('./https.ts')).requestSecure
      : (options) => requestPlain(options);
    const { host, port, secure, loopback } = baseUrl;
    const way = { host, port, ...(loopback && { lookup: onThisMachine }) };
    const options: RequestOptions = {
      ...way,
      // Without an agent of its own, which would open the same connection and take a millisecond to do so.
      ...(secure ? { agent: false } : { createConnection: () => connect(way), defaultPort: 80 }),
      method: request.method,
      path: targetOf(baseUrl, request.path),
      headers: {
        ...request.headers,
        // Said outright: Node leaves it out for a DELETE, whose body would then be lost.
        ...(request.body !== null && { 'content-length': Buffer.byteLength(request.body) }),
      },
    };
    return exchange(() => open(options), request, limits, baseUrl, times);
  };
}

function exchange(
  open: () => ClientRequest,
  request: WireRequest,
  limits: TransportLimits,
  { origin, secure }: BaseUrl,
  times: WireTimes,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    // Node keeps what is written until the connection stands and, with TLS, the certificate is accepted.
    let sent: 'no' | 'maybe' = 'no';
    let answering = false;
    const outgoing = open();
    const settle = (end: () => void, isWhole = false) => {
      timers.done();
      // A failure that is already dealt with must not surface a second time as an unhandled event.
      outgoing.removeAllListeners('error').on('error', () => {});
      // What is whole on both sides Node closes by itself, after the command has gone on; closing opens standard error.
      if (!isWhole) outgoing.destroy();
      end();
    };
    const timers = startTimeLimits(
      limits,
      times,
      (what, afterMs) =>
        settle(() =>
          reject(timedOut(origin, what === 'total' ? 'did not answer in full' : 'did not answer', afterMs, sent)),
        ),
      (reason) => settle(() => reject(reason)),
    );
    outgoing.on('error', (error) => {
      // A service may answer (413, 429) and close before it has read the whole body: the answer counts.
      if (!answering) settle(() => reject(networkErrorOf(error, sent, { where: origin })));
    });
    outgoing.on('socket', (socket) =>
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        sent = 'maybe';
        timers.connected();
      }),
    );
    outgoing.on('response', (incoming) => {
      answering = true;
      timers.answering();
      collect(incoming, origin).then(
        (answer) => settle(() => resolve(answer), request.body === null),
        (error) => settle(() => reject(error)),
      );
    });
    outgoing.end(request.body ?? undefined);
  });
}

/** Reads the whole answer; one that ends before its announced end is a lost connection. */
function collect(incoming: IncomingMessage, where: string): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const parts = new ResponseBuffer(where);
    parts.begin(incoming.statusCode ?? 0, incoming.headers);
    incoming.on('data', (chunk: Buffer) => {
      try {
        parts.add(chunk);
      } catch (error) {
        reject(error);
      }
    });
    incoming.on('error', (error) => reject(connectionLost(where, error)));
    incoming.on('close', () => {
      if (!incoming.complete) reject(connectionLost(where));
    });
    incoming.on('end', () => resolve(parts.whole()));
  });
}
