// What apply --prune deletes.

import { expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { place, remove } from './folder.ts';

const reach = reachForEachTest();

test('a folder that has lost all its files: --yes deletes nothing, --expect does with the number', async () => {
  const snippets = ['one', 'two'].map((name) => `ai-snippets/${name}.yaml`);
  place(reach, Object.fromEntries(snippets.map((file, at) => [file, `name: S${at}\ntone: Direct\nprompt: x\n`])));
  expect((await reach.run('apply --yes')).code).toBe(0);
  for (const file of snippets) remove(reach, file);
  const count = async () => JSON.parse((await reach.run('ai snippet list --json')).stdout).length;
  for (const [line, code, text] of [
    ['apply --prune --yes', 2, 'Delete 2 resources?'],
    ['apply --prune --yes --expect 1', 6, '--expect 1: 2 resources would be touched'],
    ['apply --prune --yes --expect 2', 0, '2 applied'],
  ] as const) {
    const before = await count();
    const ran = await reach.run(line);
    expect([ran.code, ran.stderr], line).toEqual([code, expect.stringContaining(text)]);
    expect(await count()).toBe(code === 0 ? 0 : before);
  }
});

test('--prune deletes what no file has any more and was applied from here; nothing else', async () => {
  place(reach, {
    'lists/a.yaml': 'name: A\n',
    'ai-snippets/one.yaml': 'name: One\ntone: Direct\nprompt: x\n',
    'ai-snippets/two.yaml': 'name: Two\ntone: Direct\nprompt: x\n',
  });
  expect((await reach.run('apply --yes')).code).toBe(0);
  await reach.run('ai snippet create -f name=Theirs -f tone=Direct -f prompt=x');
  remove(reach, 'ai-snippets/one.yaml');
  remove(reach, 'lists/a.yaml');
  expect((await reach.run('plan')).stderr).toBe('2 in no file any more, 1 unchanged\n');
  expect((await reach.run('apply --yes')).stderr).toContain('nothing to apply');
  const plan = await reach.run('plan --prune');
  expect(plan.stdout).toContain('- ai-snippet/One');
  expect(plan.stdout).toContain('? forget: list/A');
  expect((await reach.run('apply --yes --prune')).code).toBe(0);
  const left = JSON.parse((await reach.run('ai snippet list --json')).stdout);
  expect(left.map(({ name }: { name: string }) => name)).toEqual(['Two', 'Theirs']);
  expect((await reach.run('plan --prune --exit-code')).code).toBe(0);
});
