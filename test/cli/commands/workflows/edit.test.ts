import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { created, FILE, go, openWorkflows, reach } from './workflow-world.ts';

openWorkflows();

test('from a file: only what was changed is sent; problems come at their lines', async () => {
  const id = await created();
  reach.write('edited.yaml', FILE.replace('name: Enrol', 'name: Enrolled'));
  const ran = await go(`workflow edit ${id} --input edited.yaml --show-requests --json`);
  expect(JSON.parse(ran.stdout).body.ops).toEqual([{ kind: 'rename', name: 'Enrolled' }]);
  appendFileSync(join(reach.home, 'edited.yaml'), 'colour: red\n');
  const wrong = await go(`workflow edit ${id} --input edited.yaml`);
  expect(wrong.code).toBe(3);
  expect(wrong.stderr).toContain('edited.yaml:5:1: a workflow has no field "colour"');
});
