import { beforeEach, expect, test } from 'vitest';
import { created, go, openWorkflows, reach } from './workflow-world.ts';

openWorkflows();

const HOOK = `name: Hook
trigger: { type: WEBHOOK, inputs: [{ key: people, type: leadIds }, { key: title, type: string }] }
publish: true
nodes:
  - { id: a, kind: BLOCK, blockId: SELECT_LEADS, inputs: { leadIds: __MANUAL_INPUT }, next: [b] }
  - { id: b, kind: CONDITIONAL, conditions: [{ field: jobTitle, operator: CONTAINS, value: { webhookInputKey: title } }], next: [end, end] }
  - { id: end, kind: BLOCK, blockId: END, next: [] }
`;
let id: number;
beforeEach(async () => {
  id = await created(HOOK);
  await go(`workflow publish ${id} --secret-file hook.secret`);
});

test('-f takes the declared types; the secret comes from a file or the environment', async () => {
  const ran = await go(
    'workflow trigger Hook -f people=3,4 -f title=CEO --secret-file hook.secret --watch --exit-status --json',
  );
  expect([ran.code, JSON.parse(ran.stdout)]).toMatchObject([
    0,
    { status: 'SUCCEEDED', triggerType: 'WEBHOOK', distinctEntityCount: 2 },
  ]);
  const env = { REACH_WEBHOOK_SECRET: reach.read('hook.secret') };
  expect((await go('workflow trigger Hook -f people=3 -f title=CEO', { env })).code).toBe(0);
  const rewrite = (body: string, request: string) =>
    request.includes('/wf/') ? body.replace(/"runId":\d+/, '"runId":"run_7"') : body;
  const other = await go('workflow trigger Hook -f people=3 -f title=CEO --json --fields runId', { env, rewrite });
  expect(other.stdout).toBe('{"runId":"run_7"}\n');
  expect((await go('workflow trigger Hook -f people=3 -f title=CEO')).code).toBe(0);
});

test('a wrong secret is exit 4', async () => {
  reach.write('wrong.secret', 'whsec_other\n');
  const ran = await go('workflow trigger Hook -f people=3 -f title=CEO --secret-file wrong.secret');
  expect(ran.code).toBe(4);
  expect(ran.stderr).not.toContain('whsec_other');
  expect(ran.stderr).toContain(
    'hint: give the secret that was issued on publishing with --secret-file or REACH_WEBHOOK_SECRET',
  );
});

test('a payload that does not fit is not delivered', async () => {
  const ran = await go('workflow trigger Hook -f people=all -f colour=red');
  expect(ran.code).toBe(3);
  expect(ran.stderr).toMatch(/people must be a list of contact ids.*title is required.*no input "colour"/);
  expect(ran.requests.some((one) => one.includes('/wf/'))).toBe(false);
  const neighbour = await go('workflow trigger Hook -f people=9007199254740993 -f title=CEO');
  expect([neighbour.code, neighbour.stderr]).toEqual([
    2,
    'error: 9007199254740993 has more digits than a number keeps\n',
  ]);
});

test('a workflow without a webhook says what starts it', async () => {
  const other = await created();
  expect((await go(`workflow trigger ${other} -f people=3`)).stderr).toContain('was never published');
  await go(`workflow publish ${other}`);
  expect((await go(`workflow trigger ${other} -f people=3`)).stderr).toContain(
    'is started by MANUAL: it has no webhook',
  );
});
