import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { created, FILE, go, openWorkflows, PLAN, reach } from './workflow-world.ts';

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
  const dry = async () => (await reach.run('workflow update made.yaml --dry-run -o csv --fields field,to')).stdout;
  expect(await dry()).toMatch(/^plan,.*\npublished,next\n$/m);
  await reach.run('workflow update made.yaml --draft');
  expect(await dry()).toBe('field,to\npublished,next\n');
  reach.write('made.yaml', `${FILE.replace('[3, 4]', '[4]')}publish: true\n`);
  const next = JSON.parse((await reach.run('workflow update made.yaml --create --json')).stdout);
  expect(next).toMatchObject({ outcome: 'UPDATED', version: 2, isPublished: true });
});

test('a file that was created before is created again only with --again', async () => {
  const id = await created();
  const dry = await reach.run('workflow create made.yaml --dry-run');
  expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining(`was created before, as workflow ${id}\n`)]);
  for (const flags of ['', ' --draft']) {
    const ran = await reach.run(`workflow create made.yaml --yes${flags}`);
    expect([ran.code, ran.requests]).toEqual([2, [`GET /v1/workflow/${id}`]]);
    expect(ran.stderr).toContain(`This file was created before, as workflow ${id} in`);
  }
  expect((await reach.run('workflow create made.yaml --again -o id')).code).toBe(0);
});

test('the name in a file is no id, and a workflow of another name than the file says is not created', async () => {
  reach.write('made.yaml', FILE.replace('Enrol', '"3"'));
  const ran = await reach.run('workflow update made.yaml --create --json --fields id,outcome');
  expect(JSON.parse(ran.stdout)).toEqual({ id: 4, outcome: 'CREATED' });
  expect(JSON.parse((await reach.run('workflow show 3 --json')).stdout).name).not.toBe('3');
  for (const word of ['99', 'Enrol'])
    expect((await reach.run(`workflow update ${word} made.yaml --create`)).code).toBe(5);
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

test('a file with errors is exit 3 with its lines, and nothing is sent', async () => {
  reach.write('made.yaml', FILE.replace('next: [verify]', 'next: [nobody]'));
  const ran = await reach.run('workflow create made.yaml');
  expect([ran.code, ran.stdout, ran.requests]).toEqual([3, '', []]);
  expect(ran.stderr).toContain('made.yaml:3:91: there is no node "nobody"');
});

test('--show-requests prints what would be sent', async () => {
  reach.write('made.yaml', FILE);
  expect(await reach.run('workflow create made.yaml --show-requests --json')).toEqual({
    code: 0,
    stdout: `${JSON.stringify({ method: 'POST', path: '/v1/workflows', body: { name: 'Enrol', plan: PLAN } })}\n`,
    stderr: 'dry run: nothing is sent\n',
    requests: [],
  });
});

test('what the service refuses is reported at the line of the file', async () => {
  const id = await created(FILE);
  reach.write(
    'made.yaml',
    `${FILE.replace('SELECT_LEADS, inputs: { leadIds: [3, 4] }', 'SELECT_LEADS_FROM_LIST, inputs: { leadsGroupId: 99 }')}publish: true\n`,
  );
  const ran = await reach.run('workflow create made.yaml');
  expect(ran.code).toBe(3);
  expect(ran.stderr).toContain('made.yaml:3:89: there is no list 99 in this workspace: choose another [unknown_list]');
  for (const option of ['--dry-run', '--yes']) {
    const refused = await reach.run(`workflow update ${id} made.yaml ${option}`);
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringContaining('made.yaml:3:89: the service: there is no'),
    ]);
    expect(refused.requests.filter((request) => request.startsWith('PATCH'))).toEqual([]);
  }
});

test('publish: true publishes at once; the secret of a webhook is shown only when it is asked for', async () => {
  reach.write(
    'hook.yaml',
    `${FILE.replace('[3, 4]', '__MANUAL_INPUT')}trigger: { type: WEBHOOK, inputs: [{ key: people, type: leadIds }] }\npublish: true\n`,
  );
  const ran = await reach.run('workflow create hook.yaml --json');
  expect(ran.code).toBe(0);
  expect(ran.stdout).not.toContain('whsec_');
  expect(ran.stderr).toBe('the webhook has a secret: --secret-file FILE keeps it, --show-secret prints it\n');
  const { id, isPublished, version, trigger } = JSON.parse(ran.stdout);
  expect([isPublished, version, trigger.webhookInputs]).toEqual([true, 1, [{ key: 'people', type: 'leadIds' }]]);
  const displayed = JSON.parse((await reach.run(`workflow publish ${id} --show-secret --json`)).stdout);
  // A secret is issued once: where it could not be kept, nothing is published.
  const lost = await go(`workflow publish ${id} --secret-file nowhere/hook.secret`);
  expect(lost).toMatchObject({ code: 2, requests: [], stderr: expect.stringContaining('nowhere/hook.secret') });
  const kept = await reach.run(`workflow publish ${id} --secret-file hook.secret --json`);
  expect(kept.stdout).not.toContain('whsec_');
  expect(reach.read('hook.secret')).toBe(`${displayed.trigger.webhookSecret}\n`);
  expect(statSync(join(reach.home, 'hook.secret')).mode & 0o777).toBe(0o600);
});

test('a secret that is not issued is said not to be in its file', async () => {
  const warning = 'warning: no.secret was not written: no secret was issued, as publishing does only for a';
  reach.write('plain.yaml', FILE);
  const lines = ['workflow create plain.yaml', 'workflow publish 1', 'workflow publish 1 --if-changed'];
  for (const line of [...lines, 'workflow update 1 plain.yaml']) {
    const { code, stderr } = await reach.run(`${line} --secret-file no.secret --yes`);
    expect([code, stderr]).toEqual([0, expect.stringContaining(warning)]);
  }
});

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

test('a folder that has the name of a workflow is not a file', async () => {
  const id = await created();
  reach.write('Enrol/notes.txt', '');
  expect(await go('workflow validate Enrol')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: `the draft of workflow ${id} can be published\n`,
  });
});
