// `reach serve` killed (SIGKILL) while it takes bulks: every row it acknowledged must be there afterwards, once.

import { join } from 'node:path';
import { chance } from '../chance.ts';
import { everyContact } from './asked.ts';
import { type Home, type Served, serve } from './binary.ts';
import { pause } from './killed.ts';

const WRITERS = 4;
const BULK = 20;

/** Posts one bulk; gives the profile URLs that were acknowledged. */
export async function postBulk(served: Served, urls: readonly string[]): Promise<readonly string[]> {
  const contacts = urls.map((networkProfileUrl) => ({ networkProfileUrl, firstName: 'Ada', lastName: 'Byron' }));
  const answer = await fetch(`${served.url}/v1/contacts/bulk`, {
    method: 'POST',
    headers: { 'x-api-key': served.key, 'content-type': 'application/json' },
    body: JSON.stringify({ contacts }),
  });
  const { data } = Object(await answer.json());
  if (answer.status !== 200) return [];
  return urls.filter((_, at) => data.results[at]?.success === true);
}

/** Of every contact, the profile URL. */
export const heldUrls = async (served: Served): Promise<string[]> =>
  (await everyContact(served)).map((contact) => String(contact['networkProfileUrl']));

export async function killedServe(home: Home, kills: number, seed: number) {
  const data = join(home.folder, `served-${seed}`);
  const flags = ['--data', data, '--empty', '--rate-limits', 'off'];
  const random = chance(seed);
  const acknowledged: string[] = [];
  let sent = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const served = await serve(home, flags);
    let isOver = false;
    const writers = Array.from({ length: WRITERS }, async () => {
      while (!isOver) {
        const urls = Array.from({ length: BULK }, () => `https://network.example/in/s${seed}-${sent++}`);
        acknowledged.push(...(await postBulk(served, urls).catch(() => [])));
      }
    });
    // Not before it has taken something: starting takes longer than that on a busy machine.
    const before = acknowledged.length;
    for (let waits = 0; acknowledged.length === before && waits < 200; waits += 1) await pause(10);
    await pause(random() * 400);
    served.running.kill('SIGKILL');
    isOver = true;
    await Promise.all([served.running.ended, ...writers]);
  }
  const served = await serve(home, flags);
  try {
    const held = (await heldUrls(served)).map((url) => url.replace(/^https?:\/\//, ''));
    const there = new Set(held);
    const lost = acknowledged.filter((url) => !there.has(url.replace(/^https?:\/\//, ''))).length;
    return { kills, acknowledged: acknowledged.length, lost, doubled: held.length - there.size };
  } finally {
    await served.stop();
  }
}
