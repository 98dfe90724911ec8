import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { created, FILE, openWorkflows, reach } from './workflow-world.ts';

openWorkflows();

test('sends the smallest edit, guarded by the revision that was read', async () => {
  const id = await created();
  const { revision } = JSON.parse((await reach.run(`workflow show ${id} --json`)).stdout);
  reach.write('made.yaml', FILE.replace('[3, 4]', '[3, 4, 5]'));
  const dry = await reach.run(`workflow update ${id} made.yaml --show-requests --json`);
  expect(JSON.parse(dry.stdout)).toEqual({
    method: 'PATCH',
    path: `/v1/workflow/${id}/draft`,
    body: { ops: [{ kind: 'updateStepInputs', id: 'select', inputs: { leadIds: [3, 4, 5] } }], revision },
  });
  const ran = await reach.run('workflow update made.yaml --json');
  expect(JSON.parse(ran.stdout)).toMatchObject({ id, name: 'Enrol', outcome: 'UPDATED' });
  expect(ran.requests).toEqual([
    'GET /v1/workflows?name=Enrol&page=1&pageSize=100',
    `GET /v1/workflow/${id}`,
    `PATCH /v1/workflow/${id}/draft`,
    `GET /v1/workflow/${id}`,
  ]);
  const again = await reach.run('workflow update made.yaml --json');
  expect([again.code, JSON.parse(again.stdout).outcome]).toEqual([0, 'UNCHANGED']);
  expect(again.requests).not.toContain(`PATCH /v1/workflow/${id}/draft`);
});

test('a draft that was changed meanwhile is exit 6, and stays', async () => {
  const id = await created();
  const { revision } = JSON.parse((await reach.run(`workflow show ${id} --json`)).stdout);
  reach.write('made.yaml', FILE.replace('[3, 4]', '[3]'));
  await reach.run(`workflow update ${id} made.yaml`);
  reach.write('made.yaml', FILE.replace('[3, 4]', '[4]'));
  const ran = await reach.run(`workflow update ${id} made.yaml --revision ${revision}`);
  expect([ran.code, ran.stdout]).toEqual([6, '']);
  expect(JSON.parse((await reach.run(`workflow export ${id} --json`)).stdout).nodes[0].inputs).toEqual({
    leadIds: [3],
  });
});

test('--create makes what is not there; publish: true publishes what changed, and only then', async () => {
  reach.write('made.yaml', `${FILE}publish: true\n`);
  expect(await reach.run('workflow update made.yaml')).toMatchObject({ code: 5 });
  const first = JSON.parse((await reach.run('workflow update made.yaml --create --json')).stdout);
  expect(first).toMatchObject({ outcome: 'CREATED', version: 1, isPublished: true });
  const same = JSON.parse((await reach.run('workflow update made.yaml --create --json')).stdout);
  expect(same).toMatchObject({ outcome: 'UNCHANGED', version: 1 });
  reach.write('made.yaml', `${FILE.replace('[3, 4]', '[3]')}publish: true\n`);
  const next = JSON.parse((await reach.run('workflow update made.yaml --create --json')).stdout);
  expect(next).toMatchObject({ outcome: 'UPDATED', version: 2, isPublished: true });
});

test('what was exported makes the same workflow', async () => {
  const id = await created(sample());
  const file = (await reach.run(`workflow export ${id}`)).stdout;
  reach.write('again.yaml', file);
  const ran = await reach.run(`workflow update ${id} again.yaml --json`);
  expect(JSON.parse(ran.stdout).outcome).toBe('UNCHANGED');
});

function sample(): string {
  return readFileSync(join(import.meta.dirname, '../../../../src/samples/workflow.yaml'), 'utf8');
}
