import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FILE, openWorkflows, reach } from './workflow-world.ts';

openWorkflows();

const BROKEN = `name: Broken
nodes:
  - { id: select, kind: BLOCK, blockId: SELECT_LEADS, inputs: { leadIds: [3] }, next: [verfy] }
  - { id: verify, kind: BLOCK, blockId: VERIFY_LEAD_EMAL, next: [""] }
`;

test('every problem with its line; nothing is asked', async () => {
  reach.write('broken.yaml', BROKEN);
  expect(await reach.run('workflow lint broken.yaml')).toEqual({
    code: 1,
    stdout: `broken.yaml:3:88: there is no node "verfy"; did you mean "verify"? [unknown_node]
  at plan.nodes[0].next[0]
3 | …CK, blockId: SELECT_LEADS, inputs: { leadIds: [3] }, next: [verfy] }
  |                                                              ^^^^^

broken.yaml:4:11: warning: nothing points to "verify", and the entry is "select": wire it (a draft may leave it open) [several_entries]
  at plan.nodes[1].id
4 |   - { id: verify, kind: BLOCK, blockId: VERIFY_LEAD_EMAL, next: [""] }
  |           ^^^^^^

broken.yaml:4:41: unknown block "VERIFY_LEAD_EMAL"; did you mean "VERIFY_LEAD_EMAIL"? [unknown_block]
  at plan.nodes[1].blockId
4 |   - { id: verify, kind: BLOCK, blockId: VERIFY_LEAD_EMAL, next: [""] }
  |                                         ^^^^^^^^^^^^^^^^

broken.yaml:4:66: warning: this slot leads nowhere: wire it to a node (a draft may leave it open) [unwired]
  at plan.nodes[1].next[0]
4 | … id: verify, kind: BLOCK, blockId: VERIFY_LEAD_EMAL, next: [""] }
  |                                                              ^^
`,
    stderr: '2 errors, 2 warnings in 1 file\n',
    requests: [],
  });
});

test('what only publishing refuses is a warning, until it is asked for', async () => {
  reach.write('open.yaml', FILE.replace('next: []', 'next: [""]'));
  expect((await reach.run('workflow lint open.yaml')).code).toBe(0);
  expect((await reach.run('workflow lint --strict open.yaml')).code).toBe(1);
  const ran = await reach.run('workflow lint --publish open.yaml --json');
  expect([ran.code, JSON.parse(ran.stdout)]).toMatchObject([1, [{ severity: 'error', code: 'unwired', line: 4 }]]);
});

test('under GitHub Actions: annotations, and a summary of the job', async () => {
  reach.write('broken.yaml', BROKEN);
  reach.write('summary.md', '');
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(reach.home, 'summary.md') };
  const ran = await reach.run('workflow lint broken.yaml', { env });
  expect(ran.stderr.split('\n')[0]).toBe(
    '::error file=broken.yaml,line=3,endLine=3,col=88,endColumn=93,title=unknown_node::there is no node "verfy"; did you mean "verify"? (plan.nodes[0].next[0])',
  );
  expect(reach.read('summary.md').split('\n').slice(0, 5)).toEqual([
    '### Workflow lint: 4 problems in 1 file',
    '',
    '| severity | where | path | problem |',
    '| --- | --- | --- | --- |',
    '| error | broken.yaml:3 | plan.nodes\\[0\\].next\\[0\\] | there is no node "verfy"; did you mean "verify"? |',
  ]);
});

test('fields of the workspace are known offline once they were seen; --online asks about lists and campaigns too', async () => {
  await reach.run('contacts create -f firstName=A -f lastName=B -f "Shoe size=44" --custom');
  const list = '{ id: a, kind: BLOCK, blockId: SELECT_LEADS_FROM_LIST, inputs: { leadsGroupId: 99 }, next: [b] }';
  const condition =
    '{ id: b, kind: CONDITIONAL, conditions: [{ field: Shoe size, operator: EQUALS, value: "44" }], next: [c, d] }';
  const end = '{ id: d, kind: BLOCK, blockId: END, next: [] }';
  const campaign = '{ id: c, kind: BLOCK, blockId: ADD_LEADS_TO_CAMPAIGN, inputs: { campaignId: 98 }, next: [] }';
  reach.write('own.yaml', `name: Own\npublish: true\nnodes: [${[list, condition, campaign, end].join(', ')}]\n`);
  const codes = async (line: string) =>
    JSON.parse((await reach.run(`${line} --json`)).stdout).map((one: { code: string }) => one.code);
  expect(await codes('workflow lint own.yaml')).toEqual(['unverified']);
  expect(await codes('workflow lint --online own.yaml')).toEqual(['unknown_list', 'unknown_campaign']);
  expect(await codes('workflow lint own.yaml')).toEqual([]);
});
