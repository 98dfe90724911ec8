// Sets of ids that several queries give, read one after the other.

import type { IdSet } from '../core/id-set.ts';
import type { Query, Tx } from '../core/store.ts';

/** Those of any of the queries; one that several of them give comes several times. */
export function unionOf(queries: readonly Query[]): Query {
  return { sql: queries.map(({ sql }) => sql).join(' union all '), values: queries.flatMap(({ values }) => values) };
}

/** `Tx.idsOfEach` by `Tx.ids`. */
export async function idsOfEach(sets: readonly (readonly Query[])[], ids: Tx['ids']): Promise<IdSet[]> {
  const found: IdSet[] = [];
  for (const queries of sets) {
    const { sql, values } = unionOf(queries);
    found.push(await ids(sql, ...values));
    if (inAll(found).size === 0) break;
  }
  return found;
}

/** The ids that are in every set, of which there is one at least. */
export function inAll(sets: readonly IdSet[]): IdSet {
  return sets.reduce((common, set) => common.and(set));
}
