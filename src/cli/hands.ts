// What the composition root hands to the CLI: the process, and the service on this machine, which cli/ never imports.

import type { Transport } from '../client/transport.ts';
import type { Io } from './io.ts';

/** The embedded service, called in-process. */
export interface LocalService {
  readonly transport: Transport;
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** The data folder; `null` = nothing is kept. */
  readonly data: string | null;
  readonly empty: boolean;
  /** `off`, or how many times the documented rates. */
  readonly rateLimits: number | 'off';
  /** Whether `/_local` answers on the socket. */
  readonly admin: boolean;
}

export interface Serving {
  readonly url: string;
  readonly key: string;
  readonly adminToken: string;
  /** Stops accepting, lets requests in flight finish, closes the store. */
  close(): Promise<void>;
}

export interface Hands {
  readonly io: Io;
  readonly version: string;
  /** Opens the store in the folder; creates it, with the sample workspace unless `empty`, when it is not there. */
  openLocal(folder: string, options: { readonly empty: boolean }): Promise<LocalService>;
  serve(options: ServeOptions): Promise<Serving>;
}
