import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAhead } from '../../../src/service/db/read-ahead.ts';
import { withFolder } from '../world.ts';

const SIZE = 3_500_000;

test.each<[name: string, free: number, isStopped: boolean, bytes: number]>([
  ['reach.db', 2 * SIZE, false, SIZE],
  ['reach.db', 2 * SIZE - 1, false, 0],
  ['reach.db', 2 * SIZE, true, 0],
  ['none', 2 * SIZE, false, 0],
])('%s with %i bytes free, stopped: %s: %i bytes', async (name, free, isStopped, bytes) => {
  await withFolder(async (folder) => {
    writeFileSync(join(folder, 'reach.db'), Buffer.alloc(SIZE));
    const ahead = readAhead(join(folder, name), free);
    if (isStopped) ahead.stop();
    expect(await ahead.done).toBe(bytes);
  });
});
