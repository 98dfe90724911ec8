import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import type { Reach } from '../../world.ts';

const reach = reachForEachTest({ empty: false });

/** Runs it while time goes on: what waits wakes. */
const go: Reach['run'] = (argv, options) => reach.clock.run(reach.run(argv, options));

const put = (name: string, text: string) => writeFileSync(join(reach.home, name), text);
const read = (name: string) => readFileSync(join(reach.home, name), 'utf8');

const FILE = `name: Enrol
nodes:
  - { id: select, kind: BLOCK, blockId: SELECT_LEADS, inputs: { leadIds: [3, 4] }, next: [verify] }
  - { id: verify, kind: BLOCK, blockId: VERIFY_LEAD_EMAIL, next: [] }
`;

const PLAN = {
  nodes: [
    { id: 'select', kind: 'BLOCK', blockId: 'SELECT_LEADS', inputs: { leadIds: [3, 4] }, next: ['verify'] },
    { id: 'verify', kind: 'BLOCK', blockId: 'VERIFY_LEAD_EMAIL', next: [] },
  ],
};

/** Creates the file's workflow; gives its id. */
async function created(text = FILE): Promise<number> {
  put('made.yaml', text);
  const ran = await reach.run('workflow create made.yaml --yes -o id');
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringMatching(/^[1-9][0-9]*\n$/)]);
  return Number(ran.stdout);
}

describe('lint', () => {
  const BROKEN = `name: Broken
nodes:
  - { id: select, kind: BLOCK, blockId: SELECT_LEADS, inputs: { leadIds: [3] }, next: [verfy] }
  - { id: verify, kind: BLOCK, blockId: VERIFY_LEAD_EMAL, next: [""] }
`;

  test('every problem with its line; nothing is asked', async () => {
    put('broken.yaml', BROKEN);
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
    put('open.yaml', FILE.replace('next: []', 'next: [""]'));
    expect((await reach.run('workflow lint open.yaml')).code).toBe(0);
    expect((await reach.run('workflow lint --strict open.yaml')).code).toBe(1);
    const ran = await reach.run('workflow lint --publish open.yaml --json');
    expect([ran.code, JSON.parse(ran.stdout)]).toMatchObject([1, [{ severity: 'error', code: 'unwired', line: 4 }]]);
  });

  test('under GitHub Actions: annotations, and a summary of the job', async () => {
    put('broken.yaml', BROKEN);
    put('summary.md', '');
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(reach.home, 'summary.md') };
    const ran = await reach.run('workflow lint broken.yaml', { env });
    expect(ran.stderr.split('\n')[0]).toBe(
      '::error file=broken.yaml,line=3,endLine=3,col=88,endColumn=93,title=unknown_node::there is no node "verfy"; did you mean "verify"? (plan.nodes[0].next[0])',
    );
    expect(read('summary.md').split('\n').slice(0, 5)).toEqual([
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
    put('own.yaml', `name: Own\npublish: true\nnodes: [${[list, condition, campaign, end].join(', ')}]\n`);
    const codes = async (line: string) =>
      JSON.parse((await reach.run(`${line} --json`)).stdout).map((one: { code: string }) => one.code);
    expect(await codes('workflow lint own.yaml')).toEqual(['unverified']);
    expect(await codes('workflow lint --online own.yaml')).toEqual(['unknown_list', 'unknown_campaign']);
    expect(await codes('workflow lint own.yaml')).toEqual([]);
  });
});

describe('create', () => {
  test('a file with errors is exit 3 with its lines, and nothing is sent', async () => {
    put('made.yaml', FILE.replace('next: [verify]', 'next: [nobody]'));
    const ran = await reach.run('workflow create made.yaml');
    expect([ran.code, ran.stdout, ran.requests]).toEqual([3, '', []]);
    expect(ran.stderr).toContain('made.yaml:3:91: there is no node "nobody"');
  });

  test('--dry-run prints what would be sent', async () => {
    put('made.yaml', FILE);
    expect(await reach.run('workflow create made.yaml --dry-run --json')).toEqual({
      code: 0,
      stdout: `${JSON.stringify({ method: 'POST', path: '/v1/workflows', body: { name: 'Enrol', plan: PLAN } })}\n`,
      stderr: 'dry run: nothing is sent\n',
      requests: [],
    });
  });

  test('what the service refuses is told at the line of the file', async () => {
    put(
      'made.yaml',
      `${FILE.replace('SELECT_LEADS, inputs: { leadIds: [3, 4] }', 'SELECT_LEADS_FROM_LIST, inputs: { leadsGroupId: 99 }')}publish: true\n`,
    );
    const ran = await reach.run('workflow create made.yaml');
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain(
      'made.yaml:3:89: there is no list 99 in this workspace: choose another [unknown_list]',
    );
  });

  test('publish: true publishes at once; the secret of a webhook is shown only when it is asked for', async () => {
    put(
      'hook.yaml',
      `${FILE.replace('[3, 4]', '__MANUAL_INPUT')}trigger: { type: WEBHOOK, inputs: [{ key: people, type: leadIds }] }\npublish: true\n`,
    );
    const ran = await reach.run('workflow create hook.yaml --json');
    expect(ran.code).toBe(0);
    expect(ran.stdout).not.toContain('whsec_');
    expect(ran.stderr).toBe('the webhook has a secret: --secret-file FILE keeps it, --show-secret prints it\n');
    const { id, isPublished, version, trigger } = JSON.parse(ran.stdout);
    expect([isPublished, version, trigger.webhookInputs]).toEqual([true, 1, [{ key: 'people', type: 'leadIds' }]]);
    const shown = JSON.parse((await reach.run(`workflow publish ${id} --show-secret --json`)).stdout);
    // A secret is issued once: where it could not be kept, nothing is published.
    const lost = await go(`workflow publish ${id} --secret-file nowhere/hook.secret`);
    expect(lost).toMatchObject({ code: 2, requests: [], stderr: expect.stringContaining('nowhere/hook.secret') });
    const kept = await reach.run(`workflow publish ${id} --secret-file hook.secret --json`);
    expect(kept.stdout).not.toContain('whsec_');
    expect(read('hook.secret')).toBe(`${shown.trigger.webhookSecret}\n`);
    expect(statSync(join(reach.home, 'hook.secret')).mode & 0o777).toBe(0o600);
  });
});

describe('update', () => {
  test('sends the smallest edit, guarded by the revision that was read', async () => {
    const id = await created();
    const { revision } = JSON.parse((await reach.run(`workflow show ${id} --json`)).stdout);
    put('made.yaml', FILE.replace('[3, 4]', '[3, 4, 5]'));
    const dry = await reach.run(`workflow update ${id} made.yaml --dry-run --json`);
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
    put('made.yaml', FILE.replace('[3, 4]', '[3]'));
    await reach.run(`workflow update ${id} made.yaml`);
    put('made.yaml', FILE.replace('[3, 4]', '[4]'));
    const ran = await reach.run(`workflow update ${id} made.yaml --revision ${revision}`);
    expect([ran.code, ran.stdout]).toEqual([6, '']);
    expect(JSON.parse((await reach.run(`workflow export ${id} --json`)).stdout).nodes[0].inputs).toEqual({
      leadIds: [3],
    });
  });

  test('--create makes what is not there; publish: true publishes what changed, and only then', async () => {
    put('made.yaml', `${FILE}publish: true\n`);
    expect(await reach.run('workflow update made.yaml')).toMatchObject({ code: 5 });
    const first = JSON.parse((await reach.run('workflow update made.yaml --create --json')).stdout);
    expect(first).toMatchObject({ outcome: 'CREATED', version: 1, isPublished: true });
    const same = JSON.parse((await reach.run('workflow update made.yaml --create --json')).stdout);
    expect(same).toMatchObject({ outcome: 'UNCHANGED', version: 1 });
    put('made.yaml', `${FILE.replace('[3, 4]', '[3]')}publish: true\n`);
    const next = JSON.parse((await reach.run('workflow update made.yaml --create --json')).stdout);
    expect(next).toMatchObject({ outcome: 'UPDATED', version: 2, isPublished: true });
  });

  test('what was exported makes the same workflow', async () => {
    const id = await created(sample());
    const file = (await reach.run(`workflow export ${id}`)).stdout;
    put('again.yaml', file);
    const ran = await reach.run(`workflow update ${id} again.yaml --json`);
    expect(JSON.parse(ran.stdout).outcome).toBe('UNCHANGED');
  });
});

function sample(): string {
  return readFileSync(join(import.meta.dirname, '../../../../src/samples/workflow.yaml'), 'utf8');
}

describe('publish', () => {
  test('--if-changed: the first time a version, then nothing to do, both exit 0', async () => {
    const id = await created();
    put('summary.md', '');
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(reach.home, 'summary.md') };
    const first = await reach.run(`workflow publish ${id} --if-changed --json`, { env });
    expect([first.code, JSON.parse(first.stdout)]).toMatchObject([0, { id, version: 1, outcome: 'PUBLISHED' }]);
    const second = await reach.run('workflow publish Enrol --if-changed --json', { env });
    expect([second.code, JSON.parse(second.stdout)]).toMatchObject([0, { id, version: 1, outcome: 'UNCHANGED' }]);
    expect(second.stderr).toBe('nothing to publish: the draft is the same as version 1\n');
    expect(read('summary.md')).toBe(
      '**Enrol**: published as version 1\n\n**Enrol**: nothing to publish, version 1 is current\n\n',
    );
  });

  test('another revision is exit 6, and says how it stands', async () => {
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
});

describe('runs', () => {
  const WAITING = FILE.replace('blockId: VERIFY_LEAD_EMAIL', 'blockId: WAIT, inputs: { duration: 1 day }');
  const MANUAL = FILE.replace('[3, 4]', '__MANUAL_INPUT');

  async function published(text: string): Promise<number> {
    const id = await created(text);
    expect((await go(`workflow publish ${id}`)).code).toBe(0);
    return id;
  }

  test('run --watch: a line per change, the run at the end', async () => {
    const id = await published(FILE);
    const ran = await go(`workflow run ${id} --watch --exit-status --json --yes`);
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      status: 'SUCCEEDED',
      distinctEntityCount: 2,
      steps: [{ stepId: 'select', statusCounts: { SUCCEEDED: 2 } }, { stepId: 'verify' }],
    });
    // Work that no one waits for may be left, and said to be.
    const lines = ran.stderr.split('\n').filter((line) => line.startsWith('run '));
    expect([lines[0], lines.at(-1)]).toEqual(['run 1 started', 'run 1: SUCCEEDED, 2 records']);
  });

  test('a run that fails or is cancelled is exit 1 with --exit-status, and exit 0 without', async () => {
    const poor = await published(`${FILE}maxCreditsPerRun: 1\n`);
    expect((await go(`workflow run ${poor} --watch --exit-status --yes`)).code).toBe(1);
    expect((await go(`workflow run ${poor} --watch --yes`)).code).toBe(0);
    const slow = await published(WAITING.replace('Enrol', 'Slow'));
    await go(`workflow run ${slow} --yes`);
    const { runId } = JSON.parse((await go(`workflow runs ${slow} --json`)).stdout)[0];
    expect((await go(`workflow status ${runId} --exit-status`)).code).toBe(8);
    expect((await go(`workflow cancel ${runId}`)).code).toBe(2);
    expect((await go(`workflow cancel ${runId} --yes`)).code).toBe(0);
    expect((await go(`workflow watch ${runId} --exit-status`)).code).toBe(1);
    expect((await go(`workflow status ${runId} --exit-status`)).code).toBe(1);
  });

  test('--timeout is exit 8; the flags of watching need --watch', async () => {
    const id = await published(WAITING);
    const ran = await go(`workflow run ${id} --watch --timeout 5s --yes`);
    expect(ran.code).toBe(8);
    expect(ran.stderr).toContain('hint: watch again: reach workflow watch 1\n');
    expect(await go(`workflow run ${id} --timeout 5s --yes`)).toMatchObject({ code: 2, requests: [] });
  });

  test('ten polls that fail do not end it, and are told once', async () => {
    const id = await published(WAITING);
    await go(`workflow run ${id} --yes`);
    await go('local fault add workflows.getRun --status 500 --times 10');
    const ran = await go('workflow watch 1 --timeout 10m');
    expect(ran.code).toBe(8);
    expect(ran.stderr.match(/cannot read its status/g)?.length).toBe(1);
    expect(ran.stderr).toContain('the service responds again\n');
    expect(ran.requests.filter((one) => one === 'GET /v1/workflow-runs/1').length).toBeGreaterThan(10);
  });

  test('a run that no one has, and a key that may not look, end it', async () => {
    expect((await go('workflow watch 99')).code).toBe(5);
  });

  test('Ctrl-C detaches with 130, and prints the command that goes on', async () => {
    const id = await published(WAITING);
    await go(`workflow run ${id} --yes`);
    const controller = new AbortController();
    const { Interrupted } = await import('../../../../src/cli/app/io.ts');
    const running = reach.run('workflow watch 1', { interrupt: controller.signal });
    await reach.clock.advance(60_000);
    controller.abort(new Interrupted('SIGINT'));
    const ran = await running;
    expect(ran.code).toBe(130);
    expect(ran.stderr).toContain('run 1 is still running. Watch again: reach workflow watch 1\n');
  });

  test('ndjson: the run each time it has changed', async () => {
    const id = await published(FILE);
    const ran = await go(`workflow run ${id} --watch -o ndjson --yes`);
    const events = ran.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([events[0].runId, events.at(-1).status]).toEqual([1, 'SUCCEEDED']);
  });

  test('a run is not started for a watch that cannot be', async () => {
    const id = await published(FILE);
    for (const flags of ['--watch --timeout 1x', '--watch --interval soon', '--timeout 1m']) {
      expect(await go(`workflow run ${id} ${flags} --yes`)).toMatchObject({ code: 2, requests: [] });
    }
  });

  test('input: ids, a list by its name, a file; wrong ones are told', async () => {
    const id = await published(MANUAL);
    const bodyOf = async (line: string) => JSON.parse((await go(`${line} --dry-run --json`)).stdout).body;
    expect(await bodyOf(`workflow run ${id} -f leadIds=3,4`)).toEqual({ input: { leadIds: [3, 4] } });
    expect(await bodyOf(`workflow run ${id} -f contactListId=Newsletter`)).toEqual({
      input: { contactListId: 1 },
    });
    put('input.json', '{"leadId": 3}');
    expect(await bodyOf(`workflow run ${id} --input input.json`)).toEqual({ input: { leadId: 3 } });
    expect(await bodyOf(`workflow run ${id} --input-file input.json`)).toEqual({ input: { leadId: 3 } });
    expect(await bodyOf(`workflow run ${id} --input leadIds=3,4`)).toEqual({ input: { leadIds: [3, 4] } });
    expect((await go(`workflow run ${id} --input input.json --input-file input.json --yes`)).code).toBe(2);
    expect(await go(`workflow run ${id} -f leadIds=all --yes`)).toMatchObject({ code: 2, requests: [] });
    expect(await go(`workflow run ${id} -f leadId=3,4 --yes`)).toMatchObject({
      code: 2,
      stderr: 'error: --field leadId: takes one id, not 2\n',
    });
    expect((await go(`workflow run ${id} -f contactListId=Nobody --yes`)).code).toBe(5);
    expect((await go(`workflow run ${id} --yes`)).code).toBe(3);
    expect((await go(`workflow run ${id} -f leadIds=3 --watch --exit-status --yes`)).code).toBe(0);
  });
});

test('ids that are typed are whole at a terminal of 80 columns', async () => {
  const { stdout } = await go('workflow blocks', { tty: true, columns: 80 });
  for (const id of ['IMPORT_COMPANIES_FROM_FUNDRAISING_INVESTORS', 'SEARCH_LEADS_FROM_NETWORK_COMPANY']) {
    expect(stdout).toContain(`\n${id} `);
  }
  expect((await go('workflow blocks ADD_LEADS_TO_CAMPAIGN', { tty: true, columns: 80 })).stdout).toContain(
    '\nexcludeContactedLeads ',
  );
  expect((await go('workflow fields', { tty: true, columns: 80 })).stdout).toContain('\nemailVerificationStatus ');
});

describe('trigger', () => {
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
    const env = { REACH_WEBHOOK_SECRET: read('hook.secret') };
    expect((await go('workflow trigger Hook -f people=3 -f title=CEO', { env })).code).toBe(0);
    expect((await go('workflow trigger Hook -f people=3 -f title=CEO')).code).toBe(0);
  });

  test('a wrong secret is exit 4', async () => {
    put('wrong.secret', 'whsec_other\n');
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
  });

  test('a workflow without a webhook says what starts it', async () => {
    const other = await created();
    expect((await go(`workflow trigger ${other} -f people=3`)).stderr).toContain('was never published');
    await go(`workflow publish ${other}`);
    expect((await go(`workflow trigger ${other} -f people=3`)).stderr).toContain(
      'is started by MANUAL: it has no webhook',
    );
  });
});

describe('edit', () => {
  test('from a file: only what was changed is sent; problems come at their lines', async () => {
    const id = await created();
    put('edited.yaml', FILE.replace('name: Enrol', 'name: Enrolled'));
    const ran = await go(`workflow edit ${id} --input edited.yaml --dry-run --json`);
    expect(JSON.parse(ran.stdout).body.ops).toEqual([{ kind: 'rename', name: 'Enrolled' }]);
    appendFileSync(join(reach.home, 'edited.yaml'), 'colour: red\n');
    const wrong = await go(`workflow edit ${id} --input edited.yaml`);
    expect(wrong.code).toBe(3);
    expect(wrong.stderr).toContain('edited.yaml:5:1: a workflow has no field "colour"');
  });
});

describe('import sources', () => {
  test('are resolved by the service; --resolved prints the file that needs no preview any more', async () => {
    const preview = await go('finder preview "CTOs at software companies in Germany" --json');
    const { previewId } = JSON.parse(preview.stdout);
    const source = `importSources:\n  - { nodeId: found, source: { previewId: ${previewId}, maxCount: 10 } }\n`;
    const { blockId } = JSON.parse((await go(`api "/v1/workflows/import-inputs?previewId=${previewId}"`)).stdout).data;
    put('found.yaml', `name: Found\nnodes:\n  - { id: found, kind: BLOCK, blockId: ${blockId}, next: [] }\n${source}`);
    expect((await go('workflow lint --publish found.yaml')).code).toBe(0);
    const resolved = await go('workflow validate found.yaml --resolved');
    expect([resolved.code, resolved.stdout]).toEqual([0, expect.stringContaining('search:')]);
    expect(resolved.stdout).not.toContain('importSources');
    put('kept.yaml', resolved.stdout);
    expect((await go('workflow lint --publish kept.yaml')).code).toBe(0);
    const made = JSON.parse((await go('workflow create found.yaml --yes --json')).stdout);
    expect(JSON.parse((await go(`workflow update ${made.id} kept.yaml --yes --json`)).stdout).outcome).toBe(
      'UNCHANGED',
    );
  });
});
