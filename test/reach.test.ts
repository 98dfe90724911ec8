// The profile local on a disk that fails: commands that read or write its store, with one statement after the other failing.
// No room is exit 7, the rest 2, and the message gives the first cause; or what was done is done.

import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openLocal } from '../src/local.ts';
import { openReach, type Reach } from './cli/world.ts';

const require = createRequire(import.meta.url);
const isBuiltIn = Number(process.versions.node.split('.')[0]) >= 24;
const driver = require(isBuiltIn ? 'node:sqlite' : '@photostructure/sqlite');

/** What SQLite says, the statements that can end so, and the exit code. */
const FAILURES = [
  ['database or disk is full', /^\s*(insert|update|delete|create|commit|replace|vacuum)/i, 7],
  ['disk I/O error', /./, 2],
  ['attempt to write a readonly database', /^\s*(insert|update|delete|create|begin immediate|replace)/i, 2],
  ['unable to open database file', /./, 2],
] as const;

const LINES = [
  'contacts list --limit 2',
  'contacts create -f firstName=Eve -f lastName=Moss',
  'contacts import people.csv --yes --new',
  'list create Fresh',
  'campaign create campaign.yaml --yes',
  'inbox tags',
  'local status',
  'local reset --yes',
  'local seed',
  'local clock --advance 2d',
  'local key create --scopes ALL',
  'local fault add contacts.list --status 500',
  'local snapshot saved.db',
];

/** Statements tried for each line and failure, spread over all of them. */
const PLACES = 4;

let strike: { readonly at: number; readonly message: string; readonly pattern: RegExp } | null = null;
let seen = 0;

interface Database {
  exec(sql: string): void;
  prepare(sql: string): Record<'all' | 'run', (...values: unknown[]) => unknown>;
  close(): void;
}

function check(database: Database, sql: string): void {
  if (strike?.pattern.test(sql) !== true) return;
  seen += 1;
  if (seen - 1 !== strike.at) return;
  // SQLite gives up the transaction by itself on most of these.
  try {
    database.exec('rollback');
  } catch {}
  throw Object.assign(new Error(strike.message), { code: 'ERR_SQLITE_ERROR' });
}

/** The driver's class, each statement of which can be made to fail: its own prototype is sealed. */
function FailingDatabase(...input: unknown[]): Database {
  const database: Database = Reflect.construct(original, input);
  return {
    exec: (sql) => {
      check(database, sql);
      database.exec(sql);
    },
    prepare: (sql) => {
      const statement = database.prepare(sql);
      const checked =
        (name: 'all' | 'run') =>
        (...values: unknown[]) => {
          check(database, sql);
          return statement[name](...values);
        };
      return { all: checked('all'), run: checked('run') };
    },
    close: () => database.close(),
  };
}

const original = driver.DatabaseSync;
const failing = { ...driver, DatabaseSync: FailingDatabase };

/** What `require` gives from now on. */
function useDriver(exports: object): void {
  if (isBuiltIn) Object.assign(driver, exports);
  // The package, and its binary, which the service loads by itself.
  for (const [file, cached] of Object.entries(require.cache)) {
    if (cached !== undefined && /@photostructure\W+sqlite\W.*(index\.cjs|\.node)$/.test(file)) cached.exports = exports;
  }
}

let reach: Reach;
const run = (line: string) => reach.run(line, { openLocal });
const data = (name: string) => join(reach.home, name);

beforeAll(async () => {
  reach = await openReach();
  writeFileSync(data('people.csv'), 'First name,Last name,Email\nIan,Fox,ian@x.example\n');
  writeFileSync(data('campaign.yaml'), 'name: Q\nsteps:\n  - type: email\n    subject: Hi\n    content: Hi\n');
  expect((await run('contacts list --limit 1')).code).toBe(0);
  cpSync(data('data'), data('kept'), { recursive: true });
  useDriver(failing);
});
afterEach(() => {
  strike = null;
});
afterAll(async () => {
  useDriver(isBuiltIn ? { DatabaseSync: original } : driver);
  await reach.close();
});

async function runFailing(line: string, input: typeof strike) {
  rmSync(data('data'), { recursive: true });
  cpSync(data('kept'), data('data'), { recursive: true });
  rmSync(data('saved.db'), { force: true });
  strike = input;
  seen = 0;
  const ran = await run(line);
  strike = null;
  return { ...ran, seen };
}

test.each(LINES)('%s', async (line) => {
  let failed = 0;
  for (const [message, pattern, code] of FAILURES) {
    const { seen: count } = await runFailing(line, { at: -1, message, pattern });
    for (let place = 0; place < Math.min(PLACES, count); place += 1) {
      const at = Math.floor((place * count) / PLACES);
      const ran = await runFailing(line, { at, message, pattern });
      expect([0, code], `${message}, statement ${at} of ${count}\n${ran.stderr}`).toContain(ran.code);
      failed += ran.code === 0 ? 0 : 1;
      if (ran.code !== 0) expect(ran.stderr).toContain(message);
      expect(ran.stderr).not.toMatch(/^ +at /m);
    }
  }
  expect(failed).toBeGreaterThan(PLACES);
});
