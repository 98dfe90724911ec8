// Tags of the inbox and signatures of identities in an outreach folder: pulled, checked, planned, applied, pruned and undone.

import { expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { bringSenders, place, read, remove, write } from './folder.ts';

const reach = reachForEachTest();

const TAG = 'name: Hot\ncolor: "#FF0000"\n';
const SIGNATURE = 'name: Robin Hale\nsignature: |\n  <p>Robin</p>\n';

async function signatureOf(name: string): Promise<string | null> {
  const { stdout } = await reach.run(`identity show "${name}" --json`);
  return JSON.parse(stdout).signature;
}
const planned = async (argv = 'plan') => (await reach.run(argv)).stdout;

test('they are created, changed, pruned, undone and pulled', async () => {
  await bringSenders(reach.world);
  const before = await signatureOf('Robin Hale');
  place(reach, { 'tags/hot.yaml': TAG, 'signatures/robin.yaml': SIGNATURE });
  expect(await reach.run('lint --strict')).toMatchObject({ code: 0 });
  expect((await reach.run('apply --yes --overwrite')).code).toBe(0);
  expect(await signatureOf('Robin Hale')).toBe('<p>Robin</p>\n');
  expect(JSON.parse((await reach.run('inbox tags --json')).stdout)).toMatchObject([{ name: 'Hot', color: '#ff0000' }]);
  expect(await reach.run('plan --exit-code')).toMatchObject({ code: 0, stderr: '2 unchanged\n' });

  // The interface changes no colour: what a file says of it is for a new tag.
  write(reach, 'tags/hot.yaml', 'name: Hot\n');
  write(reach, 'signatures/robin.yaml', SIGNATURE.replace('Robin</p>', 'R. Hale</p>'));
  expect(await planned()).toContain('~ signature/Robin Hale  signatures/robin.yaml');
  expect(await planned()).not.toContain('tag/Hot');
  expect((await reach.run('apply --yes', { env: { REACH_NO_HISTORY: '0' } })).code).toBe(0);
  expect(await signatureOf('Robin Hale')).toBe('<p>R. Hale</p>\n');
  expect((await reach.run('undo --yes', { env: { REACH_NO_HISTORY: '0' } })).code).toBe(0);
  expect(await signatureOf('Robin Hale')).toBe('<p>Robin</p>\n');

  expect((await reach.run('pull --force')).code).toBe(0);
  expect(read(reach, 'signatures/robin.yaml')).toContain('<p>Robin</p>');
  remove(reach, 'signatures/robin.yaml');
  expect((await reach.run('apply --yes --prune')).code).toBe(0);
  expect([before, await signatureOf('Robin Hale')]).toEqual([before, null]);
  expect((await reach.run('plan --exit-code')).code).toBe(0);
});

test('a scenario leaves out signatures of senders that it does not have', async () => {
  place(reach, {
    'signatures/robin.yaml': SIGNATURE,
    'signatures/admin.yaml': SIGNATURE.replace('Robin Hale', 'Admin'),
    'tests/a.yaml':
      'name: a\ngiven: { folder: . }\nwhen: [{ command: { run: identity show Admin --json, stdout: Robin } }, { advance: 1m }]\nexpect: [{ messages: { total: 0 } }]\n',
  });
  expect(await reach.run('test')).toMatchObject({ code: 0 });
});

test('an identity that is not there is refused before anything is sent, at its place', async () => {
  place(reach, { 'tags/hot.yaml': TAG, 'signatures/nobody.yaml': SIGNATURE.replace('Robin Hale', 'Nobody') });
  const ran = await reach.run('apply --yes');
  expect([ran.code, ran.stderr]).toEqual([3, expect.stringContaining('outreach/signatures/nobody.yaml:1:7:')]);
  expect(ran.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
});

test.each([
  ['tags/a.yaml', 'nam: Hot\n', ['unknown_key', 'required']],
  ['tags/a.yaml', 'name: Hot\ncolor: red\n', ['invalid_value']],
  ['tags/a.yaml', `name: ${'x'.repeat(51)}\n`, ['too_big']],
  ['signatures/a.yaml', 'name: Robin Hale\n', ['required']],
  ['signatures/a.yaml', 'name: Robin Hale\nsignature: a\ncolor: red\n', ['unknown_key']],
])('%s with %j: %j', async (path, text, codes) => {
  place(reach, { [path]: text });
  const ran = await reach.run('lint --json');
  const found: readonly { readonly code: string }[] = JSON.parse(ran.stdout);
  expect([ran.code, found.map(({ code }) => code)]).toEqual([1, codes]);
});
