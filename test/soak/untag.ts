// npm run soak -- untag [-- CONTACTS [KILLS [SEED]]]: 1,000 contacts lose a tag at 300 a minute, and the process that takes it
// off is killed at 5 places. Ends with 1 if a contact keeps the tag, or a single request is refused. Some four minutes.

import { virtualClock } from '../clock.ts';
import { openHome } from '../e2e/binary.ts';
import { killedUntag } from '../e2e/killed-untag.ts';

/** Ten times the rate of the interface, so that it is over in minutes: the windows are a minute long all the same. */
const RATE = 'x10';

export async function run(args: readonly string[]): Promise<number> {
  const [contacts = 1_000, kills = 5, seed = 1] = args.map(Number);
  const { random } = virtualClock({ seed });
  const places = Array.from({ length: kills }, () => 1 + Math.floor(random() * (contacts - 2)));
  const killsAt = [...new Set(places)].sort((a, b) => a - b);
  const home = openHome();
  try {
    const began = performance.now();
    const outcome = await killedUntag(home, { contacts, killsAt, rate: RATE });
    const seconds = Math.round((performance.now() - began) / 1_000);
    process.stdout.write(
      `${contacts} contacts, killed at ${killsAt.join(', ')}, ${seconds} s: ${JSON.stringify(outcome)}\n`,
    );
    const { left, refused, repeated, untold, journals } = outcome;
    const isRight = left + refused + journals === 0 && repeated <= outcome.kills && untold <= outcome.kills;
    return isRight && outcome.kills > 0 ? 0 : 1;
  } finally {
    home.remove();
  }
}
