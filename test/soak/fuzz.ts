// 50,000 requests made of the published document; `npm run soak -- fuzz -- COUNT SEED` for others.

import { fuzz } from '../service/http/fuzz.ts';

const COUNT = 50_000;
/** A fresh store for each, so that it does not fill with a single kind of record. */
const REQUESTS_PER_STORE = 5_000;

export async function run([count = String(COUNT), seed = '1']: readonly string[]): Promise<number> {
  let failed = 0;
  const statuses = new Map<number, number>();
  for (let done = 0, round = 0; done < Number(count); done += REQUESTS_PER_STORE, round += 1) {
    const requests = Math.min(REQUESTS_PER_STORE, Number(count) - done);
    const { violations, byStatus } = await fuzz(requests, Number(seed) + round);
    for (const [status, n] of byStatus) statuses.set(status, (statuses.get(status) ?? 0) + n);
    for (const violation of violations) process.stdout.write(`${violation}\n`);
    failed += violations.length;
  }
  const table = [...statuses].toSorted(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  process.stdout.write(`${count} requests (${table.join(', ')}), ${failed} violations\n`);
  return failed === 0 ? 0 : 1;
}
