// .ci/postgres npm run soak -- cluster [-- KILLS [RUNS [CONTACTS [SEED]]]]: three servers on one PostgreSQL, of which one is
// killed (SIGKILL) again and again, and now and then the database, while workflows run, a campaign is carried out and files
// are imported through a proxy that cuts connections. Ends with 1 if anything is lost, doubled or unfinished.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { Client } from 'pg';
import { type Home, openHome, type Served, serve } from '../e2e/binary.ts';
import { chance } from '../e2e/killed-import.ts';
import { audited, prepareRuns } from '../service/resources/workflows/execution/killed-runs.ts';
import { openWorld, type World } from '../service/world.ts';
import { type Balancer, openBalancer } from './balancer.ts';

const SERVERS = 3;
/** Of the servers' kills, how many come before one of the database, or before a time of the clock is left out. */
const KILLS_PER_DATABASE = 10;
const KILLS_PER_DAY = 5;
const CAMPAIGN_CONTACTS = 200;
const IMPORTED = 3_000;

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** What PostgreSQL writes down itself, in the transaction in which it happens. */
const AUDIT = `
create table left_steps (run_id bigint, entity_id bigint, step bigint, at timestamptz default clock_timestamp());
create function leave_step() returns trigger language plpgsql as $$
  begin insert into left_steps values (old.run_id, old.entity_id, old.step); return null; end $$;
create trigger left_step after update on workflow_run_entities for each row
  when (old.state <> 'DONE' and (new.step <> old.step or new.state = 'DONE')) execute function leave_step();
`;

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
  readonly balancer: Balancer;
  /** Starts one, as often as it takes while the database is away. */
  start(): Promise<Served>;
}

async function clusterOn(database: string): Promise<Cluster> {
  const home = openHome();
  const env = { REACH_DATABASE_URL: database };
  const starting: Home = { ...home, start: (args, more) => home.start(args, { ...more, env: home.env(env) }) };
  const alive: Served[] = [];
  const start = async (): Promise<Served> => {
    for (;;) {
      try {
        return await serve(starting, ['--empty', '--rate-limits', 'off', '--pool-size', '5']);
      } catch {
        await pause(100);
      }
    }
  };
  while (alive.length < SERVERS) alive.push(await start());
  const balancer = await openBalancer(() => alive.map(({ url }) => Number(new URL(url).port)));
  const [first] = alive as [Served];
  return { home, env: { ...first.env, REACH_BASE_URL: balancer.url }, alive, balancer, start };
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
        const { code } = await home.run(['contacts', 'import', path, '--yes', '--json'], { env });
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

interface Kills {
  readonly at: readonly number[];
  readonly ofDatabase: number;
  readonly cuts: number;
}

async function killing(cluster: Cluster, kills: number, random: () => number): Promise<Kills> {
  const { alive, balancer } = cluster;
  const at: number[] = [];
  let [ofDatabase, cuts] = [0, 0];
  for (let kill = 1; kill <= kills; kill += 1) {
    await pause(200 + random() * 600);
    const [victim] = alive.splice(Math.floor(random() * alive.length), 1);
    at.push(Date.now());
    victim?.running.kill('SIGKILL');
    await victim?.running.ended;
    if (random() < 0.5) cuts += balancer.cut(random);
    if (kill % KILLS_PER_DATABASE === 0) {
      await killDatabase();
      ofDatabase += 1;
    }
    if (kill % KILLS_PER_DAY === 0) {
      const init = { method: 'POST', body: JSON.stringify({ advance: '1d' }) };
      const headers = { 'x-admin-token': alive[0]?.adminToken ?? '', 'content-type': 'application/json' };
      // Killed or not: the clock is moved on at the end.
      void fetch(`${alive[0]?.url}/_local/clock`, { ...init, headers }).catch(() => {});
    }
    alive.push(await cluster.start());
  }
  return { at, ofDatabase, cuts };
}

interface Takeovers {
  readonly median: number | undefined;
  readonly worst: number | undefined;
  readonly of: number;
}

/** How long after each kill the next step was left, milliseconds; without those after which nothing was left to do. */
async function takeovers(database: string, at: readonly number[]): Promise<Takeovers> {
  const client = new Client({ connectionString: database });
  await client.connect();
  const gaps: number[] = [];
  for (const killed of at) {
    const next = 'select min(extract(epoch from at) * 1000)::float as next from left_steps where at > to_timestamp($1)';
    const { rows } = await client.query(next, [killed / 1_000]);
    if (rows[0].next !== null) gaps.push(rows[0].next - killed);
  }
  await client.end();
  const sorted = gaps.map(Math.round).sort((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)], worst: sorted.at(-1), of: sorted.length };
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
  const cluster = await clusterOn(database);
  try {
    const began = Date.now();
    await startCampaign(cluster);
    const importing = imports(cluster, seed);
    const done = await killing(cluster, kills, chance(seed));
    const began2 = await importing;
    const world = await openWorld({ database: { url: database }, now: Date.now, sleep });
    for (let waits = 0; waits < 1_200 && (await audited(world)).unfinished > 0; waits += 1) await pause(500);
    const [rows, mailed, steps] = [await counted(world, seed), await mails(world), await audited(world)];
    const isOfDatabase = (at: number) => (at + 1) % KILLS_PER_DATABASE === 0;
    const afterServers = await takeovers(
      database,
      done.at.filter((_, at) => !isOfDatabase(at)),
    );
    const afterDatabase = await takeovers(
      database,
      done.at.filter((_, at) => isOfDatabase(at)),
    );
    await world.close();
    const expected = runs * contacts * 4;
    const outcome = {
      ...{ seconds: Math.round((Date.now() - began) / 1_000), kills: done.at.length, databaseKills: done.ofDatabase },
      ...{ connectionsCut: done.cuts, importStarts: began2, effects: steps.effects },
      lost: rows.lost + mailed.lost + expected - steps.different,
      doubled: rows.doubled + mailed.doubled + steps.effects - steps.different,
      unfinished: steps.unfinished,
      takeoverMs: { afterServers, afterDatabase },
    };
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
    return outcome.lost + outcome.doubled + outcome.unfinished === 0 ? 0 : 1;
  } finally {
    for (const served of cluster.alive) served.running.kill('SIGKILL');
    cluster.balancer.close();
    cluster.home.remove();
  }
}
