import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countRequest } from '../../../src/service/core/queries/rates.ts';
import { isBusy, isDiskFailure } from '../../../src/service/core/store.ts';
import { type OpenOptions, openStore, type Store } from '../../../src/service/db/connection.ts';
import { matchWords, textHits } from '../../../src/service/db/fulltext.ts';
import { applyEach, applyPending, migrate } from '../../../src/service/db/migrate.ts';
import { MIGRATIONS } from '../../../src/service/db/migrations.ts';
import { schemaOf, tablesOf } from '../../../src/service/db/schema.ts';
import { pragma, SCHEMA_VERSION } from '../../../src/service/db/schema-version.ts';
import { openConnection } from '../../../src/service/db/sqlite.ts';
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

test.each<[settings: OpenOptions, cache: number]>([
  [{}, -64_000],
  [{ cacheKilobytes: 2_000 }, -2_000],
])('opened with %j: keeps pages up to %i kilobytes, as SQLite counts them', async (settings, cache) => {
  await withFolder(async (folder) => {
    const store = await openStore(join(folder, 'reach.db'), NODE_MAJOR, settings);
    try {
      expect(await store.read((tx) => tx.all('pragma cache_size'))).toEqual([{ cache_size: cache }]);
    } finally {
      await store.close();
    }
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

test('between writes that wait for each other, the process hears what comes in', async () => {
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

test('a lock that another connection holds for too long is told apart from a bug', async () => {
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

test('a full disk is told apart from a bug', async () => {
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

test('a store that is open already is found migrated', async () => {
  await withStore(async (store, path) => {
    const other = await openStore(path, NODE_MAJOR);
    const remembered = await other.read((tx) => tx.all('select name from migrations'));
    expect(remembered).toEqual(MIGRATIONS.map(({ name }) => ({ name })));
    await other.close();
    await store.read(async () => {});
  });
});

test('migrations are numbered from 1 without a gap', () => {
  expect(MIGRATIONS.map(({ name }) => Number(name.slice(0, 4)))).toEqual(MIGRATIONS.map((_, i) => i + 1));
  expect(MIGRATIONS.length).toBe(SCHEMA_VERSION);
});

test('an empty store gets at once what the migrations make one by one', () => {
  const contents = (make: typeof applyEach) => {
    const connection = openConnection(':memory:', NODE_MAJOR);
    make(connection, MIGRATIONS);
    const read = (sql: string) => connection.all(sql, []).map((row) => Object.values(row ?? {}));
    const { tables, shadow } = tablesOf(connection);
    const settings = shadow.filter((name) => name.endsWith('_config'));
    const rows = [...tables, ...settings, 'sqlite_sequence'].sort().map((name) => [
      name,
      // The seed of the webhooks is random.
      read(`select * from ${name} order by 1`).map((row) => (row[0] === 'webhooks.seed' ? row[0] : row)),
    ]);
    const [version, application] = ['user_version', 'application_id'].map((name) => pragma(connection, name));
    const schema = schemaOf(connection, 'main', new Set());
    connection.close();
    return { version, application, schema, rows };
  };
  expect(contents(applyPending)).toEqual(contents(applyEach));
});

test('an older store is brought to this version, its rows kept', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'reach.db');
    const old = openConnection(path, NODE_MAJOR);
    migrate(old, path, MIGRATIONS.slice(0, 1));
    old.exec(insert('from before'));
    old.close();
    const store = await openStore(path, NODE_MAJOR);
    expect(await names(store)).toEqual(['from before']);
    await store.close();
  });
});

test('the search indexes of an older store are made anew from its rows, and whoever waits is told', () => {
  const connection = openConnection(':memory:', NODE_MAJOR);
  migrate(connection, ':memory:', MIGRATIONS.slice(0, 18));
  connection.exec(`insert into workspaces (id, name, created_at) values (1, 'One', 0);
    with recursive n (id) as (select 1 union all select id + 1 from n where id < 100001)
      insert into contacts (id, workspace_id, first_name, created_at, updated_at) select id, 1, 'Ada' || id, 0, 0 from n`);
  const told: string[] = [];
  migrate(connection, ':memory:', MIGRATIONS, (text) => told.push(text));
  expect(told).toEqual(['new search index: 100,000 contacts']);
  const [match = ''] = matchWords(1, 'ada10000') ?? [];
  expect(connection.all(`${textHits('contacts')} order by rowid`, [match])).toEqual([
    { rowid: 10_000 },
    { rowid: 100_000 },
    { rowid: 100_001 },
  ]);
  connection.close();
});

test('a migration that fails leaves the store as it was', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'reach.db');
    const connection = openConnection(path, NODE_MAJOR);
    const broken = { name: '0002_broken', sql: 'create table half (id integer); create table half (id integer)' };
    expect(() => migrate(connection, path, [...MIGRATIONS.slice(0, 1), broken])).toThrow('half');
    expect(connection.all('select name from migrations', [])).toHaveLength(1);
    expect(connection.all("select name from sqlite_master where name = 'half'", [])).toEqual([]);
    connection.close();
  });
});

test('a store of a newer version is refused and left alone', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'reach.db');
    const newer = openConnection(path, NODE_MAJOR);
    migrate(newer, path);
    newer.exec('pragma user_version = 999');
    newer.close();
    await expect(openStore(path, NODE_MAJOR)).rejects.toThrow(
      `${path} was written by a newer version of reach (store version 999, this one knows ${MIGRATIONS.length}): ` +
        'update reach, or name another data folder',
    );
  });
});

test('a database of someone else is refused, and so is a file that is none', async () => {
  await withFolder(async (folder) => {
    const foreign = join(folder, 'foreign.db');
    const connection = openConnection(foreign, NODE_MAJOR);
    connection.exec('create table theirs (id integer)');
    connection.close();
    await expect(openStore(foreign, NODE_MAJOR)).rejects.toThrow(`${foreign} is a database, but not a reach store`);
    const text = join(folder, 'text.db');
    writeFileSync(text, 'This is a text file, and rather longer than the header of a database would be. '.repeat(20));
    await expect(openStore(text, NODE_MAJOR)).rejects.toThrow(`${text} is damaged or is not a database`);
  });
});
