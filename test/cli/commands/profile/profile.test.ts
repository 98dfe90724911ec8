import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resolveProfile } from '../../../../src/cli/session/profiles/resolve-profile.ts';
import { sleep } from '../../../../src/contract/timers.ts';
import { type Listener, listen } from '../../../../src/service/http/listener.ts';
import { openReach, type Reach } from '../../world.ts';

let reach: Reach;
let server: Listener;
beforeEach(async () => {
  reach = await openReach();
  server = await listen(reach.world.service, { host: '127.0.0.1', port: 0, drainMs: 1_000, sleep });
});
afterEach(async () => {
  await server.close();
  await reach.close();
});

const config = () => join(reach.home, 'config', 'config.json');
const login = (name: string, key: string) =>
  reach.run(`auth login --profile ${name} --base-url ${server.url} --key-stdin`, { stdin: `${key}\n` });

test('login checks the key, stores it for its owner alone, and never prints it', async () => {
  const ran = await login('staging', reach.world.key);
  expect(ran.code).toBe(0);
  expect(ran.stderr).toBe(
    `logged in: staging is the current profile (${config()})\nthe service: the same names as reach\n`,
  );
  expect(ran.stdout + ran.stderr).not.toContain(reach.world.key);
  expect(JSON.parse(readFileSync(config(), 'utf8'))).toEqual({
    version: 1,
    current: 'staging',
    profiles: { staging: { baseUrl: server.url, key: reach.world.key } },
  });
  expect(statSync(config()).mode & 0o777).toBe(0o600);
  expect(statSync(join(reach.home, 'config')).mode & 0o777).toBe(0o700);
  const status = await reach.run('auth status --json --fields profile,valid,scopes');
  expect([status.code, JSON.parse(status.stdout)]).toEqual([0, { profile: 'staging', valid: true, scopes: ['ALL'] }]);
});

test('a key the service does not know is not stored: exit 4', async () => {
  const ran = await login('staging', 'gsk_0000000000000000');
  expect([ran.code, ran.stdout]).toEqual([4, '']);
  expect(ran.stderr).toContain('This API key is not valid');
  expect(() => readFileSync(config())).toThrow('ENOENT');
});

describe('login refuses', () => {
  test.each([
    [
      'auth login --base-url http://api.example.com --key-stdin',
      'http://api.example.com would carry the key unencrypted',
    ],
    ['auth login --base-url nonsense --key-stdin', 'the base URL is not a valid address'],
    [
      'auth login --profile local --base-url https://api.example.com --key-stdin',
      'the profile name "local" is reserved',
    ],
    ['auth login --profile "a b" --base-url https://api.example.com --key-stdin', '"a b" is not a valid profile name'],
  ])('%s', async (argv, message) => {
    const ran = await reach.run(argv, { stdin: 'gsk_0000000000000000' });
    expect([ran.code, ran.stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(`error: ${message}`)]);
  });

  test('what is not a key, before anything is sent', async () => {
    const ran = await reach.run(`auth login --base-url ${server.url} --key-stdin`, { stdin: 'sk_live_1' });
    expect([ran.code, ran.stderr.includes('keys begin with gsk_')]).toEqual([2, true]);
  });
});

test('a key that may not read the workspace is stored, with a note of what was not checked', async () => {
  const { key } = JSON.parse((await reach.run('local key create --scopes CONTACTS_READ --json')).stdout);
  const unread =
    /the service knows the key, which may not read its account \(WORKSPACE_READ\): scopes and workspace were not checked/;
  const stored = await login('narrow', key);
  expect([stored.code, stored.stderr]).toEqual([0, expect.stringMatching(unread)]);
  const status = await reach.run('auth status --json --fields profile,valid,scopes');
  expect([status.code, JSON.parse(status.stdout)]).toEqual([0, { profile: 'narrow', valid: true, scopes: null }]);
  expect(status.stderr).toMatch(unread);
  expect((await reach.run('contacts list --limit 1')).code).toBe(0);
});

test('profiles are listed with the key masked, used, changed and removed', async () => {
  await login('staging', reach.world.key);
  const line = `auth login --base-url ${server.url} --key-stdin`;
  const second = await reach.run(line, { stdin: reach.world.key, env: { REACH_PROFILE: 'prod' } });
  expect(second.stderr).toContain('logged in: prod is stored; reach profile use prod makes it the current one');
  const third = await login('prod --use', reach.world.key);
  expect(third.stderr).toContain('logged in: prod is the current profile');
  const listed = await reach.run('profile list --json --fields current,name,baseUrl');
  expect(JSON.parse(listed.stdout)).toEqual([
    { current: '', name: 'local', baseUrl: 'this machine' },
    { current: '', name: 'staging', baseUrl: server.url },
    { current: '*', name: 'prod', baseUrl: server.url },
  ]);
  expect((await reach.run('profile list -o csv')).stdout).not.toContain(reach.world.key);
  const done = (stderr: string) => ({ code: 0, stdout: '', stderr: `${stderr}\n` });
  expect(await reach.run('profile use staging --json')).toMatchObject(done('the current profile is now staging'));
  expect((await reach.run('profile use nowhere')).code).toBe(5);
  expect(await reach.run('profile set staging --default-output ndjson --json')).toMatchObject(
    done('changed profile staging'),
  );
  expect(JSON.parse((await reach.run('auth status')).stdout).profile).toBe('staging');
  const elsewhere = await reach.run('profile set staging --base-url https://evil.example');
  expect([elsewhere.code, elsewhere.stderr.includes('is not sent elsewhere')]).toEqual([2, true]);
  expect((await reach.run('profile remove staging')).code).toBe(2);
  const other = await login('other --json', reach.world.key);
  expect(JSON.parse(other.stdout)).toMatchObject({ profile: 'other', workspace: 'My workspace', scopes: ['ALL'] });
  expect(other.stdout + other.stderr).not.toContain(reach.world.key);
  expect(await reach.run('profile remove other --yes --json')).toMatchObject(done('removed profile other'));
  expect(await reach.run('profile remove staging --yes --json')).toMatchObject(
    done('removed profile staging; the current profile is now local, the service on this machine'),
  );
  expect(await reach.run('auth logout --json', { env: { REACH_PROFILE: 'prod' } })).toMatchObject({
    ...{ code: 0, stdout: '', stderr: expect.stringMatching(/^logged out: deleted the key of profile prod /) },
  });
  expect((await reach.run('profile list --json --fields name,key')).stdout).toContain(
    '{"name":"prod","key":"logged out"}',
  );
  expect(JSON.parse(readFileSync(config(), 'utf8'))).toMatchObject({
    current: 'local',
    profiles: { prod: { baseUrl: expect.any(String) } },
  });
  expect(readFileSync(config(), 'utf8')).not.toContain('gsk_');
  for (const line of ['contacts list', 'auth status', 'list create X']) {
    const refused = await reach.run(`${line} --profile prod`);
    expect([refused.code, refused.stdout, refused.requests]).toEqual([4, '', []]);
    expect(refused.stderr).toContain('reach auth login --profile prod');
  }
  const again = await reach.run('auth logout --profile prod');
  expect([again.code, again.stderr.split('\n')[0]]).toEqual([5, 'error: profile "prod" has no stored key']);
});

describe('which profile is in force', () => {
  const stored = {
    version: 1,
    current: 'one',
    profiles: {
      one: { baseUrl: 'https://one.example', key: 'gsk_one_key_00000' },
      two: { baseUrl: 'https://two.example/eu', key: 'gsk_two_key_00000' },
      out: { baseUrl: 'https://out.example' },
    },
  };
  const paths = () => ({ config: join(reach.home, 'config'), state: '', cache: '', data: '' });
  beforeEach(async () => {
    const { mkdirSync } = await import('node:fs');
    mkdirSync(paths().config, { recursive: true });
    writeFileSync(config(), JSON.stringify(stored));
  });

  test.each<[string | undefined, Record<string, string>, string, string | undefined, string | undefined]>([
    [undefined, {}, 'one', 'https://one.example', 'gsk_one_key_00000'],
    [undefined, { REACH_PROFILE: 'two' }, 'two', 'https://two.example/eu', 'gsk_two_key_00000'],
    ['two', { REACH_PROFILE: 'one' }, 'two', 'https://two.example/eu', 'gsk_two_key_00000'],
    ['local', {}, 'local', undefined, undefined],
    [
      undefined,
      { REACH_BASE_URL: 'https://e.example/', REACH_API_KEY: 'gsk_env' },
      'env',
      'https://e.example',
      'gsk_env',
    ],
    [
      undefined,
      { REACH_PROFILE: 'two', REACH_BASE_URL: 'https://e.example', REACH_API_KEY: 'gsk_env' },
      'env',
      'https://e.example',
      'gsk_env',
    ],
    [
      'two',
      { REACH_BASE_URL: 'https://e.example', REACH_API_KEY: 'gsk_env' },
      'two',
      'https://two.example/eu',
      'gsk_two_key_00000',
    ],
    [undefined, { REACH_API_KEY: 'gsk_env' }, 'one', 'https://one.example', 'gsk_env'],
    [undefined, { REACH_API_KEY: ' gsk_env\r\n' }, 'one', 'https://one.example', 'gsk_env'],
    [undefined, { REACH_API_KEY: '\n' }, 'one', 'https://one.example', 'gsk_one_key_00000'],
    [undefined, { REACH_API_KEY: 'gsk_env', REACH_PROFILE: 'two' }, 'two', 'https://two.example/eu', 'gsk_env'],
    // The host of a profile that was named and has a key never gets another one.
    ['two', { REACH_API_KEY: 'gsk_env' }, 'two', 'https://two.example/eu', 'gsk_two_key_00000'],
    ['out', { REACH_API_KEY: 'gsk_env' }, 'out', 'https://out.example', 'gsk_env'],
  ])('--profile %s with %j is %s at %s', (flag, env, name, baseUrl, key) => {
    const profile = resolveProfile({ env }, paths(), flag);
    expect([profile.name, profile.baseUrl?.value, profile.key?.value]).toEqual([name, baseUrl, key]);
  });

  test('an address without a key is exit 2, saying so', () => {
    expect(() => resolveProfile({ env: { REACH_BASE_URL: 'https://e.example' } }, paths(), undefined)).toThrow(
      'REACH_BASE_URL is set and REACH_API_KEY is not',
    );
  });

  test.each([
    ['{', (file: string) => `${file} is not JSON`],
    ['[]', (file: string) => `${file} is not an object`],
    ['null', (file: string) => `${file} is not an object`],
    ['{"profiles":[]}', (file: string) => `"profiles" of ${file} is not an object`],
  ])('the configuration %s is exit 2 with its path', async (text, message) => {
    writeFileSync(config(), text);
    const ran = await reach.run('contacts list');
    expect([ran.code, ran.stderr]).toEqual([
      2,
      `error: ${message(config())}\n  hint: fix it, or delete it and log in again: reach auth login\n`,
    ]);
  });

  test('a login does not take the place of a twin', async () => {
    writeFileSync(config(), '{"version":1,"current":"local","profiles":{"copy":{"baseUrl":"twin:copy"}}}');
    const ran = await reach.run('auth login --profile copy --base-url https://e.example --key-stdin', {
      stdin: 'gsk_1234',
    });
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('profile copy is a twin, which needs no key')]);
  });
});

describe('set --path', () => {
  test('sends a request where the service has it, and a later sync keeps that', async () => {
    await login('staging', reach.world.key);
    expect((await reach.run('profile set staging --path lists.list=/v1/contact-lists')).code).toBe(0);
    const listed = await reach.run('list list --debug');
    expect(listed.stderr).toContain('/v1/contact-lists');
    expect(listed.code).toBe(5);
    expect((await reach.run('profile sync')).code).toBe(0);
    expect((await reach.run('list list --debug')).stderr).toContain('/v1/contact-lists');
    expect((await reach.run('profile sync --forget')).code).toBe(0);
    expect((await reach.run('list list')).code).toBe(0);
  });

  test('--field: what the service calls a field', async () => {
    await login('staging', reach.world.key);
    const set = await reach.run('profile set staging --field campaigns.list.status=state');
    expect([set.code, set.stderr]).toEqual([0, 'changed profile staging\n']);
    expect((await reach.run('campaign list --status DRAFT --debug')).stderr).toContain('/v1/campaigns?state=DRAFT');
  });

  test.each([
    ['--field campaigns.list.status', 'is not a field and its name there'],
    ['--field campaigns.nothing.status=x', 'is not a field and its name there'],
    ['--field campaigns.list.page=x', 'is not a name that the interface leaves open'],
    ['--path contacts.list=/v1/people', 'has a path that the interface shows'],
    ['--path nothing=/v1/x', 'is not a request'],
    ['--path lists.get=/v1/x', 'is not a valid path for lists.get'],
    ['--path lists.list=x', 'is not a valid path for lists.list'],
  ])('%s: exit 2', async (option, message) => {
    await login('staging', reach.world.key);
    const ran = await reach.run(`profile set staging ${option}`);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

test('profile set --contacted-within is the default of the campaign commands, and allow takes it back', async () => {
  await login('staging', reach.world.key);
  await reach.world.call('POST', '/v1/contacts/bulk', { body: { contacts: [{ firstName: 'Ada' }] } });
  await reach.world.call('POST', '/v1/campaigns', { body: { name: 'A', steps: [{ type: 'end' }] } });
  const asked = async (flags = '') =>
    (await reach.run(`campaign add-contact 1 1 --yes --debug ${flags}`)).stderr.includes('/v1/inboxes?contactId=1');
  expect(await asked()).toBe(false);
  expect((await reach.run('profile set staging --contacted-within 90d')).code).toBe(0);
  expect([await asked(), await asked('--contacted-within allow')]).toEqual([true, false]);
  expect((await reach.run('profile set staging --contacted-within soon')).code).toBe(2);
  await reach.run('profile set staging --contacted-within allow');
  expect(await asked()).toBe(false);
});
