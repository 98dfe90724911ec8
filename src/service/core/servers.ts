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
