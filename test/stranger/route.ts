// What a route of the stranger is: the interface's line, and what is done.

import type { Json, Store } from './store.ts';
import type { Switches } from './switches.ts';

export type { Json };

export interface Call {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Json;
  readonly store: Store;
  readonly switches: Switches;
  /** Where the server listens. */
  readonly origin: string;
}

/** A list that travels by pages. */
export interface Page {
  readonly page: { readonly name: string; readonly records: readonly Json[] };
}

/** An answer that is not 200 with an envelope around `data`. */
export interface Answer {
  readonly answer: { readonly status: number; readonly body: unknown };
}

/** A field of a query or a body that the interface does not show: our name → theirs. */
type Renames = Readonly<Record<string, string>>;

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Where it stands with other names; only what the interface does not show may stand elsewhere. */
  readonly elsewhere?: string;
  readonly shown: boolean;
  /** Query parameters that the interface shows. */
  readonly query?: readonly string[];
  readonly unshownQuery?: Renames;
  /** Body fields that the interface shows, with their JSON types; `null` where it shows no body. */
  readonly body?: Readonly<Record<string, string>> | null;
  readonly required?: readonly string[];
  /** Body fields that it does not show. */
  readonly unshownBody?: Renames;
  /** Whether any further property may stand in the body, as the interface says of contacts and companies. */
  readonly open?: boolean;
  readonly run: (call: Call) => Json | readonly Json[] | Page | Answer | null;
}

export const page = (name: string, records: readonly Json[]): Page => ({ page: { name, records } });

export const refuse = (status: number, message: string, details?: Json): Answer => ({
  answer: { status, body: details === undefined ? { message } : { message, details } },
});

export const notFound = (what: string): Answer => refuse(404, `${what} not found`);

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of ids in a body. */
export const idsOf = (value: unknown) => (Array.isArray(value) ? value.map(Number) : []);
