// An import that is killed again and again (SIGKILL) against a service typed from the interface alone, which drops connections,
// fails and stalls. Afterwards it must hold no row twice, and lack none that is not told as uncertain.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chance } from '../chance.ts';
import { type Fault, openStranger, STRANGER_KEY, type Stranger } from '../stranger/server.ts';
import type { Mode, Switches } from '../stranger/switches.ts';
import type { Home } from './binary.ts';
import { counted, excess } from './killed.ts';
import { badLinesIn, fileOf } from './killed-import.ts';

export interface StrangerKillPlan {
  readonly mode: Mode;
  readonly switches?: Partial<Switches>;
  readonly rows: number;
  readonly kills: number;
  readonly seed: number;
  /** As on the command line; null = the default. */
  readonly timeout: string | null;
}

export interface StrangerOutcome {
  readonly kills: number;
  readonly runs: number;
  readonly lost: number;
  readonly doubled: number;
  readonly uncertain: number;
  readonly badLines: number;
  /** Requests that a fault spoiled. */
  readonly faults: Readonly<Record<string, number>>;
}

const FAULTS: readonly (readonly [Exclude<Fault, null>, number])[] = [
  ['dropAfter', 0.08],
  ['dropBefore', 0.05],
  ['error500', 0.04],
  ['error502', 0.04],
  ['truncated', 0.04],
];

/** A process is killed as one of its first requests arrives: while bulks are on their way, or while it looks for them. */
const REQUESTS_MOST = 14;

/** Bulks fail by chance; a stalled one takes a whole time-out, so there are few, and none where that is long. */
function faultsOf(random: () => number, isShort: boolean, used: Record<string, number>, onRequest: () => void) {
  const table = isShort ? [...FAULTS, ['stalled', 0.02] as const] : FAULTS;
  return (_method: string, path: string): Fault => {
    onRequest();
    if (!path.endsWith('/bulk')) return null;
    let roll = random();
    for (const [fault, share] of table) {
      roll -= share;
      if (roll >= 0) continue;
      used[fault] = (used[fault] ?? 0) + 1;
      return fault;
    }
    return null;
  };
}

/** Every record: its id, and the row it came from. */
function recordsOf({ store }: Stranger): ReadonlyMap<number, string> {
  const field = store.customFields.get('Row') ?? 'Row';
  return new Map(store.contacts.map((contact) => [Number(contact['id']), String(contact[field])]));
}

/** The rows that a results file tells as uncertain, without a record. */
function uncertainIn(results: string, marks: readonly string[]): readonly string[] {
  const lines = results.split('\n').filter((line) => /^[0-9]+,uncertain,,/.test(line));
  return lines.map((line) => marks[Number.parseInt(line, 10) - 2] ?? '');
}

/** Throws when the last run, which no one kills, ends with anything but 0, or 1 for uncertain rows. */
export async function killedStranger(home: Home, plan: StrangerKillPlan): Promise<StrangerOutcome> {
  const random = chance(plan.seed);
  const faults: Record<string, number> = {};
  const { mode, switches, timeout } = plan;
  let onRequest = () => {};
  const fault = faultsOf(chance(plan.seed + 1), timeout !== null, faults, () => onRequest());
  const stranger = await openStranger({ mode, fault, ...(switches && { switches }) });
  try {
    const file = join(home.folder, `stranger-${mode}-${plan.seed}`);
    const { text, marks } = fileOf(plan.rows);
    writeFileSync(`${file}.csv`, text);
    const env = { REACH_BASE_URL: stranger.url, REACH_API_KEY: STRANGER_KEY };
    const results = `${file}.results.csv`;
    const args = ['contacts', 'import', `${file}.csv`, '--yes', '--custom', '--results', results, '--json'];
    args.push('--rate', '1000/1s', '--max-retries', '40', '--map', 'Profile URL=networkProfileUrl');
    if (timeout !== null) args.push('--request-timeout', timeout);
    let [kills, runs] = [0, 0];
    while (kills < plan.kills) {
      runs += 1;
      let left = 1 + Math.floor(random() * REQUESTS_MOST);
      const running = home.start(args, { env, stdin: '' });
      onRequest = () => {
        left -= 1;
        if (left === 0) running.kill('SIGKILL');
      };
      if ((await running.ended).code !== 137) break;
      kills += 1;
    }
    onRequest = () => {};
    const last = await home.run(args, { env });
    runs += 1;
    if (last.code > 1) throw new Error(`the import ended with ${last.code}: ${last.stderr}`);
    const records = recordsOf(stranger);
    const held = counted(records.values());
    const wanted = counted(marks);
    const input = readFileSync(results, 'utf8');
    const uncertain = uncertainIn(input, marks);
    const holds = counted([...records.values(), ...uncertain]);
    return {
      kills,
      runs,
      lost: excess(wanted, holds),
      doubled: excess(held, wanted),
      uncertain: uncertain.length,
      // Where the service's clock tells nothing, a row that was sent twice and merged may be called unchanged.
      badLines: badLinesIn(input, marks, records, ['created', 'unchanged']),
      faults,
    };
  } finally {
    await stranger.close();
  }
}
