// What a dry run against the service says of each row is what the import then does with it. `npm run soak -- predict` for more files.

import { expect, test } from 'vitest';
import { predictImports } from './predicted-imports.ts';

test.each([
  ['contacts', true],
  ['contacts', false],
  ['companies', true],
  ['companies', false],
] as const)('random files of %s come to what was predicted; workspace read whole: %s', async (entity, isWhole) => {
  const { files, wrong, statuses } = await predictImports({ files: 15, seed: 1, entity, isWhole });
  expect(wrong).toEqual([]);
  expect(files).toBe(15);
  for (const status of ['created', 'merged', 'unchanged', 'updated', 'failed', 'rejected', 'skipped'])
    expect(statuses[status], status).toBeGreaterThan(0);
});
