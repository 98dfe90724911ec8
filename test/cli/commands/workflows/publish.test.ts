import { join } from 'node:path';
import { expect, test } from 'vitest';
import { created, FILE, openWorkflows, reach } from './workflow-world.ts';

openWorkflows();

test('--if-changed: the first time a version, then nothing to do, both exit 0', async () => {
  const id = await created();
  reach.write('summary.md', '');
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(reach.home, 'summary.md') };
  const first = await reach.run(`workflow publish ${id} --if-changed --json`, { env });
  expect([first.code, JSON.parse(first.stdout)]).toMatchObject([0, { id, version: 1, outcome: 'PUBLISHED' }]);
  const second = await reach.run('workflow publish Enrol --if-changed --json', { env });
  expect([second.code, JSON.parse(second.stdout)]).toMatchObject([0, { id, version: 1, outcome: 'UNCHANGED' }]);
  expect(second.stderr).toBe('nothing to publish: the draft is the same as version 1\n');
  expect(reach.read('summary.md')).toBe(
    '**Enrol**: published as version 1\n\n**Enrol**: nothing to publish, version 1 is current\n\n',
  );
});

test('another revision is exit 6, and the hint names the published version', async () => {
  const id = await created();
  const { revision } = JSON.parse((await reach.run(`workflow show ${id} --json`)).stdout);
  await reach.run(`workflow publish ${id}`);
  const ran = await reach.run(`workflow publish ${id} --revision ${revision}`);
  expect([ran.code, ran.stdout]).toEqual([6, '']);
  expect(ran.stderr).toMatch(
    /hint: version 1 was published at .*Your draft was not published: check it, and publish again\n/,
  );
});

test('what is not complete is refused with paths', async () => {
  const id = await created(FILE.replace('next: []', 'next: [""]'));
  const ran = await reach.run(`workflow publish ${id}`);
  expect(ran.code).toBe(3);
  expect(ran.stderr).toContain('plan.nodes[1].next[0]');
  const verdict = await reach.run(`workflow validate ${id} --json`);
  expect([verdict.code, JSON.parse(verdict.stdout)]).toMatchObject([
    1,
    { isValid: false, errors: [{ code: 'unwired' }] },
  ]);
});
