import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countRequest } from '../../../src/service/core/queries/rates.ts';
import { isBusy, isDiskFailure, type Store, StoreOutdated } from '../../../src/service/core/store.ts';
import { openStore } from '../../../src/service/db/connection.ts';
import { MIGRATIONS, type Migration, migrateSqlite, numberOf } from '../../../src/service/db/migrations.ts';
import { FIRST_VERSION, pragma, SCHEMA_VERSION } from '../../../src/service/db/schema-version.ts';
import { openConnection } from '../../../src/service/db/sqlite.ts';
import { folderForTest } from '../../folder.ts';
import { writeStoreOf02 } from '../store-of-0.2.ts';
import { withFolder } from '../world.ts';

const NODE_MAJOR = Number(process.versions.node.split('.')[0]);
const names = (store: Store) =>
  store.read(async (tx) =>
    (await tx.all<{ name: string }>('select name from workspaces order by id')).map(({ name }) => name),
  );
const insert = (name: string) => "insert into workspaces (name, created_at) values ('?', 0)".replace('?', name);

async function withStore(work: (store: Store, path: string) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const path = join(folder, 'reach.db');
    const store = await openStore(path, NODE_MAJOR);
    try {
      await work(store, path);
    } finally {
      await store.close();
    }
  });
}

test('what a write throws takes everything it did back', async () => {
  await withStore(async (store) => {
    const failed = store.write(async (tx) => {
      await tx.run(insert('gone'));
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await store.write((tx) => tx.run(insert('stays')));
    expect(await names(store)).toEqual(['stays']);
  });
});

test('writes queue up: no two of them mix, whatever they wait for', async () => {
  await withStore(async (store) => {
    const steps: string[] = [];
    const work = (name: string) =>
      store.write(async () => {
        for (let i = 0; i < 3; i += 1) {
          steps.push(name);
          await Promise.resolve();
        }
      });
    await Promise.all([work('a'), work('b'), work('c')]);
    expect(steps.join('')).toBe('aaabbbccc');
  });
});

test('a read does not wait for writes: neither for one that waits for the lock, nor for those behind it', async () => {
  await withStore(async (store, path) => {
    const other = openConnection(path, NODE_MAJOR);
    other.exec('begin immediate');
    other.exec(insert('unseen'));
    const writes = ['first', 'second'].map((name) => store.write((tx) => tx.run(insert(name))));
    expect(await names(store)).toEqual([]);
    other.exec('rollback');
    other.close();
    await Promise.all(writes);
    expect(await names(store)).toEqual(['first', 'second']);
  });
});

test('between writes that wait for each other, the process receives what comes in', async () => {
  await withStore(async (store) => {
    const steps: string[] = [];
    const write = (name: string) => store.write(async () => void steps.push(name));
    const written = Promise.all([write('a'), write('b'), write('c')]);
    setImmediate(() => steps.push('heard'));
    await written;
    expect(steps.indexOf('heard')).toBeLessThan(steps.indexOf('c'));
  });
});

test('what is counted waits for no write, is shared by those who have the store open, and starts over with it', async () => {
  await withStore(async (store, path) => {
    const now = 1_000;
    const second = await openStore(path, NODE_MAJOR);
    const used = async (one: Store) => (await one.count((tx) => countRequest(tx, 1, 'lists.list', now))).used;
    const counted = await second.write(async () => [await used(store), await used(store)]);
    expect([...counted, await used(second)]).toEqual([1, 2, 3]);
    await store.empty(async () => {});
    expect(await used(second)).toBe(1);
    await second.close();
  });
});

test('counters that are no database any more begin again', async () => {
  await withStore(async (_, path) => {
    writeFileSync(`${path}-rates`, 'x'.repeat(5_000));
    const store = await openStore(path, NODE_MAJOR);
    expect((await store.count((tx) => countRequest(tx, 1, 'lists.list', 0))).used).toBe(1);
    await store.close();
  });
});

test('a count is there for other connections, and a count that throws is not', async () => {
  await withStore(async (store, path) => {
    await store.writeUnsynced((tx) => tx.run(insert('counted')));
    await expect(
      store.writeUnsynced(async (tx) => {
        await tx.run(insert('not counted'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const other = await openStore(path, NODE_MAJOR);
    expect(await names(other)).toEqual(['counted']);
    await other.close();
  });
});

test('each commit is synced, but for counts', async () => {
  await withStore(async (store) => {
    const synchronous = async (run: Store['write']) =>
      Object.values((await run((tx) => tx.one<object>('pragma synchronous'))) ?? {})[0];
    expect([
      await synchronous(store.write),
      await synchronous(store.writeUnsynced),
      await synchronous(store.write),
    ]).toEqual([2, 1, 2]);
  });
});

test('true and false are stored as 1 and 0', async () => {
  await withStore(async (store) => {
    expect(await store.read((tx) => tx.one('select ? as a, ? as b', true, false))).toEqual({ a: 1, b: 0 });
  });
});

test('a reader on another connection sees the store before a write or after it, never within', async () => {
  await withStore(async (store, path) => {
    const other = await openStore(path, NODE_MAJOR);
    await store.write(async (tx) => {
      await tx.run(insert('first'));
      expect(await names(other)).toEqual([]);
    });
    expect(await names(other)).toEqual(['first']);
    await other.close();
  });
});

test('a lock that another connection holds for too long is distinguished from a bug', async () => {
  await withStore(async (store, path) => {
    const other = openConnection(path, NODE_MAJOR);
    other.exec('pragma busy_timeout = 0');
    const caught = await store.write(async () => {
      try {
        other.exec('begin immediate');
        return null;
      } catch (error) {
        return error;
      }
    });
    expect([isBusy(caught), isDiskFailure(caught)]).toEqual([true, false]);
    other.close();
  });
});

test('a full disk is distinguished from a bug', async () => {
  await withStore(async (store) => {
    await store.exec('pragma max_page_count = 60');
    const caught = await store
      .write(async (tx) => {
        for (let i = 0; i < 2000; i += 1) await tx.run(insert(`${i} ${'x'.repeat(500)}`));
      })
      .catch((error: unknown) => error);
    expect([isDiskFailure(caught), isBusy(caught)]).toEqual([true, false]);
    expect(await names(store)).toEqual([]);
  });
});

test('migrations are numbered without a gap, and the last number is that of this version', () => {
  const numbers = MIGRATIONS.map(numberOf);
  expect(numbers).toEqual(MIGRATIONS.map((_, at) => FIRST_VERSION + at));
  expect(numbers.at(-1)).toBe(SCHEMA_VERSION);
});

/** One of a version to come. */
const NEXT: Migration = {
  name: `00${SCHEMA_VERSION + 1}_colour`,
  sqlite: 'alter table workspaces add column colour text; create table shades (id integer)',
  postgres: '',
};

test('a store is brought to the next version once, its rows kept, and whoever waits is notified', async () => {
  const folder = folderForTest();
  const path = join(folder, 'reach.db');
  const [connection, other] = [openConnection(path, NODE_MAJOR), openConnection(path, NODE_MAJOR)];
  migrateSqlite(connection, path);
  connection.exec(insert('from before'));
  const notes: string[] = [];
  const options = { migrations: [...MIGRATIONS, NEXT], onMigrating: (text: string) => notes.push(text) };
  migrateSqlite(connection, path, options);
  migrateSqlite(other, path, options);
  expect(notes).toEqual([`${path} is brought to this version (${NEXT.name}), which takes minutes if it is large`]);
  expect(other.all('select name, colour from workspaces', [])).toEqual([{ name: 'from before', colour: null }]);
  expect(pragma(other, 'user_version')).toBe(SCHEMA_VERSION + 1);
  connection.close();
  other.close();
  await expect(openStore(path, NODE_MAJOR)).rejects.toThrow(`store version ${SCHEMA_VERSION + 1}, this one knows`);
});

test('a store of each version since 0.2 is brought to this one, its rows kept', async () => {
  const folder = folderForTest();
  for (const [at, { name }] of MIGRATIONS.slice(0, -1).entries()) {
    const path = join(folder, `${name}.db`);
    const connection = openConnection(path, NODE_MAJOR);
    migrateSqlite(connection, path, { migrations: MIGRATIONS.slice(0, at + 1) });
    connection.exec(insert('from before'));
    connection.close();
    const store = await openStore(path, NODE_MAJOR);
    expect([name, await names(store)]).toEqual([name, ['from before']]);
    await store.close();
  }
});

test('a migration that fails leaves the store as it was', async () => {
  const folder = folderForTest();
  const path = join(folder, 'reach.db');
  const connection = openConnection(path, NODE_MAJOR);
  migrateSqlite(connection, path);
  const broken = { ...NEXT, sqlite: 'create table half (id integer); create table half (id integer)' };
  expect(() => migrateSqlite(connection, path, { migrations: [...MIGRATIONS, NEXT, broken] })).toThrow('half');
  expect(pragma(connection, 'user_version')).toBe(SCHEMA_VERSION);
  expect(connection.all("select name from sqlite_master where name in ('half', 'shades')", [])).toEqual([]);
  connection.close();
});

test('a store of a newer version is refused and left alone', async () => {
  const folder = folderForTest();
  const path = join(folder, 'reach.db');
  const newer = openConnection(path, NODE_MAJOR);
  migrateSqlite(newer, path);
  newer.exec('pragma user_version = 999');
  newer.close();
  await expect(openStore(path, NODE_MAJOR)).rejects.toThrow(
    `${path} was written by a newer version of reach (store version 999, this one knows ${SCHEMA_VERSION}): ` +
      'update reach, or name another data folder',
  );
});

test('a store of version 0.2 is refused with the way over a snapshot, and left alone', async () => {
  const folder = folderForTest();
  const path = join(folder, 'reach.db');
  writeStoreOf02(path, NODE_MAJOR);
  await expect(openStore(path, NODE_MAJOR)).rejects.toThrow(
    new StoreOutdated(
      `${path} was written by reach 0.2 or earlier, whose stores this version does not open: take a snapshot with reach 0.2 ` +
        '(reach local snapshot FILE) and restore it with this version (reach local restore FILE)',
    ),
  );
  const connection = openConnection(path, NODE_MAJOR);
  expect(pragma(connection, 'user_version')).toBe(23);
  connection.close();
});

test('a database of someone else is refused, and so is a file that is none', async () => {
  const folder = folderForTest();
  const foreign = join(folder, 'foreign.db');
  const connection = openConnection(foreign, NODE_MAJOR);
  connection.exec('create table theirs (id integer)');
  connection.close();
  await expect(openStore(foreign, NODE_MAJOR)).rejects.toThrow(`${foreign} is a database, but not a reach store`);
  const text = join(folder, 'text.db');
  writeFileSync(text, 'This is a text file, and rather longer than the header of a database would be. '.repeat(20));
  await expect(openStore(text, NODE_MAJOR)).rejects.toThrow(`${text} is damaged or is not a database`);
});
