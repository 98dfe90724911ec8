import type { ParsedOf, ReplyOf } from '../../contract/endpoint.ts';
import type { Context } from '../domain/context.ts';

/** One handler per row: parsed request in, `data` out. A row without one does not compile. */
export type HandlersFor<G, C = Context> = {
  readonly [K in keyof G]: (request: ParsedOf<G[K]>, context: C) => ReplyOf<G[K]> | Promise<ReplyOf<G[K]>>;
};
