// What is tested on SQLite alone, with the reason: every other test of the service passes on PostgreSQL as well.

const FILES = 'its store is a file, and that file is what is tested';
const WORDS = 'it speaks to the store in words of SQLite';
const PROCESS = 'it starts a process that opens a folder';
const BEFORE = 'it is decided before the store is asked';
const VERDICT = 'it compares two texts of one rule, and the store plays no part';
const LONG = 'hundreds of stores: minutes on PostgreSQL, whose own tests kill servers instead';

/** Whole suites, by their path in test/service. */
export const SQLITE_SUITES: Readonly<Record<string, string>> = {
  ...{ 'db/connection': FILES, 'db/damaged': FILES, 'db/plans': WORDS, 'db/processes': PROCESS },
  ...{ 'resources/campaigns/execution/faults': LONG, 'resources/local/log': FILES },
  'resources/workflows/execution/kill': PROCESS,
  'resources/workflows/rivals': PROCESS,
  ...{ 'core/id-set': BEFORE, 'http/definitions': BEFORE, 'http/definitions-documented': BEFORE },
  ...{ 'http/freeze': BEFORE, 'http/guard': BEFORE, 'http/inherited-names': BEFORE, 'http/many-keys': BEFORE },
  ...{ serve: FILES, 'http/crowded': BEFORE, 'stand-ins/audience': BEFORE },
  ...{ 'http/respond': BEFORE, 'http/heavy-rows': FILES, 'http/row-worker': FILES, 'http/worker': FILES },
  ...{ 'resources/ai/parity': VERDICT, 'resources/campaigns/parity': VERDICT, 'resources/workflows/parity': VERDICT },
};

/** Single tests, by their name. */
export const SQLITE_TESTS: Readonly<Record<string, string>> = {
  '500 hides what went wrong inside; the log of the operator has it, with the request id': WORDS,
  '503 with Retry-After while another process holds the store, and no word of it as a bug': FILES,
  'waits for what falls due next, or for a word; finishes what is under way':
    'it counts turns of the event loop, and an answer of PostgreSQL takes more of them',
  'a snapshot of version 0.2 is brought to the schema of this one, and an earlier one is refused': WORDS,
  'the key and the token of a folder stay the same, readable by their owner only': FILES,
  'a lost or revoked admin key is replaced by a new one, the store stays': FILES,
  'the store itself is not a snapshot to restore from': FILES,
  'after any history of creates, merges, changes and deletes the indexes agree with the rows': WORDS,
  'of every field the words are those of the row, in its order': WORDS,
  'every record takes one way along the edges, each step once, and all of them arrive': WORDS,
  'the password is in no file of the store and in no answer; the key that opens it lies beside': FILES,
};

/** Why the test cannot run on PostgreSQL; undefined if it can. */
export function sqliteOnly(name: string): string | undefined {
  return Object.hasOwn(SQLITE_TESTS, name) ? SQLITE_TESTS[name] : undefined;
}
