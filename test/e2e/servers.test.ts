// Several built servers on one PostgreSQL. Runs in vitest's project postgres; `.ci/postgres` says where there is none.

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '../../src/contract/routes/routes.ts';
import { sleep } from '../../src/contract/timers.ts';
import { LOCKS } from '../../src/service/db/postgres/migrate.ts';
import { freeTestDatabase, isPostgres, testDatabase } from '../service/engine.ts';
import { ROOT, type Served, serve } from './binary.ts';
import { killedCluster } from './killed-cluster.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

describe.runIf(isPostgres)('servers on one database', () => {
  let database: { url: string };
  let served: Served[];
  beforeEach(async () => {
    database = await testDatabase(undefined);
    served = [];
  });
  afterEach(async () => {
    for (const { running } of served) running.kill('SIGKILL');
    await Promise.all(served.map(({ running }) => running.ended));
    await freeTestDatabase(database);
  });

  async function start(...flags: string[]): Promise<Served> {
    const env = { ...process.env, REACH_DATABASE_URL: database.url };
    const server = await serve({ ...home, start: (args, options) => home.start(args, { ...options, env }) }, [
      '--empty',
      ...(flags.includes('--rate-limits') ? [] : ['--rate-limits', 'off']),
      ...flags,
    ]);
    served.push(server);
    return server;
  }

  const ask = async (url: string, path: string, { key, adminToken }: Partial<Served> = {}, init: RequestInit = {}) => {
    const headers = { 'x-api-key': key ?? '', 'x-admin-token': adminToken ?? '', 'content-type': 'application/json' };
    const answer = await fetch(url + path, { ...init, headers });
    const text = await answer.text();
    return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : null };
  };

  async function until(isSo: () => Promise<boolean>): Promise<void> {
    while (!(await isSo())) await sleep(20);
  }

  test('imports through two at once; one is stopped during a request, which it finishes; the other continues', async () => {
    const [first, second] = [await start('--metrics'), await start('--workers', '0')];
    const people = Array.from({ length: 400 }, (_, n) => `F${n},L${n},https://network.example/in/p${n}`);
    const file = (name: string, rows: string[]) => {
      const path = join(home.folder, name);
      writeFileSync(path, `First Name,Last Name,networkProfileUrl\n${rows.join('\n')}\n`);
      return path;
    };
    // The middle is in both.
    const files = [file('a.csv', people.slice(0, 250)), file('b.csv', people.slice(150))];
    const imported = await Promise.all(
      [first, second].map(({ env }, n) => home.run(['contacts', 'import', files[n] ?? '', '--yes', '--json'], { env })),
    );
    expect(imported.map(({ code }) => code)).toEqual([0, 0]);
    const total = async (server: Served) => (await ask(server.url, '/v1/contacts', server)).body.data.total;
    expect([await total(first), await total(second)]).toEqual([400, 400]);

    const status = (await ask(second.url, '/_local/status', second)).body.data;
    expect(status.servers.map(({ url, workers }: { url: string; workers: number }) => [url, workers]).sort()).toEqual(
      [
        [first.url, 1],
        [second.url, 0],
      ].sort(),
    );
    expect((await ask(first.url, '/metrics')).text).toContain('reach_servers 2');

    // A request that takes a while, then the signal.
    await ask(first.url, '/_local/faults', first, {
      method: 'POST',
      body: JSON.stringify({ endpoint: 'lists.list', latencyMs: 700, times: 1 }),
    });
    const slow = ask(first.url, '/v1/lists', first);
    await until(async () => (await ask(second.url, '/_local/faults', second)).body.data.faults.length === 0);
    first.running.kill('SIGTERM');
    expect((await slow).status).toBe(200);
    expect(await first.running.ended).toMatchObject({ code: 0 });
    expect(await total(second)).toBe(400);
    expect((await ask(second.url, '/_local/status', second)).body.data.servers).toHaveLength(1);
    expect((await ask(second.url, '/metrics')).status).toBe(404);
    expect(await second.stop()).toMatchObject({ code: 0 });
  });

  test('three processes at once: no one is there twice, not one request more than allowed, one clock', async () => {
    const three = [
      await start('--rate-limits', 'on', '--workers', '0'),
      await start('--rate-limits', 'on', '--workers', '0'),
      await start('--rate-limits', 'on'),
    ];
    const [first, second] = three as [Served, Served];
    const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) });
    const contacts = Array.from({ length: 300 }, (_, n) => ({
      ...{ firstName: `F${n}`, lastName: `L${n}`, companyName: `Firm ${n % 50}` },
      networkProfileUrl: `https://network.example/in/r${n}`,
    }));
    const bulks = three.flatMap((server) =>
      [0, 100, 200].map((from) =>
        ask(server.url, '/v1/contacts/bulk', server, post({ contacts: contacts.slice(from, from + 100) })),
      ),
    );
    expect((await Promise.all(bulks)).map(({ status }) => status)).toEqual(bulks.map(() => 200));
    const totals = await Promise.all(
      three.flatMap((server) =>
        ['contacts', 'companies'].map(async (of) => (await ask(server.url, `/v1/${of}`, server)).body.data.total),
      ),
    );
    expect(totals).toEqual([300, 50, 300, 50, 300, 50]);

    const counted = await Promise.all(
      Array.from({ length: 90 }, (_, n) => {
        const server = three[n % 3] ?? first;
        return ask(server.url, '/v1/lists', server, post({ name: `L${n}` }));
      }),
    );
    const limit = routes.lists.create.perMinute ?? 0;
    expect(counted.filter(({ status }) => status === 200)).toHaveLength(limit);
    expect(counted.filter(({ status }) => status === 429)).toHaveLength(90 - limit);

    await ask(first.url, '/_local/clock', first, post({ advance: '2d' }));
    const { now } = (await ask(second.url, '/_local/status', second)).body.data;
    expect(Date.parse(now)).toBeGreaterThan(Date.now() + 1.9 * 86_400_000);

    // By a thread, which opens the database for itself: what it gives and what it throws arrive.
    const path = join(home.reachHome, 'data', 'local', 'three.snapshot');
    const written = await ask(second.url, '/_local/snapshot', second, post({ path }));
    expect([written.status, written.body.data]).toEqual([200, { path, bytes: statSync(path).size }]);
    expect((await ask(second.url, '/_local/snapshot', second, post({ path }))).status).toBe(409);
  });

  test('any server shows the pages: a link of one begins a session at the other, which both know and follow', async () => {
    const app = ['--app-url', 'https://pages.example'];
    const [first, second] = [await start(...app), await start(...app, '--workers', '0')];
    const link = new URL(JSON.parse(first.running.stdout()).pages);
    expect(link.origin).toBe('https://pages.example');
    const begun = await fetch(`${second.url}${link.pathname}${link.search}`);
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await fetch(`${first.url}${link.pathname}${link.search}`)).status).toBe(401);
    const displayed = async ({ url }: Served, path: string) => {
      const answer = await fetch(url + path, { headers: { cookie } });
      return [answer.status, await answer.text()] as const;
    };
    const ending = new AbortController();
    const events = await fetch(`${second.url}/app/events`, { headers: { cookie }, signal: ending.signal });
    const received = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await received?.read())?.value).toContain('event: open');
    await ask(first.url, '/v1/lists', first, { method: 'POST', body: '{"name":"Of both","entity":"CONTACT"}' });
    expect((await received?.read())?.value).toContain('event: change');
    ending.abort();
    for (const server of [first, second])
      expect(await displayed(server, '/app/lists')).toEqual([200, expect.stringContaining('Of both')]);
  });

  test('a server that only works refuses requests, is ready, and performs what another one queued', async () => {
    const answering = await start('--workers', '0');
    const working = await start('--workers-only', '--workers', '2');
    expect((await ask(working.url, '/v1/lists', working)).status).toBe(503);
    expect((await ask(working.url, '/healthz')).status).toBe(200);
    expect((await ask(working.url, '/livez')).body.data.ok).toBe(true);
    const readable = home.start(['serve', '--workers-only', '--port', '0'], {
      env: { REACH_DATABASE_URL: database.url },
    });
    await readable.seen('Ctrl-C', 'stderr');
    readable.kill('SIGTERM');
    expect((await readable.ended).stderr.split('\n').map((line) => line.trim().split(' ')[0])).toEqual([
      ...['reach', 'store', 'works', 'stop', 'stopping', ''],
    ]);
    const made = await home.run(['contacts', 'create', '-f', 'firstName=Ada', '-f', 'lastName=Lovelace', '--json'], {
      env: answering.env,
    });
    const ran = await home.run(
      ['action', 'run', '--type', 'ENRICH_WITH_EMAIL', '--contacts', '-', '--watch', '--exit-status', '--json'],
      {
        env: answering.env,
        stdin: `${JSON.parse(made.stdout).id}\n`,
      },
    );
    expect([ran.code, ran.stderr]).toEqual([0, expect.any(String)]);
  });

  // The short form of `npm run soak -- cluster`.
  test('servers killed while they write and work: nothing lost, doubled or unfinished', async () => {
    const options = { home, database: database.url, servers: 2, kills: 2, runs: 3, contacts: 40, seed: 7 };
    const outcome = await killedCluster(options);
    expect(outcome).toMatchObject({ kills: 2, lost: 0, doubled: 0, runs: 3, unfinished: 0 });
    expect(outcome.acknowledged).toBeGreaterThan(0);
  });

  test('a server that stands still holds up the others for seconds, and answers 503 for what was cut off', async () => {
    const [frozen, other] = [await start('--workers', '0'), await start('--workers', '0')];
    const post = (server: Served, name: string) =>
      ask(server.url, '/v1/lists', server, { method: 'POST', body: JSON.stringify({ name }) });
    const admin = new Client({ connectionString: database.url });
    await admin.connect();
    // The lock of the workspace: the server waits for it when it is stopped, and gets it then.
    const lock = `${LOCKS}, 1`;
    await admin.query(`select pg_advisory_lock(${lock})`);
    const cutOff = post(frozen, 'Frozen');
    const waiting = 'select count(*) as n from pg_locks where not granted and locktype = $1';
    await until(async () => (await admin.query(waiting, ['advisory'])).rows[0].n === '1');
    frozen.running.kill('SIGSTOP');
    await admin.query(`select pg_advisory_unlock(${lock})`);
    const unread = Array.from({ length: 5 }, (_, n) => post(frozen, `Frozen ${n}`));
    const began = performance.now();
    expect((await post(other, 'Other')).status).toBe(200);
    const waitedMs = performance.now() - began;
    frozen.running.kill('SIGCONT');
    const { status } = await cutOff;
    expect([200, 503]).toContain(status);
    expect((await Promise.all(unread)).map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect((await ask(other.url, '/v1/lists', other)).body.data.total).toBe(status === 200 ? 7 : 6);
    // The other one waits for twelve seconds at most.
    expect(waitedMs).toBeLessThan(6_000);
    await admin.end();
  });

  test('the commands of the guide move a store from a file into the database', async () => {
    const guide = readFileSync(join(ROOT, 'src', 'guides', 'many-machines.md'), 'utf8');
    const [snapshot = '', restore = ''] = /^ {4}reach local snapshot .*\n.*/m.exec(guide)?.[0].split('\n') ?? [];
    const env = { REACH_HOME: undefined };
    const start: typeof home.start = (args, options) =>
      home.start(args, { ...options, env: { ...env, REACH_DATABASE_URL: database.url } });
    const server = await serve({ ...home, start }, ['--empty']);
    served.push(server);
    expect((await home.shell(snapshot, { env })).code).toBe(0);
    const line = restore
      .replace('http://127.0.0.1:4010', server.url)
      .replace('REACH_API_KEY=…', `REACH_API_KEY=${server.key}`)
      .replace('REACH_ADMIN_TOKEN=…', `REACH_ADMIN_TOKEN=${server.adminToken}`);
    expect(await home.shell(`${line} --yes`, { env })).toMatchObject({ code: 0, stderr: '' });
    expect((await ask(server.url, '/v1/contacts', server)).body.data.total).toBe(60);
  });

  test('the password is in no output, and not in the list of processes', async () => {
    const url = new URL(database.url);
    url.username = 'reach';
    url.password = 's3cret-word';
    const running = home.start(['serve', '--database', String(url), '--empty', '--debug', '-o', 'json']);
    await running.seen('\n');
    const listed = await home.shell(`ps -o args= -p ${running.pid} || cat /proc/${running.pid}/cmdline`);
    running.kill('SIGTERM');
    const { stdout, stderr, code } = await running.ended;
    expect([code, listed.code]).toEqual([0, 0]);
    expect(listed.stdout + stdout + stderr).not.toContain('s3cret-word');
  });
});

describe('a database that is not there', () => {
  let ran: Awaited<ReturnType<typeof home.run>>[];
  beforeAll(async () => {
    const flags = ['postgres://reach:s3cret@127.0.0.1:1/team', 'mysql://reach:s3cret@host/team'];
    ran = await Promise.all(flags.map((url) => home.run(['serve', '--database', url])));
  });

  test('nothing answers: exit 7, with its host and what helps', () => {
    expect(ran[0]?.code).toBe(7);
    expect(ran[0]?.stderr).toContain('the database team on 127.0.0.1:1 cannot be reached (ECONNREFUSED)');
    expect(ran[0]?.stderr).toContain('REACH_DATABASE_URL');
  });

  test('no address of a PostgreSQL: exit 2, without repeating it', () => {
    expect(ran[1]?.code).toBe(2);
    expect(ran.map(({ stderr }) => stderr).join('')).not.toContain('s3cret');
  });
});
