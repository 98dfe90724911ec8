// Long sets of ids are read over two connections: the same ids, of the same state, whether or not a second one is free.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Query, StoreTimeout, StoreUnreachable } from '../../../src/service/core/store.ts';
import { inAll } from '../../../src/service/db/ids-of-each.ts';
import { openPostgres, type PostgresPlace } from '../../../src/service/db/postgres/store.ts';
import { freeTestDatabase, isPostgres, testDatabase } from '../engine.ts';

const NODE_MAJOR = Number(process.versions.node.split('.')[0]);
const LIMIT_MS = 60_000;

const query = (sql: string): Query => ({ sql, values: [] });
/** So many times the id of the process that answers. */
const processOf = (rows: number): Query => query(`select pg_backend_pid() from generate_series(1, ${rows})`);
const multiplesOf = (n: number): Query => ({
  sql: 'select g * ? from generate_series(1, 60000) as g',
  values: [n],
});

describe.runIf(isPostgres)('long sets of ids', () => {
  let database: { url: string };
  let places: PostgresPlace[];
  beforeEach(async () => {
    database = await testDatabase(undefined);
    places = [];
  });
  afterEach(async () => {
    await Promise.all(places.map(({ store }) => store.close()));
    await freeTestDatabase(database);
  });

  /** With so many connections for requests. */
  async function open(size: number): Promise<PostgresPlace> {
    const place = await openPostgres(database.url, NODE_MAJOR, { size, now: Date.now });
    places.push(place);
    return place;
  }

  test.each<[what: string, size: number, rows: readonly number[], limitMs: number | undefined, processes: number]>([
    ['two, and a connection is free', 2, [60_000, 60_000], LIMIT_MS, 2],
    ['more than two', 5, [60_000, 60_000, 60_000, 10], LIMIT_MS, 2],
    ['there is no second connection', 1, [60_000, 60_000], LIMIT_MS, 1],
    ['one of them is short', 2, [60_000, 1_000], LIMIT_MS, 1],
    ['the read is a short one', 2, [60_000, 60_000], undefined, 1],
  ])('%s: with %i connections, of %j rows, within %s ms, by %i', async (_, size, rows, limitMs, processes) => {
    const { store } = await open(size);
    const [found] = await store.read((tx) => tx.idsOfEach([rows.map(processOf)]), limitMs);
    expect(found?.size).toBe(processes);
  });

  test('others are at work: no second connection is taken from them', async () => {
    const { store } = await open(3);
    const read = () => store.read((tx) => tx.idsOfEach([[processOf(60_000), processOf(60_000)]]), LIMIT_MS);
    const [alone] = await read();
    const [beside] = await store.read(async (tx) => {
      await tx.one('select 1 as one');
      return read();
    });
    expect([alone?.size, beside?.size]).toEqual([2, 1]);
  });

  test.each([1, 2])('with %i connections: what any query of every set gives', async (size) => {
    const { store } = await open(size);
    const sets = [[multiplesOf(2), multiplesOf(3)], [multiplesOf(5)], [query('select 10'), multiplesOf(7)]];
    const found = inAll(await store.read((tx) => tx.idsOfEach(sets), LIMIT_MS));
    const isIn = (id: number): boolean =>
      ((id % 2 === 0 && id <= 120_000) || (id % 3 === 0 && id <= 180_000)) &&
      id % 5 === 0 &&
      (id === 10 || id % 7 === 0);
    const expected = Array.from({ length: 180_000 }, (_, n) => n + 1).filter(isIn);
    expect(found.page(0, found.size)).toEqual(expected);
  });

  test('both connections see what was there when the transaction began', async () => {
    const { store } = await open(3);
    const counter = (last: number): string => `insert into counters (name, last) values ('c${last}', ${last})`;
    const counters = query('select last from counters, generate_series(1, 60000)');
    await store.exec(counter(7));
    const read = () =>
      store.read(async (tx) => {
        const before = await tx.one<{ n: number }>('select count(*) as n from counters');
        await store.exec(counter(8 + Number(before?.n)));
        return inAll(await tx.idsOfEach([[counters, counters], [counters]])).page(0, 10);
      }, LIMIT_MS);
    expect([await read(), await read()]).toEqual([[7], [7, 9]]);
  });

  test('the settings of the transaction are as before afterwards', async () => {
    const { store } = await open(2);
    const settings = `select string_agg(name || ' ' || setting, ', ' order by name) as all from pg_settings
      where name in ('max_parallel_workers_per_gather', 'enable_seqscan', 'work_mem', 'jit', 'plan_cache_mode')`;
    const [before, after] = await store.read(async (tx) => {
      const first = await tx.one(settings);
      await tx.idsOfEach([[processOf(60_000), processOf(60_000)]]);
      return [first, await tx.one(settings)];
    }, LIMIT_MS);
    expect(after).toEqual(before);
  });

  const endless = query('select g from generate_series(1, 2000000000) as g');
  /** Of fewer rows than the other: it is the second connection that reads it. */
  const lost = query('select pg_terminate_backend(pg_backend_pid())::int from generate_series(1, 60000)');
  test.each<[what: string, sets: readonly (readonly Query[])[], sizes: readonly number[]]>([
    ['before', [[query('select 1 where false')], [lost, lost]], [0]],
    ['in common before', [[query('select 1')], [query('select 2')], [lost, lost]], [1, 1]],
  ])('where there is none %s them, they are not read', async (_, sets, sizes) => {
    const { store } = await open(2);
    const found = await store.read((tx) => tx.idsOfEach(sets), LIMIT_MS);
    expect(found.map(({ size }) => size)).toEqual(sizes);
  });

  const asleep = query('select pg_sleep(3600)::text::int from generate_series(1, 60000)');
  const isTimeout = new StoreTimeout(200);
  test.each<[what: string, queries: readonly Query[], limitMs: number, error: unknown]>([
    ['takes too long', [endless, endless], 200, isTimeout],
    ['takes too long while the other is done', [processOf(100_000), asleep], 200, isTimeout],
    ['is lost', [processOf(100_000), lost], LIMIT_MS, expect.any(StoreUnreachable)],
  ])('one that %s fails the read, and the next one has two again', async (_, queries, limitMs, error) => {
    const { store } = await open(2);
    await expect(store.read((tx) => tx.idsOfEach([queries]), limitMs)).rejects.toEqual(error);
    const [found] = await store.read((tx) => tx.idsOfEach([[processOf(60_000), processOf(60_000)]]), LIMIT_MS);
    expect(found?.size).toBe(2);
  });
});
