// Long sets of ids, read over two connections that see the same state. A second process that already runs gains more than several
// that PostgreSQL starts for one statement.

import type { QueryConfig, QueryResult } from 'pg';
import { IdSet } from '../../core/id-set.ts';
import type { Query, SqlValue, Tx } from '../../core/store.ts';
import { idsOfEach, inAll } from '../ids-of-each.ts';

/** Reads on the second connection, for so many milliseconds at most. */
export type Companion = (work: (tx: Tx) => Promise<void>, limitMs?: number) => Promise<void>;

/** One that sees the state of the database with this name; null if too few connections are free. */
export type FindCompanion = (snapshot: string) => Promise<Companion | null>;

/** What it needs of the transaction that it helps. */
interface Leader {
  readonly ask: (query: QueryConfig) => Promise<QueryResult>;
  readonly query: (sql: string, values: readonly SqlValue[]) => Promise<QueryResult>;
  readonly ids: Tx['ids'];
  /** Milliseconds, if they are limited. */
  readonly left: () => number | undefined;
}

/** So many take about 20 ms to read: for less, it is not worth the question. */
const LONG = 50_000;

/** To find a word in half of the rows takes half as long by the index as in each of them, as long as its pages fit. */
export const EACH_ALONE = `set local max_parallel_workers_per_gather = 0; set local enable_seqscan = off; set local work_mem = '32MB'`;
const AS_BEFORE =
  'set local max_parallel_workers_per_gather to default; set local enable_seqscan to default; set local work_mem to default';

function ignore(): void {}

/** As `Tx.idsOfEach`, over one connection where no second one is free; null where two gain nothing. */
export function readByTwo(
  { ask, query, ids, left }: Leader,
  findCompanion: FindCompanion,
): (sets: readonly (readonly Query[])[]) => Promise<IdSet[] | null> {
  const expected = async ({ sql, values }: Query): Promise<number> => {
    const [row] = (await query(`explain (format json) ${sql}`, values)).rows;
    return row['QUERY PLAN'][0].Plan['Plan Rows'];
  };
  return async (sets) => {
    const queries = sets.flatMap((of, set) => of.map((one) => ({ ...one, set })));
    if (queries.length < 2) return null;
    const rows = new Map(await Promise.all(queries.map(async (one) => [one, await expected(one)] as const)));
    const rowsOf = (one: (typeof queries)[number]) => rows.get(one) ?? 0;
    const long = queries.filter((one) => rowsOf(one) >= LONG);
    if (long.length < 2) return null;
    // Where there is nothing in the sets before the first long one, what is behind them need not be read.
    const firstLong = Math.min(...long.map(({ set }) => set));
    const before = await idsOfEach(sets.slice(0, firstLong), ids);
    if (firstLong > 0 && inAll(before).size === 0) return before;
    const [exported] = (await ask({ name: 'snapshot', text: 'select pg_export_snapshot() as snapshot' })).rows;
    const companion = await findCompanion(exported.snapshot);
    if (companion === null) return [...before, ...(await idsOfEach(sets.slice(firstLong), ids))];
    // The longest first.
    const waiting = queries
      .filter(({ set }) => set >= firstLong)
      .sort((a, b) => rowsOf(b) - rowsOf(a))
      .values();
    const found = sets.map((_, set) => before[set] ?? new IdSet());
    const read = async (by: Pick<Tx, 'ids'>): Promise<void> => {
      for (const { set, sql, values } of waiting) {
        const some = await by.ids(sql, ...values);
        found[set] = found[set]?.or(some) ?? some;
      }
    };
    const alone = async (): Promise<void> => {
      // Neither is waited for: what follows on this connection comes behind it, and fails where it fails.
      ask({ text: EACH_ALONE }).catch(ignore);
      await read({ ids });
      ask({ text: AS_BEFORE }).catch(ignore);
    };
    const ended = await Promise.allSettled([alone(), companion(read, left())]);
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
    return found;
  };
}
