// The same contacts to every server at once.

import type { Served } from '../../e2e/binary.ts';

const CONTACTS = 1_500;
const ITEMS = 100;

export interface Race {
  /** Sent, by all servers. */
  readonly sent: number;
  readonly created: number;
  readonly doubled: number;
  readonly ms: number;
}

const personOf = (n: number) => ({
  ...{ firstName: `Race${n}`, lastName: `L${n % 40}`, companyName: `Race ${n % 250}` },
  ...(n % 3 !== 0 && { networkProfileUrl: `https://network.example/in/race-${n}` }),
});

async function send({ url, key }: Served, from: number): Promise<number> {
  const contacts = Array.from({ length: ITEMS }, (_, at) => personOf(from + at));
  const answer = await fetch(`${url}/v1/contacts/bulk`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ contacts }),
  });
  if (answer.status !== 200) throw new Error(`bulk of the race: ${answer.status} ${await answer.text()}`);
  return Object(await answer.json()).data.summary.created;
}

/** Each server gets all contacts, in bulks that are all under way at once. */
export async function race(servers: readonly Served[]): Promise<Race> {
  const began = performance.now();
  const starts = Array.from({ length: CONTACTS / ITEMS }, (_, n) => n * ITEMS);
  const created = await Promise.all(starts.flatMap((from) => servers.map((server) => send(server, from))));
  const total = created.reduce((sum, n) => sum + n, 0);
  const ms = Math.round(performance.now() - began);
  return { sent: servers.length * CONTACTS, created: total, doubled: total - CONTACTS, ms };
}
