// A profile becomes a client: over HTTP, or to the service on this machine, called in-process.

import { join } from 'node:path';
import { type Call, type Client, createClient } from '../../client/api.ts';
import type { ServiceDefinition } from '../../client/compatibility/fitted-request.ts';
import { openConnection, timesFor } from '../../client/connect.ts';
import type { Exchange } from '../../client/observe.ts';
import type { Rate } from '../../client/retry/pacer.ts';
import type { Wait } from '../../client/retry/retry.ts';
import type { Connection } from '../../client/transport/transport.ts';
import { given } from '../../contract/json.ts';
import { isLoopback } from '../../contract/loopback.ts';
import type { Route } from '../../contract/routes/route.ts';
import { CliError } from '../terminal/exit.ts';
import { harmlessLine } from '../terminal/formats/cells.ts';
import type { Printer } from '../terminal/formats/print.ts';
import type { Io } from '../terminal/io.ts';
import type { Settings } from '../terminal/settings.ts';
import type { Spinner } from '../terminal/spinner.ts';
import type { Host } from './host.ts';
import type { Paths } from './paths.ts';
import { serviceCache } from './profile-cache.ts';
import type { Profile, Sync } from './profiles/profiles.ts';
import { serviceDefinition } from './profiles/service-definition.ts';

/** Where the store of the built-in profile `local` is. */
export const localFolder = (paths: Paths) => join(paths.data, 'local');

/** Where the store of a twin is. */
export const twinFolder = (paths: Paths, name: string) => join(paths.data, 'twins', name);

/** In its folder: what it was made from, and when. */
export const TWIN_FILE = 'twin.json';

/** Where the store of a profile of this machine is. */
export const storeFolder = ({ paths, profile }: { readonly paths: Paths; readonly profile: () => Profile }): string => {
  const { twin } = profile();
  return twin === null ? localFolder(paths) : twinFolder(paths, twin);
};

const LOCAL_URL = 'local:';

interface ConnectContext {
  readonly host: Host;
  readonly paths: Paths;
  readonly settings: Settings;
  readonly print: Printer;
  readonly spinner: Spinner;
  /** Called with each answer: path of the row, data, when it was given (HTTP date). */
  readonly onData?: (path: string, data: unknown, date: string | undefined) => void;
  /** As in ClientOptions. */
  readonly intercept?: ((call: Call) => Call) | undefined;
}

const WORDS: Readonly<Record<Wait['reason'], string>> = {
  pace: 'rate limit',
  rate_limited: 'rate limited (429)',
  timeout: 'the service timed out (408)',
  server_error: 'service error',
  network: 'no connection',
  cut_reply: 'incomplete answer',
};

/** Why a request waits: `rate limited (429), attempt 2 of 5`. */
export function waitReason(wait: Wait): string {
  const status =
    wait.reason === 'server_error' && wait.error !== null && 'status' in wait.error ? ` (${wait.error.status})` : '';
  const attempt = wait.reason === 'pace' ? '' : `, attempt ${wait.attempt} of ${wait.of}`;
  return `${WORDS[wait.reason]}${status}${attempt}`;
}

/** `waiting 12 s: rate limited (429), attempt 2 of 5` */
export function waitText(wait: Wait): string {
  const seconds = Math.max(0.1, Math.round(wait.waitMs / 100) / 10);
  return `waiting ${seconds} s: ${waitReason(wait)}`;
}

/** The same transport; a request that takes long is seen to be under way. */
function seen({ transport, close }: Connection, baseUrl: string, spinner: Spinner): Connection {
  const service = baseUrl === LOCAL_URL ? 'the local service' : new URL(baseUrl).host;
  return {
    transport: async (request, limits) => {
      const end = spinner.request(service);
      try {
        return await transport(request, limits);
      } finally {
        end();
      }
    },
    close,
  };
}

/** One line a request for --debug: no header that may hold a secret, and no body. */
function exchangeText(exchange: Exchange): string {
  const answer =
    exchange.status === null
      ? `no answer: ${exchange.error instanceof Error ? exchange.error.message : ''}`
      : exchange.status;
  const { requestId, remaining } = exchange;
  return [
    `${exchange.method} ${exchange.url} → ${answer} in ${Math.round(exchange.ms)} ms`,
    `attempt ${exchange.attempt}, ${exchange.bodyBytes} bytes sent`,
    ...(requestId === undefined ? [] : [`request id ${requestId}`]),
    ...(remaining === undefined ? [] : [`${remaining} left in this minute`]),
  ].join(' · ');
}

interface Build extends ConnectContext {
  readonly connection: Connection;
  readonly baseUrl: string;
  readonly key: string | null;
  readonly adminToken?: string | null;
  readonly rate?: Rate | null;
  readonly sync?: Sync | null;
}

/** What the service says of itself, read by the client when a request first needs it. */
function definitionOf({ host, paths, print, baseUrl, sync }: Build, client: () => Client): ServiceDefinition {
  const { io } = host;
  return serviceDefinition({
    cache: serviceCache({ paths, io }, baseUrl),
    renames: sync?.renames ?? {},
    now: () => io.now(),
    ask: async (before, isNeeded) => {
      const { learnOnTheWay } = await import('./read-definition.ts');
      const asked = { client: client(), host, paths, baseUrl };
      return await learnOnTheWay(asked, before, (text) => void print.note(text), isNeeded);
    },
  });
}

/** Each text once: a list asks for many pages. */
function once(say: (text: string) => void): (text: string) => void {
  const reported = new Set<string>();
  return (text) => {
    if (!reported.has(text)) say(text);
    reported.add(text);
  };
}

function clientOver(build: Build): Client {
  const { host, settings, print, spinner, onData, intercept, connection, baseUrl, key, adminToken, rate } = build;
  const { io } = host;
  const isRemote = baseUrl !== LOCAL_URL;
  const debug = (text: string) => void io.stderr.write(`${print.paint.stderr.dim(harmlessLine(`debug: ${text}`))}\n`);
  const client: Client = createClient({
    baseUrl,
    connection: seen(connection, baseUrl, spinner),
    key,
    adminToken: adminToken ?? null,
    version: host.version,
    clock: io,
    signal: io.interrupt,
    ...(intercept && { intercept }),
    retry: {
      retries: settings.maxRetries,
      deadlineMs: settings.requestTimeoutMs,
      attemptMs: settings.requestTimeoutMs,
    },
    rate: rate ?? null,
    ...(isRemote && { definition: definitionOf(build, () => client), undocumentedRates: false }),
    onDocumentedWay: once((text) => void print.note(text)),
    onLeftOut: (names) => void print.note(`left out, as this service does not know it: ${names.join(', ')}`),
    onUnread: ({ method, path }) =>
      void print.note(`the service accepted ${method} ${path}, but its answer could not be read`),
    onReply: (route, reply) => onData?.(route.path, reply.data, reply.headers['date']),
    onWait: (wait) => void (spinner.pause(waitReason(wait), wait.waitMs) || print.note(waitText(wait))),
    onInterrupted: ({ method, path }) =>
      void print.warn(`interrupted while ${method} ${path} was under way: it may have been done`),
    ...(settings.debug
      ? {
          onExchange: (exchange: Exchange) => debug(exchangeText(exchange)),
          onUnpaged: ({ method, path }: Route) =>
            debug(`${method} ${path} is not paged: each page has the same records`),
        }
      : {}),
  });
  return client;
}

interface Connect extends ConnectContext {
  readonly profile: Profile;
  readonly rate?: Rate | null;
  /** Of the service on this machine; by default that of the profile `local`. */
  readonly folder?: string | undefined;
}

/** No other profile takes its place: least of all the sample data of the local one. */
const loggedOut = (name: string): CliError =>
  new CliError('access', 'logged_out', `profile "${name}" is logged out: it has no key`, {
    hint: `reach auth login --profile ${name}, or choose another one: reach profile use NAME`,
  });

export async function keyOf(
  { io, settings }: { readonly io: Io; readonly settings: Settings },
  profile: Profile,
): Promise<string> {
  if (profile.key !== null) return profile.key.value;
  if (profile.keychain === null) throw loggedOut(profile.name);
  const { keychainKey } = await import('./profiles/keychain.ts');
  return await keychainKey(io, profile, profile.keychain, settings.requestTimeoutMs);
}

/** The names of the service that the user set. */
export async function usedNames(io: Io, { name, sync }: Profile): Promise<Sync | null> {
  return name === 'env' ? (await import('./profiles/request-names.ts')).namesFromEnvironment(io) : sync;
}

/** It is for the server of the environment, or one on this machine: no stored profile's host gets it. */
export function adminTokenFor({ value, from }: NonNullable<Profile['baseUrl']>, env: Io['env']): string | null {
  const isMeant = from === 'REACH_BASE_URL' || isLoopback(new URL(value).hostname);
  return (isMeant ? env['REACH_ADMIN_TOKEN'] : undefined) ?? null;
}

/** The client of a profile. For `local` this opens the store, and makes it on first use. */
export async function connect(input: Connect): Promise<Client> {
  const { host, paths, profile, settings, print } = input;
  const rate = input.rate === undefined ? {} : { rate: input.rate };
  if (profile.baseUrl === null) {
    const folder = input.folder ?? storeFolder({ paths, profile: () => profile });
    const connection = await host.openLocal(folder, (text) => void print.note(text));
    return clientOver({ ...input, connection, baseUrl: LOCAL_URL, key: profile.key?.value ?? null, ...rate });
  }
  const key = await keyOf({ io: host.io, settings }, profile);
  const sync = await usedNames(host.io, profile);
  const adminToken = adminTokenFor(profile.baseUrl, host.io.env);
  return await connectTo(input, { baseUrl: profile.baseUrl.value, key, adminToken, ...rate, sync });
}

/** A client for an address and key, also of those that no profile holds yet: what `auth login` checks them with. */
export async function connectTo(
  { host, paths, settings, print, spinner, onData, intercept }: ConnectContext,
  to: Pick<Build, 'baseUrl' | 'key' | 'adminToken' | 'rate' | 'sync'>,
): Promise<Client> {
  const times = timesFor(settings.requestTimeoutMs);
  const connection = await openConnection({ baseUrl: to.baseUrl, env: host.io.env, times });
  return clientOver({ host, paths, settings, print, spinner, ...given({ onData, intercept }), connection, ...to });
}
