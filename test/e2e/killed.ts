// What the tests that kill processes share.

import { asked } from './asked.ts';
import type { Home, Served } from './binary.ts';
import type { Ran } from './here.ts';

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Runs the tool and kills it after a while; ends with another code than 137 where it was done before. */
export async function killedAfter(
  home: Home,
  ms: number,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const running = home.start(args, { env, stdin: '' });
  const timer = setTimeout(() => running.kill('SIGKILL'), ms);
  return await running.ended.finally(() => clearTimeout(timer));
}

/** Lets requests to these endpoints fail by chance, the same with each seed. */
export async function addFaults(served: Served, seed: number, endpoints: readonly string[], faults: readonly object[]) {
  for (const endpoint of endpoints)
    for (const fault of faults)
      await asked(served, 'POST', '/_local/faults', { endpoint, seed: `${seed} ${JSON.stringify(fault)}`, ...fault });
}

/** How often each value is there. */
export function counted(values: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** By how much `one` has more of its values than `other`. */
export const excess = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number =>
  [...one].reduce((sum, [value, count]) => sum + Math.max(0, count - (other.get(value) ?? 0)), 0);
