// The short form of `npm run soak -- import`, against a service typed from the interface alone, in two modes.

import { expect, test } from 'vitest';
import { MODES } from '../stranger/switches.ts';
import { killedStranger } from './killed-stranger.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

test.each(MODES)('%s: killed twice, with faults: no row lost, none doubled, none uncertain', async (mode) => {
  const outcome = await killedStranger(home, { mode, rows: 500, kills: 2, seed: 3, timeout: '2s' });
  expect(outcome).toMatchObject({ kills: 2, lost: 0, doubled: 0, uncertain: 0, badLines: 0 });
});
