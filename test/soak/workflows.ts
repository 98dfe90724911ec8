// npm run soak -- workflows [-- RUNS [CONTACTS [KILLS [SEED]]]]: 200 runs of five steps over 1,000 contacts, two processes
// at work, 20 kills. Ends with 1 if a single step effect is lost or doubled, or a run does not end,
// or if there was nothing left to kill.

import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { killedRuns } from '../service/resources/workflows/execution/killed-runs.ts';
import { openWorld } from '../service/world.ts';

/** A process dies after so many jobs at most; there are some 4,000. */
const JOBS_MOST = 60;

export async function run(args: readonly string[]): Promise<number> {
  const [runs = 200, contacts = 1_000, kills = 20, seed = 1] = args.map(Number);
  const folder = mkdtempSync(join(tmpdir(), 'reach-soak-'));
  try {
    const { bundle } = await import(pathToFileURL(resolve('.build', 'bundle.mjs')).href);
    await bundle({ runner: resolve('test/service/programs/runner.ts') }, folder);
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    const data = join(folder, 'data');
    const world = await openWorld({ data, now: Date.now, sleep: (ms) => new Promise((done) => setTimeout(done, ms)) });
    const began = performance.now();
    const plan = { runs, contacts, kills, seed, jobsMost: JOBS_MOST };
    const outcome = await killedRuns(world, data, join(folder, 'runner.js'), plan);
    await world.close();
    const seconds = Math.round((performance.now() - began) / 1_000);
    process.stdout.write(`${runs} runs over ${contacts} contacts, ${seconds} s: ${JSON.stringify(outcome)}\n`);
    const { lost, doubled, unfinished, wrong } = outcome;
    return lost + doubled + unfinished + wrong === 0 && outcome.kills >= kills ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
