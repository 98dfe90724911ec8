// npm run soak -- stranger [-- KILLS [SEED]]: 200 kills of imports into a service typed from the interface alone, shared out
// over its modes, at a short time-out and, for one in twenty, at the default one. Ends with 1 if a single row is lost, doubled,
// uncertain or told wrongly.

import { openHome } from '../e2e/binary.ts';
import { killedStranger } from '../e2e/killed-stranger.ts';
import { MODES } from '../stranger/switches.ts';

/** At the most, whatever happens. */
const IMPORTS_MAX = 100;

/** Rows of an import into the other service, which keeps them in memory and looks through all of them. */
const STRANGER_ROWS = 1_500;
const STRANGER_KILLS_EACH = 10;
/** At the default time-out a lost request is waited for a minute. */
const SLOW_SHARE = 0.05;

async function againstStranger(mode: (typeof MODES)[number], kills: number, seed: number): Promise<number> {
  const sum = { imports: 0, kills: 0, runs: 0, lost: 0, doubled: 0, uncertain: 0, badLines: 0, failed: 0 };
  const home = openHome();
  try {
    while (sum.kills < kills && sum.imports < IMPORTS_MAX) {
      const isSlow = kills - sum.kills <= kills * SLOW_SHARE;
      const each = isSlow
        ? kills - sum.kills
        : Math.min(STRANGER_KILLS_EACH, Math.ceil(kills * (1 - SLOW_SHARE)) - sum.kills);
      const plan = { mode, rows: STRANGER_ROWS, kills: Math.max(1, each), seed: seed + sum.imports };
      sum.imports += 1;
      const outcome = await killedStranger(home, { ...plan, timeout: isSlow ? null : '2s' }).catch((error: unknown) => {
        process.stderr.write(`${mode}, seed ${plan.seed}: ${error instanceof Error ? error.message : String(error)}\n`);
        return null;
      });
      if (outcome === null) sum.failed += 1;
      else
        for (const key of ['kills', 'runs', 'lost', 'doubled', 'uncertain', 'badLines'] as const)
          sum[key] += outcome[key];
    }
  } finally {
    home.remove();
  }
  process.stdout.write(`${mode}: ${JSON.stringify(sum)}\n`);
  return sum.lost + sum.doubled + sum.uncertain + sum.badLines + sum.failed === 0 && sum.kills >= kills ? 0 : 1;
}

export async function run(args: readonly string[]): Promise<number> {
  const [kills = 200, seed = 1] = args.map(Number);
  let worst = 0;
  for (const mode of MODES) worst = Math.max(worst, await againstStranger(mode, Math.ceil(kills / MODES.length), seed));
  return worst;
}
