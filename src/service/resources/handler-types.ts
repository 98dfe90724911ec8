import type { ParsedOf, ReplyOf } from '../../contract/endpoint.ts';
import type { Context } from '../core/context.ts';

/** Parsed request in, `data` out. */
type Handle<P, R, C> = (request: P, context: C) => R | Promise<R>;

/** Read before a write, by `prepare`. */
export type Prepared = Readonly<Record<string, number>>;

/** A write that has to detect concurrent writes, or to read much: `prepare` reads the store before the write lock is taken. */
interface PreparedHandle<P, R, C> {
  readonly prepare: (request: P, context: C) => Promise<Prepared>;
  readonly handle: (request: P, context: C, prepared: Prepared) => Promise<R>;
}

/** One handler per row. A row without one does not compile. */
export type HandlersFor<G, C = Context> = {
  readonly [K in keyof G]:
    | Handle<ParsedOf<G[K]>, ReplyOf<G[K]>, C>
    | (C extends Context ? PreparedHandle<ParsedOf<G[K]>, ReplyOf<G[K]>, C> : never);
};
