import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAhead } from '../../../src/service/db/read-ahead.ts';
import { withFolder } from '../world.ts';

const SIZE = 3_500_000;
/** More than one call reads. */
const LARGE = 70_000_001;

test.each<[name: string, size: number, free: number, isStopped: boolean, bytes: number]>([
  ['reach.db', SIZE, 2 * SIZE, false, SIZE],
  ['reach.db', LARGE, 2 * LARGE, false, LARGE],
  ['reach.db', 0, 0, false, 0],
  ['reach.db', SIZE, 2 * SIZE - 1, false, 0],
  ['reach.db', SIZE, 2 * SIZE, true, 0],
  ['none', SIZE, 2 * SIZE, false, 0],
])('%s of %i bytes with %i bytes free, stopped: %s: %i bytes', async (name, size, free, isStopped, bytes) => {
  await withFolder(async (folder) => {
    writeFileSync(join(folder, 'reach.db'), '');
    truncateSync(join(folder, 'reach.db'), size);
    const ahead = readAhead(join(folder, name), free);
    if (isStopped) ahead.stop();
    expect(await ahead.done).toBe(bytes);
  });
});
