// The short form of `npm run soak -- chaos`.

import { expect, test } from 'vitest';
import { chaoticImport } from './chaotic-import.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

test('an import through a bad network: every row once', async () => {
  const outcome = await chaoticImport(home, 500, 3);
  expect(outcome).toMatchObject({ lost: 0, doubled: 0, wrongExits: 0 });
});
