// What someone did since to what a command made or wrote is kept, and what cannot be taken back is not counted as restored.

import { beforeAll, expect, test } from 'vitest';
import { Interrupted } from '../../../../src/cli/terminal/io.ts';
import { reachForAllTests } from '../../../opened.ts';
import { recordedRuns } from './workspace.ts';

const reach = reachForAllTests({ empty: false });

beforeAll(() => reach.write('mail.txt', 'Hello {firstName}'));

const run = recordedRuns(reach);

test.each([
  ['contacts create -f firstName=Noa', 'contacts update %s -f Shoe=9 --custom', 'Shoe'],
  ['ai template create -f name=Ours --message-file mail.txt', 'ai template update %s -f description=x', 'description'],
  ['ai snippet create -f name=Ours -f tone=Direct -f prompt=x', 'ai snippet update %s -f prompt=y', 'prompt'],
  ['playbook apply faq.yaml --yes', 'playbook apply other.yaml --yes', 'answer'],
  [
    'ai folder create contacts Ours',
    'ai variable create -f name=In -f entity=CONTACT -f prompt=x -f folder=Ours',
    'items',
  ],
  ['ai folder create ai-snippets Ours', 'ai folder create ai-snippets Inner --in Ours', 'folders'],
])('what someone wrote since in a record that was made keeps it: %s', async (made, since, field) => {
  reach.write('faq.yaml', 'faqs: [{ question: Why?, answer: Because }]');
  reach.write('other.yaml', 'faqs: [{ question: Why?, answer: It depends }]');
  const { stdout } = await run(`${made} -o id`);
  expect(await reach.run(`${since.replace('%s', stdout.trim())} --no-history`)).toMatchObject({ code: 0 });
  expect((await run('undo --dry-run')).code).toBe(1);
  const undone = await run('undo --yes --json');
  expect([undone.code, JSON.parse(undone.stdout)]).toMatchObject([
    1,
    { deleted: 0, kept: 1, details: [{ change: 'kept', field }] },
  ]);
});

test.each([
  ['company: { companyMission: Fewer miles }', { restored: 0, lasting: 1 }],
  ['company: { companyTargetMarket: All, companySize: 1-10 }', { restored: 1, lasting: 0 }],
])('a field of the playbook that cannot be emptied does not count as restored: %s', async (text, counts) => {
  reach.write('company.yaml', text);
  expect(await run('playbook apply company.yaml --yes')).toMatchObject({ code: 0 });
  expect(JSON.parse((await run('undo --yes --json')).stdout)).toMatchObject(counts);
});

test.each([
  ['list add 3 --companies 7,8,9', 'list remove 3 --companies 8', { field: 'companies', from: [7, 9] }],
  ['list remove 1 --contacts 1,4', 'list add 1 --contacts 4', { field: 'contacts', to: [1] }],
  ['contacts import in.csv --list 2 --yes', 'list remove 2 --contacts 1', null],
  ['inbox tag 5 --tag Interested', 'inbox untag 5 --tag Interested', null],
])('a member that someone took out or put back since is none of the undo: %s', async (line, since, left) => {
  reach.write('in.csv', 'Profile URL\nhttps://network.example/in/aoife-brennan\n');
  expect(await run(line)).toMatchObject({ code: 0 });
  expect(await reach.run(`${since} --no-history`)).toMatchObject({ code: 0 });
  const dry = await run('undo --dry-run --json');
  expect(JSON.parse(dry.stdout)).toMatchObject(left === null ? [] : [left]);
  const { restored, unchanged } = JSON.parse((await run('undo --yes --json')).stdout);
  expect([restored, unchanged]).toEqual(left === null ? [0, 1] : [1, 0]);
});

test('the latest entry is the one that was written last, also where the clock went back', async () => {
  await run('contacts update 7 -f jobTitle=First');
  reach.clock.set(reach.clock.now() - 3_600_000);
  await run('contacts update 8 -f jobTitle=Second');
  await reach.clock.advance(7_200_000);
  expect((await run('undo --yes --json --jq .command')).stdout).toContain('contacts update 8');
  expect((await run('undo --yes --json --jq .command')).stdout).toContain('contacts update 7');
  expect((await run('undo --dry-run')).stderr).not.toMatch(/contacts update [78]/);
});

test('an undo that is interrupted says how it goes on', async () => {
  await run('contacts update 7 -f jobTitle=First');
  const controller = new AbortController();
  const meanwhile = async (request: string) => {
    if (request.includes('/search')) controller.abort(new Interrupted('SIGINT'));
  };
  const { code, stderr } = await run('undo --yes', { interrupt: controller.signal, meanwhile });
  expect([code, stderr]).toEqual([130, expect.stringMatching(/^stopped; continue with: reach undo \d+-\w+\n$/)]);
  expect((await run('undo --yes -o id')).stdout).toMatch(/^\d+-\w+\n$/);
});

test('of two undos at once one takes the entry back, and the other does nothing', async () => {
  await run('contacts create -f firstName=Twice');
  await run('contacts delete 61 --yes');
  const env = { REACH_NO_HISTORY: '' };
  const both = [reach.run('undo --yes', { env }), reach.run('undo --yes', { env })];
  const codes = (await reach.clock.run(Promise.all(both))).map(({ code }) => code);
  expect(codes.toSorted((one, other) => one - other)).toEqual([0, 6]);
  expect((await run('contacts search Twice -o id')).stdout.trim().split('\n')).toHaveLength(1);
});

test('an entry that another process still writes is not undone', async () => {
  await run('contacts update 7 -f jobTitle=First');
  const [{ id }] = JSON.parse((await run('history --limit 1 --json')).stdout);
  const path = `state/history/local/${id}/entry.json`;
  const { endedAt: _, ...header } = JSON.parse(reach.read(path));
  reach.write(path, JSON.stringify({ ...header, process: { pid: 1, start: 'start of 1', pidSpace: 'test' } }));
  const ran = await run(`undo ${id} --yes`, { alive: (pid) => pid === 1 });
  expect([ran.code, ran.stderr]).toEqual([6, expect.stringContaining(`entry ${id} is still written by process 1\n`)]);
  expect((await run(`undo ${id} --yes`)).code).toBe(0);
});

test('the dry run of an undo says that a campaign which has started cannot be edited', async () => {
  reach.write('started.yaml', 'name: Started\nsteps: [{ type: email, subject: Hi, content: Hi }]\n');
  expect((await run('campaign update 1 started.yaml')).code).toBe(0);
  await reach.run('campaign status 1 active --yes');
  const dry = await run('undo --dry-run --json');
  expect([dry.code, JSON.parse(dry.stdout)]).toMatchObject([
    1,
    [{ kind: 'campaign', change: 'failed', note: 'it is ACTIVE, and only a draft can be edited' }],
  ]);
  expect((await run('undo --yes')).code).toBe(1);
});

test.each([
  ['contacts import in.csv --update --yes', 'id,Mobile,Title\n1,353861934567,Chief\n'],
  [
    'contacts import in.csv --yes',
    'Profile URL,Mobile,Title\nhttps://network.example/in/aoife-brennan,353861000000,Boss\n',
  ],
  ['contacts update --csv in.csv --by id --trust-ids --yes', 'id,Mobile,Title\n1,353862000000,Head\n'],
])('a number that stays as it is stored is no change in the entry: %s', async (line, file) => {
  await reach.run('contacts update 1 -f mobilePhone=+353861934567 --no-history');
  reach.write('in.csv', file);
  expect(await run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining('Mobile: left out, the stored ') });
  const [{ id }] = JSON.parse((await run('history --json')).stdout);
  const changes: { field: string }[] = JSON.parse((await run(`history show ${id} --json`)).stdout);
  expect(changes.map(({ field }) => field)).toEqual(['jobTitle']);
});
