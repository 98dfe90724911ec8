// npm run soak -- locks [-- ROUNDS]: 8 processes on one stale lock, behind a barrier. Ends with 1 if two were ever inside at
// once, a turn was lost, or a lock stayed behind.

import { rivalsFor } from '../cli/files/lock-rivals.ts';

export async function run([rounds = '50']: readonly string[]): Promise<number> {
  let failed = 0;
  await rivalsFor(Number(rounds), (round, seen, wanted) => {
    if (JSON.stringify(seen) === JSON.stringify(wanted)) return;
    failed += 1;
    process.stdout.write(`round ${round}: ${JSON.stringify(seen)}\n`);
  });
  process.stdout.write(`${rounds} rounds, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}
