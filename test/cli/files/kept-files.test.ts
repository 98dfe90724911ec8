// Files that reach keeps for itself, replaced by what is not a file: named, or done without, but never waited for.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { secretsIn } from '../../../src/service/db/files.ts';
import { readHolder } from '../../../src/service/db/holder.ts';
import { reachForAllTests } from '../../opened.ts';

const IN_PLACE: readonly (readonly [string, (path: string) => void, string])[] = [
  ['a pipe', (path) => execFileSync('mkfifo', [path]), 'is not a regular file'],
  ['a device', (path) => symlinkSync('/dev/zero', path), 'is not a regular file'],
  ['a directory', (path) => mkdirSync(path), 'is a directory'],
  [
    '65 MB',
    (path) => {
      writeFileSync(path, '');
      truncateSync(path, 65 * 1024 * 1024);
    },
    'is larger than 64 MB',
  ],
];

const reach = reachForAllTests();
beforeAll(() => reach.write('people.csv', 'First name,Last name,Email\nAda,Byron,ada@x.example\n'));

/** Only caches, which reach does without, end in 0. */
const FILES: readonly (readonly [file: string, command: string, code: number])[] = [
  ['config/config.json', 'profile list', 2],
  ['config/config.lock', 'profile set x --base-url http://127.0.0.1:9', 2],
  ['config/searches.json', 'search list', 2],
  ['config/mappings.json', 'contacts import people.csv --mapping x --dry-run', 2],
  ['state/imports/20261121-aaaaa/import.json', 'contacts import people.csv', 7],
  ['cache/local/names-lists.json', 'completion names lists', 0],
];

describe.each(IN_PLACE)('%s', (_what, put, why) => {
  let file: string;
  beforeEach(() => () => rmSync(file, { recursive: true, force: true }));

  test.each(FILES)('in place of %s: %s is exit %d', async (name, command, code) => {
    file = join(reach.home, name);
    mkdirSync(dirname(file), { recursive: true });
    rmSync(file, { recursive: true, force: true });
    put(file);
    const ran = await reach.run(command);
    expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(code === 2 ? why : '')]);
  });

  test.each<readonly [string, (folder: string) => unknown]>([
    ['admin.key', (folder) => secretsIn(folder, 'x').read('admin.key')],
    ['serve.lock', (folder) => readHolder(join(folder, 'serve.lock'))],
  ])('in place of %s, beside a store', async (name, read) => {
    const folder = mkdtempSync(join(tmpdir(), 'reach-test-'));
    file = join(folder, name);
    put(file);
    await expect((async () => read(folder))()).rejects.toThrow(`${file} ${why}`);
    rmSync(folder, { recursive: true });
  });
});
