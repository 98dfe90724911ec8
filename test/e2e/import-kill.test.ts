// The short form of `npm run soak -- import`.

import { expect, test } from 'vitest';
import { killedImport } from './killed-import.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

test('killed three times, with faults: every row is there once, every row has one line', async () => {
  const outcome = await killedImport(home, { rows: 900, kills: 3, seed: 7 });
  expect(outcome).toMatchObject({ kills: 3, lost: 0, doubled: 0, foreign: 0, badLines: 0 });
});
