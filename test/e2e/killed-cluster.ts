// Servers on one PostgreSQL, killed (SIGKILL) one after the other while contacts are written through all of them and runs of
// actions are under way: nothing lost, nothing doubled, nothing unfinished.

import { chance } from '../chance.ts';
import { asked } from './asked.ts';
import { type Home, type Served, serve } from './binary.ts';
import { pause } from './killed.ts';
import { heldUrls, postBulk } from './killed-serve.ts';

interface ClusterOptions {
  readonly home: Home;
  readonly database: string;
  readonly servers: number;
  readonly kills: number;
  /** Runs of actions, over this many contacts each, at most 100. */
  readonly runs: number;
  readonly contacts: number;
  readonly seed: number;
}

const BULK = 20;

export async function killedCluster(options: ClusterOptions) {
  const { home, database, kills, seed } = options;
  const random = chance(seed);
  const env = { REACH_DATABASE_URL: database };
  const starting: Home = { ...home, start: (args, more) => home.start(args, { ...more, env: home.env(env) }) };
  const start = () => serve(starting, ['--empty', '--rate-limits', 'off', '--pool-size', '5']);
  const alive = [await start()];
  while (alive.length < options.servers) alive.push(await start());
  const pick = () => Math.floor(random() * alive.length);
  const someone = (): Served => alive[pick()] ?? fail();

  const runs = await startRuns(someone(), options);
  const acknowledged: string[] = [];
  let sent = 0;
  let isOver = false;
  const writers = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      // Some are sent twice, to different servers: merging finds them.
      const urls = Array.from(
        { length: BULK },
        () => `https://network.example/in/c${seed}-${Math.floor(sent++ / 1.3)}`,
      );
      acknowledged.push(...(await postBulk(someone(), urls).catch(() => pause(20).then(() => []))));
    }
  });
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(100 + random() * 300);
    const [victim] = alive.splice(pick(), 1);
    victim?.running.kill('SIGKILL');
    await victim?.running.ended;
    alive.push(await start());
  }
  isOver = true;
  await Promise.all(writers);
  const unfinished = await unfinishedOf(someone(), runs);
  const held = await heldUrls(someone());
  await Promise.all(alive.map((served) => served.stop()));
  const distinct = new Set(held);
  return {
    kills,
    acknowledged: new Set(acknowledged).size,
    lost: [...new Set(acknowledged)].filter((url) => !distinct.has(url)).length,
    doubled: held.length - distinct.size,
    runs: runs.length,
    unfinished,
  };
}

function fail(): never {
  throw new Error('no server is alive');
}

async function startRuns(served: Served, { runs, contacts, seed }: ClusterOptions): Promise<string[]> {
  const people = Array.from({ length: contacts }, (_, n) => ({
    ...{ firstName: `F${n}`, lastName: `L${n}`, companyName: `Firm ${n % 9}` },
    networkProfileUrl: `https://network.example/in/r${seed}-${n}`,
  }));
  await asked(served, 'POST', '/v1/contacts/bulk', { contacts: people });
  const made = await asked(served, 'GET', '/v1/contacts?pageSize=100');
  const contactIds = made.contacts.map(({ id }: { id: number }) => id);
  const ids: string[] = [];
  for (let n = 0; n < runs; n += 1) {
    const actions = [{ type: 'ENRICH_WITH_EMAIL' }];
    ids.push((await asked(served, 'POST', '/v1/actions', { contactIds, actions })).actionsId);
  }
  return ids;
}

/** Waits for the runs; a run counts as finished when every record has exactly one outcome. */
async function unfinishedOf(served: Served, runs: readonly string[]): Promise<number> {
  let unfinished = 0;
  for (const id of runs) {
    let isDone = false;
    for (let waits = 0; !isDone && waits < 600; waits += 1) {
      const { overallStatus, totalActions, statusCounts } = await asked(served, 'GET', `/v1/actions/${id}/status`);
      const outcomes = Object.entries(Object(statusCounts)).filter(
        ([status]) => !/PENDING|QUEUED|PROCESSING/.test(status),
      );
      const sum = outcomes.reduce((all, [, count]) => all + Number(count), 0);
      isDone = /COMPLETED|PARTIAL|FAILED/.test(overallStatus) && sum === totalActions;
      if (!isDone) await pause(50);
    }
    if (!isDone) unfinished += 1;
  }
  return unfinished;
}
