// The schedule of a workflow: when it fires next, switched off and on again.

import { beforeEach, expect, test } from 'vitest';
import { EXIT } from '../../../../src/cli/terminal/exit.ts';
import { reachForEachTest } from '../../../opened.ts';

const reach = reachForEachTest();

const SCHEDULE =
  'trigger: { type: SCHEDULE, definition: DAILY, startsAt: "2026-01-01T08:00:00Z", timezone: Europe/Paris }';
const FILE = `name: Nightly
publish: true
${SCHEDULE}
nodes:
  - { id: select, kind: BLOCK, blockId: SELECT_LEADS, inputs: { leadIds: [1] }, next: [verify] }
  - { id: verify, kind: BLOCK, blockId: VERIFY_LEAD_EMAIL, next: [] }
`;

const put = (text: string) => reach.write('nightly.yaml', text);
const json = async (argv: string) => JSON.parse((await reach.run(`${argv} --json`)).stdout);

beforeEach(async () => {
  put(FILE);
  await reach.run('contacts create -f firstName=Ada -f professionalEmail=ada@x.example');
  expect((await reach.run('workflow create nightly.yaml --yes')).code).toBe(0);
});

test('disabled and enabled: two requests each, and the next run is known in between', async () => {
  const { nextRunAt, revision } = await json('workflow show Nightly');
  expect(nextRunAt).toMatch(/T08:00:00\.000Z$/);
  const dry = await json('workflow disable Nightly --show-requests');
  expect(dry).toEqual([
    {
      method: 'PATCH',
      path: '/v1/workflow/1/draft',
      body: { ops: [{ kind: 'setTrigger', trigger: { type: 'MANUAL' } }], revision },
    },
    { method: 'POST', path: '/v1/workflow/1/publish', body: {} },
  ]);
  const off = await reach.run('workflow disable Nightly --yes --json');
  expect([off.code, off.stderr]).toEqual([0, '']);
  expect(JSON.parse(off.stdout)).toEqual({ id: 1, name: 'Nightly', version: 2, outcome: 'DISABLED', nextRunAt: null });
  expect((await json('workflow list'))[0]).toMatchObject({ triggerType: 'MANUAL', nextRunAt: null });
  const again = await reach.run('workflow disable 1 --yes -o csv');
  expect([again.code, again.stderr]).toEqual([0, 'it has no schedule: it starts by hand\n']);
  const on = await json('workflow enable Nightly --yes');
  expect(on).toEqual({ id: 1, name: 'Nightly', version: 3, outcome: 'ENABLED', nextRunAt });
  const wide = await reach.run('workflow list -o wide', { tty: true, columns: 200 });
  expect(wide.stdout).toContain(nextRunAt.slice(0, 10));
  expect((await json('workflow enable 1 --yes')).outcome).toBe('UNCHANGED');
});

test('a draft with other changes is refused, and nothing is changed; one that has only the trigger continues', async () => {
  put(FILE.replace('[1]', '[1, 2]').replace('publish: true\n', ''));
  await reach.run('workflow update nightly.yaml --yes');
  const before = await json('workflow show 1');
  const ran = await reach.run('workflow disable 1 --yes');
  expect([ran.code, ran.stdout]).toEqual([EXIT.conflict, '']);
  expect(ran.stderr).toContain('the draft of workflow 1 has changes that are not published\n');
  expect(await json('workflow show 1')).toEqual(before);
  // As after a publish that never came.
  put(FILE.replace(SCHEDULE, 'trigger: { type: MANUAL }').replace('publish: true\n', ''));
  await reach.run('workflow update nightly.yaml --yes');
  expect(await json('workflow disable 1 --yes')).toMatchObject({ version: 2, outcome: 'DISABLED' });
});

test('what has no schedule: the answer says what does', async () => {
  put(FILE.replace(SCHEDULE, 'trigger: { type: API }').replace('Nightly', 'Called'));
  await reach.run('workflow create nightly.yaml --yes');
  expect(await reach.run('workflow disable Called --yes')).toMatchObject({
    code: EXIT.usage,
    stdout: '',
    stderr: expect.stringContaining(
      'workflow 2 has no schedule: it is started by API\n  hint: trigger: { type: MANUAL }',
    ),
  });
  expect(await reach.run('workflow enable Called --yes')).toMatchObject({
    code: EXIT.notFound,
    stderr: expect.stringContaining('no version of workflow 2 that can be read has a schedule\n'),
  });
  await reach.run('workflow publish Called --yes');
  expect(await reach.run('workflow enable Called --published-version 1 --yes')).toMatchObject({
    code: EXIT.notFound,
    stderr: expect.stringContaining('error: version 1 of workflow 2 has no schedule\n'),
  });
  const script = await reach.run('workflow disable Nightly');
  expect([script.code, script.requests.some((one) => /^(PATCH|POST)/.test(one))]).toEqual([EXIT.usage, false]);
});
