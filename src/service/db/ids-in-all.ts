// Ids that several queries give, read one query after the other.

import { IdSet } from '../core/id-set.ts';
import type { Query, Tx } from '../core/store.ts';

/** Those of any of the queries; one that several of them give comes several times. */
export function unionOf(queries: readonly Query[]): Query {
  return { sql: queries.map(({ sql }) => sql).join(' union all '), values: queries.flatMap(({ values }) => values) };
}

/** `Tx.idsInAll` by `Tx.ids`: nothing more is read where none are left. */
export async function idsInAll(sets: readonly (readonly Query[])[], ids: Tx['ids']): Promise<IdSet> {
  let common: IdSet | null = null;
  for (const queries of sets) {
    const { sql, values } = unionOf(queries);
    const found: IdSet = await ids(sql, ...values);
    common = common === null ? found : common.and(found);
    if (common.size === 0) break;
  }
  return common ?? new IdSet();
}
