// The long forms of tests, with their arguments: `npm run soak -- import -- 200 5000 1`. Each prints what came of each round, and
// ends well if nothing was lost, doubled or wrong.

import { undoImports } from '../cli/commands/history/random-undos.ts';
import { rivalsFor } from '../cli/files/lock-rivals.ts';
import { predictImports } from '../cli/import/predicted-imports.ts';
import { DAMAGES, throughSpreadsheet } from '../cli/import/spreadsheet.ts';
import { type Home, openHome } from '../e2e/binary.ts';
import { chaoticImport } from '../e2e/chaotic-import.ts';
import { killedClone } from '../e2e/killed-clone.ts';
import { killedImport } from '../e2e/killed-import.ts';
import { killedMerge } from '../e2e/killed-merge.ts';
import { killedStranger } from '../e2e/killed-stranger.ts';
import { killedUndo } from '../e2e/killed-undo.ts';
import { openSpoilt, problemOf, SPOILINGS } from '../e2e/stranger/answers-sweep.ts';
import { closeTestDatabases } from '../service/engine.ts';
import { fuzz } from '../service/http/fuzz.ts';
import { MODES } from '../stranger/switches.ts';
import { TABLE } from '../stranger/table/table.ts';

type Loop = (...args: readonly number[]) => Promise<boolean>;

const say = (what: string, outcome: unknown): void =>
  void process.stdout.write(`${what}: ${typeof outcome === 'string' ? outcome : JSON.stringify(outcome)}\n`);

async function inHome<T>(work: (home: Home) => Promise<T>): Promise<T> {
  const home = openHome();
  try {
    return await work(home);
  } finally {
    home.remove();
  }
}

/** The numbers of all rounds, added up. */
class Sum {
  readonly #numbers = new Map<string, number>();

  add(outcome: object): void {
    for (const [name, count] of Object.entries(outcome))
      if (typeof count === 'number') this.#numbers.set(name, this.of(name) + count);
  }

  of(name: string): number {
    return this.#numbers.get(name) ?? 0;
  }

  /** Prints all; whether there are none of these. */
  hasNone(title: string, ...names: readonly string[]): boolean {
    say(title, Object.fromEntries(this.#numbers));
    return names.every((name) => this.of(name) === 0);
  }
}

/** At the most, whatever happens. */
const IMPORTS_MAX = 100;
const KILLS_EACH = 10;

/** Imports until so many of them were killed, each with the next seed; one that throws has failed. */
async function killedImports(
  kills: number,
  first: number,
  importing: (seed: number, left: number) => Promise<object>,
): Promise<Sum> {
  const sum = new Sum();
  for (let seed = first; seed < first + IMPORTS_MAX && sum.of('kills') < kills; seed += 1) {
    const outcome = await importing(seed, kills - sum.of('kills')).catch((error: unknown) => ({ failed: 1, error }));
    sum.add({ imports: 1, ...outcome });
    say(`seed ${seed}`, 'error' in outcome ? String(outcome.error) : outcome);
  }
  return sum;
}

const STRANGER_ROWS = 1_500;
/** At the default time-out a lost request is waited for a minute. */
const SLOW_SHARE = 0.05;

/** A fresh store for each, so that it does not fill with a single kind of record. */
const REQUESTS_PER_STORE = 5_000;

export const LOOPS: Readonly<Record<string, Loop>> = {
  /** Every command × 26 odd answers and 12 statuses × its first to third request, against a service typed from the interface. */
  answers: async () => {
    const spoilt = await openSpoilt();
    const sum = new Sum();
    try {
      for (const row of TABLE.filter(({ local }) => local !== true))
        for (const from of [1, 2, 3])
          for (const spoiling of SPOILINGS) {
            const outcome = await spoilt.run({ row, spoiling, from });
            if (outcome.spoiled === null) break;
            const problem = problemOf({ row, spoiling, from }, outcome);
            sum.add({ runs: 1, bugs: outcome.code === 70 ? 1 : 0, problems: problem === null ? 0 : 1 });
            if (problem !== null) say('problem', problem);
          }
    } finally {
      await spoilt.drive.close();
    }
    return sum.hasNone(`${SPOILINGS.length} spoilings`, 'bugs', 'problems');
  },

  /** Imports of rows without a match key through a proxy that drops, drips, truncates, resets, duplicates and lies about lengths. */
  chaos: (rounds = 20, rows = 3_000, seed = 1) =>
    inHome(async (home) => {
      const sum = new Sum();
      for (let round = 0; round < rounds; round += 1) {
        const outcome = await chaoticImport(home, rows, seed + round);
        sum.add({ rounds: 1, ...outcome });
        say(`seed ${seed + round}`, outcome);
      }
      return sum.hasNone('all', 'lost', 'doubled', 'wrongExits');
    }),

  /** A served workspace is cloned at 100 times the rates, and killed: twin and source are equal, and a masked file has nothing personal. */
  clone: (contacts = 100_000, kills = 10, seed = 1) =>
    inHome(async (home) => {
      const outcome = await killedClone(home, { contacts, kills, seed });
      say('clone', outcome);
      const isFrugal = outcome.pagesRead <= outcome.pages + outcome.kills;
      return outcome.differences === 0 && outcome.found.length === 0 && outcome.kept === 0 && isFrugal;
    }),

  /** Groups of duplicates are merged by processes that are killed, over a service that fails on purpose. A few minutes. */
  duplicates: (groups = 1_000, kills = 30, seed = 1) =>
    inHome(async (home) => {
      const outcome = await killedMerge(home, { groups, kills, seed });
      say(`${groups} groups, seed ${seed}`, outcome);
      return outcome.lost + outcome.doubled + outcome.notBack === 0 && outcome.kills >= kills;
    }),

  /** Requests made of the published document. */
  fuzz: async (count = 50_000, seed = 1) => {
    const sum = new Sum();
    for (let done = 0; done < count; done += REQUESTS_PER_STORE) {
      const requests = Math.min(REQUESTS_PER_STORE, count - done);
      const { violations, byStatus } = await fuzz(requests, seed + done / REQUESTS_PER_STORE);
      for (const violation of violations) say('violation', violation);
      sum.add({ requests, violations: violations.length, ...Object.fromEntries(byStatus) });
    }
    return sum.hasNone('answers by status', 'violations');
  },

  /** Imports, a third of whose rows have no match key, against a service that fails on purpose. */
  import: (kills = 200, rows = 5_000, seed = 1) =>
    inHome(async (home) => {
      const sum = await killedImports(kills, seed, (own, left) =>
        killedImport(home, { rows, kills: Math.min(KILLS_EACH, left), seed: own }),
      );
      const isRight = sum.hasNone(`imports of ${rows} rows`, 'lost', 'doubled', 'foreign', 'badLines', 'failed');
      return isRight && sum.of('kills') >= kills;
    }),

  /** 8 processes on one stale lock, behind a barrier: two are never inside at once, no turn is lost, no lock stays behind. */
  locks: async (rounds = 50) => {
    const sum = new Sum();
    await rivalsFor(rounds, (round, seen, wanted) => {
      const isWrong = JSON.stringify(seen) !== JSON.stringify(wanted);
      sum.add({ rounds: 1, failed: isWrong ? 1 : 0 });
      if (isWrong) say(`round ${round}`, seen);
    });
    return sum.hasNone('locks', 'failed');
  },

  /**
   * Random files, each predicted by a dry run and then imported; a quarter each of contacts and companies, of workspaces that are read
   * whole and of those that are searched. On PostgreSQL with REACH_TEST_ENGINE=postgres inside `.ci/postgres`.
   */
  predict: async (files = 10_000, seed = 1) => {
    let wrong = 0;
    for (const entity of ['contacts', 'companies'] as const)
      for (const isWhole of [true, false]) {
        const { wrong: texts, ...counts } = await predictImports({
          files: Math.ceil(files / 4),
          seed,
          entity,
          isWhole,
        });
        wrong += texts.length;
        for (const text of texts) say('wrong', text);
        say(`${entity}, ${isWhole ? 'read whole' : 'searched'}`, { ...counts, wrong: texts.length });
      }
    await closeTestDatabases();
    return wrong === 0;
  },

  /** Exports through spreadsheets, every kind of damage with so many workspaces. */
  spreadsheet: async (count = 100, seed = 1_000) => {
    const sum = new Sum();
    for (const kind of Object.keys(DAMAGES))
      for (let at = 0; at < count; at += 1) {
        const problems = await throughSpreadsheet(kind, seed + at);
        sum.add({ workspaces: 1, wrong: problems.length === 0 ? 0 : 1 });
        if (problems.length > 0) say(`${kind}, seed ${seed + at}`, `\n  ${problems.join('\n  ')}`);
      }
    return sum.hasNone('spreadsheets', 'wrong');
  },

  /** Imports into a service typed from the interface alone, shared out over its modes; one kill in twenty at the default time-out. */
  stranger: async (kills = 200, seed = 1) => {
    let isRight = true;
    const each = Math.ceil(kills / MODES.length);
    for (const mode of MODES)
      await inHome(async (home) => {
        const sum = await killedImports(each, seed, (own, left) => {
          const isSlow = left <= each * SLOW_SHARE;
          const most = isSlow ? left : Math.min(KILLS_EACH, left - Math.floor(each * SLOW_SHARE));
          const plan = { mode, rows: STRANGER_ROWS, kills: Math.max(1, most), seed: own };
          return killedStranger(home, { ...plan, timeout: isSlow ? null : '2s' });
        });
        isRight &&= sum.hasNone(mode, 'lost', 'doubled', 'uncertain', 'badLines', 'failed') && sum.of('kills') >= each;
      });
    return isRight;
  },

  /**
   * Random imports, each predicted by a dry run, changed by someone else in between and taken back; a twentieth of them over a socket.
   * On PostgreSQL with REACH_TEST_ENGINE=postgres inside `.ci/postgres`.
   */
  undo: async (files = 10_000, seed = 1) => {
    let wrong = 0;
    for (const isRemote of [false, true]) {
      const part = { files: Math.ceil((files * (isRemote ? 1 : 19)) / 20), seed, isRemote };
      const { wrong: texts, ...counts } = await undoImports(part);
      wrong += texts.length;
      for (const text of texts) say('wrong', text);
      say(isRemote ? 'remote' : 'local', { ...counts, wrong: texts.length });
    }
    await closeTestDatabases();
    return wrong === 0;
  },

  /**
   * An import, half of whose rows are merged, is killed, and taken back while it is killed; then small ones against a service typed
   * from the interface alone, the last of which has the create that merges alone, at 30 a minute.
   */
  'undo-kill': async (rows = 100_000, kills = 20, seed = 1) => {
    const sum = new Sum();
    const few = Math.min(kills, 5);
    for (const plan of [
      { rows, kills, seed },
      { rows: 600, kills: few, seed, stranger: 'minimal' as const },
      { rows: 120, kills: few, seed: seed + 1, stranger: 'strict' as const },
    ]) {
      const outcome = await inHome((home) => killedUndo(home, plan));
      say(JSON.stringify(plan), outcome);
      sum.add({ ...outcome, notBack: outcome.changed - outcome.back });
    }
    return sum.hasNone('all', 'notBack', 'lost', 'more');
  },
};
