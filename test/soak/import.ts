// npm run soak -- import [-- KILLS [ROWS [SEED]]]: 200 kills over imports of 5,000 rows, a third of them without a match key,
// against a service that fails on purpose. Ends with 1 if a single row is lost, doubled or told wrongly.

import { openHome } from '../e2e/binary.ts';
import { killedImport } from '../e2e/killed-import.ts';

/** At the most, whatever happens. */
const IMPORTS_MAX = 100;
const KILLS_EACH = 10;

export async function run(args: readonly string[]): Promise<number> {
  const [kills = 200, rows = 5_000, seed = 1] = args.map(Number);
  const home = openHome();
  const sum = { imports: 0, kills: 0, runs: 0, lost: 0, doubled: 0, foreign: 0, badLines: 0, failed: 0 };
  const faults: number[] = [];
  try {
    while (sum.kills < kills && sum.imports < IMPORTS_MAX) {
      const plan = { rows, kills: Math.min(KILLS_EACH, kills - sum.kills), seed: seed + sum.imports };
      sum.imports += 1;
      const outcome = await killedImport(home, plan).catch((error: unknown) => {
        process.stderr.write(`seed ${plan.seed}: ${error instanceof Error ? error.message : String(error)}\n`);
        return null;
      });
      if (outcome === null) {
        sum.failed += 1;
        continue;
      }
      for (const key of ['kills', 'runs', 'lost', 'doubled', 'foreign', 'badLines'] as const) sum[key] += outcome[key];
      for (const [at, used] of outcome.faults.entries()) faults[at] = (faults[at] ?? 0) + used;
      process.stdout.write(`seed ${plan.seed}: ${JSON.stringify(outcome)}\n`);
    }
  } finally {
    home.remove();
  }
  process.stdout.write(`${sum.imports} imports of ${rows} rows: ${JSON.stringify(sum)}\n`);
  process.stdout.write(
    `spoiled answers by fault: ${faults.join(', ')} (drop after, drop before, 429, 502, 500, cut, 2.5 s, 12 ms)\n`,
  );
  return sum.lost + sum.doubled + sum.foreign + sum.badLines + sum.failed === 0 && sum.kills >= kills ? 0 : 1;
}
