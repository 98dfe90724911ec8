// The composition root of the service: a store, a clock and randomness in, one function out.

import { join } from 'node:path';
import type { WireRequest, WireResponse } from '../contract/wire.ts';
import { ensureAdminKey, hashOf, newSecret, type RandomBytes } from './domain/keys.ts';
import { dispatch, type Parts } from './http/dispatch.ts';
import type { Caller } from './http/guard.ts';
import { perform } from './http/perform.ts';
import type { Dropped } from './http/respond.ts';
import { routesOf } from './http/routes.ts';
import { openStore, type Store } from './store/db.ts';
import { keyByHash } from './store/keys.ts';
import { requestLogIn, requestLogInMemory } from './store/requestLog.ts';
import { makeFolder, type Secrets, secretsIn, secretsInMemory } from './store/secrets.ts';
import { setSetting, setting } from './store/settings.ts';

export interface StartOptions {
  /** Folder of the store, made when it is missing; `:memory:` keeps nothing. */
  readonly data: string;
  readonly version: string;
  /** Real time, epoch ms. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly randomBytes: RandomBytes;
  /** Start without the sample workspace. */
  readonly empty?: boolean;
  /** Whether rates are limited when nobody switched them; a number multiplies the limits. */
  readonly rateLimits: 'on' | 'off' | number;
  /** Whether `/_local` answers to callers from outside that have the admin token. */
  readonly isControlOpen?: boolean;
  /** Told of every bug with its request id. */
  readonly onBug?: (error: unknown, requestId: string) => void;
}

export interface Service {
  /** One request. `operator` is a trusted call of the built-in profile. */
  handle(request: WireRequest, caller?: Caller): Promise<WireResponse | Dropped>;
  /** A key with scope ALL for the first workspace: the same at every start on the same data. */
  adminKey(): Promise<string>;
  /** What `x-admin-token` takes. */
  adminToken(): string;
  readonly store: Store;
  close(): Promise<void>;
}

/** Throws StoreRefused for data of a newer version, and what the file system throws. */
export async function startService(options: StartOptions): Promise<Service> {
  const { data, version, now, sleep, randomBytes, rateLimits } = options;
  const inMemory = data === ':memory:';
  if (!inMemory) makeFolder(data);
  const store = await openStore(inMemory ? data : join(data, 'reach.db'), nodeMajor());
  const secrets = inMemory ? secretsInMemory() : secretsIn(data, Buffer.from(randomBytes(6)).toString('hex'));
  const routes = routesOf();
  const operator = {
    store,
    secrets,
    log: inMemory ? requestLogInMemory() : requestLogIn(join(data, 'requests.ndjson'), store),
    randomBytes,
    realNow: now,
    version,
    data: inMemory ? 'memory' : data,
    limitsByDefault: rateLimits !== 'off',
    endpoints: routes.all.filter(({ group }) => group !== 'local').map(({ endpoint }) => endpoint),
  };
  const parts: Parts = {
    ...operator,
    routes,
    sleep,
    rateFactor: typeof rateLimits === 'number' ? rateLimits : 1,
    adminToken: () => adminToken(secrets, randomBytes),
    isControlOpen: options.isControlOpen ?? false,
    perform: ({ row }, job) => perform(store, row, job),
    control: async (route, raw, at) => {
      const { performControl } = await import('./http/control.ts');
      return performControl(route, raw, { ...operator, now: at });
    },
    definitions: async () => '{}',
    onBug: options.onBug ?? (() => {}),
  };
  await beginStore(store, secrets, randomBytes, now());
  return {
    handle: (request, caller) => dispatch(parts, request, caller),
    adminKey: () => adminKey(store, secrets, randomBytes, now()),
    adminToken: parts.adminToken,
    store,
    close: () => store.close(),
  };
}

function nodeMajor(): number {
  return Number(process.versions.node.split('.')[0]);
}

const BEGUN = 'begun';

/** First start: a workspace and its admin key. Of several processes one does it, the others wait and find it done. */
async function beginStore(store: Store, secrets: Secrets, randomBytes: RandomBytes, now: number): Promise<void> {
  if ((await store.read((tx) => setting(tx, BEGUN))) !== undefined) return;
  await store.write(async (tx) => {
    if ((await setting(tx, BEGUN)) !== undefined) return;
    // The file first: were it written after the commit, a crash in between would lose the key for good.
    const key = secrets.read('admin.key') ?? newSecret('gsk_', randomBytes);
    secrets.write('admin.key', key);
    await ensureAdminKey(tx, key, now);
    await setSetting(tx, BEGUN, String(now));
  });
}

/** The key in the file; a new one when the file was removed, or when the store does not know it (it was restored). */
async function adminKey(store: Store, secrets: Secrets, randomBytes: RandomBytes, now: number): Promise<string> {
  const kept = secrets.read('admin.key');
  const known = kept === null ? undefined : await store.read((tx) => keyByHash(tx, hashOf(kept)));
  if (kept !== null && known?.revokedAt === null) return kept;
  return store.write(async (tx) => {
    const key = known || kept === null ? newSecret('gsk_', randomBytes) : kept;
    secrets.write('admin.key', key);
    await ensureAdminKey(tx, key, now);
    return key;
  });
}

function adminToken(secrets: Secrets, randomBytes: RandomBytes): string {
  const kept = secrets.read('admin.token');
  if (kept !== null) return kept;
  secrets.write('admin.token', newSecret('adm_', randomBytes));
  return secrets.read('admin.token') ?? '';
}
