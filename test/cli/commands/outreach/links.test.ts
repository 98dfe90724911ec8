// A folder from someone else: links, pipes and devices in it are refused, and nothing of what a link leads to is printed.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';

const reach = reachForEachTest();
beforeEach(async () => {
  expect((await reach.run('init outreach')).code).toBe(0);
  reach.write('secret/a.yaml', 'password: hunter2\n');
});

const inFolder = (name: string) => join(reach.home, 'outreach', name);
const secrets = () =>
  readdirSync(join(reach.home, 'secret')).map((name) => readFileSync(join(reach.home, 'secret', name), 'utf8'));

const COMMANDS = ['lint', 'plan', 'apply --yes', 'pull --force', 'init outreach --force'];

describe.each<readonly [string, () => void, string]>([
  ['a file', () => symlinkSync('../../secret/a.yaml', inFolder('lists/x.yaml')), 'lists/x.yaml is a symbolic link'],
  [
    'the settings',
    () => {
      rmSync(inFolder('reach.yaml'));
      symlinkSync('../secret/a.yaml', inFolder('reach.yaml'));
    },
    'reach.yaml is a symbolic link',
  ],
  ['a folder', () => symlinkSync('../secret', inFolder('templates')), 'templates is a symbolic link'],
  [
    'the folder of the locks',
    () => {
      renameSync(inFolder('.reach'), inFolder('other'));
      symlinkSync('../secret', inFolder('.reach'));
    },
    '.reach is a symbolic link',
  ],
  [
    'a lock',
    () => symlinkSync('../../secret/a.yaml', inFolder('.reach/local.json')),
    '.reach/local.json is a symbolic',
  ],
  ['a pipe', () => execFileSync('mkfifo', [inFolder('lists/x.yaml')]), 'lists/x.yaml is not a regular file'],
  ['a device', () => symlinkSync('/dev/zero', inFolder('campaigns/x.yaml')), 'campaigns/x.yaml is a symbolic link'],
])('%s', (_what, spoil, message) => {
  test('exit 2, whatever the command', async () => {
    spoil();
    for (const command of COMMANDS) {
      const ran = await reach.run(command);
      expect([command, ran.code, ran.stderr.includes(`outreach/${message}`)]).toEqual([command, 2, true]);
      expect(ran.stdout + ran.stderr).not.toMatch(/hunter2|password/);
    }
    expect(secrets()).toEqual(['password: hunter2\n']);
  });
});
