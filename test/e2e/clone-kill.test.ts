// The short form of `npm run soak -- clone`.

import { expect, test } from 'vitest';
import { killedClone } from './killed-clone.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

test('a clone that is killed again and again is equal to its source; masked, it has none of its personal values', async () => {
  const outcome = await killedClone(home, { contacts: 300, kills: 2, seed: 7 });
  expect(outcome).toMatchObject({ differences: 0, found: [], kept: 0 });
  // Each kill costs the page that was under way, and nothing that was read.
  expect(outcome.pagesRead).toBeLessThanOrEqual(outcome.pages + outcome.kills);
}, 120_000);
