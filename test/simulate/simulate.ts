// npm run simulate [-- --seed N --runs N --minutes N --job NAME]: schedules of commands and a server in one process, under simulated
// time, network, disk and ends of processes. Ends with 1 if a promise was broken: then `--seed N` shows the same again, and
// `--log` each step of it. Without --seed, the seeds that once broke a promise come first.

import { fork } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { EDITS } from './faults.ts';
import { bundleSubject, loadSubject } from './load.ts';
import { makeTemplate, type Outcome, type Place, placesIn, type ScheduleInput, schedule } from './schedule.ts';
import { SEEDS } from './seeds.ts';

interface Plan {
  readonly bundle: string;
  readonly folder: string;
  /** One of so many processes: each takes every so many-th schedule. */
  readonly share: number;
  readonly of: number;
  readonly first: number;
  readonly runs: number;
  readonly endsAt: number;
  readonly job?: string;
  readonly only?: readonly number[];
  readonly isLogged: boolean;
}

interface Figures {
  schedules: number;
  faults: number;
  failed: number;
  /** Of the same schedule in each of several processes. */
  trace: string;
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

// Signals that abort make errors all the time.
Error.stackTraceLimit = 5;

/** One of the processes. */
async function work(plan: Plan): Promise<Figures> {
  const { bundle, folder, share, of, first, runs, endsAt, job, only, isLogged } = plan;
  const figures = { schedules: 0, faults: 0, failed: 0, trace: '' };
  const place: Place = { ...loadSubject(bundle), ...placesIn(folder, share) };
  const input = { ...(job !== undefined && { job }), ...(isLogged && { log: print }) };
  const isWhole = !isLogged && only === undefined;
  if (of > 1) figures.trace = (await schedule(place, first)).trace;
  for (let at = share; at < runs && Date.now() < endsAt; at += of) {
    const known = isWhole && first === 0 ? SEEDS[at] : undefined;
    const outcome = await schedule(place, first + at, { ...input, ...(only && { only: new Set(only) }), ...known });
    figures.schedules += 1;
    figures.faults += outcome.faults.length;
    if (outcome.wrong.length === 0) continue;
    figures.failed += 1;
    report(isWhole ? await shrunk(place, outcome, { ...input, ...known }) : outcome);
  }
  return figures;
}

/** The same broken promise with as few faults as it takes. */
async function shrunk(place: Place, first: Outcome, input: ScheduleInput): Promise<Outcome> {
  let best = first;
  for (let at = first.faults.length - 1; at >= 0; at -= 1) {
    if (at >= best.faults.length) continue;
    const only = new Set(best.faults.filter((_, index) => index !== at).map(({ point }) => point));
    const outcome = await schedule(place, first.seed, { ...input, only });
    if (outcome.wrong.length > 0) best = outcome;
  }
  return best;
}

function report({ seed, only, job, faults, wrong, trace }: Outcome): void {
  print(`--seed ${seed} --job "${job}"${only === null ? '' : ` --only ${only.join(',') || 0}`} (trace ${trace})`);
  for (const { point, fault, where } of faults) print(`  point ${point}: ${fault} at ${where}`);
  for (const one of wrong) print(`  wrong: ${one}`);
}

const isPlan = (value: unknown): value is Plan => typeof value === 'object' && value !== null && 'bundle' in value;

/** A plan in another process. */
function elsewhere(plan: Plan): Promise<Figures> {
  return new Promise((done, failed) => {
    const child = fork(resolve('.build', 'run.mjs'), ['test/simulate/simulate.ts', '--share'], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', (figures: Figures) => done(figures));
    child.on('exit', (code) => failed(new Error(`a process ended with ${code}`)));
    child.send(plan);
  });
}

function shared(): Promise<Plan> {
  return new Promise((done) => process.once('message', (plan) => isPlan(plan) && done(plan)));
}

/** Puts each fault into the code by itself, and runs schedules until one of them finds it. Gives how many are never found. */
async function findFaults(bundles: string, folder: string, most: number, first: number): Promise<number> {
  const needed: number[] = [];
  for (const { name, edit } of EDITS.slice(first)) {
    const bundle = await bundleSubject(mkdtempSync(join(bundles, 'fault-')), [edit]);
    const place = { ...loadSubject(bundle), ...placesIn(folder) };
    let found: Outcome | null = null;
    for (let seed = 0; seed < most && found === null; seed += 1) {
      const outcome = await schedule(place, seed);
      if (outcome.wrong.length > 0) found = outcome;
    }
    if (found !== null) needed.push(found.seed + 1);
    print(
      `${name}: ${found === null ? `not found in ${most}` : `found by schedule ${found.seed + 1}, ${found.job}: ${found.wrong[0]?.split('\n')[0]}`}`,
    );
  }
  const median = needed.toSorted((one, other) => one - other)[Math.floor(needed.length / 2)];
  print(`${needed.length} of ${EDITS.length} faults found, ${median} schedules at the median`);
  return EDITS.length - needed.length;
}

export async function run(args: readonly string[]): Promise<number> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { seed: text, runs: text, minutes: text, job: text, only: text, log: flag, share: flag, faults: flag },
  });
  if (values.share === true) {
    const figures = await work(await shared());
    process.send?.(figures);
    process.disconnect();
    return 0;
  }
  const cache = resolve('node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const bundles = mkdtempSync(join(cache, 'simulate-'));
  // In memory where there is such a folder: a disk of its own would be waited for at every commit.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'reach-simulate-'));
  try {
    const began = performance.now();
    const bundle = await bundleSubject(bundles);
    await makeTemplate({ ...loadSubject(bundle), ...placesIn(folder) });
    if (values.faults === true)
      return (await findFaults(bundles, folder, Number(values.runs ?? 500), Number(values.seed ?? 0))) > 1 ? 1 : 0;
    const minutes = Number(values.minutes ?? 1e6);
    const runs = Number(
      values.runs ?? (values.minutes !== undefined ? Number.MAX_SAFE_INTEGER : values.seed === undefined ? 2_000 : 1),
    );
    const of = Math.min(runs, availableParallelism());
    const plan = {
      ...{ bundle, folder, of, first: Number(values.seed ?? 0), runs, endsAt: Date.now() + minutes * 60_000 },
      ...(values.job !== undefined && { job: values.job }),
      ...(values.only !== undefined && { only: values.only.split(',').map(Number) }),
      isLogged: values.log === true,
    };
    const shares = Array.from({ length: of }, (_, share) => ({ ...plan, share }));
    const ended = await Promise.allSettled(shares.map((one) => (of === 1 ? work(one) : elsewhere(one))));
    const figures = ended.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    if (new Set(figures.map(({ trace }) => trace)).size > 1) throw new Error('a seed gives another schedule elsewhere');
    const sum = (name: 'schedules' | 'faults' | 'failed') => figures.reduce((total, one) => total + one[name], 0);
    const seconds = (performance.now() - began) / 1000;
    print(
      `${sum('schedules')} schedules with ${sum('faults')} faults in ${seconds.toFixed(1)} s: ${sum('failed')} broke a promise`,
    );
    return sum('failed') === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(bundles, { recursive: true, force: true });
  }
}
