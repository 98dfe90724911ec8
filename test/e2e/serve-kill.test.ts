// The short form of `npm run soak -- serve`.

import { expect, test } from 'vitest';
import { killedServe } from './killed-serve.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

test('a server killed while it takes bulks: what it acknowledged is there, once', async () => {
  const outcome = await killedServe(home, 3, 5);
  expect(outcome).toMatchObject({ kills: 3, lost: 0, doubled: 0 });
});
