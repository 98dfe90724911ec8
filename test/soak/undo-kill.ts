// npm run soak -- undo-kill [-- ROWS [KILLS [SEED]]]: an import of 100,000 rows, half of them merged, killed 20 times and taken back
// while it is killed 20 times; then a small one against a service typed from the interface alone. Ends with 1 if a single field is
// not as it was, or a contact is missing or there twice.

import { openHome } from '../e2e/binary.ts';
import { killedUndo } from '../e2e/killed-undo.ts';

export async function run(args: readonly string[]): Promise<number> {
  const [rows = 100_000, kills = 20, seed = 1] = args.map(Number);
  let wrong = 0;
  for (const plan of [
    { rows, kills, seed },
    { rows: 600, kills: Math.min(kills, 5), seed, stranger: 'minimal' as const },
    // It has the create that merges alone, at 30 a minute.
    { rows: 120, kills: Math.min(kills, 5), seed: seed + 1, stranger: 'strict' as const },
  ]) {
    const home = openHome();
    try {
      const outcome = await killedUndo(home, plan);
      process.stdout.write(`${JSON.stringify(plan)}: ${JSON.stringify(outcome)}\n`);
      wrong += outcome.changed - outcome.back + outcome.lost + outcome.more;
    } finally {
      home.remove();
    }
  }
  return wrong === 0 ? 0 : 1;
}
