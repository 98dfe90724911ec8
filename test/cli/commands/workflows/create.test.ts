import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FILE, go, openWorkflows, PLAN, reach } from './workflow-world.ts';

openWorkflows();

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
  reach.write(
    'made.yaml',
    `${FILE.replace('SELECT_LEADS, inputs: { leadIds: [3, 4] }', 'SELECT_LEADS_FROM_LIST, inputs: { leadsGroupId: 99 }')}publish: true\n`,
  );
  const ran = await reach.run('workflow create made.yaml');
  expect(ran.code).toBe(3);
  expect(ran.stderr).toContain('made.yaml:3:89: there is no list 99 in this workspace: choose another [unknown_list]');
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
