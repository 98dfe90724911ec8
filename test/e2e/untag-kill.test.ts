// A bulk untag killed half-way, and the same command again. A thousand contacts: `npm run soak -- untag`.

import { afterAll, expect, test } from 'vitest';
import { openHome } from './binary.ts';
import { killedUntag } from './killed-untag.ts';

const home = openHome();
afterAll(() => home.remove());

test('killed half-way and run again: each contact untagged, none refused', async () => {
  // 300 a minute: all of them fit, so that the test need not wait.
  const outcome = await killedUntag(home, { contacts: 200, killsAt: [100], rate: 'x10' });
  expect(outcome).toMatchObject({ kills: 1, left: 0, refused: 0, journals: 0 });
  // What was under way or not yet printed when the process died.
  expect(outcome.repeated).toBeLessThanOrEqual(1);
  expect(outcome.untold).toBeLessThanOrEqual(1);
});
