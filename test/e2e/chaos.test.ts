// The short form of `npm run soak -- chaos`.

import { afterAll, expect, test } from 'vitest';
import { openHome } from './binary.ts';
import { chaoticImport } from './chaotic-import.ts';

const home = openHome();
afterAll(() => home.remove());

test('an import through a bad network: every row once', async () => {
  const outcome = await chaoticImport(home, 500, 3);
  expect(outcome).toMatchObject({ lost: 0, doubled: 0, wrongExits: 0 });
});
