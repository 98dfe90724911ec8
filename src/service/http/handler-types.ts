import type { ParsedOf, ReplyOf } from '../../contract/endpoint.ts';
import type { Context } from '../core/context.ts';

/** Parsed request in, `data` out. */
type Handles<P, R, C> = (request: P, context: C) => R | Promise<R>;

/** A write that must notice others at the same time: `look` sees the store before the write lock is taken. */
export interface Notices<P, R, C> {
  readonly look: (request: P, context: C) => Promise<number>;
  readonly act: (request: P, context: C, seen: number) => Promise<R>;
}

/** One handler per row. A row without one does not compile. */
export type HandlersFor<G, C = Context> = {
  readonly [K in keyof G]:
    | Handles<ParsedOf<G[K]>, ReplyOf<G[K]>, C>
    | (C extends Context ? Notices<ParsedOf<G[K]>, ReplyOf<G[K]>, C> : never);
};
