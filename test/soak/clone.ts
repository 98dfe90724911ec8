// npm run soak -- clone [-- CONTACTS [KILLS [SEED]]]: a served workspace of 100,000 contacts is cloned at 100 times the rates, and
// killed 10 times. Ends with 1 if the twin differs from the source, or a masked file has a personal value of it.

import { openHome } from '../e2e/binary.ts';
import { killedClone } from '../e2e/killed-clone.ts';

export async function run(args: readonly string[]): Promise<number> {
  const [contacts = 100_000, kills = 10, seed = 1] = args.map(Number);
  const home = openHome();
  try {
    const outcome = await killedClone(home, { contacts, kills, seed });
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
    const isFrugal = outcome.pagesRead <= outcome.pages + outcome.kills;
    return outcome.differences === 0 && outcome.found.length === 0 && outcome.kept === 0 && isFrugal ? 0 : 1;
  } finally {
    home.remove();
  }
}
