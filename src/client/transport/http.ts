// Requests over node:http(s): a few connections that are kept, one request at a time on each; more wait in the queue of the
// agent, and count as not sent. The only transport.

import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestPlain,
} from 'node:http';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { dictionary } from '../../contract/json.ts';
import type { WireRequest, WireResponse } from '../../contract/wire.ts';
import { type BaseUrl, targetOf } from '../base-url.ts';
import { type Destination, networkErrorOf, timedOut } from './network-error.ts';
import type { ProxyRoute } from './proxy.ts';
import { startTimeLimits, WIRE_TIMES, type WireTimes } from './time-limits.ts';
import { type Connection, connectionLost, NetworkError, type TransportLimits } from './transport.ts';

/** The largest answer read, bytes, packed or not: a page of 100 records stays far below. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

function tooLarge(where: string): NetworkError {
  return new NetworkError({
    fault: 'too_large',
    code: 'ANSWER_TOO_LARGE',
    sent: 'maybe',
    message: `${where} answered with more than ${ANSWER_BYTES_MAX / 1024 / 1024} MB`,
    hint: 'is the base URL the address of the service?',
  });
}

/** Header names come lower case; a repeated header becomes one, comma-separated. */
function flatHeaders(headers: IncomingMessage['headers']): Readonly<Record<string, string>> {
  const plain = dictionary<string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return plain;
}

/** We ask for no packing (bodies are small, and unpacking costs start-up time); some proxies pack all the same. */
async function decompressed(bytes: Buffer, encoding: string, where: string): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity' || bytes.length === 0) return bytes;
  const { decompress } = await import('./decompress.ts');
  try {
    return decompress(bytes, encoding, ANSWER_BYTES_MAX);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(where);
    // Not what its header says: the parser of the reply will show how it begins.
    return bytes;
  }
}

/** Bytes that are no UTF-8 become replacement characters; a BOM goes. */
const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\uFEFF/, '');

/** Resolves once what has arrived at the sockets meanwhile has been read. */
const nextPoll = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

export interface HttpOptions {
  readonly baseUrl: BaseUrl;
  /** `null` = straight to the service. */
  readonly proxy?: ProxyRoute | null;
  /** Requests under way at once; more wait their turn, and count as not sent. */
  readonly connections?: number;
  readonly times?: WireTimes;
}

/** Idle connections are closed after this time, or a second before the service said it would. */
const IDLE_MS = 4_000;

/** Loaded only where a name is looked up. */
const onThisMachine: LookupFunction = (host, options, done) =>
  void import('./loopback-lookup.ts').then(({ loopbackLookup }) => loopbackLookup(host, options, done));

type OpenRequest = (options: RequestOptions) => ClientRequest;

/** Opens a transport. No connection is made before the first request. */
export async function openHttp(options: HttpOptions): Promise<Connection> {
  const { baseUrl, proxy = null, connections = 8, times = WIRE_TIMES } = options;
  const { host, port, secure, loopback, origin } = baseUrl;
  const agentOptions = {
    ...{ keepAlive: true, maxSockets: connections, timeout: IDLE_MS },
    ...(loopback && { lookup: onThisMachine }),
  };
  // TLS takes some milliseconds to load, which plain http on loopback does not need. Node's modules come through chunks of
  // ours: a bare `import('node:…')` would start Node's loader for ES modules.
  const { agent, open }: { agent: Agent; open: OpenRequest } = secure
    ? (await import('./https.ts')).secureAgent(agentOptions)
    : { agent: new Agent(agentOptions), open: requestPlain };
  const tunnels = proxy === null ? null : (await import('./tunnel.ts')).tunnelThrough(agent, proxy, baseUrl, times);
  const destination: Destination =
    proxy === null ? { where: origin } : { where: `${origin} through the proxy ${proxy.name}`, proxy };
  return {
    transport: async (request, limits) => {
      limits.signal?.throwIfAborted();
      const { body } = request;
      const requestOptions: RequestOptions = {
        ...{ agent, host, port, method: request.method, path: targetOf(baseUrl, request.path) },
        ...(secure && isIP(host) === 0 && { servername: host }),
        headers: {
          ...request.headers,
          // Said outright: Node leaves it out for a DELETE, whose body would then be lost.
          ...(body !== null && { 'content-length': Buffer.byteLength(body) }),
        },
      };
      return exchange(() => open(requestOptions), request, limits, { secure, destination, times });
    },
    close: async () => {
      tunnels?.close();
      agent.destroy();
    },
  };
}

function exchange(
  open: () => ClientRequest,
  request: WireRequest,
  limits: TransportLimits,
  { secure, destination, times }: { secure: boolean; destination: Destination; times: WireTimes },
): Promise<WireResponse> {
  const { where } = destination;
  return new Promise((resolve, reject) => {
    // Node keeps what is written until the connection stands and, with TLS, the certificate is accepted.
    let sent: 'no' | 'maybe' = 'no';
    const outgoing = open();
    let answering = false;
    let settled = false;
    const settle = (end: () => void, isWhole = false) => {
      if (settled) return;
      settled = true;
      timers.done();
      // A failure that is already dealt with must not surface a second time as an unhandled event.
      outgoing.removeAllListeners('error').on('error', () => {});
      if (!isWhole || !outgoing.writableFinished) outgoing.destroy();
      end();
    };
    const fail = (error: unknown) => settle(() => reject(error));
    const timers = startTimeLimits(
      limits,
      times,
      (what, afterMs) =>
        fail(
          timedOut(
            where,
            what === 'total' ? 'did not answer in full' : 'did not answer',
            afterMs,
            sent,
            destination.proxy,
          ),
        ),
      fail,
    );
    const connected = () => {
      sent = 'maybe';
      timers.connected();
    };
    outgoing.on('error', (error) => {
      // A service may answer (413, 429) and close before it has read the whole body: the answer counts.
      if (!answering) fail(networkErrorOf(error, sent, destination));
    });
    // It waits in the agent's queue until then.
    outgoing.on('socket', (socket: Socket) => {
      timers.connecting();
      if (outgoing.reusedSocket || (!secure && !socket.connecting)) connected();
      else socket.once(secure ? 'secureConnect' : 'connect', connected);
    });
    outgoing.on('response', (incoming) => {
      answering = true;
      timers.answering();
      collect(incoming, where).then((answer) => settle(() => resolve(answer), true), fail);
    });
    outgoing.end(request.body ?? undefined);
  });
}

/** Reads the whole answer; one that ends before its announced end is a lost connection. */
async function collect(incoming: IncomingMessage, where: string): Promise<WireResponse> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) incoming.destroy(tooLarge(where));
  });
  await finished(incoming).catch((error: unknown) => {
    throw error instanceof NetworkError ? error : connectionLost(where, error);
  });
  if (!incoming.complete) throw connectionLost(where);
  // A service that closes the connection behind its answer must be noticed before the connection is used again.
  await nextPoll();
  const headers = flatHeaders(incoming.headers);
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  const whole = await decompressed(Buffer.concat(chunks), encoding, where);
  return { status: incoming.statusCode ?? 0, headers, body: textOf(whole) };
}
