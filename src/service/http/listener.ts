// The service on a socket: plain node:http, because drops and truncated bodies need the socket itself.

import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import { dictionary } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { isLoopback } from '../../contract/loopback.ts';
import type { Sleep } from '../../contract/timers.ts';
import type { WireRequest, WireResponse } from '../../contract/wire.ts';
import { Refusal } from '../core/context.ts';
import { tooLarge } from './dispatch.ts';
import { ConnectionCut, type HttpAnswer, type RequestArrival, type Streamed } from './respond.ts';

export interface RequestHandler {
  handle(request: WireRequest, arrival?: RequestArrival): Promise<HttpAnswer>;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** PEM; without it, plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Further names it is reached by, such as that of a proxy in front of it. */
  readonly publicHosts?: readonly string[] | undefined;
  /** Connections at a time (512). */
  readonly connectionsMax?: number | undefined;
  /** How long the head of a request may take to arrive, milliseconds (10,000). */
  readonly headersMs?: number | undefined;
  /** How long requests in progress may take after `close`, milliseconds. */
  readonly drainMs: number;
  readonly sleep: Sleep;
}

export interface Listener {
  readonly url: string;
  /** Finishes requests in progress, refuses new ones, then closes; after `drainMs` remaining connections are cut. */
  close(): Promise<void>;
}

/** Longer than clients keep idle connections, so that none sends into a connection that is just closing. */
const KEEP_ALIVE_MS = 75_000;

/** Connections at a time; each may hold a body of this size before its key is known. */
const CONNECTIONS_MAX = 512;
const UNKNOWN_BODY_BYTES_MAX = 64 * 1024;

/** How long a request may take to arrive, and its head alone: silent connections must not keep others out for longer. */
const ARRIVAL_MS = 120_000;
const HEADERS_MS = 10_000;

/** Rejects with the system's error: port in use, address not available. */
export async function listen(handler: RequestHandler, options: ListenOptions): Promise<Listener> {
  let isDraining = false;
  const isForeign = hostCheck(options);
  const streams = new Set<ServerResponse>();
  const onRequest = (message: IncomingMessage, response: ServerResponse): void => {
    answer({ handler, isForeign, isDraining: () => isDraining, streams }, message, response).catch(() =>
      message.socket.destroy(),
    );
  };
  const { tls, headersMs = HEADERS_MS } = options;
  const times = {
    ...{ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: ARRIVAL_MS, headersTimeout: headersMs },
    // How often Node looks for connections that took too long; by default twice a minute.
    connectionsCheckingInterval: headersMs / 10,
  };
  const server = tls
    ? (await import('node:https')).createServer({ ...tls, ...times, handshakeTimeout: headersMs }, onRequest)
    : createServer(times, onRequest);
  // Whoever was refused for want of room finds some: connections without a request make way.
  server.on('drop', () => server.closeIdleConnections());
  server.maxConnections = options.connectionsMax ?? CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  return {
    url: urlOf(server, options),
    close: () => {
      isDraining = true;
      for (const stream of streams) stream.end();
      return drain(server, options);
    },
  };
}

interface Answering {
  readonly handler: RequestHandler;
  readonly isForeign: (host: string | undefined) => boolean;
  readonly isDraining: () => boolean;
  /** Answers that go on. */
  readonly streams: Set<ServerResponse>;
}

async function answer(
  { handler, isForeign, isDraining, streams }: Answering,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const early = refusalOfBrowser(message, isForeign);
  const isLate = early === null && isLargeBody(message);
  const body = early ?? (isLate ? null : await bodyOf(message));
  // The connection was cut before the request was complete: it is not processed.
  if (body === 'cut') return;
  const found = body instanceof Refusal ? body : undefined;
  const refusal = isDraining() ? new Refusal('unavailable', 'The service is stopping') : found;
  const readBody = isLate ? () => lateBody(message) : undefined;
  const reply = await handler.handle(requestOf(message, typeof body === 'string' ? body : null), { refusal, readBody });
  if ('dropped' in reply) return void message.socket.destroy();
  // What is still coming is discarded, so that a client that is still sending sees the answer.
  message.resume();
  // A connection with an unread rest of a body cannot carry another request; nor can any while closing.
  if (isDraining() || !message.complete) response.setHeader('connection', 'close');
  if ('stream' in reply) sendStream(response, reply, streams);
  else send(message, response, reply);
}

/**
 * A page in a browser must not reach a service on this machine. Only browsers send `Origin`, not with every request; a name
 * in `Host` that is not this machine's is that of a page whose name was made to lead here.
 */
function refusalOfBrowser({ headers }: IncomingMessage, isForeign: Answering['isForeign']): Refusal | null {
  if (headers.origin !== undefined)
    return new Refusal(
      'forbidden',
      'Requests from a web page are refused: this service is for programs on this machine',
    );
  if (!isForeign(headers.host)) return null;
  const message = 'The name in the header Host is not one of this machine: --public-url allows the name of a proxy';
  return new Refusal('forbidden', message);
}

/** On loopback only names of this machine are served; what listens beyond it is meant to be reached by others. */
function hostCheck({ host, publicHosts = [] }: ListenOptions): Answering['isForeign'] {
  if (!isLoopback(host)) return () => false;
  return (named) => {
    const name = named?.slice(0, 310).replace(/:[0-9]{1,5}$/, '');
    return name !== undefined && !isLoopback(name) && !publicHosts.includes(name);
  };
}

/** Whether it is large, or of unknown length: it is read once its request may go on. */
function isLargeBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return coding !== undefined || Number(length ?? 0) > UNKNOWN_BODY_BYTES_MAX;
}

/** As a `readBody` of RequestArrival. */
async function lateBody(message: IncomingMessage): Promise<string | null> {
  const body = await bodyOf(message);
  if (body instanceof Refusal) throw body;
  if (body === 'cut') throw new ConnectionCut();
  return body;
}

function requestOf(message: IncomingMessage, body: string | null): WireRequest {
  const headers = dictionary<string>();
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { method: message.method ?? 'GET', path: message.url ?? '/', headers, body };
}

/** The body as text; null if there is none, a Refusal if it cannot be read, `cut` if the connection ended first. */
function bodyOf(message: IncomingMessage): Promise<string | null | Refusal | 'cut'> {
  const encoding = message.headers['content-encoding'];
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    message.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= LIMITS.bodyBytesMax) chunks.push(chunk);
      else {
        // The rest is read and discarded, so that a client that is still sending sees the answer.
        chunks.length = 0;
        resolve(tooLarge());
      }
    });
    message.on('end', () => {
      if (bytes === 0) return resolve(null);
      const whole = Buffer.concat(chunks);
      if (encoding !== undefined && encoding !== 'identity') {
        return resolve(new Refusal('unsupported_media_type', `Content-Encoding ${encoding} is not supported`));
      }
      resolve(isUtf8(whole) ? whole.toString('utf8') : new Refusal('invalid', 'The body is not UTF-8'));
    });
    message.on('error', () => resolve('cut'));
    message.on('aborted', () => resolve('cut'));
  });
}

function send(message: IncomingMessage, response: ServerResponse, { status, headers, body }: WireResponse): void {
  const bytes = Buffer.from(body);
  const promised = headers['content-length'];
  const hasBody = status !== 204 && status !== 304;
  if (promised === undefined || Number(promised) <= bytes.length || message.method === 'HEAD') {
    const length = hasBody && message.method !== 'HEAD' ? { 'content-length': bytes.length } : {};
    response.writeHead(status, { ...headers, ...length });
    response.end(hasBody ? bytes : undefined);
    return;
  }
  response.writeHead(status, { ...headers });
  response.write(bytes, () => message.socket.destroySoon());
}

function sendStream(response: ServerResponse, { status, headers, stream }: Streamed, streams: Set<ServerResponse>) {
  response.writeHead(status, { ...headers });
  response.flushHeaders();
  const end = stream((text) => void response.write(text));
  streams.add(response);
  response.on('close', () => {
    streams.delete(response);
    end();
  });
}

function urlOf(server: Server | SecureServer, { host, tls }: ListenOptions): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  // A wildcard address cannot be connected to.
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${tls ? 'https' : 'http'}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

async function drain(server: Server | SecureServer, { drainMs, sleep }: ListenOptions): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const patience = new AbortController();
  const deadline = sleep(drainMs, patience.signal).then(
    () => server.closeAllConnections(),
    () => {},
  );
  await closed;
  patience.abort();
  await deadline;
}
