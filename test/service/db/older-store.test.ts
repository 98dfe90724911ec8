// A filled store of an earlier version of this one, opened with this version.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Store } from '../../../src/service/core/store.ts';
import { openStore } from '../../../src/service/db/connection.ts';
import { MIGRATIONS, migrateSqlite } from '../../../src/service/db/migrations.ts';
import { openPool } from '../../../src/service/db/postgres/driver.ts';
import { migratePostgres } from '../../../src/service/db/postgres/migrate.ts';
import { openConnection } from '../../../src/service/db/sqlite.ts';
import { outboxRows } from '../../../src/service/resources/inbox/queries/messages.ts';
import { isPostgres, testDatabase } from '../engine.ts';
import { openWorld, withFolder } from '../world.ts';

const NODE_MAJOR = Number(process.versions.node.split('.')[0]);

/** A message to Eve Gone, whose name it lacks, and one to `ann@x.example`. */
const ROWS = `insert into workspaces (name, created_at) values ('from before', 0);
  insert into identities (workspace_id, name, created_at) values (1, 'Robin', 0);
  insert into contacts (workspace_id, first_name, last_name, created_at, updated_at) values (1, 'Eve', 'Gone', 0, 0);
  insert into threads (workspace_id, contact_id, identity_id, channel, status, last_message_at, created_at)
    values (1, 1, 1, 'EMAIL', 'ACTIVE', 0, 0);
  insert into messages (workspace_id, thread_id, direction, status, subject, body, at, created_at)
    values (1, 1, 'OUTBOUND', 'SENT', 'Invoice', 'Dear Eve', 0, 0);
  insert into messages (workspace_id, thread_id, direction, status, body, at, created_at, contact_name, contact_address)
    values (1, 1, 'OUTBOUND', 'SENT', 'Hello', 0, 0, 'Ann', 'ann@x.example');
  `;
const WORDS = `insert into messages_fts (id, words) values (1, words_of(1, 'Invoice Dear Eve')), (2, words_of(1, 'Hello'))`;

async function withOlderStore(version: number, check: (store: Store) => Promise<void>): Promise<void> {
  const migrations = MIGRATIONS.slice(0, version);
  if (isPostgres) {
    const database = await testDatabase(`older ${version}`);
    const { pool, where } = await openPool(database.url, {});
    await pool.query('drop schema public cascade; create schema public');
    await migratePostgres({ pool, where }, { migrations });
    await pool.query(ROWS + WORDS);
    await pool.end();
    const world = await openWorld({ database });
    return check(world.service.operator.store).finally(() => world.close());
  }
  await withFolder(async (folder) => {
    const path = join(folder, 'reach.db');
    const connection = openConnection(path, NODE_MAJOR);
    migrateSqlite(connection, path, { migrations });
    connection.exec(ROWS);
    connection.close();
    const store = await openStore(path, NODE_MAJOR);
    await check(store).finally(() => store.close());
  });
}

/** Those before messages had names of recipients. */
const OLDER = MIGRATIONS.slice(0, 3);

test.each(OLDER.map(({ name }, at) => [name, at + 1] as const))(
  'messages of a store of %s are found by their words and by whom they were sent to',
  async (_, version) => {
    await withOlderStore(version, async (store) => {
      const found = async (search: string) =>
        (await store.read((tx) => outboxRows(tx, 1, { search }, { before: null, limit: 9 }))).ids;
      const searches = ['invoice', 'gone', 'eve invoice', 'ann', 'ann@x', 'x.exam', 'hello gone', 'nobody'];
      expect(await Promise.all(searches.map(found))).toEqual([[1], [1], [1], [2], [2], [2], [], []]);
    });
  },
);
