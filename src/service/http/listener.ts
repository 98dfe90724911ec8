// The service on a socket: node:http and nothing between, for drops and truncated bodies need the socket itself.

import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { LIMITS } from '../../contract/limits.ts';
import type { WireRequest, WireResponse } from '../../contract/wire.ts';
import { Refusal } from '../core/refusals.ts';
import { tooLarge } from './dispatch.ts';
import type { Dropped } from './respond.ts';

/** What a listener serves. */
export interface Served {
  handle(request: WireRequest): Promise<WireResponse | Dropped>;
  /** Refuses a request that must not reach a row; the request log sees it all the same. */
  refuse(request: WireRequest, refusal: Refusal): Promise<WireResponse | Dropped>;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** How long requests under way may take once it closes. */
  readonly drainMs: number;
  /** Rejects when its signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface Listener {
  readonly url: string;
  /** Finishes requests under way, refuses new ones, then closes; what still runs after `drainMs` is cut. */
  close(): Promise<void>;
}

/** Idle connections outlive a client's own limit, or it would now and then send into one that just closed. */
const KEEP_ALIVE_MS = 75_000;

/** Rejects with what the system says: the port is taken, the address is not ours. */
export async function listen(served: Served, options: ListenOptions): Promise<Listener> {
  let isDraining = false;
  const server = createServer((message, response) => {
    answer(served, message, response, () => isDraining).catch(() => message.socket.destroy());
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  return {
    url: urlOf(server, options.host),
    close: () => {
      isDraining = true;
      return drain(server, options);
    },
  };
}

async function answer(
  served: Served,
  message: IncomingMessage,
  response: ServerResponse,
  isDraining: () => boolean,
): Promise<void> {
  const body = await bodyOf(message);
  // The connection was cut before the whole request was here: nothing is processed, nobody waits for an answer.
  if (body === 'cut') return;
  const request = requestOf(message, typeof body === 'string' || body === null ? body : null);
  const refusal = isDraining()
    ? new Refusal('unavailable', 'The service is stopping')
    : (refusalOfBrowser(message) ?? (body instanceof Refusal ? body : null));
  const reply = refusal ? await served.refuse(request, refusal) : await served.handle(request);
  if ('dropped' in reply) return void message.socket.destroy();
  // Without the rest of a body that was too large, this connection cannot carry another request; nor while closing.
  if (isDraining() || !message.complete) response.setHeader('connection', 'close');
  send(message, response, reply);
}

/** A page in a browser must not reach a service on this machine; nothing that should call us sends this header. */
function refusalOfBrowser({ headers }: IncomingMessage): Refusal | null {
  if (headers.origin === undefined) return null;
  return new Refusal('forbidden', 'Requests from a web page are refused: this service is for programs on this machine');
}

function requestOf(message: IncomingMessage, body: string | null): WireRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { method: message.method ?? 'GET', path: message.url ?? '/', headers, body };
}

/** The body as text; null when there is none, a Refusal for one we do not read, `cut` when the connection ended first. */
function bodyOf(message: IncomingMessage): Promise<string | null | Refusal | 'cut'> {
  const encoding = message.headers['content-encoding'];
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    message.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= LIMITS.bodyBytesMax) chunks.push(chunk);
      else {
        // The rest is read and forgotten, so that a client that is still sending gets to see the answer.
        chunks.length = 0;
        resolve(tooLarge());
      }
    });
    message.on('end', () => {
      if (bytes === 0) return resolve(null);
      const whole = Buffer.concat(chunks);
      if (encoding !== undefined && encoding !== 'identity') {
        return resolve(new Refusal('unsupported_media_type', `A body in Content-Encoding ${encoding} is not read`));
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

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  // An address that means "all of them" is not one to connect to.
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

async function drain(server: Server, { drainMs, sleep }: ListenOptions): Promise<void> {
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
