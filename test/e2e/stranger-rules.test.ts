// Files for a service that shares nothing with this build but the documented interface: what the interface gives is
// refused here, what this build chose is a warning, and the service decides.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStranger, STRANGER_KEY, type Stranger } from '../stranger/server.ts';
import { ensureBuilt, openHome } from './binary.ts';

const home = openHome();
let stranger: Stranger;
let env: Record<string, string>;
beforeAll(async () => {
  ensureBuilt();
  stranger = await openStranger({ mode: 'richer' });
  env = { REACH_BASE_URL: stranger.url, REACH_API_KEY: STRANGER_KEY };
});
afterAll(async () => {
  await stranger.close();
  home.remove();
});

function file(name: string, text: string): string {
  const path = join(home.folder, name);
  writeFileSync(path, text);
  return path;
}

const reach = (words: string, more: Record<string, string> = env) => home.here(words.split(' '), { env: more });
const posts = () =>
  stranger.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }));

const UNDOCUMENTED = `name: New here
mood: sunny
steps:
  - type: task
    taskType: DANCE
    title: ${'x'.repeat(1001)}
    ownerId: owner_1
  - type: email
    subject: Hi
    content: Hello
    delay: { value: 1, unit: weeks }
`;

test('an undocumented rule warns, the file is sent as it is, and the answer of the service counts', async () => {
  const name = file('undocumented.yaml', UNDOCUMENTED);
  const lint = await reach(`campaign lint ${name}`);
  expect(lint.code).toBe(0);
  for (const code of ['unknown_key', 'invalid_value', 'too_big']) {
    expect(lint.stdout).toContain(`(cannot be checked offline; --online asks the service) [${code}]`);
  }
  expect((await reach(`campaign lint --strict ${name}`)).code).toBe(1);
  const created = await reach(`campaign create ${name}`);
  expect(created.code, created.stderr).toBe(0);
  const { path, body } = posts().at(-1) ?? {};
  expect([path, body]).toMatchObject([
    '/v1/campaigns',
    { mood: 'sunny', steps: [{ taskType: 'DANCE' }, { delay: { unit: 'weeks' } }] },
  ]);
});

test('what the service refuses is shown at its place, whatever the rules here say', async () => {
  const name = file('pigeon.yaml', 'name: A\nsteps:\n  - type: network_carrier_dove\n    content: Coo\n');
  const before = posts().length;
  expect([(await reach(`campaign create ${name}`)).code, posts().length]).toEqual([3, before]);
  const ran = await reach(`campaign create ${name} --no-check`);
  expect([ran.code, posts().length]).toEqual([3, before + 1]);
  expect(ran.stderr).toMatch(/pigeon.yaml:3:11: warning: unknown step type .* \[unknown_step_type\]/);
  expect(ran.stderr).toContain('pigeon.yaml:3:11: unknown step type [type]');
});

test('the local service has the rules of this build: the same file is refused, and nothing is stored', async () => {
  const name = file('local.yaml', UNDOCUMENTED);
  expect((await reach(`campaign lint ${name}`, {})).code).toBe(1);
  expect((await reach(`campaign create ${name}`, {})).code).toBe(3);
});

test.each(['campaign', 'workflow'])('%s init writes documented parts only: no warning anywhere', async (noun) => {
  const path = join(home.folder, `${noun}-init.yaml`);
  expect((await reach(`${noun} init ${path} --no-schema`)).code).toBe(0);
  const lint = await reach(`${noun} lint --strict ${path}`);
  expect(lint.code, lint.stdout).toBe(0);
  expect(readFileSync(path, 'utf8')).not.toContain('END');
});

test('the blocks are those of the service; without it, those last seen, else those that are documented', async () => {
  const fresh = { ...env, REACH_BASE_URL: 'http://127.0.0.1:9', REACH_HOME: join(home.folder, 'fresh') };
  const ids = async (more: Record<string, string>) =>
    (await reach('workflow blocks -o id --max-retries 0', more)).stdout.trim().split('\n');
  expect(await ids(env)).toContain('SCORE_LEADS');
  expect(await ids({ ...env, REACH_BASE_URL: 'http://127.0.0.1:9' })).toContain('SCORE_LEADS');
  expect(await ids(fresh)).toEqual([
    ...'SELECT_LEADS_FROM_LIST SELECT_LEADS IMPORT_COMPANY_FROM_PAYLOAD VERIFY_LEAD_EMAIL'.split(' '),
    ...'ADD_LEADS_TO_CAMPAIGN ADD_LEADS_TO_GROUP WAIT_FOR_APPROVAL'.split(' '),
  ]);
  const plan = 'name: A\nnodes:\n  - { id: a, kind: BLOCK, blockId: SCORE_LEADS, inputs: { model: 7 }, next: [] }\n';
  const lint = await reach(`workflow lint ${file('score.yaml', plan)}`);
  expect([lint.code, lint.stdout]).toEqual([0, '']);
});

test('lint --online shows the verdict of the service beside ours', async () => {
  const name = file(
    'verdict.yaml',
    'name: A\nnodes:\n  - { id: a, kind: BLOCK, blockId: TELEPORT, inputs: {}, next: [] }\n',
  );
  const lint = await reach(`workflow lint --online ${name}`);
  expect(lint.code).toBe(1);
  expect(lint.stdout).toMatch(
    /warning: unknown block "TELEPORT".*\(not known to this service's catalogue\) \[unknown_block\]/,
  );
  expect(lint.stdout).toMatch(/the service: unknown block TELEPORT \[unknown-block\]/);
});
