// Where the source may touch the world around it. What may import what is in .dependency-cruiser.mjs.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

import { groupBy } from '../src/contract/group-by.ts';

const SRC = resolve(import.meta.dirname, '../src');

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    return { path: relative(SRC, path), code: text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '') };
  });

test('files were seen', () => expect(files.length).toBeGreaterThan(60));

const ONLY_IN: readonly (readonly [what: string, pattern: RegExp, allowed: RegExp])[] = [
  [
    'process',
    /(?<![\w.'"`-])process\./,
    /^(reach|local|cli\/terminal\/io|service\/start|service\/serve|service\/worker)\.ts$/,
  ],
  ['stdout and console', /stdout\.write|console\./, /^cli\/(terminal\/|tool\/main|tool\/completion\/answer-names)/],
  [
    'the clock and randomness',
    /Date\.now\(\)|new Date\(\)|Math\.random\(\)|randomUUID\(/,
    // A temporary file, and a key in the keychain, need a name that no other process draws, whatever clock and seed this one
    // was given.
    /^(reach|cli\/terminal\/io|cli\/session\/profiles\/keychain|cli\/files\/write-atomic|service\/start|service\/jobs\/thread)\.ts$/,
  ],
  ['timers', /\b(setTimeout|setInterval)\(|AbortSignal\.timeout\(|timers\/promises/, /^contract\/timers\.ts$/],
  ['process.exit', /process\.exit\(/, /^cli\/terminal\/io\.ts$/],
  ['export * from', /export \* from/, /^$/],
];

test.each(ONLY_IN)('%s only where it belongs', (_what, pattern, allowed) => {
  const strays = files.filter(({ path, code }) => pattern.test(code) && !allowed.test(path));
  expect(strays.map(({ path }) => path)).toEqual([]);
});

test('a type name means one thing', () => {
  const declared = files.flatMap(({ path, code }) =>
    [...code.matchAll(/^(?:export )?(?:type|interface|class) ([A-Z]\w+)/gm)].map(([, name]) => ({ name, path })),
  );
  expect(declared.length).toBeGreaterThan(1000);
  const places = groupBy(declared, ({ name }) => name);
  expect(
    [...places].filter(([, { length }]) => length > 1).map(([name, all]) => [name, all.map((one) => one.path)]),
  ).toEqual([]);
});

const WRITERS =
  /import \{[^}]*\b(writeFile|writeFileSync|writeSync|write|createWriteStream|rename|renameSync|copyFile|copyFileSync|cp|cpSync|link|linkSync|symlink|symlinkSync|appendFile|appendFileSync|open|openSync|promises)\b[^}]*\} from '(node:)?fs(\/promises)?'|import \* as \w+ from '(node:)?fs/;

/** Files that are not written whole, or only read: each with what it opens. */
const OTHER_FILES: readonly (readonly [file: string, opens: string])[] = [
  ['cli/files/write-atomic.ts', 'every file that is written whole'],
  ['cli/files/lock.ts', 'locks'],
  ['cli/files/appended-lines.ts', 'journals, which only grow, in a private folder'],
  ['cli/files/bounded-read.ts', 'files to read'],
  ['cli/files/rows/format.ts', 'a file to read'],
  ['cli/files/rows/source-file.ts', 'the file to import, to read'],
  ['cli/files/durable.ts', 'a folder, to sync it'],
  ['cli/tool/commands/completion/index.ts', 'the start-up file of a shell, to add a line'],
  ['cli/tool/commands/demo.ts', 'copies in a temporary folder of its own'],
  ['cli/shared/job-summary.ts', 'the summary of a job, to add to it'],
];

test('files are written by one writer', () => {
  const strays = files.filter(({ path, code }) => path.startsWith('cli/') && WRITERS.test(code));
  expect(strays.map(({ path }) => path).sort()).toEqual(OTHER_FILES.map(([file]) => file).sort());
});

const READERS =
  /\b(readFile|readFileSync|readSync|readvSync|createReadStream|openSync)\(|import \{[^}]*\b(open|promises)\b[^}]*\} from '(node:)?fs(\/promises)?'/;

/** Everything else is read by `cli/files/bounded-read.ts`, or `textBeside` of the service: plain files, and not without end. */
const OTHER_READS: readonly (readonly [file: string, reads: string])[] = [
  ['cli/terminal/io.ts', 'what the system says of a process'],
  ['cli/tool/tree/topics.ts', 'guides, which are part of reach'],
  ['cli/commands/campaigns/preview.ts', 'rows, one by one'],
  ['cli/duplicates/merge-folder.ts', 'the groups of a merge, one by one'],
  ['cli/commands/outreach/pull.ts', 'samples, which are part of reach'],
  ['cli/tool/commands/demo.ts', 'samples, which are part of reach'],
  ['cli/files/appended-lines.ts', 'a journal, line by line'],
  ['cli/files/bounded-read.ts', 'all of a file, with a bound'],
  ['cli/files/durable.ts', 'nothing: it syncs a folder'],
  ['cli/files/lock.ts', 'nothing: it makes a lock'],
  ['cli/files/rows/format.ts', 'the first bytes of a file'],
  ['cli/files/write-atomic.ts', 'nothing: it writes'],
  ['cli/files/rows/source-file.ts', 'rows, one by one'],
  ['cli/terminal/expression/jq-thread.ts', 'a program that is part of reach'],
  ['cli/shared/file-kind/starter-file.ts', 'samples, which are part of reach'],
  ['service/db/files.ts', 'all of a file, with a bound'],
  ['service/db/snapshot.ts', 'nothing: it syncs a file'],
  ['service/pages/sent.ts', 'style and script, which are part of reach'],
  ['service/start.ts', 'the document of the interface, which is part of reach'],
];

test('files are read with a bound', () => {
  const strays = files.filter(({ path, code }) => /^(cli|service|client)\//.test(path) && READERS.test(code));
  expect(strays.map(({ path }) => path).sort()).toEqual(OTHER_READS.map(([file]) => file).sort());
});
