// What a machine can do to a command: no home, nothing to write to, broken files, closed streams, two at once.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Home, openHome } from './binary.ts';
import { loopback, success } from './loopback.ts';

let home: Home;
beforeEach(() => {
  home = openHome();
});
afterEach(() => home.remove());

const configFolder = () => join(home.reachHome, 'config');

function writeConfig(text: string): string {
  mkdirSync(configFolder(), { recursive: true });
  const file = join(configFolder(), 'config.json');
  writeFileSync(file, text);
  return file;
}

test('without HOME and REACH_HOME, help and a service named by the environment still work', async () => {
  const service = await loopback((_, response) => response.end(success({ workspace: { name: 'Acme' } })));
  const env = { HOME: undefined, REACH_HOME: undefined, ...service.env };
  expect(await home.run(['--help'], { env })).toMatchObject({ code: 0, stderr: '' });
  expect(await home.run(['auth', 'status', '--json'], { env })).toMatchObject({ code: 0, stderr: '' });
});

test.each(['', 'relative'])('HOME=%s: nothing is kept in the working directory', async (HOME) => {
  const env = { HOME, REACH_HOME: undefined };
  for (const line of ['contacts list', 'profile list', 'auth login --base-url http://127.0.0.1:9 --key-stdin']) {
    const ran = await home.run(line.split(' '), { env, stdin: 'gsk_0123456789' });
    expect([line, ran.code, ran.stderr]).toEqual([line, 2, expect.stringContaining('HOME is not an absolute path')]);
  }
  expect(readdirSync(home.folder)).toEqual(['reach']);
});

test('a deleted working directory: what needs none works, the rest says so', async () => {
  const inGone = (line: string) => home.shell(`mkdir gone; cd gone; rmdir ../gone; reach ${line}`);
  expect(await inGone('profile list')).toMatchObject({ code: 0, stderr: '' });
  const gone = expect.stringContaining('the working directory no longer exists');
  for (const line of ['campaign lint x.yaml', 'contacts export --file x.csv', 'pull out'])
    expect([line, await inGone(line)]).toEqual([line, expect.objectContaining({ code: 2, stderr: gone })]);
});

test('TMPDIR names nothing: exit 2 says which', async () => {
  const ran = await home.run(['serve', '--ephemeral'], { env: { TMPDIR: join(home.folder, 'missing') } });
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('TMPDIR')]);
});

test('a config that is not JSON: exit 2 names the file; what needs no profile works', async () => {
  const file = writeConfig('{ "current": ');
  const ran = await home.run(['contacts', 'list']);
  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(ran.stderr).toContain(file);
  expect(await home.run(['contacts', '--help'])).toMatchObject({ code: 0, stderr: '' });
  expect((await home.here(['contacts', 'list', '-o', 'id', '--profile', 'local', '--limit', '1'])).code).toBe(2);
});

test.each([
  ['stdin', 'reach contacts list --limit 1 -o id <&-', '1\n'],
  ['stderr', 'reach contacts list --limit 1 -o id 2>&-', '1\n'],
])('closed %s: the command does its work', async (_, line, stdout) => {
  expect(await home.shell(line)).toMatchObject({ code: 0, stdout });
});

test('closed stdout: no stack', async () => {
  expect((await home.shell('reach contacts list --limit 1 -o id -q >&-')).stderr).not.toMatch(/ at .*\.js/);
});

test.each([
  ['closed', '<&-'],
  ['empty', '</dev/null'],
])('a key from stdin that is %s: wrong use', async (_, redirection) => {
  const ran = await home.shell(`reach auth login --base-url http://127.0.0.1:9 --key-stdin ${redirection}`);
  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(ran.stderr).toContain('gsk_');
});
