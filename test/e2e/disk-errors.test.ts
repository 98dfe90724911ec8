// Folders of our own that cannot be written or read: exit 2 (7 where there is no room), never 70.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { afterAll, expect, test } from 'vitest';
import { wordsOf } from '../cli/world.ts';
import { KEY, loopback, success } from './loopback.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();
const reach = (line: string) => home.here(wordsOf(line));
const inside = (...names: string[]) => join(home.reachHome, ...names);

writeFileSync(join(home.folder, 'in.csv'), 'Email\na@x.example\n');
const CAMPAIGN = 'name: Q\nsteps:\n  - type: email\n    subject: Hello\n    content: Hi\n';

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

/** Mounting needs rights that not every machine gives. */
const small = join(home.folder, 'small');
mkdirSync(small);
const shell = (line: string) => execaSync({ shell: true, reject: false, cwd: home.folder })`${line}`.exitCode === 0;
const isMounted = shell('mount -t tmpfs -o size=2m tmpfs small');
afterAll(() => void (isMounted && shell('umount small')));

test.skipIf(!isMounted).each([
  ['local snapshot small/s.db', {}, 'cannot write .*small/s.db'],
  ['never-contact add a@x.example', { REACH_HOME: small }, 'cannot use .*never-contact.lock'],
  ['contacts list', { REACH_HOME: small }, 'cannot use the data folder .*'],
])('%s on a full disk: exit 7, with the file', async (line, env, what) => {
  if (line === 'contacts list') await home.run(['local', 'status'], { env });
  shell('dd if=/dev/zero of=small/fill bs=4k');
  const ran = await home.run(wordsOf(line), { env });
  rmSync(join(small, 'fill'));
  expect([ran.code, ran.stderr]).toEqual([
    7,
    expect.stringMatching(new RegExp(`${what}: no space left on the disk\n`)),
  ]);
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
