// npm run soak -- duplicates [-- GROUPS [KILLS [SEED]]]: 1,000 groups of duplicates are merged by processes that are killed
// at 30 random moments, over a service that fails on purpose. Ends with 1 if a value is lost, a contact is doubled, or undo
// does not bring back what was removed. A few minutes.

import { openHome } from '../e2e/binary.ts';
import { killedMerge } from '../e2e/killed-merge.ts';

export async function run(args: readonly string[]): Promise<number> {
  const [groups = 1_000, kills = 30, seed = 1] = args.map(Number);
  const home = openHome();
  try {
    const began = performance.now();
    const outcome = await killedMerge(home, { groups, kills, seed });
    const seconds = Math.round((performance.now() - began) / 1_000);
    process.stdout.write(`${groups} groups, seed ${seed}, ${seconds} s: ${JSON.stringify(outcome)}\n`);
    const { lost, doubled, notBack } = outcome;
    return lost + doubled + notBack === 0 && outcome.kills >= kills ? 0 : 1;
  } finally {
    home.remove();
  }
}
