// Who waits in a run: shown before a decision, listed with status, step and reason.

import { beforeAll, expect, test } from 'vitest';
import { EXIT } from '../../../../src/cli/terminal/exit.ts';
import { reachForAllTests } from '../../../opened.ts';
import type { Reach } from '../../world.ts';

const reach = reachForAllTests();

/** Runs it while time goes on: what waits wakes. */
const go: Reach['run'] = (argv, options) => reach.clock.run(reach.run(argv, options));

const FILE = `name: Enrol
publish: true
nodes:
  - { id: select, kind: BLOCK, blockId: SELECT_LEADS, inputs: { leadIds: [1, 2, 3, 4, 5, 6, 7] }, next: [verify] }
  - { id: verify, kind: BLOCK, blockId: VERIFY_LEAD_EMAIL, next: [review] }
  - { id: review, kind: BLOCK, blockId: WAIT_FOR_APPROVAL, next: [end, end] }
  - { id: end, kind: BLOCK, blockId: END, next: [] }
`;

beforeAll(async () => {
  for (const name of ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus']) {
    const email = name === 'Bo' ? '' : ` -f professionalEmail=${name}@x.example`;
    await go(`contacts create -f firstName=${name}${email}`);
  }
  reach.write('enrol.yaml', FILE);
  expect((await go('workflow create enrol.yaml --yes')).code).toBe(0);
  expect((await go('workflow run 1 --yes')).code).toBe(0);
});

const NO_EMAIL = 'there is no email address to verify';

test('each record at each step that it reached: its status, and why a step skipped it', async () => {
  const ran = await go('workflow run-records 1 --step verify --limit 3');
  expect([ran.code, ran.stderr]).toEqual([0, '3 records shown, more available: use --limit N or --all\n']);
  expect(ran.stdout).toBe(`1\tAda\tFAILED\tverify\t\tthe provider did not answer
2\tBo\tSKIPPED\tverify\t\t${NO_EMAIL}
3\tCy\tSUCCEEDED\tverify\t\t
`);
  const displayed = await go('workflow run-records 1 --limit 6', { tty: true, columns: 80 });
  expect(displayed.stdout.split('\n').filter((line) => line.includes('Bo'))).toEqual([
    ' 2  Bo    Succeeded  select',
    ' 2  Bo    Skipped    verify  there is no email address to verify',
    ' 2  Bo    Waiting    review',
  ]);
  const one = await go('workflow run-records 1 --status waiting --step review --all --json');
  expect(JSON.parse(one.stdout)[2]).toEqual({
    ...{ id: 3, entity: 'LEAD', name: 'Cy', status: 'WAITING', stepId: 'review', dueAt: null, reason: null },
  });
});

test('a step, a status and a run that are not there', async () => {
  expect(await go('workflow run-records 1 --step no')).toMatchObject({
    code: EXIT.notFound,
    stdout: '',
    stderr: 'error: run 1 has no step no\n  hint: its steps: select, verify, review, end\n',
  });
  expect((await go('workflow run-records 1 --status gone')).code).toBe(EXIT.usage);
  expect((await go('workflow run-records 99')).stderr).toContain('There is no run 99');
});

const FIRST = 'Ada, Bo, Cy, Di, Ed and 2 more';

test('a dry run says how many would be decided, and names the first', async () => {
  const ran = await go('workflow approve 1 --dry-run');
  expect([ran.code, ran.stderr]).toEqual([
    0,
    `dry run: nothing is sent\nwould approve 7 records that wait at step review of run 1: ${FIRST}\n`,
  ]);
  const { records } = JSON.parse((await go('workflow approve 1 --dry-run --json')).stdout);
  expect(records).toHaveLength(7);
  expect(records[1]).toEqual({ id: 2, name: 'Bo' });
});

test.each(['', ' --dry-run'])('--expect with another number of records is refused%s', async (option) => {
  const ran = await go(`workflow approve 1 review --yes --expect 6${option}`);
  expect([ran.code, ran.stderr]).toEqual([6, expect.stringContaining('error: --expect 6: 7 records would be touched')]);
  expect((await go('workflow approve 1 --dry-run --expect 7')).code).toBe(0);
});

test('what waits over all workflows: for a person, for a pipe and for a program', async () => {
  const person = await go('approvals', { tty: true, columns: 100 });
  expect([person.code, person.stderr]).toEqual([0, '']);
  expect(person.stdout).toMatch(/Enrol +1 +review +7 +Ada, Bo, Cy, Di, Ed and 2 more/);
  expect((await go('approvals --fields approve')).stdout).toBe('reach workflow approve 1 review\n');
  const [step, ...others] = JSON.parse((await go('approvals --json')).stdout);
  expect([step.workflow, step.runId, step.stepId, step.waiting, step.records[1], others]).toEqual([
    'Enrol',
    1,
    'review',
    7,
    { id: 2, name: 'Bo' },
    [],
  ]);
});

test('runs that cannot be read are no empty list', async () => {
  await go('local fault add workflows.getRun --status 403 --times 1');
  expect(await go('approvals')).toMatchObject({ code: EXIT.access, stdout: '' });
});

test('runs of all workflows; at a terminal one that waits for approval says so', async () => {
  const [run, ...others] = JSON.parse((await go('workflow runs --json')).stdout);
  expect([run.workflowId, run.workflow, run.runId, run.status, others]).toEqual([1, 'Enrol', 1, 'RUNNING', []]);
  for (const argv of ['workflow runs', 'workflow runs Enrol', 'workflow status 1']) {
    expect((await go(argv, { tty: true, columns: 120 })).stdout).toContain('Waiting for approval');
  }
  expect((await go('workflow runs --status succeeded')).stdout).toBe('');
});

test('a script decides nothing without --yes', async () => {
  const ran = await go('workflow approve 1');
  expect([ran.code, ran.stdout, ran.requests]).toEqual([EXIT.usage, '', ['GET /v1/workflow-runs/1']]);
});

test('some by id, then the rest the other way; the answer lists them', async () => {
  const one = await go('workflow approve 1 --ids 3 --yes --json');
  const watched = await go('workflow watch 1 --timeout 1s -o id');
  expect(watched).toMatchObject({ code: 8, stderr: expect.stringContaining('(reach workflow approve 1 review)\n') });
  expect(JSON.parse(one.stdout)).toEqual({
    ...{ runId: 1, stepId: 'review', decision: 'APPROVED', decided: 1, waiting: 6 },
    records: [{ id: 3, name: 'Cy' }],
  });
  const rest = await go('workflow approve 1 review --reject --yes -o csv');
  expect(rest).toMatchObject({ code: 0, stdout: 'runId,stepId,decision,decided,waiting\n1,review,REJECTED,6,0\n' });
  expect(rest.requests).toEqual(['POST /v1/workflow-runs/1/approvals']);
  expect((await go('workflow watch 1 --exit-status')).code).toBe(0);
  expect(await go('workflow approve 1 --yes')).toMatchObject({ code: EXIT.usage, stdout: '' });
  expect((await go('workflow run-records 1 --status skipped -o id')).stdout).toBe('2\n');
  expect((await go('approvals')).stdout).toBe('');
});

test('a week later they are gone, and the note says what is left', async () => {
  await reach.world.control('POST', '/_local/clock', { advance: '8d' });
  const ran = await go('workflow run-records 1');
  expect([ran.code, ran.stdout]).toEqual([0, '']);
  expect(ran.stderr).toMatch(
    /^the records of this run were kept until \S+Z; what is left are the counts: reach workflow status 1\n$/,
  );
});

test('an enrichment run: each action on each record, and why', async () => {
  const ran = await go('action run --type VERIFY_LEAD_EMAIL --contacts 1,2 --json');
  expect(ran.code).toBe(0);
  const all = await go('action run-records 1');
  expect(all).toMatchObject({ code: 0, stderr: '' });
  expect(all.stdout).toBe(`1\tAda\tVERIFY_LEAD_EMAIL\tFAILED\tthe provider did not answer\t0
2\tBo\tVERIFY_LEAD_EMAIL\tSKIPPED\t${NO_EMAIL}\t0
`);
  const skipped = await go('action run-records 1 --status skipped --json');
  expect(JSON.parse(skipped.stdout)).toMatchObject([{ id: 2, reason: 'NO_EMAIL', why: NO_EMAIL, creditsUsed: 0 }]);
});

test('an enrichment run whose records were deleted after 90 days: where they would be listed, a note says so', async () => {
  const kept = await go('action run-records 1 --status completed');
  expect(kept).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect((await go('local clock --advance 91d')).code).toBe(0);
  const note = /^the records of this run were kept until \S+Z; what is left are the counts: reach action status 1\n$/;
  for (const argv of ['action run-records 1', 'contacts list --actions 1']) {
    const ran = await go(argv);
    expect(ran).toMatchObject({ code: 0, stdout: '' });
    expect(ran.stderr).toMatch(note);
  }
});
