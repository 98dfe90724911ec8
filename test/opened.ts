// A service or a tool for tests: opened before them, closed after them, and nothing went wrong inside.

import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import { openReach, type Reach } from './cli/world.ts';
import { assertCounts } from './service/campaign-counts.ts';
import { freeTestDatabase, testDatabase } from './service/engine.ts';
import { openWorld, type World } from './service/world.ts';

type Options = Parameters<typeof openWorld>[0];

/** The one that is open now, whichever that is: to be used in tests and hooks. */
function opened<T extends World | Reach>(
  open: () => Promise<T>,
  [before, after]: readonly [typeof beforeEach, typeof afterEach],
): T {
  let now: T | undefined;
  before(async () => {
    now = await open();
  });
  after(async () => {
    if (now === undefined) return;
    expect('world' in now ? now.world.bugs : now.bugs).toEqual([]);
    await assertCounts('world' in now ? now.world.service.store : now.service.store);
    await now.close();
  });
  return new Proxy({} as T, { get: (_, name) => Reflect.get(now ?? expect.fail('nothing is open yet'), name) });
}

const EACH = [beforeEach, afterEach] as const;
const ALL = [beforeAll, afterAll] as const;

export const worldForEachTest = (options?: Options): World => opened(() => openWorld(options), EACH);
export const worldForAllTests = (options?: Options): World => opened(() => openWorld(options), ALL);
export const reachForEachTest = (options?: Options): Reach => opened(() => openReach(options), EACH);
export const reachForAllTests = (options?: Options): Reach => opened(() => openReach(options), ALL);

/** For the one test that calls it: closed when that has finished, however it ends. */
async function untilFinished<T extends World | Reach>(opening: Promise<T>): Promise<T> {
  const now = await opening;
  onTestFinished(() => now.close());
  return now;
}

export const worldForTest = (options?: Options): Promise<World> => untilFinished(openWorld(options));
export const reachForTest = (options?: Options): Promise<Reach> => untilFinished(openReach(options));

/** Servers on one database of PostgreSQL, a new one for each test. */
export interface SharedDatabase {
  readonly url: string;
  /** Opens another one. */
  open(options?: Options): Promise<World>;
}

export function databaseForEachTest(): SharedDatabase {
  let database = { url: '' };
  let worlds: World[] = [];
  beforeEach(async () => {
    database = await testDatabase(undefined);
    worlds = [];
  });
  afterEach(async () => {
    expect(worlds.flatMap(({ bugs }) => bugs)).toEqual([]);
    await Promise.all(worlds.map((world) => world.close()));
    await freeTestDatabase(database);
  });
  return {
    get url() {
      return database.url;
    },
    open: async (options = {}) => {
      const world = await openWorld({ ...options, database: { url: database.url } });
      worlds.push(world);
      return world;
    },
  };
}
