// An import that merges half of its rows, killed again and again (SIGKILL), then taken back and killed again and again. Afterwards
// every contact must have the values of before, and none may be missing or there twice.

import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chance } from '../chance.ts';
import { openStranger, STRANGER_KEY } from '../stranger/server.ts';
import type { Mode } from '../stranger/switches.ts';
import { everyContact } from './asked.ts';
import { type Home, serve } from './binary.ts';
import { killedAfter } from './killed.ts';

export interface UndoKillPlan {
  readonly rows: number;
  /** Of the import, and as many of the undo, at the most. */
  readonly kills: number;
  readonly seed: number;
  /** In place of the service on this machine. */
  readonly stranger?: Mode;
}

export interface UndoKillOutcome {
  readonly importKills: number;
  readonly undoKills: number;
  /** Fields of contacts that the import changed, and those of them that are as they were. */
  readonly changed: number;
  readonly back: number;
  /** Contacts of before that are gone, and those that are there beside them. */
  readonly lost: number;
  readonly more: number;
  readonly importSeconds: number;
  readonly undoSeconds: number;
  readonly historyBytes: number;
}

/** Contact id → field → value. */
type Contacts = ReadonlyMap<number, Readonly<Record<string, unknown>>>;

const HEADER = 'First Name,Last Name,Email,Company,Profile URL,Job Title,Note';

function fileOf(rows: number, title: string): string {
  const lines = Array.from(
    { length: rows },
    (_, at) =>
      `Ada,Nr${at},a${at}-${title}@x.example,Firm ${at % 500},https://network.example/in/ada-${at},${title},${title} ${at}`,
  );
  return `${[HEADER, ...lines].join('\n')}\n`;
}

/** Moments, and addresses of a server that is another one each time. */
const LEFT_OUT = new Set(['updatedAt', 'createdAt', 'appUrl', 'company', 'companyAppUrl']);

const settled = (records: Iterable<Record<string, unknown>>): Contacts =>
  new Map(
    [...records].map((record) => [
      Number(record['id']),
      Object.fromEntries(Object.entries(record).filter(([field, value]) => !LEFT_OUT.has(field) && value !== null)),
    ]),
  );

interface KilledService {
  readonly env: Readonly<Record<string, string>>;
  readonly read: () => Promise<Contacts>;
  readonly close: () => Promise<void>;
}

/** The store of the profile `local`, read by a server that is there only meanwhile. */
function localService(home: Home): KilledService {
  const read = async () => {
    const served = await serve(home, ['--data', join(home.reachHome, 'data', 'local'), '--rate-limits', 'off']);
    try {
      return settled(await everyContact(served, 'Note'));
    } finally {
      await served.stop();
    }
  };
  return { env: {}, read, close: async () => {} };
}

async function strangerService(mode: Mode): Promise<KilledService> {
  const { url, store, close } = await openStranger({ mode });
  return {
    env: { REACH_BASE_URL: url, REACH_API_KEY: STRANGER_KEY },
    read: async () => settled(structuredClone(store.contacts)),
    close,
  };
}

/** Gives how often it was killed before it ended by itself, or was let run. */
async function killedRun(
  home: Home,
  env: KilledService['env'],
  args: readonly string[],
  { kills, spreadMs, random, leaves = 0 }: { kills: number; spreadMs: number; random: () => number; leaves?: number },
): Promise<number> {
  for (let killed = 0; killed < kills; killed += 1) {
    const { code, stderr } = await killedAfter(home, 400 + random() * spreadMs, args, env);
    if (code === 0 || code === leaves) return killed;
    if (code !== 137) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
  }
  const { code, stderr } = await home.run(args, { env });
  if (code !== 0 && code !== leaves) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
  return kills;
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

function fieldsChanged(before: Contacts, after: Contacts): string[] {
  return [...before].flatMap(([id, record]) => {
    const now = after.get(id) ?? {};
    const fields = [...new Set([...Object.keys(record), ...Object.keys(now)])];
    const isOther = (field: string) => JSON.stringify(record[field]) !== JSON.stringify(now[field]);
    return fields.filter(isOther).map((field) => `${id} ${field}`);
  });
}

/** Throws where a run that no one kills ends with anything but 0. */
export async function killedUndo(home: Home, plan: UndoKillPlan): Promise<UndoKillOutcome> {
  const { rows, kills, seed, stranger } = plan;
  const service = stranger === undefined ? localService(home) : await strangerService(stranger);
  const random = chance(seed);
  // A service that shows no path to delete a contact keeps those that were created, which the undo lists.
  const leaves = stranger === 'strict' ? 1 : 0;
  try {
    const { env, read } = service;
    const file = join(home.folder, `undone-${seed}.csv`);
    const rates = stranger === undefined ? [] : ['--rate', '1000/1s', '--map', 'Profile URL=networkProfileUrl'];
    const args = ['contacts', 'import', file, '--yes', '--custom', '--json', ...rates];
    writeFileSync(file, fileOf(rows / 2, 'CTO'));
    await killedRun(home, env, [...args, '--no-history'], { kills: 0, spreadMs: 0, random });
    const before = await read();
    writeFileSync(file, fileOf(rows, 'CEO'));
    const spreadMs = 600 + rows / 30;
    const began = performance.now();
    const importKills = await killedRun(home, env, args, { kills, spreadMs, random });
    const imported = performance.now();
    const changed = fieldsChanged(before, await read());
    const undoBegan = performance.now();
    const undoKills = await killedRun(home, env, ['undo', '--yes', '--json'], { kills, spreadMs, random, leaves });
    const undone = performance.now();
    const after = await read();
    const others = new Set(fieldsChanged(before, after));
    return {
      importKills,
      undoKills,
      changed: changed.length,
      back: changed.filter((one) => !others.has(one)).length,
      lost: [...before.keys()].filter((id) => !after.has(id)).length,
      more: leaves === 1 ? 0 : [...after.keys()].filter((id) => !before.has(id)).length,
      importSeconds: Math.round((imported - began) / 100) / 10,
      undoSeconds: Math.round((undone - undoBegan) / 100) / 10,
      historyBytes: bytesIn(join(home.reachHome, 'state', 'history')),
    };
  } finally {
    await service.close();
  }
}
