// What a dry run against the service says of each row is what the import then does with it. `npm run soak -- predict` for more files.

import { expect, test } from 'vitest';
import { predictImports } from './predicted-imports.ts';

test.each([
  ['contacts', true, 15],
  ['contacts', false, 15],
  ['companies', true, 8],
  ['companies', false, 8],
] as const)(
  'random files of %s come to what was predicted; workspace read whole: %s',
  async (entity, isWhole, count) => {
    const { files, wrong, statuses } = await predictImports({ files: count, seed: 1, entity, isWhole });
    expect(wrong).toEqual([]);
    expect(files).toBe(count);
    for (const status of ['created', 'merged', 'unchanged', 'updated', 'failed', 'rejected', 'skipped'])
      expect(statuses[status], status).toBeGreaterThan(0);
  },
);
