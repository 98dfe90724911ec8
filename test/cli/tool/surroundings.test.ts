// What the machine and its user may get wrong: empty values, odd paths, configuration of another version.

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stateCheck } from '../../../src/cli/tool/doctor/checks.ts';
import { reachForEachTest } from '../../opened.ts';

const reach = reachForEachTest();

const usage = (message: string, next: string, hint?: string) => ({
  code: 2,
  stdout: '',
  stderr: `${JSON.stringify({ error: { code: 'usage', message, hint, retryable: false, next } })}\n`,
  requests: [],
});

describe('refused with exit 2, as JSON when JSON is asked for, and nothing is sent', () => {
  test.each([
    [['contacts', 'list', '--json', '--profile'], "option '--profile <name>' argument missing", 'contacts --help'],
    [['contacts', 'list', '--json', '-o'], "option '-o, --output <format>' argument missing", 'contacts --help'],
    [['--json', '--max-retries'], "option '--max-retries <n>' argument missing", '--help'],
    [['contacts', 'list', '--json', '--template', ''], '--template is empty', 'contacts list --help'],
    [['contacts', 'list', '--json', '--profile', ''], '--profile is empty', 'contacts list --help'],
    [['contacts', 'list', '--json', '--search', ''], '--search is empty', 'contacts list --help'],
    [['inbox', 'threads', '--json', '--search', ''], '--search is empty', 'inbox threads --help'],
    [['workflow', 'list', '--json', '--search', ' '], '--search is empty', 'workflow list --help'],
    [['campaign', 'lint', '--json', 'a\0b.yaml'], 'a file name cannot contain a NUL character', 'campaign lint --help'],
    [
      ['contacts', 'create', '--json', '--input', 'a\0b'],
      'a file name cannot contain a NUL character',
      'contacts create --help',
    ],
    [
      ['contacts', 'import', '--json', 'a\0b.csv', '--yes'],
      'a file name cannot contain a NUL character',
      'contacts import --help',
    ],
  ])('%j', async (argv, message, next) => expect(await reach.run(argv)).toEqual(usage(message, `reach ${next}`)));

  test('--lock of an outreach folder', async () => {
    expect((await reach.run('init outreach')).code).toBe(0);
    for (const verb of ['plan', 'apply', 'pull']) {
      const ran = await reach.run([verb, '--lock', '']);
      expect([ran.code, ran.stderr]).toEqual([2, 'error: --lock is empty\n']);
    }
  });

  test.each(['~/x', 'x', './x'])('REACH_HOME=%s, and no folder is made', async (home) => {
    const ran = await reach.run('profile show', { env: { REACH_HOME: home } });
    expect([ran.code, ran.stderr.split('\n')[0]]).toEqual([2, `error: REACH_HOME: ${home} is not an absolute path`]);
    expect(existsSync(home)).toBe(false);
  });
});

describe('config.json', () => {
  const file = () => join(reach.home, 'config', 'config.json');
  const store = (config: object) => {
    mkdirSync(join(reach.home, 'config'), { recursive: true });
    writeFileSync(file(), JSON.stringify(config));
  };
  const two = { baseUrl: 'https://two.example', key: 'gsk_two_key_00000' };
  const one = { baseUrl: 'https://one.example', key: 'gsk_one_key_00000' };

  test.each(['profile use two', 'profile remove two --yes', 'alias set mine "contacts list"'])(
    'of a newer version is not written: %s is exit 6',
    async (argv) => {
      store({ version: 2, current: 'one', profiles: { one, two } });
      const before = readFileSync(file(), 'utf8');
      const ran = await reach.run(argv);
      expect([ran.code, ran.stderr.split('\n')[0]]).toEqual([
        6,
        `error: ${file()} was written by a newer version of reach`,
      ]);
      expect(readFileSync(file(), 'utf8')).toBe(before);
    },
  );

  test('members that this version does not know are kept', async () => {
    store({ version: 1, current: 'one', theme: 'dark', profiles: { one: { ...one, region: 'eu' }, two } });
    expect((await reach.run('profile use two')).code).toBe(0);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
      ...{ version: 1, current: 'two', theme: 'dark' },
      profiles: { one: { ...one, region: 'eu' }, two },
    });
  });

  test('profiles without a current one: nothing goes to local unless it is named', async () => {
    store({ version: 1, profiles: { one, two } });
    const ran = await reach.run('list create X');
    expect(ran).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${file()} does not name the current profile\n  hint: choose one: reach profile use NAME, or --profile NAME\n`,
      requests: [],
    });
    expect((await reach.run('profile list -o id')).stdout).toBe('local\none\ntwo\n');
    expect((await reach.run('list create X --profile local')).code).toBe(0);
    expect((await reach.run('profile use local')).code).toBe(0);
    expect((await reach.run('list create Y')).code).toBe(0);
  });

  test('profile use of the current one writes nothing', async () => {
    expect((await reach.run('profile use local')).code).toBe(0);
    expect(existsSync(file())).toBe(false);
    store({ version: 1, current: 'one', profiles: { one } });
    const before = statSync(file());
    expect(await reach.run('profile use one')).toMatchObject({
      code: 0,
      stderr: 'the current profile is already one\n',
    });
    const { ino, mtimeMs } = statSync(file());
    expect([ino, mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });
});

test('doctor says whether state can be written, and makes nothing', () => {
  const state = join(reach.home, 'deep', 'state');
  expect(stateCheck({ state })).toMatchObject({ status: 'ok', message: `${state} can be written` });
  expect(existsSync(join(reach.home, 'deep'))).toBe(false);
  reach.write('deep', '');
  expect(stateCheck({ state })).toMatchObject({
    status: 'problem',
    message: `${state} cannot be written: part of the path is not a directory`,
  });
});
