// The short form of `npm run soak -- serve`.

import { afterAll, expect, test } from 'vitest';
import { openHome } from './binary.ts';
import { killedServe } from './killed-serve.ts';

const home = openHome();
afterAll(() => home.remove());

test('a server killed while it takes bulks: what it acknowledged is there, once', async () => {
  const outcome = await killedServe(home, 3, 5);
  expect(outcome).toMatchObject({ kills: 3, lost: 0, doubled: 0 });
});
