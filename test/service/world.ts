// The service in a test: its own store, clock and randomness, called in memory or over a socket; every answer is held
// against its row.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from '../../src/contract/account/scopes.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { table } from '../../src/contract/table.ts';
import type { WireRequest, WireResponse } from '../../src/contract/wire.ts';
import { Refusal } from '../../src/service/core/context.ts';
import { listen } from '../../src/service/http/listener.ts';
import type { Dropped } from '../../src/service/http/respond.ts';
import { ROUTES } from '../../src/service/http/routes.ts';
import type { WorkOptions, WorkResult } from '../../src/service/jobs/work.ts';
import { type Service, type StartOptions, startService } from '../../src/service/start.ts';
import { freeTestDatabase, isPostgres, testDatabase } from './engine.ts';
import { type Cut, socketClient } from './wire.ts';

/** The suite of the dispatcher runs both ways. */
export const TRANSPORTS = ['memory', 'socket'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

export interface Call {
  /** Default: the admin key. Null: no key at all. */
  readonly key?: string | null;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number | readonly (string | number)[]>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; text where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  readonly body: any;
}

export interface World {
  readonly service: Service;
  readonly clock: { now(): number; advance(ms: number): void };
  readonly key: string;
  /** Where it listens, over a socket. */
  readonly url: string | null;
  /** What went wrong inside. */
  readonly bugs: unknown[];
  /** How long the service slept, one entry per wait. */
  readonly slept: number[];
  /** Throws when the connection was cut instead of answered. */
  call(method: string, path: string, call?: Call): Promise<Reply>;
  /** As `call`, and says when the connection was cut. */
  send(method: string, path: string, call?: Call): Promise<Reply | Cut | Dropped>;
  /** The data that a call is answered with. Throws when it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  done(method: string, path: string, call?: Call): Promise<any>;
  /** A call of the control surface. Throws when it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  control(method: string, path: string, body?: unknown): Promise<any>;
  /** Does everything that is due now. */
  work(options?: WorkOptions): Promise<WorkResult>;
  newKey(scopes: readonly Scope[], name?: string, workspace?: string): Promise<string>;
  close(): Promise<void>;
}

export const EPOCH = Date.UTC(2026, 10, 21, 9, 0, 0);

/** Random bytes from a seed: the same test gives the same keys and ids. */
export function seededBytes(seed: string): (count: number) => Uint8Array {
  let block = 0;
  return (count) => {
    const parts: Buffer[] = [];
    for (let have = 0; have < count; have += 32) {
      block += 1;
      parts.push(createHash('sha256').update(`${seed} ${block}`).digest());
    }
    return Buffer.concat(parts).subarray(0, count);
  };
}

/** Numbers from 0 to 1 that repeat in every run. */
function seededNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Runs `work` with a folder of its own, which is gone afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'reach-test-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A wait that never ends by itself: what it bounds ends first, or the test hangs and says so. */
export async function never(_ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}

/** The answer of a row must be what the row says: a field too few or of another kind fails the test that caused it. */
function assertAsPromised(method: string, path: string, reply: Reply): void {
  const match = ROUTES.match(method, path.split('?')[0] ?? '');
  if (match instanceof Refusal || reply.status !== 200 || method === 'HEAD' || method === 'OPTIONS') return;
  const { group, name } = match.route;
  const rows: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = table;
  const result = rows[group]?.[name]?.data.safeParse(reply.body?.data);
  if (!result?.success) throw new Error(`${method} ${path} answered not as its row says: ${result?.error.message}`);
}

type Carrier = {
  readonly url: string | null;
  send(request: WireRequest): Promise<WireResponse | Cut | Dropped>;
  close(): Promise<void>;
};

async function carrierOf(service: Service, transport: TransportName): Promise<Carrier> {
  if (transport === 'memory') return { url: null, send: (request) => service.handle(request), close: async () => {} };
  const listener = await listen(service, { host: '127.0.0.1', port: 0, drainMs: 1000, sleep: never });
  const client = socketClient(listener.url);
  const close = async (): Promise<void> => {
    client.close();
    await listener.close();
  };
  return { url: listener.url, send: client.send, close };
}

type Calls = Pick<World, 'call' | 'send' | 'done' | 'control'>;

function dataOf(method: string, path: string, { status, body }: Reply) {
  if (status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
  return body.data;
}

function callsOf(service: Service, carrier: Carrier, transport: TransportName, key: string): Calls {
  const send: World['send'] = async (method, path, call = {}) => {
    const answer = await carrier.send(requestOf(method, path, call, key));
    return 'status' in answer ? replyOf(answer) : answer;
  };
  const call: World['call'] = async (method, path, input) => {
    const reply = await send(method, path, input);
    if (!('status' in reply)) throw new Error(`${method} ${path}: the connection was cut`);
    assertAsPromised(method, path, reply);
    return reply;
  };
  const control: World['control'] = async (method, path, body) => {
    const input = {
      key: null,
      headers: { 'x-admin-token': await service.adminToken() },
      ...(body !== undefined && { body }),
    };
    // Over a socket, paths lead into the data folder alone: in memory, the caller is the operator.
    const inside =
      transport === 'memory' ? await service.handle(requestOf(method, path, input, key), { caller: 'operator' }) : null;
    const reply = inside && 'status' in inside ? replyOf(inside) : await call(method, path, input);
    return dataOf(method, path, reply);
  };
  const done: World['done'] = async (method, path, input) => dataOf(method, path, await call(method, path, input));
  return { call, send, done, control };
}

/** Puts the sample workspace into a database, unless the test has a time or secrets of its own for it. */
function sampleFor(start: Partial<StartOptions>): Parameters<typeof testDatabase>[1] {
  if (start.empty !== false || start.now !== undefined || start.randomBytes !== undefined) return;
  return async (database) => (await openWorld({ empty: false, database, randomBytes: seededBytes('sample') })).close();
}

export async function openWorld(options: Partial<StartOptions> & { transport?: TransportName } = {}): Promise<World> {
  const { transport = 'memory', ...start } = options;
  let now = EPOCH;
  let url: string | undefined;
  const bugs: unknown[] = [];
  const slept: number[] = [];
  // A test that names an engine has its reasons.
  const own = isPostgres && !('database' in start) ? await testDatabase(start.data, sampleFor(start)) : undefined;
  const service = await startService({
    data: ':memory:',
    database: own,
    version: '0.0.0-test',
    empty: true,
    rateLimits: 'off',
    isControlOpen: true,
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
    randomBytes: seededBytes('world'),
    random: seededNumbers(),
    onBug: (error) => bugs.push(error),
    baseUrl: () => url,
    ...start,
  });
  const key = await service.adminKey();
  const carrier = await carrierOf(service, transport);
  url = carrier.url ?? undefined;
  const { call, send, done, control } = callsOf(service, carrier, transport, key);
  return {
    service,
    clock: {
      now: () => now,
      advance: (ms) => {
        now += ms;
      },
    },
    key,
    url: carrier.url,
    bugs,
    slept,
    call,
    send,
    done,
    control,
    work: service.work,
    newKey: async (scopes, name, workspace) =>
      (await control('POST', '/_local/keys', { scopes, ...(name && { name }), ...(workspace && { workspace }) })).key,
    close: async () => {
      await carrier.close();
      await service.close();
      if (own) await freeTestDatabase(own);
    },
  };
}

function requestOf(method: string, path: string, call: Call, adminKey: string): WireRequest {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) {
    for (const one of [value].flat()) query.append(name, String(one));
  }
  const key = call.key === undefined ? adminKey : call.key;
  const body = call.body === undefined ? null : typeof call.body === 'string' ? call.body : JSON.stringify(call.body);
  return {
    method,
    path: query.size > 0 ? `${path}?${query}` : path,
    headers: {
      ...(key && { 'x-api-key': key }),
      ...(body !== null && { 'content-type': 'application/json' }),
      ...call.headers,
    },
    body,
  };
}

function replyOf({ status, headers, body }: WireResponse): Reply {
  try {
    return { status, headers, body: body === '' ? '' : JSON.parse(body) };
  } catch {
    return { status, headers, body };
  }
}
