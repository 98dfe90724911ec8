// Workflows that would have someone contacted whom never-contact covers: run, published, enabled, delivered to, approved, undone.

import { beforeEach, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { bringPioneers, createWorkflow, messagesTo, post } from './pioneers.ts';

const reach = reachForEachTest();

beforeEach(() => bringPioneers(reach));

const SCHEDULE = {
  type: 'SCHEDULE',
  definition: 'DAILY',
  startsAt: '2026-12-01T08:00:00Z',
  timezone: 'UTC',
};

const block = (id: string, blockId: string, inputs: object, ...next: string[]) => ({
  ...{ id, kind: 'BLOCK', blockId, inputs, next },
});

test('leaves contacts out of leadIds, and refuses a list with such contacts', async () => {
  await reach.run('never-contact add engines.example');
  const open = await createWorkflow(reach, { leadsGroupId: '__MANUAL_INPUT' });
  const fixed = await createWorkflow(reach, { leadsGroupId: 1 });
  const refused =
    'error: 1 contact must not be contacted: Ada Lovelace (1), never-contact engines.example; nothing was started\n';
  const hint = '  hint: take them off the list: reach list remove 1 --contacts IDS\n';
  for (const argv of [`workflow run ${open} -f contactListId=Pioneers --yes`, `workflow run ${fixed} --yes`])
    expect(await reach.run(argv)).toMatchObject({ code: 3, stdout: '', stderr: `${refused}${hint}` });
  const { stdout, stderr } = await reach.run(`workflow run ${open} -f leadIds=1,2 --show-requests --json`);
  expect(JSON.parse(stdout)).toMatchObject({ body: { input: { leadIds: [2] } } });
  expect(stderr).toContain('1 left out, never-contact engines.example: Ada Lovelace (1)\n');
  await reach.run(`workflow run ${open} -f leadIds=1,2 --yes`);
  await reach.run('campaign status 1 active --yes');
  await reach.run('local clock --advance 2d');
  expect([await messagesTo(reach, 1), (await messagesTo(reach, 2)).length]).toEqual([[], 1]);
});

test('a list that records are put on is not the one they come from', async () => {
  await post(reach, '/v1/lists', { name: 'Kept', entity: 'CONTACT' });
  const nodes = (list: number, kept: number) => [
    block('keep', 'ADD_LEADS_TO_GROUP', { leadsGroupId: kept }, 'enrol'),
    block('who', 'SELECT_LEADS_FROM_LIST', { leadsGroupId: list }, 'keep'),
    block('enrol', 'ADD_LEADS_TO_CAMPAIGN', { campaignId: 1 }),
  ];
  for (const [name, trigger, list, kept] of [
    ['From', { type: 'MANUAL' }, 1, 2],
    ['Onto', SCHEDULE, 2, 1],
  ] as const)
    await post(reach, '/v1/workflows', { name, trigger, plan: { nodes: nodes(list, kept) }, publish: true });
  expect((await reach.run('workflow run From --expect 2 --dry-run')).code).toBe(0);
  await reach.run('never-contact add engines.example');
  for (const [argv, code, stderr] of [
    ['run From --yes', 3, 'Ada Lovelace (1), never-contact engines.example; nothing was started'],
    ['publish Onto', 0, ''],
  ] as const)
    expect(await reach.run(`workflow ${argv}`)).toMatchObject({ code, stderr: expect.stringContaining(stderr) });
});

test('a dry run says how many messages and credits a run comes to at most', async () => {
  const id = await createWorkflow(reach, { leadsGroupId: 1 }, undefined, { publish: true, maxCreditsPerRun: 50 });
  const lines = [
    'campaign\t1\tNew\texpected\tmessages\t\t2\tat most, in the 7 days after it is started',
    `workflow\t${id}\tEnrol\texpected\tcredits\t\t50\tat most, each run (maxCreditsPerRun)`,
  ];
  for (const verb of ['run', 'publish'])
    expect((await reach.run(`workflow ${verb} ${id} --dry-run`)).stdout.split('\n').slice(1, 3)).toEqual(lines);
  const nodes = [
    { id: 'who', kind: 'BLOCK', blockId: 'SELECT_LEADS_FROM_LIST', inputs: { leadsGroupId: 1 }, next: ['verify'] },
    { id: 'verify', kind: 'BLOCK', blockId: 'VERIFY_LEAD_EMAIL', inputs: {}, next: [] },
  ];
  const other = await post(reach, '/v1/workflows', { name: 'Verify', plan: { nodes }, publish: true });
  expect((await reach.run(`workflow run ${other.id} --dry-run`)).stdout).toMatch(
    /\nworkflow\t\d+\tVerify\texpected\tcredits\t\t\d+\tat most, each run; maxCreditsPerRun sets no limit\n/,
  );
});

const WEBHOOK = {
  type: 'WEBHOOK',
  inputs: [{ key: 'people', type: 'leadIds', label: 'People' }],
};

test.each<[trigger: object, line: string, code: number, stderr: string]>([
  [
    SCHEDULE,
    'publish',
    3,
    'error: 1 contact must not be contacted: Ada Lovelace (1), never-contact engines.example; nothing was published',
  ],
  [
    SCHEDULE,
    'publish --dry-run',
    3,
    'nothing was published\n  hint: take them off the list: reach list remove 1 --contacts IDS',
  ],
  [{ type: 'MANUAL' }, 'publish', 0, ''],
  [
    WEBHOOK,
    'publish',
    0,
    'warning: who comes into its runs is not known before it starts: never-contact is not checked',
  ],
])('%j: workflow %s ends with %i', async (trigger, verb, code, stderr) => {
  await reach.run('never-contact add engines.example');
  const id = await createWorkflow(reach, { leadsGroupId: 1 }, undefined, { trigger });
  const [word, ...options] = verb.split(' ');
  const ran = await reach.run(`workflow ${word} ${id} ${options.join(' ')}`.trim());
  expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(stderr)]);
  if (options.length > 0) return;
  const sent = await reach.run(`api POST v1/workflow/${id}/publish`);
  expect([sent.code, sent.stderr]).toEqual([code, expect.stringContaining(stderr)]);
});

test('a workflow with a schedule that reaches them is not created with reach api', async () => {
  await reach.run('never-contact add engines.example');
  const enrol = block('enrol', 'ADD_LEADS_TO_CAMPAIGN', { campaignId: 1 });
  const plan = { nodes: [block('who', 'SELECT_LEADS_FROM_LIST', { leadsGroupId: 1 }, 'enrol'), enrol] };
  reach.write('workflow.json', JSON.stringify({ name: 'W', trigger: SCHEDULE, plan, publish: true }));
  expect(await reach.run('api v1/workflows --input workflow.json')).toMatchObject({ code: 3 });
  expect((await reach.run('workflow list -o id')).stdout).toBe('');
});

test('a schedule is not enabled, and a payload not delivered, that reaches them', async () => {
  const scheduled = await createWorkflow(reach, { leadsGroupId: 1 }, undefined, { trigger: SCHEDULE, publish: true });
  expect((await reach.run(`workflow disable ${scheduled} --yes`)).code).toBe(0);
  const open = await createWorkflow(reach, { leadIds: '__MANUAL_INPUT' }, 'SELECT_LEADS', {
    trigger: WEBHOOK,
    publish: true,
  });
  await reach.run('never-contact add engines.example');
  const enabled = await reach.run(`workflow enable ${scheduled} --yes`);
  expect([enabled.code, enabled.stderr]).toEqual([3, expect.stringContaining('Ada Lovelace (1)')]);
  const refused = await reach.run(`workflow trigger ${open} -f people=1,2`);
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('nothing was delivered')]);
  expect((await reach.run(`workflow trigger ${open} -f people=2`)).code).toBe(0);
});

test('a schedule that reaches them does not come back by an undo', async () => {
  const id = await createWorkflow(reach, { leadsGroupId: 1 }, undefined, { trigger: SCHEDULE, publish: true });
  const options = { env: { REACH_NO_HISTORY: '' } };
  await reach.run(`workflow disable ${id} --yes`, options);
  await reach.run('never-contact add engines.example');
  for (const option of ['--dry-run', '--yes']) {
    const { code, stderr } = await reach.run(`undo ${option}`, options);
    expect([code, stderr]).toEqual([3, expect.stringContaining('Ada Lovelace (1), never-contact')]);
  }
  expect((await reach.run(`workflow show ${id} --fields triggerType -o id`)).stdout).not.toContain('SCHEDULE');
  await reach.run('list remove 1 --contacts 1');
  expect((await reach.run('undo --yes', options)).code).toBe(0);
});

test('who waits in a run is not approved, and may be rejected', async () => {
  const nodes = [
    block('who', 'SELECT_LEADS', { leadIds: [1, 2] }, 'ask'),
    block('ask', 'WAIT_FOR_APPROVAL', {}, 'enrol', 'end'),
    block('enrol', 'ADD_LEADS_TO_CAMPAIGN', { campaignId: 1, excludeContactedLeads: false }),
    block('end', 'END', {}),
  ];
  await post(reach, '/v1/workflows', { name: 'Ask', plan: { nodes }, publish: true });
  await reach.run('workflow run 1 --yes');
  await reach.run('never-contact add engines.example');
  for (const [options, code, output] of [
    ['--yes', 3, 'Ada Lovelace (1), never-contact engines.example; nothing was approved'],
    ['--dry-run', 3, 'Ada Lovelace (1)'],
    ['--ids 1 --yes', 3, 'Ada Lovelace (1)'],
    ['--ids 2 --yes --json', 0, '"decided":1'],
    ['--reject --yes --json', 0, '"decided":1'],
  ] as const) {
    const ran = await reach.run(`workflow approve 1 ${options}`);
    expect([options, ran.code, ran.stdout + ran.stderr]).toEqual([options, code, expect.stringContaining(output)]);
    if (options !== '--dry-run') continue;
    const sent = await reach.run('api v1/workflow-runs/1/approvals -f stepId=ask -f decision=APPROVED -F ids:=[1]');
    expect([sent.code, sent.stderr]).toEqual([code, expect.stringContaining(output)]);
  }
  expect((await reach.run('campaign contacts 1 -o id')).stdout).toBe('2\n');
});
