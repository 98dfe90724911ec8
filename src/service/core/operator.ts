import type { ClockChange, VirtualClock } from './clock.ts';
import type { Tx } from './sql.ts';
import type { Store } from './store.ts';

/** Random bytes fit for keys. */
export type RandomBytes = (count: number) => Uint8Array | Promise<Uint8Array>;

/** `seal.key` encrypts other people's secrets. */
export type SecretName = 'admin.key' | 'admin.token' | 'seal.key';

export interface Secrets {
  read(name: SecretName): Promise<string | null>;
  /** Atomic; readable by the owner only. */
  write(name: SecretName, value: string): Promise<void>;
  /** Writes unless one exists, and returns the stored one: two processes get the same. */
  writeOnce(name: SecretName, value: string): Promise<string>;
}

export interface LoggedRequest {
  readonly at: string;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly endpoint: string | null;
  /** The name of the key, never the key. */
  readonly key: string | null;
  /** 0 if the connection was dropped instead of answered. */
  readonly status: number;
  readonly ms: number;
  /** Set where a fault applied. */
  readonly fault?: boolean | undefined;
  /** Kept where that was asked for: shortened, secrets masked. */
  readonly request?: string | undefined;
  readonly response?: string | undefined;
}

export interface LogFilter {
  /** Part of the endpoint's name, of the path, or of the id of the request. */
  readonly endpoint?: string | undefined;
  /** `404`, or `4` for all of its kind; `fault`: what a fault changed. */
  readonly status?: string | undefined;
  readonly key?: string | undefined;
}

/** The newest that a filter looks through: as many as a page can wait for. */
export const FILTERED_MAX = 5_000;

export const isLogged = ({ endpoint, status, key }: LogFilter, request: LoggedRequest): boolean =>
  (endpoint === undefined || `${request.endpoint} ${request.path} ${request.requestId}`.includes(endpoint)) &&
  (key === undefined || request.key === key) &&
  (status === undefined || (status === 'fault' ? request.fault === true : String(request.status).startsWith(status)));

export interface RequestLog {
  append(request: LoggedRequest): Promise<void>;
  /** Newest first. */
  newest(
    skip: number,
    count: number,
    filter?: LogFilter,
  ): Promise<{ readonly requests: readonly LoggedRequest[]; readonly total: number }>;
}

/** What the control surface works with: the store itself instead of one transaction. */
export interface Operator {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly log: RequestLog;
  readonly randomBytes: RandomBytes;
  /** Real time, epoch ms: the base of the virtual clock. */
  readonly realNow: () => number;
  readonly version: string;
  /** Of a database: the servers that share it. */
  readonly servers: Servers | null;
  /** The folder of the store, or `memory`, or a database and its host: for people. */
  readonly data: string;
  /** Where snapshots that are requested over a socket are; null where nothing is kept. */
  readonly folder: string | null;
  /** The store's own file, or `:memory:`, or `postgres`. */
  readonly storePath: string;
  readonly limitsByDefault: boolean;
  /** Moves the clock and runs the jobs that fall due on the way. Returns the final clock. Throws Refusal. */
  readonly moveClock: (change: ClockChange) => Promise<VirtualClock>;
  /** Adds what is missing of the sample workspace, in the open transaction. */
  readonly sampleLoader: () => Promise<(tx: Tx, now: number) => Promise<void>>;
  /** Names a fault may have. */
  readonly endpoints: readonly string[];
}

export interface OperatorContext extends Operator {
  /** The virtual clock, epoch ms. */
  readonly now: number;
  /** Not a call from inside the process: over a socket, whoever sends it. */
  readonly isRemote: boolean;
}

// Servers that share one store: who is alive, what they wait for, and the time that they agree on.

export interface ServerSelf {
  readonly url: string | null;
  readonly version: string;
  /** Threads that perform jobs. */
  readonly workers: number;
  /** Whether it answers requests, or only works. */
  readonly isAnswering: boolean;
}

export interface ListedServer extends ServerSelf {
  readonly id: string;
  /** By the time of the database, epoch ms. */
  readonly startedAt: number;
  readonly seenAt: number;
}

export interface ListedLock {
  /** Null: the whole store. */
  readonly workspaceId: number | null;
  /** The id of a server; null for another program. */
  readonly server: string | null;
  readonly isWaiting: boolean;
  readonly ms: number;
}

interface Connections {
  readonly open: number;
  readonly idle: number;
  /** Requests that wait for one. */
  readonly waiting: number;
}

export interface Servers {
  /** The database and its host, without user and password. */
  readonly database: string;
  /** What the connections of this server are called in the database's own views. */
  readonly connectionName: string;
  /** Has itself listed until `leave`. Notified when a newer version has changed the schema so that this one has to stop. */
  join(self: ServerSelf, onRefused: (error: Error) => void): Promise<void>;
  leave(): Promise<void>;
  list(): Promise<readonly ListedServer[]>;
  /** Writers that hold a workspace, and those that wait for one. */
  locks(): Promise<readonly ListedLock[]>;
  /** How far the time of the database is ahead of this machine's, as last seen, milliseconds. */
  aheadMs(): number;
  /** Whether requests of this server may have queued jobs since it was last asked. */
  takeNewJobs(): boolean;
  /** Wakes idle workers of all servers. */
  announceJobs(): Promise<void>;
  connections(): Connections;
}
