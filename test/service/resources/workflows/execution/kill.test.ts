import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withBundled } from '../../../bundled.ts';
import { openWorld } from '../../../world.ts';
import { killedRuns } from './killed-runs.ts';

test('runs that two processes work on, killed again and again: no step effect is lost, none doubled, all runs end', async () => {
  await withBundled({ runner: 'test/service/programs/runner.ts' }, async (folder) => {
    const data = join(folder, 'data');
    const world = await openWorld({ data, now: Date.now });
    const plan = { runs: 20, contacts: 100, kills: 5, seed: 7, jobsMost: 10 };
    const { processes, ...outcome } = await killedRuns(world, data, join(folder, 'runner.js'), plan);
    expect(outcome).toEqual({ kills: 5, effects: 20 * 100 * 4, lost: 0, doubled: 0, unfinished: 0, wrong: 0 });
    expect(processes).toBe(7);
    await world.close();
  });
});
