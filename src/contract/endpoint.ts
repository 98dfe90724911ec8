// The row: one endpoint, described once. Client, router, guard, OpenAPI, help and tests are its readers. Bodies and data
// are `z.lazy`: building every schema takes 13 ms, and a command needs one or two.

import type * as z from 'zod';
import type { Access } from './account/scopes.ts';
import type { ErrorCode } from './envelope.ts';
import { LIMITS } from './limits.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Endpoint {
  readonly method: Method;
  /** Path with `{name}` for each key of `params`. */
  readonly path: string;
  readonly access: Access;
  /** Requests per minute and key; `null` = not limited. */
  readonly perMinute: number | null;
  /** `read` rows may be repeated at will; a `write` row only when it was certainly not processed. */
  readonly effect: 'read' | 'write';
  /** What of scope and rate the interface shows; the rest of the two is undocumented. */
  readonly given?: 'scope' | 'scope and rate';
  /** Refusals beside those that follow from the row's shape (definitions.ts). */
  readonly refuses?: readonly ErrorCode[];
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** A body whose array `key` is checked item by item: a bad item fails alone, inside a 200. */
  readonly items?: { readonly key: string; readonly schema: z.ZodType };
  /** The handler gets the body as it was sent and has `rules/` find everything wrong with it, at once; `body` documents it. */
  readonly checkedBy?: 'rules';
  readonly data: z.ZodType;
  /** Why the row looks as it does, where the interface does not show it. */
  readonly undocumented?: string;
  /** The command that uses it, or why there is none. */
  readonly command: string | { readonly none: string };
  /** May take seconds on a large store: `reach serve` runs it on a worker thread. */
  readonly heavy?: true;
}

type RowRest = Omit<Endpoint, 'method' | 'path' | 'access' | 'perMinute' | 'effect'> &
  Partial<Pick<Endpoint, 'perMinute' | 'effect'>>;

type EndpointOf<M, P, A, E, R> = R & {
  readonly method: M;
  readonly path: P;
  readonly access: A;
  readonly perMinute: number | null;
  readonly effect: R extends { readonly effect: infer Own } ? Own : E;
};

const rowsOf =
  <const M extends Method, const E extends Endpoint['effect']>(method: M, perMinute: number, effect: E) =>
  <const P extends string, const A extends Access, const R extends RowRest>(path: P, access: A, rest: R) =>
    ({ method, path, access, perMinute, effect, ...rest }) as EndpointOf<M, P, A, E, R>;

/** The rows of each method; what is read and what is written has one rate each, unless a row has its own. */
export const get = rowsOf('GET', LIMITS.readPerMinute, 'read');
export const post = rowsOf('POST', LIMITS.writePerMinute, 'write');
export const patch = rowsOf('PATCH', LIMITS.writePerMinute, 'write');
export const del = rowsOf('DELETE', LIMITS.writePerMinute, 'write');

/** Keeps each row's own types. */
export function endpoints<const T extends Record<string, Endpoint>>(rows: T): T {
  return rows;
}

type InputOf<R, K extends keyof Endpoint> = R extends { readonly [P in K]: infer S extends z.ZodType }
  ? { readonly [P in K]: z.input<S> }
  : { readonly [P in K]?: undefined };

type OutputOf<R, K extends keyof Endpoint> = R extends { readonly [P in K]: infer S extends z.ZodType }
  ? { readonly [P in K]: z.output<S> }
  : { readonly [P in K]?: undefined };

/** A query may be left out as a whole when every parameter of it may. */
type QueryInputOf<R> = R extends { readonly query: infer S extends z.ZodType }
  ? Partial<Record<string, never>> extends z.input<S>
    ? { readonly query?: z.input<S> }
    : { readonly query: z.input<S> }
  : { readonly query?: undefined };

export type RequestOf<R> = InputOf<R, 'params'> & QueryInputOf<R> & InputOf<R, 'body'>;

/** One item of a body that is checked item by item. */
export type ItemOf<S> =
  | { readonly ok: true; readonly value: S }
  | {
      readonly ok: false;
      readonly message: string;
      readonly issues: readonly { path: string; code: string; message: string }[];
    };

type ItemsOf<R> = R extends { readonly items: { readonly schema: infer S extends z.ZodType } }
  ? { readonly items: readonly ItemOf<z.output<S>>[] }
  : { readonly items?: undefined };

type BodyOf<R> = R extends { readonly checkedBy: 'rules' } ? { readonly body: unknown } : OutputOf<R, 'body'>;

/** What a handler of the row gets: parsed, defaults filled in; a body that rules check as it was sent. */
export type ParsedOf<R> = OutputOf<R, 'params'> & OutputOf<R, 'query'> & BodyOf<R> & ItemsOf<R>;

/** The `data` of the row's answer, as the handler gives it. */
export type ReplyOf<R> = R extends { readonly data: infer S extends z.ZodType } ? z.output<S> : never;
