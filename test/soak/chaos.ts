// npm run soak -- chaos [-- ROUNDS [ROWS [SEED]]]: imports of rows without a match key through a proxy that drops, drips,
// truncates, resets, duplicates and lies about lengths. Ends with 1 if a row is lost or doubled.

import { openHome } from '../e2e/binary.ts';
import { chaoticImport } from '../e2e/chaotic-import.ts';

export async function run(args: readonly string[]): Promise<number> {
  const [rounds = 20, rows = 3_000, seed = 1] = args.map(Number);
  const home = openHome();
  const sum = { rounds: 0, runs: 0, connections: 0, lost: 0, doubled: 0, wrongExits: 0 };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const outcome = await chaoticImport(home, rows, seed + round);
      sum.rounds += 1;
      for (const key of ['runs', 'connections', 'lost', 'doubled', 'wrongExits'] as const) sum[key] += outcome[key];
      process.stdout.write(`seed ${seed + round}: ${JSON.stringify(outcome)}\n`);
    }
  } finally {
    home.remove();
  }
  process.stdout.write(`${JSON.stringify(sum)}\n`);
  return sum.lost + sum.doubled + sum.wrongExits === 0 ? 0 : 1;
}
