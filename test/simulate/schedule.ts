// One schedule: a job under a seed, and what is wrong with its outcome.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sentOnce } from './checks.ts';
import type { Job } from './job.ts';
import { JOBS } from './jobs.ts';
import type { Edges, Subject } from './load.ts';
import { definitionsFile, type Stores } from './server.ts';
import type { Fault } from './simulation.ts';
import { FOLDER, HOME, World } from './world.ts';

export interface Outcome {
  readonly seed: number;
  /** The points at which alone something could go wrong; null for all. */
  readonly only: readonly number[] | null;
  readonly job: string;
  readonly faults: readonly Fault[];
  readonly wrong: readonly string[];
  readonly trace: string;
}

export interface Place extends Stores {
  readonly subject: Subject;
  readonly enter: (edges: Edges) => void;
}

/** The schedules of one process below a folder of all of them. */
export const placesIn = (folder: string, share = 0): Stores => ({
  root: folder,
  template: join(folder, 'template'),
  store: join(folder, `store-${share}`),
});

const KNOWN = 'known.json';

/** Makes what each schedule begins with: an empty store, and what a command before has learned of the service. */
export async function makeTemplate(place: Place): Promise<void> {
  const { root, template } = place;
  mkdirSync(dirname(definitionsFile(root)), { recursive: true });
  writeFileSync(definitionsFile(root), JSON.stringify(place.subject.definitions()));
  const first = await World.open(place, { root, template, store: template }, { seed: 0 });
  await first.close();
  const world = await World.open(place, place, { seed: 0 });
  world.simulation.isCalm = true;
  world.disk.write(join(FOLDER, 'one.csv'), 'First Name,Email\nAda,ada@x.example\n');
  await world.simulation.run(world.start('contacts import one.csv --yes --list Fair --create-list'));
  const known = world.disk.files
    .filter((path) => path.startsWith(join(HOME, 'cache')))
    .map((path) => [path, world.disk.read(path)]);
  await world.close();
  writeFileSync(join(root, KNOWN), JSON.stringify(known));
}

const RUNS_MAX = 25;
/** After so many runs, nothing goes wrong any more. */
const DISTURBED_RUNS = 15;

/** Exit codes of a command that is to be run again: the disk or the file refused, a rival, no answer, Ctrl-C. */
const LATER: readonly number[] = [2, 6, 7, 130];

/** How much later a second process starts, at most. */
const RIVAL_MS = 20_000;

/** Runs the command line until it has ended by itself; gives what is wrong with how it ended. */
async function carryOut(
  world: World,
  line: string,
  { rivals, ends = [], done }: { readonly rivals: number } & Pick<Job, 'ends' | 'done'>,
): Promise<string[]> {
  const { simulation } = world;
  for (let run = 1; ; run += 1) {
    if (run === DISTURBED_RUNS) await world.observe(() => world.calm());
    if (run === RUNS_MAX)
      return [
        `"${line}" has not ended well after ${run} runs: ${world.ended.at(-1)?.code} ${world.ended.at(-1)?.stderr}`,
      ];
    const rival =
      !simulation.isCalm && simulation.draw() < rivals ? world.start(line, simulation.draw() * RIVAL_MS) : null;
    const ended = await simulation.run(world.start(line));
    if (rival !== null) await simulation.run(rival);
    if (ended.code === 0 || (ended.code !== null && ends.includes(ended.code)) || done?.test(ended.stderr)) return [];
    if (ended.code !== null && !LATER.includes(ended.code))
      return [`"${line}" ended with ${ended.code}: ${ended.stderr}`];
  }
}

export interface ScheduleInput {
  /** In place of the one of its turn. */
  readonly seed?: number;
  /** The name of a job, in place of the one of its turn. */
  readonly job?: string;
  /** The points at which alone something may go wrong. */
  readonly only?: ReadonlySet<number>;
  /** False for schedules found when no fault was more likely than the others. */
  readonly leans?: boolean;
  readonly log?: (line: string) => void;
}

export async function schedule(place: Place, turn: number, options: ScheduleInput = {}): Promise<Outcome> {
  const seed = options.seed ?? turn;
  const job: Job = JOBS.find(({ name }) => name === options.job) ?? (JOBS[seed % JOBS.length] as Job);
  const world = await World.open(place, place, { ...options, seed, leansTo: job.leansTo });
  const wrong: string[] = [];
  const onRejection = (error: unknown) => world.rejected(error);
  process.on('unhandledRejection', onRejection);
  try {
    world.simulation.isCalm = true;
    await world.observe(async () => {
      await job.start?.(world);
      // What was there before is old enough to be told from what the commands make.
      await world.simulation.sleep(3_600_000);
    });
    for (const [name, text] of Object.entries(job.files ?? {})) world.disk.write(join(FOLDER, name), text);
    // Seldom without: to learn it takes longer than all the rest.
    if (world.simulation.draw() < 0.9) {
      const known: [string, string][] = JSON.parse(readFileSync(join(place.root, KNOWN), 'utf8'));
      for (const [path, text] of known) world.disk.write(path, text);
    }
    for (const line of job.before ?? []) {
      const { code, stderr } = await world.simulation.run(world.start(line));
      if (code !== 0) wrong.push(`before: "${line}" ended with ${code}: ${stderr}`);
    }
    world.simulation.isCalm = false;
    world.disk.chances = world.weather.disk;
    const rivals = job.hasRivals === true ? world.simulation.pick([0, 0, 0.5]) : 0;
    const { meanwhile } = job;
    if (meanwhile !== undefined) world.later(world.simulation.draw() * 15_000, () => meanwhile(world));
    for (const line of job.lines) {
      wrong.push(...(await carryOut(world, line, { rivals, ...job })));
      if (wrong.length > 0) break;
    }
    await world.observe(() => world.simulation.sleep(job.worksMs ?? 0));
    await world.observe(() => world.calm());
    if (job.worksMs !== undefined) await world.observe(() => world.simulation.sleep(60_000));
    wrong.push(...(await world.observe(() => job.check(world))), ...sentOnce(world));
  } catch (error) {
    wrong.push(error instanceof Error ? String(error.stack) : String(error));
  } finally {
    wrong.push(...world.bugs);
    await world.close().catch((error: unknown) => wrong.push(String(error)));
    process.off('unhandledRejection', onRejection);
  }
  return {
    seed,
    only: options.only === undefined ? null : [...options.only],
    job: job.name,
    faults: world.simulation.faults,
    wrong,
    trace: world.simulation.trace,
  };
}
