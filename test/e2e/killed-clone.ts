// `reach local clone` killed (SIGKILL) while it reads a served workspace: what it makes in the end is compared with the source by
// requests of our own, and a masked file is searched for every personal value of the source.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chance } from '../chance.ts';
import { differences, type Get, personalValues, readWorkspace } from '../workspace.ts';
import { asked } from './asked.ts';
import { type Home, type Served, serve } from './binary.ts';
import { pause } from './killed.ts';

export interface CloneOutcome {
  readonly contacts: number;
  readonly kills: number;
  readonly differences: number;
  /** Requests of all clones together for pages of contacts. */
  readonly pagesRead: number;
  /** Those of one clone that nobody kills. */
  readonly pages: number;
  readonly cloneSeconds: number;
  readonly values: number;
  /** Personal values that are in the masked file. */
  readonly found: readonly string[];
  /** Fields of contacts that are the same in the masked file. */
  readonly kept: number;
}

/** Of what is searched for: shorter words come up by chance where there are millions. */
const LETTERS_MIN = 12;

const BULK = 100;

const getOf =
  (served: Served): Get =>
  (path) =>
    asked(served, 'GET', path);

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

async function fill(served: Served, contacts: number, seed: number): Promise<void> {
  const random = chance(seed);
  const word = (length: number) =>
    Array.from({ length }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('');
  const name = (length: number) => word(length).replace(/^./, (letter) => letter.toUpperCase());
  const { id: listId } = await asked(served, 'POST', '/v1/lists', { name: 'Every third', entity: 'CONTACT' });
  for (let at = 0; at < contacts; at += BULK) {
    const some = Array.from({ length: Math.min(BULK, contacts - at) }, (_, nth) => {
      const [firstName, lastName, company] = [name(7), name(9), word(8)];
      return {
        ...{ firstName, lastName, professionalEmail: `${firstName}.${lastName}@${company}.com`.toLowerCase() },
        ...{ networkProfileUrl: `https://network.example/in/${firstName}-${lastName}-${at + nth}`.toLowerCase() },
        ...{ mobilePhone: `+49 30 ${Math.floor(1e7 + random() * 8e7)}`, companyName: `${name(8)} ${name(6)}` },
        ...{ companyDomain: `${company}.com`, customFields: { Notes: `${word(9)} ${word(11)} ${firstName}` } },
        ...(nth % 3 === 0 && { listId }),
      };
    });
    const { results } = await asked(served, 'POST', '/v1/contacts/bulk', { contacts: some });
    const failed = results.find(({ success }: { success: boolean }) => !success);
    if (failed !== undefined) throw new Error(JSON.stringify(failed));
  }
}

const pagesIn = (data: string): number =>
  readFileSync(join(data, 'requests.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"endpoint":"contacts.list"')).length;

/** Which of many values are in a large file: every place is looked up by the letters before it. Ends differ more than starts. */
function valuesIn(file: Buffer, values: readonly string[]): string[] {
  const byEnd = new Map<string, string[]>();
  for (const value of values) {
    const bytes = Buffer.from(value).toString('latin1').toLowerCase();
    const end = bytes.slice(-LETTERS_MIN);
    const same = byEnd.get(end);
    if (same === undefined) byEnd.set(end, [bytes]);
    else same.push(bytes);
  }
  const text = file.toString('latin1').toLowerCase();
  const found = new Set<string>();
  for (let at = LETTERS_MIN; at <= text.length; at += 1) {
    for (const bytes of byEnd.get(text.slice(at - LETTERS_MIN, at)) ?? [])
      if (text.endsWith(bytes, at)) found.add(bytes);
  }
  return [...found];
}

const PERSONAL = 'firstName lastName professionalEmail networkProfileUrl mobilePhone Notes contactCRMId'.split(' ');

function keptFields(before: Map<string, unknown>, masked: Map<string, unknown>): number {
  let kept = 0;
  for (const [key, contact] of before) {
    if (!/^\/v1\/contacts \d+$/.test(key)) continue;
    const [left, right] = [Object(contact), Object(masked.get(key))];
    kept += PERSONAL.filter((name) => typeof left[name] === 'string' && left[name] === right[name]).length;
  }
  return kept;
}

export async function killedClone(
  home: Home,
  { contacts, kills, seed }: { readonly contacts: number; readonly kills: number; readonly seed: number },
): Promise<CloneOutcome> {
  const data = join(home.folder, 'source');
  const random = chance(seed);
  mkdirSync(join(home.reachHome, 'data'), { recursive: true });
  writeFileSync(join(home.reachHome, 'data', 'masking.key'), '7'.repeat(64));
  const source = await serve(home, ['--data', data, '--rate-limits', 'x100']);
  const clone = ['local', 'clone', '--yes', '-o', 'json'];
  try {
    await fill(source, contacts, seed);
    const began = performance.now();
    let done = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const running = home.start(clone, { env: source.env });
      const before = pagesIn(data);
      // Not before it has read something more.
      for (let waits = 0; pagesIn(data) === before && waits < 500; waits += 1) await pause(20);
      await pause(random() * ((contacts / BULK) * 8));
      running.kill('SIGKILL');
      if ((await running.ended).code === 137) done += 1;
    }
    const ran = await home.run(clone, { env: source.env });
    if (ran.code !== 0) throw new Error(ran.stderr);
    const cloneSeconds = (performance.now() - began) / 1000;
    const pagesRead = pagesIn(data);
    const whole = await home.run([...clone, '--to', 'shared.db', '--mask'], { env: source.env });
    if (whole.code !== 0) throw new Error(whole.stderr);
    const pages = pagesIn(data) - pagesRead;
    const before = await readWorkspace(getOf(source));
    const twin = await serve(home, ['--data', JSON.parse(ran.stdout).path, '--rate-limits', 'off']);
    const after = await readWorkspace(getOf(twin)).finally(() => twin.stop());
    const values = personalValues(before, LETTERS_MIN);
    const found = valuesIn(readFileSync(join(home.folder, 'shared.db')), values);
    mkdirSync(join(home.folder, 'masked'));
    copyFileSync(join(home.folder, 'shared.db'), join(home.folder, 'masked', 'reach.db'));
    const served = await serve(home, ['--data', join(home.folder, 'masked'), '--rate-limits', 'off']);
    const masked = await readWorkspace(getOf(served)).finally(() => served.stop());
    const differing = differences(before, after);
    for (const difference of differing.slice(0, 3)) process.stderr.write(`${difference.slice(0, 1000)}\n`);
    return {
      ...{ contacts, kills: done, differences: differing.length, pagesRead, pages },
      ...{ cloneSeconds: Math.round(cloneSeconds), values: values.length, found: found.slice(0, 20) },
      kept: keptFields(before, masked),
    };
  } finally {
    await source.stop();
  }
}
