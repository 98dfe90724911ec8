// The short form of `npm run soak -- stranger`, against a service that has what the interface shows and nothing else.

import { afterAll, expect, test } from 'vitest';
import { openHome } from './binary.ts';
import { killedStranger } from './killed-stranger.ts';

const home = openHome();
afterAll(() => home.remove());

test('killed twice, with faults: no row lost, none doubled, none uncertain', async () => {
  const outcome = await killedStranger(home, { mode: 'strict', rows: 500, kills: 2, seed: 3, timeout: '2s' });
  expect(outcome).toMatchObject({ kills: 2, lost: 0, doubled: 0, uncertain: 0, badLines: 0 });
});
