// .ci/postgres npm run soak -- cluster [-- KILLS [RUNS [CONTACTS [SEED]]]]: three servers on one PostgreSQL, of which one is
// killed (SIGKILL) again and again, another frozen (SIGSTOP) for some seconds, and now and then the database killed, while
// workflows run, a campaign is carried out and files are imported through a proxy. Before that, all three get the same 1,500
// contacts at once. Another proxy stands between the database and every second server; both cut connections.
// Ends with 1 if anything is lost, doubled or unfinished. Its full size: 50 kills, 200 runs, 1,000 contacts.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { Client } from 'pg';
import { chance } from '../chance.ts';
import { type Home, openHome, type Served, serve } from '../e2e/binary.ts';
import { pause } from '../e2e/killed.ts';
import { audited, prepareRuns } from '../service/resources/workflows/execution/killed-runs.ts';
import { openWorld, type World } from '../service/world.ts';
import { type Balancer, openBalancer } from './cluster/balancer.ts';
import { race } from './cluster/race.ts';
import { AUDIT, type Deaths, STEPS_OF_RECORD, type StepLog, stepLogOf } from './cluster/steps.ts';

const SERVERS = 3;
/** Of the servers' kills, how many come before one of the database, or before a time of the clock is left out. */
const KILLS_PER_DATABASE = 10;
const KILLS_PER_DAY = 5;
const KILLS_PER_FREEZE = 5;
/** Longer than a transaction may stand still. */
const FROZEN_MS = 8_000;
const CAMPAIGN_CONTACTS = 200;
const IMPORTED = 3_000;

/** A database that was killed is there again within seconds. */
const STARTS_MAX = 200;
/** Far more than a busy machine needs; what has not ended by then does not end. */
const BOUND_MS = 20 * 60_000;

const began = performance.now();
const say = (text: string): void => {
  process.stderr.write(`${String(Math.round((performance.now() - began) / 1_000)).padStart(5)} s  ${text}\n`);
};

const CAMPAIGN = `name: Twice
identityId: 1
steps:
  - type: email
    subject: Hello {firstName}
    content: First, {firstName}
    delay: 1 hour
  - type: email
    content: Second, {firstName}
    delay: 2 days
`;

interface Cluster {
  readonly home: Home;
  readonly env: Readonly<Record<string, string>>;
  readonly alive: Served[];
  /** Before the servers, and before the database. */
  readonly balancers: readonly [Balancer, Balancer];
  readonly steps: StepLog;
  /** Starts one, as often as it takes while the database is away. */
  start(): Promise<Served>;
}

async function clusterOn(database: string): Promise<Cluster> {
  const home = openHome();
  const alive: Served[] = [];
  const { searchParams, port, pathname } = new URL(database);
  const behind = await openBalancer(() => [`${searchParams.get('host')}/.s.PGSQL.${port || 5432}`]);
  const proxied = `postgres://reach@127.0.0.1:${behind.port}${pathname}`;
  let started = 0;
  const start = async (): Promise<Served> => {
    started += 1;
    const env = { REACH_DATABASE_URL: started % 2 === 0 ? proxied : database };
    const starting: Home = { ...home, start: (args, more) => home.start(args, { ...more, env: home.env(env) }) };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await serve(starting, ['--empty', '--rate-limits', 'off', '--pool-size', '5']);
      } catch (error) {
        if (attempt === STARTS_MAX) throw error;
        await pause(100);
      }
    }
  };
  while (alive.length < SERVERS) alive.push(await start());
  const before = await openBalancer(() => alive.map(({ url }) => Number(new URL(url).port)));
  const [first] = alive as [Served];
  const env = { ...first.env, REACH_BASE_URL: `http://127.0.0.1:${before.port}` };
  return { home, env, alive, balancers: [before, behind], steps: stepLogOf(database), start };
}

async function tool({ home, env }: Cluster, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await home.run(args, { env });
  if (code !== 0) throw new Error(`reach ${args.join(' ')}: exit ${code}: ${stderr}`);
  return stdout;
}

async function startCampaign(cluster: Cluster): Promise<void> {
  const { folder } = cluster.home;
  const rows = Array.from({ length: CAMPAIGN_CONTACTS }, (_, n) => `C${n},c${n}@x.example`);
  writeFileSync(join(folder, 'people.csv'), `First Name,Email\n${rows.join('\n')}\n`);
  writeFileSync(join(folder, 'twice.yaml'), CAMPAIGN);
  await tool(cluster, 'local', 'feature', 'task-owners', 'off');
  await tool(cluster, 'contacts', 'import', join(folder, 'people.csv'), '--yes', '--list', 'Mailed', '--create-list');
  const { id } = JSON.parse(await tool(cluster, 'campaign', 'create', join(folder, 'twice.yaml'), '--json'));
  await tool(cluster, 'campaign', 'add-list', String(id), 'Mailed');
  await tool(cluster, 'campaign', 'status', String(id), 'active', '--yes');
}

/** Two files, half of whose rows are the same, imported until they are in, whatever happens; gives how often each began. */
async function imports(cluster: Cluster, seed: number): Promise<number[]> {
  const { home, env } = cluster;
  return Promise.all(
    [0, IMPORTED / 2].map(async (from, n) => {
      const rows = Array.from({ length: IMPORTED }, (_, at) => `https://network.example/in/i${seed}-${from + at}`);
      const path = join(home.folder, `import-${n}.csv`);
      writeFileSync(path, `First Name,networkProfileUrl\n${rows.map((url) => `I,${url}`).join('\n')}\n`);
      for (let times = 1; ; times += 1) {
        const { code, stderr } = await home.run(['contacts', 'import', path, '--yes', '--json'], { env });
        say(`import ${n + 1}, attempt ${times}: exit ${code}${code === 0 ? '' : `\n${stderr}`}`);
        if (code === 0) return times;
        await pause(200);
      }
    }),
  );
}

/** Kills the database outright, and starts it again. */
async function killDatabase(): Promise<void> {
  await execa(String(process.env['REACH_TEST_POSTGRES_RESTART']), [], { stdio: 'ignore' });
}

interface Kills extends Deaths {
  readonly cuts: readonly number[];
}

/** Kills until it was often enough, each time when another part of `expected` steps has been done, or none is any more. */
async function killing(cluster: Cluster, kills: number, expected: number, random: () => number): Promise<Kills> {
  const { alive, balancers, steps } = cluster;
  const deaths: Record<keyof Deaths, number[]> = { ofServers: [], ofDatabase: [], frozen: [] };
  const cuts = [0, 0];
  for (let kill = 1; kill <= kills; kill += 1) {
    if (kill % KILLS_PER_DATABASE === 1) say(`${kill - 1} kills, ${await steps.done()} steps of ${expected}`);
    const wanted = (expected * 0.9 * (kill - random())) / kills;
    await pause(200 + random() * 600);
    for (let waits = 0; waits < 300 && (await steps.done()) < wanted; waits += 1) await pause(100);
    const [victim] = alive.splice(Math.floor(random() * alive.length), 1);
    deaths.ofServers.push(Date.now());
    victim?.running.kill('SIGKILL');
    await victim?.running.ended;
    alive.push(await cluster.start());
    await pause(random() * 600);
    if (random() < 0.5)
      for (const [n, balancer] of balancers.entries()) cuts[n] = (cuts[n] ?? 0) + balancer.cut(random);
    if (kill % KILLS_PER_DATABASE === 0) {
      await killDatabase();
      deaths.ofDatabase.push(Date.now());
    }
    if (kill % KILLS_PER_FREEZE === 0) {
      const frozen = alive[Math.floor(random() * alive.length)]?.running;
      deaths.frozen.push(Date.now());
      frozen?.kill('SIGSTOP');
      await pause(FROZEN_MS);
      frozen?.kill('SIGCONT');
    }
    if (kill % KILLS_PER_DAY === 0) {
      const init = { method: 'POST', body: JSON.stringify({ advance: '1d' }) };
      const headers = { 'x-admin-token': alive[0]?.adminToken ?? '', 'content-type': 'application/json' };
      // Killed or not: the clock is moved on at the end.
      void fetch(`${alive[0]?.url}/_local/clock`, { ...init, headers }).catch(() => {});
    }
  }
  return { ...deaths, cuts };
}

/** Rows that are missing, and those that are there more than once. */
async function counted(world: World, seed: number): Promise<{ lost: number; doubled: number }> {
  const found = await world.service.store.read((tx) =>
    tx.one<{ n: number; different: number }>(
      `select count(*) as n, count(distinct network_key) as different from contacts
       where network_profile_url like 'https://network.example/in/i${seed}-%'`,
    ),
  );
  const { n = 0, different = 0 } = found ?? {};
  return { lost: 1.5 * IMPORTED - different, doubled: n - different };
}

/** Mails of the campaign that were not sent, or twice, once a month has passed. */
async function mails(world: World): Promise<{ lost: number; doubled: number }> {
  for (;;) {
    try {
      await world.control('POST', '/_local/clock', { advance: '30d' });
      break;
    } catch {
      // Someone else works on the store.
      await pause(500);
    }
  }
  const threads = await world.service.store.read((tx) =>
    tx.all<{ n: number }>(
      `select count(m.id) as n from contacts c join list_members l on l.member_id = c.id
         join lists on lists.id = l.list_id and lists.name = 'Mailed'
         left join threads t on t.contact_id = c.id left join messages m on m.thread_id = t.id group by c.id`,
    ),
  );
  const sent = threads.map(({ n }) => n);
  const over = sent.reduce((sum, n) => sum + Math.max(0, n - 2), 0);
  const missing = sent.reduce((sum, n) => sum + Math.max(0, 2 - n), 2 * (CAMPAIGN_CONTACTS - sent.length));
  return { lost: missing, doubled: over };
}

async function databaseFor(seed: number): Promise<string | null> {
  const server = process.env['REACH_TEST_POSTGRES'];
  if (server === undefined || process.env['REACH_TEST_POSTGRES_RESTART'] === undefined) return null;
  const name = `reach_soak_${process.pid}_${seed}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return String(url);
}

export async function run(args: readonly string[]): Promise<number> {
  const [kills = 50, runs = 20, contacts = 500, seed = 15] = args.map(Number);
  const database = await databaseFor(seed);
  if (database === null) {
    process.stdout.write('WITHOUT POSTGRESQL: not run; .ci/postgres starts one\n');
    return 0;
  }
  const sleep = (ms: number) => pause(ms);
  const setUp = await openWorld({ database: { url: database }, now: Date.now, sleep });
  await prepareRuns(setUp, { runs, contacts }, AUDIT);
  await setUp.close();
  const expected = runs * contacts * STEPS_OF_RECORD;
  const cluster = await clusterOn(database);
  try {
    say('three servers, each gets the same contacts');
    const raced = await race(cluster.alive);
    const started = Date.now();
    await startCampaign(cluster);
    say('the campaign is active');
    const importing = imports(cluster, seed);
    const killed = await killing(cluster, kills, expected, chance(seed));
    say(`${kills} kills, the last of it`);
    const importStarts = await importing;
    const world = await openWorld({ database: { url: database }, now: Date.now, sleep });
    while (performance.now() - began < BOUND_MS && (await audited(world)).unfinished > 0) await pause(500);
    const seconds = Math.round((Date.now() - started) / 1_000);
    say('the runs have ended, or their time');
    const [rows, mailed, steps] = [await counted(world, seed), await mails(world), await audited(world)];
    await world.close();
    const outcome = {
      ...{ seconds, kills, databaseKills: killed.ofDatabase.length, connectionsCut: killed.cuts, importStarts },
      ...{ steps: steps.effects, stepsPerSecond: Math.round(steps.effects / seconds) },
      lost: rows.lost + mailed.lost + expected - steps.different,
      race: raced,
      doubled: Math.abs(raced.doubled) + rows.doubled + mailed.doubled + steps.effects - steps.different,
      unfinished: steps.unfinished,
      takeoverMs: await cluster.steps.takeovers(killed.ofServers),
      frozenMs: await cluster.steps.takeovers(killed.frozen),
      afterDatabaseMs: await cluster.steps.takeovers(killed.ofDatabase),
    };
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
    return outcome.lost + outcome.doubled + outcome.unfinished === 0 ? 0 : 1;
  } finally {
    for (const served of cluster.alive) served.running.kill('SIGKILL');
    for (const balancer of cluster.balancers) balancer.close();
    await cluster.steps.close();
    cluster.home.remove();
  }
}
