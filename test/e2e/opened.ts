// A home, and a server in it, for all tests of a file.

import { afterAll, beforeAll, expect } from 'vitest';
import { type Home, openHome, type Served, serve } from './binary.ts';

export function homeForAllTests(): Home {
  const home = openHome();
  afterAll(() => home.remove());
  return home;
}

/** To be used in tests and hooks. */
export function servedForAllTests(home: Home, flags: readonly string[]): Served {
  let now: Served | undefined;
  beforeAll(async () => {
    now = await serve(home, flags);
  });
  afterAll(async () => void (await now?.stop()));
  return new Proxy({} as Served, { get: (_, name) => Reflect.get(now ?? expect.fail('nothing is served yet'), name) });
}
