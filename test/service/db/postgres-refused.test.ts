// Databases that cannot hold a store: each is refused with what to do about it, and stays as it is.

import { Client } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { StoreRefused } from '../../../src/service/core/store.ts';
import { openPool } from '../../../src/service/db/postgres/driver.ts';
import { migratePostgres } from '../../../src/service/db/postgres/migrate.ts';
import { isPostgres, testDatabase } from '../engine.ts';

const TABLES = "select count(*) as n from information_schema.tables where table_schema = 'public'";

describe.runIf(isPostgres)('a database that cannot hold a store', () => {
  const name = `reach_test_${process.pid}_refused`;
  const on = async (database: string, ...statements: string[]): Promise<unknown> => {
    const url = new URL((await testDatabase('refused')).url);
    url.pathname = `/${database}`;
    const client = new Client({ connectionString: String(url) });
    await client.connect();
    let answer: unknown;
    for (const statement of statements) answer = (await client.query(statement)).rows;
    await client.end();
    return answer;
  };
  afterEach(() => on('postgres', `drop database if exists ${name}`));

  test.each([
    [
      'SQL_ASCII',
      null,
      'keeps text as SQL_ASCII: createdb --encoding=UTF8 --template=template0 makes one that reach can use',
      0,
    ],
    [
      'LATIN1',
      null,
      'keeps text as LATIN1: createdb --encoding=UTF8 --template=template0 makes one that reach can use',
      0,
    ],
    ['UTF8', 'create table theirs (id bigint)', 'has tables, but is not a reach store', 1],
  ])('%s, %s: %s', async (encoding, statement, reason, tables) => {
    await on('postgres', `create database ${name} template template0 encoding '${encoding}' locale 'C'`);
    if (statement !== null) await on(name, statement);
    const url = new URL((await testDatabase('refused')).url);
    url.pathname = `/${name}`;
    const named = await openPool(String(url), {});
    const refused: unknown = await migratePostgres(named).catch((error: unknown) => error);
    await named.pool.end();
    expect(refused).toBeInstanceOf(StoreRefused);
    expect(String(refused)).toContain(reason);
    expect(await on(name, TABLES)).toEqual([{ n: String(tables) }]);
  });
});
