// Sustained work and proxies over undici: connections that are kept, several at once. The only file that names undici.

import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import type { WireRequest, WireResponse } from '../../contract/wire.ts';
import { type BaseUrl, targetOf } from '../base-url.ts';
import { loopbackLookup } from './loopback-lookup.ts';
import type { ProxyRoute } from './proxy.ts';
import { ResponseBuffer } from './response-buffer.ts';
import { skipContinue } from './skip-continue.ts';
import { startTimeLimits, WIRE_TIMES, type WireTimes } from './time-limits.ts';
import {
  type Connection,
  connectionLost,
  type Destination,
  networkErrorOf,
  type TransportLimits,
  timedOut,
} from './transport.ts';

export interface ConnectionPoolOptions {
  readonly baseUrl: BaseUrl;
  /** `null` = straight to the service. */
  readonly proxy?: ProxyRoute | null;
  /** Requests under way at once; more wait their turn, and count as not sent. */
  readonly connections?: number;
  readonly times?: WireTimes;
}

/** Opens a pool. What it needs of undici is loaded here and not before (about 20 ms; 60 with all of undici). */
export async function openPool(options: ConnectionPoolOptions): Promise<Connection> {
  const { baseUrl, proxy = null, connections = 8, times = WIRE_TIMES } = options;
  // Its parser of HTTP is WebAssembly, which V8 would optimize within ten responses for 60 ms and 35 MB: what thousands repay.
  setFlagsFromString('--wasm-tiering-budget=1000000000');
  const [{ default: UndiciPool }, { default: connectorOf }] = await Promise.all([
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/core/connect.js'),
  ]);
  const connect = { timeout: times.connectMs, ...(baseUrl.loopback && { lookup: loopbackLookup }) };
  // undici's own time-outs for headers and body stay off: ours run, the same as over node:http.
  const common = { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 };
  const connecting = new Set<Socket>();
  const pool = (origin: string | URL, given: Pool.Options) =>
    new UndiciPool(origin, {
      ...given,
      connect: watched(
        typeof given.connect === 'function' ? given.connect : connectorOf(given.connect ?? {}),
        connecting,
      ),
    });
  const dispatcher =
    proxy === null
      ? pool(baseUrl.origin, { ...common, connect })
      : // It tunnels by methods that only all of undici together has.
        new (await import('undici')).EnvHttpProxyAgent({
          ...common,
          connect,
          factory: pool,
          httpProxy: proxy.uri,
          httpsProxy: proxy.uri,
          noProxy: proxy.exceptions,
          proxyTls: connect,
          requestTls: connect,
        });
  const way: Destination = { where: baseUrl.origin, proxy: proxy ?? undefined };
  return {
    transport: async (request, limits) => {
      limits.signal?.throwIfAborted();
      return exchange(dispatcher, request, targetOf(baseUrl, request.path), limits, way, times);
    },
    // Not the graceful kind: it waits for requests that were given up before they had a connection.
    close: () => {
      for (const socket of connecting) socket.destroy();
      return dispatcher.destroy();
    },
  };
}

/**
 * undici closes a socket only once it is connected: one that waits for TLS would keep the process running, so those are
 * remembered. A connector through a proxy gives its socket to the callback alone.
 */
function watched(open: buildConnector.connector, connecting: Set<Socket>): buildConnector.connector {
  return (to, done) => {
    let opened: unknown = null;
    opened = open(to, (...[error, socket]) => {
      if (opened instanceof Socket) connecting.delete(opened);
      if (error !== null) return done(error, null);
      skipContinue(socket);
      done(null, socket);
    });
    if (opened instanceof Socket) connecting.add(opened);
  };
}

function exchange(
  dispatcher: Dispatcher,
  request: WireRequest,
  path: string,
  limits: TransportLimits,
  way: Destination,
  times: WireTimes,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let settled = false;
    const parts = new ResponseBuffer(way.where);
    const sent = () => (controller === undefined ? 'no' : 'maybe');

    const settle = (end: () => void, cause?: Error) => {
      if (settled) return;
      settled = true;
      timers.done();
      if (cause !== undefined) controller?.abort(cause);
      end();
    };
    const fail = (error: unknown) =>
      settle(() => reject(error), error instanceof Error ? error : new Error('given up', { cause: error }));
    // The wait for a free connection is not the time it takes to connect, which undici bounds itself.
    const waiting = { connectMs: limits.timeoutMs, headersMs: times.headersMs };
    const timers = startTimeLimits(
      limits,
      waiting,
      (what, afterMs) =>
        fail(timedOut(way.where, what === 'total' ? 'did not answer in full' : 'did not answer', afterMs, sent())),
      fail,
    );

    const { method, headers, body } = request;
    dispatcher.dispatch(
      { origin: way.where, path, method, headers: { ...headers }, body },
      {
        // Called as the connection stands, right before the first byte is written.
        onRequestStart(started) {
          // Given up while it waited; or undici would send it a second time over a new connection: a write must not.
          if (settled) started.abort(new Error('given up'));
          else if (controller !== undefined) started.abort(connectionLost(way.where));
          else {
            controller = started;
            timers.connected();
          }
        },
        onResponseStart(_, status, headers) {
          if (status < 200) return;
          timers.answering();
          parts.begin(status, headers);
        },
        onResponseData(_, chunk) {
          try {
            parts.add(chunk);
          } catch (error) {
            fail(error);
          }
        },
        onResponseEnd() {
          settle(() => resolve(parts.whole()));
        },
        onResponseError(_, error) {
          fail(networkErrorOf(error, sent(), way));
        },
      },
    );
  });
}
