// The jobs that are simulated: what is there, which command lines are run, and what must be so at the end.

import { FOLDER, type World } from './world.ts';

export interface Job {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  /** What is in the workspace before. */
  readonly start?: (world: World) => Promise<void>;
  /** Each is run until it has ended by itself with one of these codes; killed, it is started again. */
  readonly lines: readonly string[];
  /** What is wrong at the end, in sentences. */
  readonly check: (world: World) => Promise<string[]>;
}

const rows = (count: number, row: (at: number) => string) => Array.from({ length: count }, (_, at) => row(at)).join('\n');

async function everyContact(world: World): Promise<any[]> {
  const { contacts } = await world.ask('GET', '/v1/contacts?pageSize=100&fields=Row');
  return contacts;
}

const keyed: Job = {
  name: 'import with keys',
  files: { 'rows.csv': `First Name,Last Name,Profile URL,Row\n${rows(14, (at) => `Ada,Nr${at},https://www.network.example/in/ada-${at},r${at}`)}\n` },
  lines: ['contacts import rows.csv --yes --custom --json --results results.csv'],
  check: async (world) => {
    const contacts = await everyContact(world);
    const wrong: string[] = [];
    for (let at = 0; at < 14; at += 1) {
      const found = contacts.filter((one) => one.Row === `r${at}`);
      if (found.length !== 1) wrong.push(`row ${at} is there ${found.length} times`);
    }
    if (contacts.length !== 14) wrong.push(`${contacts.length} contacts of 14`);
    return wrong;
  },
};

const keyless: Job = {
  name: 'import without keys',
  files: { 'rows.csv': `First Name,Email,Row\n${rows(14, (at) => `Ada,a${at}@keyless.example,r${at}`)}\n` },
  lines: keyed.lines,
  check: keyed.check,
};

export const JOBS: readonly Job[] = [keyed, keyless];
export { FOLDER };
