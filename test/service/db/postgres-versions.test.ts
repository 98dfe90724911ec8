// Servers of neighbouring versions on one database, while they are updated one after the other.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MIGRATIONS, type Migration } from '../../../src/service/db/migrations.ts';
import { type NamedPool, openPool } from '../../../src/service/db/postgres/driver.ts';
import { migratePostgres, refusalIn } from '../../../src/service/db/postgres/migrate.ts';
import { isPostgres, testDatabase } from '../engine.ts';
import { noted, queue, SAYER } from '../jobs/performing.ts';
import { EPOCH, openWorld, type World } from '../world.ts';

/** Migrations of versions to come. */
const COLOUR: Migration = {
  name: '9001_colour',
  sqlite: '',
  postgres: 'alter table contacts add column colour text; alter table jobs add column colour bigint not null default 0',
  isAdditive: true,
};
const SHADES: Migration = {
  name: '9002_shades',
  sqlite: '',
  postgres: 'create table shades (id bigint)',
  isAdditive: true,
};
const RENAMED: Migration = {
  name: '9001_renamed',
  sqlite: '',
  postgres: 'alter table lists rename column name to title',
};

describe.runIf(isPostgres)('servers of neighbouring versions', () => {
  let database: { url: string };
  let worlds: World[];
  let newer: NamedPool;
  let made = 0;
  beforeEach(async () => {
    // Of a name: its schema is not that of other tests afterwards.
    made += 1;
    database = await testDatabase(`versions ${made}`);
    newer = await openPool(database.url, {});
    worlds = [];
  });
  afterEach(async () => {
    await Promise.all(worlds.map((world) => world.close()));
    await newer.pool.end();
  });

  async function open(): Promise<World> {
    const world = await openWorld({ performers: SAYER, database });
    worlds.push(world);
    return world;
  }

  /** What a later version does when it starts. */
  const update = (...added: Migration[]) => migratePostgres(newer, { migrations: [...MIGRATIONS, ...added] });

  async function assertWorking(world: World, say: string): Promise<void> {
    const contacts = [{ firstName: 'Ada', networkProfileUrl: `https://network.example/in/${say}` }];
    expect((await world.call('POST', '/v1/contacts/bulk', { body: { contacts } })).status).toBe(200);
    expect((await world.call('POST', '/v1/lists', { body: { name: say } })).status).toBe(200);
    await queue(world, { dueAt: EPOCH, payload: { say } });
    expect(await world.work()).toMatchObject({ performed: 1, failed: 0 });
    expect((await noted(world)).at(-1)).toContain(say);
  }

  test('of two that start at once, one migrates; a server of the version before works on, and may be started again', async () => {
    const running = await open();
    await assertWorking(running, 'before');
    await Promise.all([update(COLOUR), update(COLOUR), update(COLOUR)]);
    await assertWorking(running, 'after');
    expect(await refusalIn(newer)).toBeNull();
    await assertWorking(await open(), 'restarted');
    const { rows } = await newer.pool.query("select name, is_additive from migrations where name like '9%'");
    expect(rows).toEqual([{ name: '9001_colour', is_additive: 1 }]);
  });

  test('a server that is two versions behind refuses to start, and one at work is reported', async () => {
    const running = await open();
    await update(COLOUR);
    await update(COLOUR, SHADES);
    const words =
      /^the database \S+ on \S+ was written by a newer version of reach \(store version 9002, this one knows \d+\)/;
    await expect(open()).rejects.toThrow(words);
    expect((await refusalIn(newer))?.message).toMatch(words);
    expect(await running.service.servers?.list()).toEqual([]);
  });

  test('a change that older servers cannot work with waits until none is at work', async () => {
    const running = await open();
    const self = { url: 'http://one', version: '1.2.3', workers: 1, isAnswering: true };
    await running.service.servers?.join(self, () => {});
    for (const pending of [[RENAMED], [COLOUR, SHADES]])
      await expect(update(...pending)).rejects.toThrow(
        /has to change the schema of the database \S+ on \S+ \(9001_.*at work there could not go on: http:\/\/one \(version 1\.2\.3\)\. Stop them/,
      );
    await assertWorking(running, 'still');
    await running.service.servers?.leave();
    await update(RENAMED);
    await expect(open()).rejects.toThrow('store version 9001');
  });

  test('a server that was not seen while the schema was changed is reported once it is back', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const running = await open();
      const self = { url: null, version: '1.2.3', workers: 1, isAnswering: true };
      const input = new Promise<Error>((refuse) => {
        void running.service.servers?.join(self, refuse).then(async () => {
          await newer.pool.query("insert into migrations (name) values ('9001_renamed')");
          vi.advanceTimersByTime(5_000);
        });
      });
      expect((await input).message).toContain('store version 9001');
      await running.service.servers?.leave();
    } finally {
      vi.useRealTimers();
    }
  });

  test('a migration that fails changes nothing', async () => {
    await open();
    await expect(update({ ...COLOUR, postgres: `${COLOUR.postgres}; select 1 / 0` })).rejects.toThrow(
      'division by zero',
    );
    await assertWorking(await open(), 'as before');
  });
});

/** Statements that take nothing from those who do not know them. */
const ADDS =
  /^(?:create (?:table|index) |alter table \w+ (?:add column \w+ (?:text(?: collate "C")?|bigint|double precision)(?: not null default [^,]+)?(?:, )?)+$)/;

function onlyAdds({ postgres }: Migration): boolean {
  return postgres
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .every((statement) => statement === '' || ADDS.test(statement));
}

test('what is marked as additive only adds', () => {
  expect([COLOUR, SHADES, RENAMED].map(onlyAdds)).toEqual([true, true, false]);
  for (const one of MIGRATIONS.filter(({ isAdditive }) => isAdditive))
    expect([one.name, onlyAdds(one)]).toEqual([one.name, true]);
});
