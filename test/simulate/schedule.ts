// One schedule: a job under a seed, and what is wrong with its outcome.

import { join } from 'node:path';
import { JOBS, type Job } from './jobs.ts';
import type { Edges, Subject } from './load.ts';
import type { Fault } from './simulation.ts';
import { FOLDER, World, weatherOf } from './world.ts';

export interface Outcome {
  readonly seed: number;
  /** The points at which alone something could go wrong; null for all. */
  readonly only: readonly number[] | null;
  readonly job: string;
  readonly faults: readonly Fault[];
  readonly wrong: readonly string[];
  readonly trace: string;
}

export interface Place {
  readonly subject: Subject;
  readonly enter: (edges: Edges) => void;
  readonly template: string;
  readonly store: string;
}

/** Makes the empty store that each schedule begins with. */
export async function makeTemplate(place: Place): Promise<void> {
  const world = await World.open(place.subject, place.enter, { template: place.template, store: place.template }, { seed: 0 });
  await world.close();
}

const RUNS_MAX = 25;
/** After so many runs, nothing goes wrong any more. */
const DISTURBED_RUNS = 15;

/** How much later a second process starts, at most. */
const RIVAL_MS = 20_000;

/** Runs the command line until it has ended by itself; gives what is wrong with how it ended. */
async function carryOut(world: World, line: string, { rivals, spoken }: { rivals: number; spoken: readonly number[] }): Promise<string[]> {
  const { simulation } = world;
  for (let run = 1; ; run += 1) {
    if (run === DISTURBED_RUNS) await world.observe(() => world.calm());
    if (run === RUNS_MAX) return [`"${line}" has not ended well after ${run} runs: ${world.ended.at(-1)?.code} ${world.ended.at(-1)?.stderr}`];
    const rival = !simulation.isCalm && simulation.draw() < rivals ? world.start(line, simulation.draw() * RIVAL_MS).ended : null;
    const ended = await simulation.run(world.start(line).ended);
    if (rival !== null) await simulation.run(rival);
    if (ended.how === 'by itself' && ended.code === 0) return [];
    if (ended.code !== null && !spoken.includes(ended.code)) return [`"${line}" ended with ${ended.code}: ${ended.stderr}`];
  }
}

export async function schedule(place: Place, seed: number, options: { only?: ReadonlySet<number>; log?: (line: string) => void; job?: string } = {}): Promise<Outcome> {
  const job: Job = JOBS.find(({ name }) => name === options.job) ?? (JOBS[seed % JOBS.length] as Job);
  const world = await World.open(place.subject, place.enter, place, { seed, ...options });
  const wrong: string[] = [];
  try {
    await world.observe(async () => job.start?.(world));
    for (const [name, text] of Object.entries(job.files ?? {})) world.disk.write(join(FOLDER, name), text);
    world.weather = weatherOf(world.simulation);
    world.disk.chances = world.weather.disk;
    const rivals = job.hasRivals === true ? world.simulation.pick([0, 0, 0.5]) : 0;
    for (const line of job.lines) {
      wrong.push(...(await carryOut(world, line, { rivals, spoken: [2, 6, 7, 130, ...(job.also ?? [])] })));
      if (wrong.length > 0) break;
    }
    await world.observe(() => world.calm());
    wrong.push(...(await world.observe(() => job.check(world))));
  } catch (error) {
    wrong.push(error instanceof Error ? String(error.stack) : String(error));
  } finally {
    wrong.push(...world.bugs);
    await world.close();
  }
  return { seed, only: options.only === undefined ? null : [...options.only], job: job.name, faults: world.simulation.faults, wrong, trace: world.simulation.trace };
}
