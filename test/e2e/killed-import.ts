// An import that is killed again and again (SIGKILL) while its service drops connections, refuses and stalls. Afterwards the
// service must hold exactly the rows of the file, each once, and the results file must have exactly one line for each row.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chance } from '../chance.ts';
import { parseCsv } from '../cli/files/csv/pieces.ts';
import { asked, everyContact } from './asked.ts';
import { type Home, type Served, serve } from './binary.ts';
import { addFaults, counted, excess, killedAfter } from './killed.ts';

export interface KillPlan {
  readonly rows: number;
  /** Processes to kill before the import may end; what is left when it ends by itself is given back. */
  readonly kills: number;
  readonly seed: number;
}

export interface Outcome {
  readonly kills: number;
  readonly runs: number;
  /** Rows that the service does not hold, holds too often, or holds without any row. */
  readonly lost: number;
  readonly doubled: number;
  readonly foreign: number;
  /** Rows whose line in the results file is missing, there more than once, or names a record of another row. */
  readonly badLines: number;
  /** Requests that a fault spoiled, by fault. */
  readonly faults: readonly number[];
}

const HEADER = 'First Name,Last Name,Email,Company,Profile URL,Job Title,Row';

/** A third known by profile, a third by name and company, a third by nothing; of those every tenth stands there twice. */
export function fileOf(rows: number): { readonly text: string; readonly marks: readonly string[] } {
  const lines: string[] = [];
  const marks: string[] = [];
  for (let at = 0; at < rows; at += 1) {
    const mark = at % 30 === 29 ? `r${at - 3}` : `r${at}`;
    marks.push(mark);
    if (at % 3 === 0) lines.push(`Ada,Nr${at},a${at}@x.example,,https://www.network.example/in/ada-${at},CTO,${mark}`);
    else if (at % 3 === 1) lines.push(`Grace,Nr${at},,Firm ${at % 40},,VP,${mark}`);
    else lines.push(`,,${mark}@keyless.example,,,Owner,${mark}`);
  }
  return { text: `${[HEADER, ...lines].join('\n')}\n`, marks };
}

const FAULTS = [
  { drop: 'after', probability: 0.06 },
  { drop: 'before', probability: 0.05 },
  { status: 429, probability: 0.05, headers: { 'retry-after': '0' } },
  { status: 502, probability: 0.05 },
  { status: 500, probability: 0.03 },
  { truncate: true, probability: 0.03 },
  { latencyMs: 2_500, probability: 0.01 },
  { latencyMs: 12, probability: 1 },
];

/** Every record of the service: its id, and the row it came from. */
const recordsOf = async (served: Served): Promise<ReadonlyMap<number, string>> =>
  new Map((await everyContact(served, 'Row')).map((contact) => [contact.id, String(contact['Row'])]));

/** Lines of a results file that are missing, repeated, or tell another record; uncertain ones may tell none. */
export function badLinesIn(
  results: string,
  marks: readonly string[],
  records: ReadonlyMap<number, string>,
  statuses: readonly string[] = ['created'],
): number {
  const [, ...rows] = parseCsv(results, { delimiter: ',', newline: '\n' });
  const lines = new Map<number, number>();
  let bad = 0;
  const ids = new Set<number>();
  for (const { cells } of rows) {
    const [line, status, id] = [Number(cells[0]), cells[1], Number(cells[2])];
    lines.set(line, (lines.get(line) ?? 0) + 1);
    const mark = marks[line - 2];
    if (status === 'uncertain' && mark !== undefined) continue;
    if (!statuses.includes(status ?? '') || mark === undefined || records.get(id) !== mark || ids.has(id)) bad += 1;
    ids.add(id);
  }
  for (let at = 0; at < marks.length; at += 1) if (lines.get(at + 2) !== 1) bad += 1;
  return bad;
}

/** Imports one file under the plan, with a service of its own. Throws when the last run, which no one kills, does not end with 0. */
export async function killedImport(home: Home, plan: KillPlan): Promise<Outcome> {
  const random = chance(plan.seed);
  const folder = join(home.folder, `kills-${plan.seed}`);
  const { text, marks } = fileOf(plan.rows);
  writeFileSync(`${folder}.csv`, text);
  const served = await serve(home, ['--data', folder, '--empty', '--rate-limits', 'off']);
  try {
    await addFaults(served, plan.seed, ['contacts.bulkCreate'], FAULTS);
    const results = `${folder}.results.csv`;
    const args = ['contacts', 'import', `${folder}.csv`, '--yes', '--custom', '--results', results];
    const patience = ['--request-timeout', '2s', '--max-retries', '40', '--json'];
    let [kills, runs] = [0, 0];
    while (kills < plan.kills) {
      runs += 1;
      const { code } = await killedAfter(home, 120 + random() * 900, [...args, ...patience], served.env);
      if (code !== 137) break;
      kills += 1;
    }
    const last = await home.run([...args, ...patience], { env: served.env });
    runs += 1;
    if (last.code !== 0) throw new Error(`the import ended with ${last.code}: ${last.stderr}`);
    const records = await recordsOf(served);
    const held = counted(records.values());
    const wanted = counted(marks);
    const foreign = [...held.keys()].filter((mark) => !wanted.has(mark)).length;
    const { faults } = await asked(served, 'GET', '/_local/faults');
    return {
      kills,
      runs,
      lost: excess(wanted, held),
      doubled: excess(held, wanted) - foreign,
      foreign,
      badLines: badLinesIn(readFileSync(results, 'utf8'), marks, records),
      faults: faults.map(({ used }: { used: number }) => used),
    };
  } finally {
    await served.stop();
  }
}
