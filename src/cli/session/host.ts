// What the composition root passes to the CLI: the process, and the service on this machine, which cli/ never imports.

import type { Connection } from '../../client/transport/transport.ts';
import type { ServiceLikeness } from '../../contract/learned.ts';
import type { Io } from '../terminal/io.ts';
import type { GlobalFlags } from '../terminal/settings.ts';
import type { PlanGuard } from './plan/plan-guard.ts';

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** The data folder; `null` = nothing is kept. */
  readonly data: string | null;
  /** A PostgreSQL in place of the folder; its address may contain a password. */
  readonly database?: { readonly url: string; readonly poolSize: number } | undefined;
  /** Threads that perform jobs. */
  readonly workers: number;
  /** Whether it answers requests, or only works. */
  readonly isAnswering: boolean;
  /** Whether `/metrics` answers. */
  readonly hasMetrics: boolean;
  readonly empty: boolean;
  /** `off`, or how many times the documented rates. */
  readonly rateLimits: number | 'off';
  readonly like: ServiceLikeness | null;
  /** Whether `/_local` answers on the socket. */
  readonly admin: boolean;
  /** Whether a delivery to a webhook must carry a signature with its time. */
  readonly requireWebhookSignature: boolean;
  /** Whether the request log has the beginning of every body. */
  readonly keepBodies: boolean;
  /** PEM; without it, plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Where others reach it; webhook addresses begin with it. */
  readonly publicUrl?: string | undefined;
  readonly pages: boolean;
  /** Where browsers reach the pages; links of records begin with it. Default: `publicUrl`, or where it listens. */
  readonly appUrl?: string | undefined;
}

export interface DisplayedPages {
  /** Opens the page once, and signs in. */
  readonly url: string;
  /** Whether they end with `close`; else another server shows them. */
  readonly isOurs: boolean;
  close(): Promise<void>;
}

export interface Serving {
  readonly url: string;
  readonly key: string;
  readonly adminToken: string;
  /** The database and its host, without user and password; null for a store in a file. */
  readonly database: string | null;
  /** The address that opens a page once; null where it shows none. `path` is below `/app`. */
  pageLink(path?: string): Promise<string | null>;
  /** Resolves to an error when it has to stop, since a newer version has changed its database. */
  readonly refused: Promise<unknown>;
  /** Stops accepting, lets requests in flight finish, closes the store. */
  close(): Promise<void>;
}

export type MemoryClock = Pick<Io, 'now' | 'sleep' | 'random' | 'interrupt'>;

/** What a thread that plays scenarios is started with. */
export interface ScenarioThreadData extends Pick<Io, 'cwd' | 'env' | 'fileRoots'> {
  readonly flags: GlobalFlags;
  readonly options: ScenarioOptions;
}

export interface ScenarioOptions {
  /** The steps that are reached are wanted as well. */
  readonly coverage?: true | undefined;
  /** Whose variables fill the files. */
  readonly lock?: string | undefined;
}

/** The part of node:worker_threads that is used: a thread is sent the name of a file, null to end, and answers with what it played. */
export interface ScenarioThread extends NodeJS.EventEmitter {
  postMessage(name: string | null): void;
}

export interface Host {
  readonly io: Io;
  /** Of a command that carries out a saved plan. */
  readonly guard?: PlanGuard | undefined;
  readonly version: string;
  /** Where the sample files are. */
  readonly samples: string;
  /** Where the guides are: Markdown, one file per topic of `reach help`. */
  readonly guides: string;
  /** The built thread that evaluates expressions of jq; null evaluates them on the thread of the command. */
  readonly jqThread: string | null;
  /** The OpenAPI document as the build wrote it; null makes it, which takes half a second. */
  readonly definitionsFile: string | null;
  /**
   * Opens the store in the folder; creates it, with the sample workspace, when it is not there. Closing finishes the
   * background work that was set going; `note` is called when that takes a while.
   */
  openLocal(folder: string, note: (text: string) => void): Promise<Connection>;
  /** A service of its own in memory, empty or with the sample workspace, on this clock. Nothing of it is kept. */
  openInMemory(clock: MemoryClock, options: { readonly empty: boolean }): Promise<Connection>;
  /** Threads that play scenarios: as many as are wanted, but no more than processors are left over beside the command. */
  openScenarioThreads(wanted: number, data: ScenarioThreadData): Promise<readonly ScenarioThread[]>;
  serve(options: ServeOptions): Promise<Serving>;
  /** A page of the store in the folder: of the server that serves it, or of one that starts now. `path` is below `/app`. */
  openPages(folder: string, path: string): Promise<DisplayedPages>;
  /** Shows a page in the user's browser. Throws CliError where that is not possible. */
  openUrl(url: string): Promise<void>;
}
