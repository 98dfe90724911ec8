// npm run soak -- serve [-- KILLS [MINUTES [SEED]]]: 100 kills of a server under load, then 10 minutes of mixed load. Ends with
// 1 if an acknowledged row is lost or one doubled, or if the server outgrows 400 MB, 60 open files or 45 MB of log.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openHome, type Served, serve } from '../e2e/binary.ts';
import { killedServe, postBulk } from '../e2e/killed-serve.ts';

const MOST = { rssMb: 400, files: 60, logMb: 45 };
type Size = { -readonly [Name in keyof typeof MOST]: number };

/** Of a process on Linux; elsewhere what cannot be told counts as nothing. */
function sizeOf({ running }: Served, data: string): Size {
  const input = <T>(read: () => T, otherwise: T): T => {
    try {
      return read();
    } catch {
      return otherwise;
    }
  };
  const status = input(() => readFileSync(`/proc/${running.pid}/status`, 'utf8'), '');
  return {
    rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
    files: input(() => readdirSync(`/proc/${running.pid}/fd`).length, 0),
    logMb: input(() => statSync(join(data, 'reach.db-wal')).size, 0) / 1024 / 1024,
  };
}

const READS = [
  '/v1/contacts?pageSize=50',
  '/v1/companies',
  '/v1/lists',
  '/v1/contacts/duplicates?fields=fullName',
  '/healthz',
];

async function mixedLoad(minutes: number): Promise<{ most: Size; requests: number; failed: number }> {
  const home = openHome();
  const data = join(home.folder, 'load');
  const served = await serve(home, ['--data', data, '--rate-limits', 'off']);
  const until = Date.now() + minutes * 60_000;
  const most: Size = { rssMb: 0, files: 0, logMb: 0 };
  let [requests, failed, sent] = [0, 0, 0];
  const look = setInterval(() => {
    const now = sizeOf(served, data);
    for (const name of ['rssMb', 'files', 'logMb'] as const) most[name] = Math.max(most[name], Math.round(now[name]));
  }, 500);
  const client = async (at: number) => {
    while (Date.now() < until) {
      requests += 1;
      if (at < 2) {
        const urls = Array.from({ length: 50 }, () => `https://network.example/in/load-${sent++ % 200_000}`);
        if ((await postBulk(served, urls)).length !== urls.length) failed += 1;
      } else {
        const path = READS[requests % READS.length] ?? '/healthz';
        const answer = await fetch(served.url + path, { headers: { 'x-api-key': served.key } });
        // A connection whose answer is not read is kept open, and another one opened.
        await answer.arrayBuffer();
        const { status } = answer;
        if (status !== 200 && status !== 408) failed += 1;
      }
    }
  };
  try {
    await Promise.all([0, 1, 2, 3, 4, 5].map(client));
    return { most, requests, failed };
  } finally {
    clearInterval(look);
    await served.stop();
    home.remove();
  }
}

export async function run(args: readonly string[]): Promise<number> {
  const [kills = 100, minutes = 10, seed = 1] = args.map(Number);
  const home = openHome();
  const killed = await killedServe(home, kills, seed).finally(() => home.remove());
  process.stdout.write(`${JSON.stringify(killed)}\n`);
  const load = await mixedLoad(minutes);
  process.stdout.write(`${minutes} minutes: ${JSON.stringify(load)}\n`);
  const isSmall = (Object.keys(MOST) as (keyof Size)[]).every((name) => load.most[name] <= MOST[name]);
  return killed.lost + killed.doubled + load.failed === 0 && isSmall ? 0 : 1;
}
