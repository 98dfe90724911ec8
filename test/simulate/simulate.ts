// npm run simulate [-- --seed N --runs N --minutes N --job NAME --log]: schedules of commands and a server in one process, under
// simulated time, network, disk and ends of processes. Ends with 1 if a promise was broken; the seed shows it again.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleSubject, loadSubject } from './load.ts';
import { type Outcome, makeTemplate, type Place, schedule } from './schedule.ts';

export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { seed: { type: 'string' }, runs: { type: 'string' }, minutes: { type: 'string' }, job: { type: 'string' }, log: { type: 'boolean' }, only: { type: 'string' } },
  });
  const cache = mkdtempSync(join(resolve('node_modules/.cache'), 'simulate-'));
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'reach-simulate-'));
  try {
    const { subject, enter } = loadSubject(await bundleSubject(cache));
    const template = join(folder, 'template');
    const place: Place = { subject, enter, template, store: join(folder, 'store') };
    // A store to copy, as a server has made it: with no contents.
    await makeTemplate(place);
    const first = Number(values.seed ?? 1);
    const runs = Number(values.runs ?? (values.seed === undefined ? 100 : 1));
    const began = performance.now();
    let failed = 0;
    let faults = 0;
    for (let seed = first; seed < first + runs; seed += 1) {
      const outcome = await schedule(place, seed, { ...(values.job !== undefined && { job: values.job }), ...(values.only !== undefined && { only: new Set(values.only.split(',').map(Number)) }), ...(values.log && { log: (line: string) => void process.stdout.write(`${line}\n`) }) });
      faults += outcome.faults.length;
      if (outcome.wrong.length > 0) {
        failed += 1;
        report(values.log ? outcome : await shrunk(place, outcome, values.job));
      }
    }
    const seconds = (performance.now() - began) / 1000;
    process.stdout.write(`${runs} schedules, ${faults} faults in ${seconds.toFixed(1)} s: ${failed} broke a promise\n`);
    return failed === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(cache, { recursive: true, force: true });
  }
}

/** The same broken promise with as few faults as it takes. */
async function shrunk(place: Place, first: Outcome, job?: string): Promise<Outcome> {
  let best = first;
  for (let at = first.faults.length - 1; at >= 0; at -= 1) {
    const only = new Set(best.faults.filter((_, index) => index !== at).map(({ point }) => point));
    if (at >= best.faults.length) continue;
    const outcome = await schedule(place, first.seed, { ...(job !== undefined && { job }), only });
    if (outcome.wrong.length > 0) best = outcome;
  }
  return best;
}

function report({ seed, only, job, faults, wrong, trace }: Outcome): void {
  process.stdout.write(`seed ${seed}, ${job}, trace ${trace}${only === null ? '' : `, --only ${only.join(',')}`}\n`);
  for (const { point, fault, where } of faults) process.stdout.write(`  point ${point}: ${fault} at ${where}\n`);
  for (const one of wrong) process.stdout.write(`  wrong: ${one}\n`);
}
