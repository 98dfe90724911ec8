// The short form of `npm run soak -- undo-kill`.

import { expect, test } from 'vitest';
import { killedUndo } from './killed-undo.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

test('an import and its undo, each killed twice: every field is back, no contact is lost or there twice', async () => {
  const outcome = await killedUndo(home, { rows: 1_000, kills: 2, seed: 3 });
  expect(outcome).toMatchObject({ back: outcome.changed, lost: 0, more: 0 });
  expect(outcome.changed).toBeGreaterThanOrEqual(1_500);
});
