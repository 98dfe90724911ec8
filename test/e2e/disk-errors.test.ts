// Files that cannot be written or read: exit 2 (7 where there is no room), never 70; nothing is left behind.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { expect, test } from 'vitest';
import { wordsOf } from '../cli/world.ts';
import { KEY, loopback, success } from './loopback.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();
const reach = (line: string) => home.here(wordsOf(line));
const inside = (...names: string[]) => join(home.reachHome, ...names);

const CAMPAIGN = 'name: Q\nsteps:\n  - type: email\n    subject: Hello\n    content: Hi\n';

test.each([
  ['contacts export --file .', 'it is a directory'],
  ['contacts export --file missing/x.csv', 'the folder does not exist'],
  ['contacts export --file pipe', 'it is not a regular file'],
  ['contacts import in.csv --results pipe --yes --new', 'it is not a regular file'],
  ['contacts import in.csv --rejects in.csv/x --yes --new', 'part of the path is not a directory'],
  ['campaign export 1 --file pipe', 'it is not a regular file'],
  ['campaign init in.csv/x.yaml', 'part of the path is not a directory'],
  ['pull in.csv/folder', 'part of the path is not a directory'],
])('%s: exit 2', async (line, why) => {
  writeFileSync(join(home.folder, 'in.csv'), 'Email\na@x.example\n');
  rmSync(join(home.folder, 'pipe'), { force: true });
  execaSync('mkfifo', [join(home.folder, 'pipe')]);
  const ran = await reach(line);
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(why)]);
  expect(readdirSync(home.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test.each([
  ['config', 'profile list', 'part of the path is not a directory'],
  ['config', 'profile use local', 'part of the path is not a directory'],
  ['config', 'auth login --base-url {url} --key-stdin', 'part of the path is not a directory'],
  ['state', 'contacts import in.csv --yes', 'part of the path is not a directory'],
  ['state', 'contacts import --history', 'part of the path is not a directory'],
  ['state', 'inbox untag 1 --tag 1', 'part of the path is not a directory'],
  ['data/local', 'list list', 'it is not a directory'],
])('where %s should be there is a file: %s is exit 2', async (folder, line, why) => {
  rmSync(inside(folder), { recursive: true, force: true });
  writeFileSync(inside(folder), '');
  const { url } = await loopback((_, response) => response.end(success({})));
  try {
    const ran = await home.here(wordsOf(line.replace('{url}', url)), { stdin: KEY });
    expect([ran.code, ran.stderr]).toEqual([
      2,
      expect.stringMatching(new RegExp(`^(?!.*gsk_).*reach/${folder}.*${why}`)),
    ]);
  } finally {
    rmSync(inside(folder));
  }
});

test('what is only remembered does not fail a command', async () => {
  writeFileSync(join(home.folder, 'c.yaml'), CAMPAIGN);
  writeFileSync(inside('state'), '');
  try {
    expect(await reach('campaign create c.yaml --yes')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('cannot remember'),
    });
  } finally {
    rmSync(inside('state'));
  }
});

test('a folder where the lock of the configuration should be: exit 2', async () => {
  mkdirSync(inside('config', 'config.lock'), { recursive: true });
  const ran = await reach('profile set other --base-url http://127.0.0.1:9');
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('it is a directory')]);
  rmSync(inside('config'), { recursive: true });
});
