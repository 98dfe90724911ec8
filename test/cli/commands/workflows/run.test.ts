// Runs: started, watched, and listed on a terminal.

import { describe, expect, test } from 'vitest';
import { created, FILE, go, openWorkflows, reach } from './workflow-world.ts';

openWorkflows();

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

  test.each(['', '--yes', '--show-requests'])(
    'without a published version: exit 6 before anything is asked or sent (%s)',
    async (flags) => {
      const id = await created(FILE);
      expect(await go(`workflow run ${id} ${flags}`)).toEqual({
        code: 6,
        stdout: '',
        stderr: `error: workflow ${id} has no published version\n  hint: reach workflow publish ${id} publishes its draft\n`,
        requests: [`GET /v1/workflow/${id}`],
      });
    },
  );

  test.each([
    [FILE, '-f leadIds=1', 'input.leadIds: this workflow runs without input: its entry is fixed'],
    [MANUAL, '', 'input: input needs exactly one of leadIds, leadId; it has none'],
    [MANUAL, '-f contactListId=1', 'input.contactListId: input takes one of leadIds, leadId, not "contactListId"'],
    [
      `${MANUAL}trigger: { type: WEBHOOK, inputs: [{ key: who, type: leadIds }] }\n`,
      '',
      'a run call cannot start this workflow: the webhook declares inputs: a delivery to its URL starts a run',
    ],
  ])('a dry run refuses what the service refuses (%#)', async (text, flags, message) => {
    const id = await published(text);
    for (const how of ['--dry-run', '--expect 1 --yes'])
      expect(await go(`workflow run ${id} ${flags} ${how}`)).toMatchObject({
        code: 3,
        stdout: '',
        stderr: `error: ${message}\n`,
        requests: [`GET /v1/workflow/${id}`],
      });
    const ran = await go(`workflow run ${id} ${flags} --yes`);
    expect([ran.code, ran.stderr.split('\n')[0]]).toEqual([3, `error: ${message}`]);
  });

  test('--timeout is exit 8; the flags of watching need --watch', async () => {
    const id = await published(WAITING);
    const ran = await go(`workflow run ${id} --watch --timeout 5s --yes`);
    expect(ran.code).toBe(8);
    expect(ran.stderr).toContain('hint: watch again: reach workflow watch 1\n');
    expect(await go(`workflow run ${id} --timeout 5s --yes`)).toMatchObject({ code: 2, requests: [] });
  });

  test('ten polls that fail do not end it, and are reported once', async () => {
    const id = await published(WAITING);
    await go(`workflow run ${id} --yes`);
    await go('local fault add workflows.getRun --status 500 --times 10');
    const ran = await go('workflow watch 1 --timeout 10m');
    expect(ran.code).toBe(8);
    expect(ran.stderr.match(/cannot read its status/g)?.length).toBe(1);
    expect(ran.stderr).toContain('the service responds again\n');
    expect(ran.requests.filter((one) => one === 'GET /v1/workflow-runs/1').length).toBeGreaterThan(10);
  });

  test('Ctrl-C detaches with 130, and prints the command that continues', async () => {
    const id = await published(WAITING);
    await go(`workflow run ${id} --yes`);
    const controller = new AbortController();
    const { Interrupted } = await import('../../../../src/cli/terminal/io.ts');
    const running = reach.run('workflow watch 1', { interrupt: controller.signal });
    await reach.clock.advance(60_000);
    controller.abort(new Interrupted('SIGINT'));
    const ran = await running;
    expect(ran.code).toBe(130);
    expect(ran.stderr).toContain('run 1 is still running. Watch again: reach workflow watch 1\n');
  });

  test('a run is not started for a watch that cannot be', async () => {
    const id = await published(FILE);
    for (const flags of ['--watch --timeout 1x', '--watch --interval soon', '--watch --interval 0s', '--timeout 1m']) {
      expect(await go(`workflow run ${id} ${flags} --yes`)).toMatchObject({ code: 2, requests: [] });
    }
  });

  test('input: ids, a list by its name, a file; wrong ones are reported', async () => {
    const id = await published(MANUAL);
    const bodyOf = async (line: string) => JSON.parse((await go(`${line} --show-requests --json`)).stdout).body;
    expect(await bodyOf(`workflow run ${id} -f leadIds=3,4`)).toEqual({ input: { leadIds: [3, 4] } });
    expect(await bodyOf(`workflow run ${id} -f contactListId=Newsletter`)).toEqual({ input: { contactListId: 1 } });
    reach.write('input.json', '{"leadId": 3}');
    expect(await bodyOf(`workflow run ${id} --input input.json`)).toEqual({ input: { leadId: 3 } });
    expect(await bodyOf(`workflow run ${id} --input-file input.json`)).toEqual({ input: { leadId: 3 } });
    expect(await bodyOf(`workflow run ${id} --input leadIds=3,4`)).toEqual({ input: { leadIds: [3, 4] } });
    expect((await go(`workflow run ${id} --input input.json --input-file input.json --yes`)).code).toBe(2);
    for (const flags of ['-f leadIds=all', '-f leadIds=3 -f leadIds=4', '-f leadIds=3 --input leadIds=4'])
      expect(await go(`workflow run ${id} ${flags} --yes`)).toMatchObject({ code: 2, requests: [] });
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
