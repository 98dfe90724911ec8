// Keys in the keychain of the operating system: the programs that systems come with are stood in for by small ones of the
// same manners, which run as real processes.

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sleep } from '../../../../src/contract/timers.ts';
import { type Listener, listen } from '../../../../src/service/http/listener.ts';
import { openReach, type Reach, type RunOptions } from '../../world.ts';

/** Keeps one file an entry, and notes the arguments of every call. */
const SECRET_TOOL = `#!/bin/sh
echo "$@" >> "$KEYCHAIN/calls"
if [ -f "$KEYCHAIN/hangs" ]; then exec sleep 60; fi
if [ -f "$KEYCHAIN/locked" ]; then echo "secret-tool: Cannot create an item in a locked collection" >&2; exit 1; fi
for id do :; done
case "$1" in
  store) [ "$2" = --label ] && cat > "$KEYCHAIN/entry-$id" ;;
  lookup) [ -f "$KEYCHAIN/entry-$id" ] || exit 1; cat "$KEYCHAIN/entry-$id" ;;
  clear) [ -f "$KEYCHAIN/entry-$id" ] || exit 1; rm "$KEYCHAIN/entry-$id" ;;
esac
`;

/** Reads its commands from standard input, as `security -i` does; the key comes as hexadecimal digits. */
const SECURITY = `#!/bin/sh
echo "$@" >> "$KEYCHAIN/calls"
if [ "$1" = -i ]; then
  read -r line
  id=$(echo "$line" | sed 's/.* -a \\([^ ]*\\) .*/\\1/')
  printf "$(echo "$line" | sed 's/.* -X //; s/../\\\\x&/g')" > "$KEYCHAIN/entry-$id"
  exit 0
fi
id=$5
[ -f "$KEYCHAIN/entry-$id" ] || { echo 'security: SecKeychainSearchCopyNext: The specified item could not be found in the keychain.' >&2; exit 44; }
case "$1" in
  find-generic-password) cat "$KEYCHAIN/entry-$id"; echo ;;
  delete-generic-password) rm "$KEYCHAIN/entry-$id" ;;
esac
`;

let reach: Reach;
let server: Listener;
let bin: string;
let keychain: string;
beforeEach(async () => {
  reach = await openReach();
  server = await listen(reach.world.service, { host: '127.0.0.1', port: 0, drainMs: 1_000, sleep });
  bin = join(reach.home, 'bin');
  keychain = join(reach.home, 'keychain');
  mkdirSync(bin);
  mkdirSync(keychain);
  for (const [name, text] of [
    ['secret-tool', SECRET_TOOL],
    ['security', SECURITY.replace('printf', '/bin/bash -c \'printf "$0"\'')],
  ] as const) {
    writeFileSync(join(bin, name), text);
    chmodSync(join(bin, name), 0o755);
  }
});
afterEach(async () => {
  await server.close();
  await reach.close();
});

const run = (argv: string, options: RunOptions = {}) => {
  const env = { PATH: [bin, '/usr/bin', '/bin'].join(delimiter), KEYCHAIN: keychain, ...options.env };
  return reach.run(argv, { ...options, env });
};
const login = (flags = '--keychain', options: RunOptions = {}) =>
  run(`auth login --profile a --base-url ${server.url} --key-stdin ${flags}`, { ...options, stdin: reach.world.key });
const config = () => JSON.parse(reach.read('config/config.json'));
const entries = () => readdirSync(keychain).filter((name) => name.startsWith('entry-'));
const calls = () => (existsSync(join(keychain, 'calls')) ? readFileSync(join(keychain, 'calls'), 'utf8') : '');

describe.each(['linux', 'darwin'])('%s', (platform) => {
  test('login, a command, status, token, logout: the key is in the keychain and nowhere else', async () => {
    const ran = await login('--keychain', { platform });
    expect([ran.code, ran.stderr]).toEqual([
      0,
      'logged in: a is the current profile (its key is in the keychain)\nthe service: the same names as reach\n',
    ]);
    const [entry = ''] = entries();
    expect(config().profiles).toEqual({ a: { baseUrl: server.url, keychain: entry.replace('entry-', '') } });
    expect(readFileSync(join(keychain, entry), 'utf8')).toBe(reach.world.key);

    expect((await run('list list -o id', { platform })).code).toBe(0);
    const status = await run('auth status --json --fields profile,keyFrom,valid', { platform });
    expect(JSON.parse(status.stdout)).toEqual({ profile: 'a', keyFrom: 'keychain, profile a', valid: true });
    expect((await run('auth token', { platform })).stdout).toBe(`${reach.world.key}\n`);
    expect((await run('profile list --json --fields name,key', { platform })).stdout).toContain(
      '{"name":"a","key":"in the keychain"}',
    );

    const out = await run('auth logout', { platform });
    expect([out.code, out.stderr]).toEqual([0, 'logged out: deleted the key of profile a from the keychain\n']);
    expect([entries(), config().profiles]).toEqual([[], { a: { baseUrl: server.url } }]);
    // Arguments can be listed by everybody.
    expect(calls()).not.toContain('gsk_');
    expect(calls()).not.toContain(Buffer.from(reach.world.key).toString('hex'));
  });
});

test('a profile stays with the keychain at the next login, and its earlier key is deleted', async () => {
  await login();
  const [first] = entries();
  expect((await login('')).code).toBe(0);
  expect(entries()).toHaveLength(1);
  expect(entries()).not.toEqual([first]);
  expect((await login('--no-keychain')).code).toBe(0);
  expect([entries(), config().profiles.a.key]).toEqual([[], reach.world.key]);
});

test('REACH_KEYCHAIN=on is the default of new profiles', async () => {
  expect((await login('', { env: { REACH_KEYCHAIN: 'on' } })).code).toBe(0);
  expect(entries()).toHaveLength(1);
});

test('profile set moves a key without its being typed; profile remove deletes it', async () => {
  await login('--no-keychain');
  expect([entries(), calls()]).toEqual([[], '']);
  expect((await run('profile set a --keychain')).stderr).toBe('changed profile a\n');
  expect([entries().length, config().profiles.a.key]).toEqual([1, undefined]);
  expect((await run('profile set a --keychain')).code).toBe(0);
  expect((await run('profile set a --no-keychain')).code).toBe(0);
  expect([entries(), config().profiles.a]).toEqual([[], { baseUrl: server.url, key: reach.world.key }]);
  const before = config();
  writeFileSync(join(keychain, 'locked'), '');
  expect((await run('profile set a --keychain --default-output json')).code).not.toBe(0);
  expect(config()).toEqual(before);
  rmSync(join(keychain, 'locked'));
  await run('profile set a --keychain --default-output json');
  expect([entries().length, config().profiles.a]).toMatchObject([1, { output: 'json' }]);
  expect((await run('profile remove a --yes')).code).toBe(0);
  expect(entries()).toEqual([]);
  await login();
  await run('auth logout');
  expect(await run('profile set a --keychain')).toMatchObject({
    code: 4,
    stderr:
      'error: profile "a" is logged out: it has no key to move\n  hint: reach auth login --profile a --keychain\n',
  });
});

test('a key in the file asks no keychain', async () => {
  await login('--no-keychain');
  expect((await run('list list -o id')).code).toBe(0);
  expect((await run('auth token')).stdout).toBe(`${reach.world.key}\n`);
  expect(calls()).toBe('');
});

test('at a terminal, auth token says what it shows', async () => {
  await login();
  const ran = await run('auth token', { tty: true });
  expect([ran.stdout, ran.stderr]).toEqual([
    `${reach.world.key}\n`,
    'warning: this is the whole key: whoever sees it can use it\n',
  ]);
  expect(await run('auth token --profile local')).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('profile "local" needs no key'),
  });
});

describe('a keychain that cannot be used is one clear error, exit 4', () => {
  const FILE = 'or keep the key in the file: reach auth login --profile NAME --no-keychain';

  test('locked, with what its program says', async () => {
    await login();
    writeFileSync(join(keychain, 'locked'), '');
    expect(await run('contacts show 7')).toEqual({
      code: 4,
      stdout: '',
      stderr:
        'error: the keychain cannot give the key: secret-tool: Cannot create an item in a locked collection\n' +
        `  hint: unlock it and try again, or set REACH_API_KEY, with REACH_PROFILE in place of --profile, ${FILE}\n`,
      requests: [],
    });
    const logout = await run('auth logout');
    expect([logout.code, config().profiles.a.keychain]).toEqual([4, expect.any(String)]);
    const removed = await run('profile remove a --yes');
    expect([removed.code, removed.stderr]).toEqual([
      0,
      expect.stringContaining('warning: the earlier key is still in the keychain: the keychain cannot delete the key'),
    ]);
  });

  test('silent for too long', async () => {
    await login();
    writeFileSync(join(keychain, 'hangs'), '');
    const ran = await run('contacts show 7 --request-timeout 200ms');
    expect([ran.code, ran.stderr]).toEqual([
      4,
      'error: the keychain did not answer within 1 s: it may be locked\n' +
        `  hint: unlock it and try again, or set REACH_API_KEY, with REACH_PROFILE in place of --profile, ${FILE}\n`,
    ]);
  });

  test('missing: found before the key is asked for', async () => {
    await login();
    rmSync(join(bin, 'secret-tool'));
    const ran = await run('contacts show 7');
    expect([ran.code, ran.stderr]).toEqual([
      4,
      'error: there is no keychain here: secret-tool is not on the PATH\n' +
        `  hint: install secret-tool (Debian: libsecret-tools; Fedora, Arch: libsecret), ${FILE}\n`,
    ]);
    expect((await login()).code).toBe(4);
    expect((await login('', { platform: 'win32' })).stderr).toContain('cannot use the keychain of this system');
    // The key in the environment needs none.
    const env = { REACH_BASE_URL: server.url, REACH_API_KEY: reach.world.key };
    expect((await run('list list -o id', { env })).code).toBe(0);
    expect((await run('list list -o id', { env: { REACH_API_KEY: reach.world.key } })).code).toBe(0);
  });

  test('an entry that was removed', async () => {
    await login();
    for (const name of entries()) rmSync(join(keychain, name));
    expect((await run('contacts show 7 --json')).stderr).toBe(
      '{"error":{"code":"keychain","message":"the keychain gave no key for profile \\"a\\": it was removed, or the ' +
        'keychain is locked","hint":"unlock it and try again, or log in again: reach auth login --profile a",' +
        '"retryable":false,"next":"reach auth status"}}\n',
    );
    expect((await run('auth logout')).code).toBe(0);
  });
});

test('a name of a key that no keychain has is a broken configuration, and is run nowhere', async () => {
  await login();
  const file = join(reach.home, 'config', 'config.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"keychain": "[^"]*"/, '"keychain": "--help; rm"'));
  const ran = await run('contacts show 7');
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('profile "a" has no baseUrl, or a key that')]);
});
