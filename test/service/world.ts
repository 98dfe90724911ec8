// The service in a test: in memory, its own clock and randomness, every answer held against its row.

import { createHash } from 'node:crypto';
import type { Scope } from '../../src/contract/scopes.ts';
import type { WireRequest, WireResponse } from '../../src/contract/wire.ts';
import { Refusal } from '../../src/service/domain/refusal.ts';
import type { Dropped } from '../../src/service/http/respond.ts';
import { routesOf } from '../../src/service/http/routes.ts';
import { type Service, type StartOptions, startService } from '../../src/service/start.ts';

export interface Call {
  /** Default: the admin key. Null: no key at all. */
  readonly key?: string | null;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number | readonly (string | number)[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly caller?: 'operator';
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
  /** What went wrong inside. A test that expects none finds it empty at close. */
  readonly bugs: unknown[];
  /** How long the service slept, one entry per wait. */
  readonly slept: number[];
  call(method: string, path: string, call?: Call): Promise<Reply>;
  /** As `call`, and says when the connection was cut instead. */
  send(method: string, path: string, call?: Call): Promise<Reply | Dropped>;
  /** A call of the control surface, from inside. Throws when it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  control(method: string, path: string, body?: unknown): Promise<any>;
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

const routes = routesOf();

/** The answer of a row must be what the row says: a field too few or of another kind fails the test that caused it. */
function assertAsPromised(method: string, path: string, reply: Reply): void {
  const match = routes.match(method, path.split('?')[0] ?? '');
  if (match instanceof Refusal || reply.status !== 200 || method === 'HEAD' || method === 'OPTIONS') return;
  const result = match.route.row.data.safeParse(reply.body?.data);
  if (!result.success) throw new Error(`${method} ${path} answered not as its row says: ${result.error.message}`);
}

export async function openWorld(options: Partial<StartOptions> = {}): Promise<World> {
  let now = EPOCH;
  const bugs: unknown[] = [];
  const slept: number[] = [];
  const service = await startService({
    data: ':memory:',
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
    onBug: (error) => bugs.push(error),
    ...options,
  });
  const key = await service.adminKey();

  const send = async (method: string, path: string, call: Call = {}): Promise<Reply | Dropped> => {
    const request = requestOf(method, path, call, key);
    const answer = await service.handle(request, call.caller);
    return 'dropped' in answer ? answer : replyOf(answer);
  };
  const call: World['call'] = async (method, path, given) => {
    const reply = await send(method, path, given);
    if ('dropped' in reply) throw new Error(`${method} ${path}: the connection was dropped ${reply.dropped}`);
    assertAsPromised(method, path, reply);
    return reply;
  };
  const control: World['control'] = async (method, path, body) => {
    const reply = await call(method, path, { key: null, caller: 'operator', ...(body !== undefined && { body }) });
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`);
    return reply.body.data;
  };
  return {
    service,
    clock: {
      now: () => now,
      advance: (ms) => {
        now += ms;
      },
    },
    key,
    bugs,
    slept,
    call,
    send,
    control,
    newKey: async (scopes, name, workspace) =>
      (await control('POST', '/_local/keys', { scopes, ...(name && { name }), ...(workspace && { workspace }) })).key,
    close: () => service.close(),
  };
}

function requestOf(method: string, path: string, call: Call, adminKey: string): WireRequest {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) {
    for (const one of [value].flat()) query.append(name, String(one));
  }
  const key = call.key === undefined && call.caller === undefined ? adminKey : call.key;
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
