// Sending bulks of 100 contacts to a server that does nothing: our client, its two ways to the wire, and what a Python
// script would do.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { createClient } from '../../src/client/api.ts';
import { openConnection } from '../../src/client/connect.ts';
import type { Connection } from '../../src/client/transport/transport.ts';
import { routes } from '../../src/contract/routes/routes.ts';
import type { WireRequest } from '../../src/contract/wire.ts';
import type { Area, Place } from './area.ts';
import { atLeast, type Figure, perSecond, shortNumber } from './figures.ts';
import { bundledProgram, companion, node, plainEnvironment } from './processes.ts';
import { contactItem } from './rows.ts';

const UNDER_WAY = 8;
const ITEMS = 100;
const LIMITS = { timeoutMs: 60_000 };
const KEY = 'gsk_bench_0123456789';

const clock = {
  now: () => Date.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  random: () => 0.5,
};

const bulk = { contacts: Array.from({ length: ITEMS }, (_, n) => contactItem(n)) };

/** Requests a second, so many at once. */
async function rateOf(count: number, atOnce: number, send: () => Promise<unknown>): Promise<number> {
  let left = count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await send();
    }
  };
  for (let n = 0; n < 50; n += 1) await send();
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, worker));
  return perSecond(count, performance.now() - began);
}

/** The body is ready made: what the way to the wire alone costs. */
async function wireRate(connection: Connection, count: number, atOnce: number): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-api-key': KEY };
  const request: WireRequest = { method: 'POST', path: '/v1/contacts/bulk', headers, body: JSON.stringify(bulk) };
  try {
    return await rateOf(count, atOnce, () => connection.transport(request, LIMITS));
  } finally {
    await connection.close();
  }
}

async function clientRate(url: string, count: number): Promise<number> {
  const connection = await openConnection({ baseUrl: url, env: {}, connections: UNDER_WAY });
  const client = createClient({ baseUrl: url, connection, key: KEY, version: '0', clock });
  try {
    return await rateOf(count, UNDER_WAY, () => client.call(routes.contacts.bulkCreate, { body: bulk }));
  } finally {
    await client.close();
  }
}

const PYTHON_HTTP = `
import http.client, json, sys, time
host, count, body = sys.argv[1], int(sys.argv[2]), json.load(open(sys.argv[3]))
headers = {"content-type": "application/json", "x-api-key": "${KEY}"}
connection = http.client.HTTPConnection(host)
began = time.perf_counter()
for _ in range(count):
    connection.request("POST", "/v1/contacts/bulk", json.dumps(body), headers)
    json.loads(connection.getresponse().read())
print(count / (time.perf_counter() - began))
`;

const PYTHON_REQUESTS = `
import json, requests, sys, time
host, count, body = sys.argv[1], int(sys.argv[2]), json.load(open(sys.argv[3]))
session = requests.Session()
session.trust_env = False
session.headers["x-api-key"] = "${KEY}"
began = time.perf_counter()
for _ in range(count):
    session.post("http://" + host + "/v1/contacts/bulk", json=body).json()
print(count / (time.perf_counter() - began))
`;

/** Requests a second of a Python loop; null where there is no Python, or not that package. */
function pythonRate(script: string, url: string, count: number, folder: string): number | null {
  const body = join(folder, 'bulk.json');
  writeFileSync(body, JSON.stringify(bulk));
  const args = ['-c', script, new URL(url).host, String(count), body];
  const ran = execaSync('python3', args, { env: plainEnvironment(), extendEnv: false, reject: false });
  return ran.failed ? null : Number(ran.stdout);
}

async function* measure({ sizes, folder, root, say }: Place): AsyncGenerator<Figure> {
  const sink = await companion(node([await bundledProgram(root, folder, 'sink')]));
  try {
    const url = String(sink.ready['url']);
    say(`${sizes.bulks} bulks of ${ITEMS}`);
    const perRequest = await openConnection({ baseUrl: url, env: {} });
    const pool = await openConnection({ baseUrl: url, env: {}, connections: UNDER_WAY });
    const rates: readonly (readonly [string, number])[] = [
      ['the client over the pool, 8 at once, JSON made and read', await clientRate(url, sizes.bulks)],
      ['the pool alone, 8 at once, body ready made', await wireRate(pool, sizes.bulks, UNDER_WAY)],
      ['node:http, a connection for each, one after another', await wireRate(perRequest, sizes.bulks, 1)],
    ];
    const pythonCount = Math.ceil(sizes.bulks / 5);
    const requests = pythonRate(PYTHON_REQUESTS, url, pythonCount, folder);
    const http = pythonRate(PYTHON_HTTP, url, pythonCount, folder);
    const displayed = (rate: number): string => `${shortNumber(rate)} requests/s`;
    const peer = requests ?? http;
    for (const [at, [what, rate]] of rates.entries()) {
      const figure = { what, figure: displayed(rate) };
      const against = peer === null ? {} : { baseline: `${displayed(peer)} (Python)`, ratio: rate / peer };
      const budget = peer === null || at > 0 ? {} : { budget: atLeast(10, '×', rate / peer) };
      yield { ...figure, ...against, ...budget };
    }
    if (requests !== null) yield { what: 'Python, requests', figure: displayed(requests) };
    if (http !== null) yield { what: 'Python, http.client', figure: displayed(http) };
  } finally {
    await sink.stop();
  }
}

export const client: Area = { title: 'Sending bulks of 100 contacts to a server that does nothing', measure };
