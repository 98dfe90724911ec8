// A forecast is what the engine then does: the same messages on the same days, and the same branches.

import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { reachForTest } from '../../../opened.ts';
import { validCampaign } from '../../../rules/campaigns/generator.ts';
import { openReach, type Reach } from '../../world.ts';
import { bringSenders, place } from '../outreach/folder.ts';
import { BASE, isFields, named } from '../outreach/named.ts';

const WELCOME = `name: Welcome
identity: Robin Hale
steps:
  - type: email
    subject: Hello {firstName}
    content: Hi {firstName}
  - type: condition
    condition: { type: email_opened, waitFor: 3 days }
    onTrue:
      - { type: email, subject: Second, content: Thank you for reading }
    onFalse:
      - { type: network_connection, delay: 1 day }
`;

/** Contacts of whom some lack an address, some a profile, one a first name. */
const PEOPLE = Array.from({ length: 24 }, (_, index) => [
  index === 7 ? '' : `P${index}`,
  index % 4 === 3 ? '' : `p${index}@example.com`,
  index % 3 === 0 ? '' : `https://network.example/in/p${index}`,
  'Harbor',
]);

async function withPeople(): Promise<Reach> {
  const reach = await openReach();
  await bringSenders(reach.world);
  const head = 'firstName,professionalEmail,networkProfileUrl,companyName';
  reach.write('people.csv', [head, ...PEOPLE.map((cells) => cells.join(','))].join('\n'));
  expect((await reach.run('contacts import people.csv --list Fair --create-list --yes')).code).toBe(0);
  await reach.world.control('POST', '/_local/clock', { freeze: true });
  return reach;
}

const shares = fc.record({
  ...{ opened: fc.integer({ min: 0, max: 100 }), accepted: fc.integer({ min: 0, max: 100 }) },
  replied: fc.integer({ min: 0, max: 40 }),
});

test('random campaigns: what the engine then sends, day by day', { timeout: 120_000 }, async () => {
  const input = fc.record({ campaign: validCampaign(12), shares, days: fc.integer({ min: 1, max: 20 }) });
  await fc.assert(
    fc.asyncProperty(input, async ({ campaign, shares: { opened, accepted, replied }, days }) => {
      const reach = await withPeople();
      const { control } = reach.world;
      try {
        const made = named(campaign);
        const own = { ...(isFields(made) ? made : {}), name: 'Made', identity: 'Robin Hale' };
        place(reach, { ...BASE, 'campaigns/made.yaml': JSON.stringify(own) });
        expect(await reach.run('apply --yes')).toMatchObject({ code: 0 });
        const assume = `opened=${opened}%,accepted=${accepted}%,replied=${replied}%`;
        const ran = await reach.run(
          `campaign forecast Made --list Fair --days ${days} --assume ${assume} --json --fields messages,contacts,tasks,days,steps`,
        );
        expect(ran).toMatchObject({ code: 0 });
        const rates = { open: opened / 100, accept: accepted / 100, reply: replied / 100 };
        await control('POST', '/_local/setup', { rates });
        const { now: from } = await control('GET', '/_local/clock');
        expect((await reach.run('campaign add-list Made Fair')).code).toBe(0);
        expect((await reach.run('campaign status Made active --yes')).code).toBe(0);
        await control('POST', '/_local/clock', { advance: `${days * 86_400_000 - 1}ms` });
        const campaignId = 2;
        const report = await control('GET', `/_local/report?campaignId=${campaignId}&from=${from}`);
        const { messages, contacts, tasks, days: sent, steps } = JSON.parse(ran.stdout);
        expect({ messages, contacts, tasks, days: sent }).toEqual({
          ...{ messages: report.messages, contacts: report.contacts, tasks: report.tasks, days: report.days },
        });
        expect(steps).toHaveLength(report.steps.length);
        const counts = (rows: { type: string; yes: number; no: number; sent: number }[]) =>
          rows.map(({ type, yes, no, sent: count }) => `${type} ${yes} ${no} ${count}`).toSorted();
        expect(counts(steps)).toEqual(counts(report.steps));
      } finally {
        await reach.close();
      }
    }),
    { numRuns: 7 },
  );
});

test('of a file: days, branches, who is held up and where, and what is assumed; nothing is changed', async () => {
  const reach = await withPeople();
  reach.write('welcome.yaml', WELCOME);
  const line = 'campaign forecast welcome.yaml --list Fair --assume opened=50%,accepted=0.25';
  expect((await reach.run(line, { tty: true })).stdout).toBe(`█▅▁▁▃▁▁▁▁▁▁▁▁▁▁
35 messages to 22 contacts until 2026-12-05, most on 2026-11-21 (21); 5 held up: no network profile

Date        Channel     Sender      Messages  Contacts
────────────────────────────────────────────────────────────────────────────
2026-11-21  Email       Robin Hale        21        18  ████████████████████
2026-11-22  Connection  Robin Hale         4         4  ███▊
2026-11-22  Email       Robin Hale         6         6  █████▊
2026-11-25  Connection  Robin Hale         4         4  ███▊

Branches
  steps[1]  email_opened: 9 of 22 (40.9%) yes, 13 (59.1%) no

Held up, the narrowest limit first
  5 contacts  no network profile  steps[1].onFalse[0]
  4 contacts  no email address  steps[0]
  2 contacts  no email address, no network profile
`);
  const { stdout, stderr, code } = await reach.run(`${line} -o csv`);
  expect(code).toBe(0);
  expect(stdout).toBe(`date,channel,sender,messages,contacts,campaign
2026-11-21,EMAIL,Robin Hale,21,18,Welcome
2026-11-22,CONNECTION,Robin Hale,4,4,Welcome
2026-11-22,EMAIL,Robin Hale,6,6,Welcome
2026-11-25,CONNECTION,Robin Hale,4,4,Welcome
`);
  expect(
    stderr,
  ).toBe(`35 messages to 22 contacts until 2026-12-05, most on 2026-11-21 (21); 5 held up: no network profile
assumed: opened 50%, clicked 30%, viewed 70%, accepted 25%, completed 85%, replied 0% (--assume changes it); no sending limit, no weekends: the service has none
`);
  expect((await reach.run('campaign list')).stdout).toBe('');
  await reach.close();
});

test('a file without a sender: the only identity of the workspace sends', async () => {
  const reach = await reachForTest();
  reach.write('welcome.yaml', WELCOME.replace('identity: Robin Hale\n', ''));
  reach.write('people.csv', 'firstName,professionalEmail\nAda,ada@example.com\n');
  expect((await reach.run('contacts import people.csv --list Fair --create-list --yes')).code).toBe(0);
  const { code, stdout } = await reach.run('campaign forecast welcome.yaml --list Fair --json --fields days');
  expect([code, JSON.parse(stdout).days[0]]).toMatchObject([0, { channel: 'EMAIL', sender: 'Admin', messages: 1 }]);
  // A time without an offset is in UTC, wherever the machine is.
  vi.stubEnv('TZ', 'America/New_York');
  const later = await reach.run(
    'campaign forecast welcome.yaml --list Fair --from 2026-12-24T09:00 --json --fields from',
  );
  vi.unstubAllEnvs();
  expect(JSON.parse(later.stdout)).toEqual({ from: '2026-12-24T09:00:00.000Z' });
});

test('what no one can send, and what is not an assumption', async () => {
  const reach = await withPeople();
  reach.write('welcome.yaml', WELCOME.replace('identity: Robin Hale\n', ''));
  const start =
    'error: the file names no sender, and the workspace of profile local has several identities\n' +
    '  hint: add "identity: NAME" to the file; one of Admin, Robin Hale, Sasha Brandt\n';
  const assume =
    'error: --assume read=4: is not an assumption\n' +
    '  hint: one of opened, clicked, viewed, accepted, completed or replied, with a share: opened=40%\n';
  for (const [options, code, stderr] of [
    ['--list Fair', 3, start],
    ['--assume read=4', 2, assume],
    ['--from soon', 2, 'error: --from soon: is not a time\n  hint: such as 2026-12-01\n'],
    ['--from 2026-02-30T09:00', 2, 'error: --from 2026-02-30T09:00: is not a time\n  hint: such as 2026-12-01\n'],
    ['--days 0', 2, 'error: --days 0: must be a whole number from 1 to 366\n'],
  ] as const) {
    expect(await reach.run(`campaign forecast welcome.yaml ${options}`)).toMatchObject({ code, stdout: '', stderr });
  }
  await reach.close();
});

test('a plan and a workflow: what goes out once it is applied, and what waits for a campaign that is not started', async () => {
  const reach = await withPeople();
  place(reach, {
    'campaigns/welcome.yaml': WELCOME,
    'lists/fair.yaml': 'name: Fair\n',
    'workflows/nightly.yaml': `name: Nightly
trigger: { type: SCHEDULE, definition: DAILY, startsAt: '2026-11-22T08:00:00Z', timezone: UTC }
nodes:
  - { id: who, kind: BLOCK, blockId: SELECT_LEADS_FROM_LIST, inputs: { list: Fair }, next: [add] }
  - { id: add, kind: BLOCK, blockId: ADD_LEADS_TO_CAMPAIGN, inputs: { campaign: Welcome }, next: [] }
publish: true
`,
  });
  expect((await reach.run('plan')).stderr).toBe(`2 to create, 1 unchanged
forecast once applied: 0 messages to 0 contacts until 2026-12-05; 22 held up: the campaign is DRAFT
`);
  expect((await reach.run('apply --yes')).code).toBe(0);
  const draft = await reach.run('workflow forecast Nightly --days 2 --json --fields messages,held,runs,nodes');
  expect(
    draft.stdout,
  ).toBe(`{"messages":0,"held":[{"campaign":"Welcome","step":null,"reason":"the campaign is DRAFT","contacts":22}],"runs":2,"nodes":[{"step":"who","SUCCEEDED":48},{"step":"add","SKIPPED":4,"SUCCEEDED":44}]}
`);
  const long = await reach.run('workflow forecast Nightly --days 110 --json --fields runs');
  expect(long.stdout).toBe('{"runs":110}\n');
  expect((await reach.run('campaign status Welcome active --yes')).code).toBe(0);
  const active = await reach.run('workflow forecast Nightly --days 2 -o csv');
  expect(active.stdout).toBe(`date,channel,sender,messages,contacts,campaign
2026-11-22,EMAIL,Robin Hale,21,18,Welcome
2026-11-23,CONNECTION,Robin Hale,4,4,Welcome
2026-11-23,EMAIL,Robin Hale,11,7,Welcome
`);
  expect(
    active.stderr,
  ).toBe(`36 messages to 22 contacts until 2026-11-23, most on 2026-11-22 (21); 4 held up: no email address
assumed: opened 48%, clicked 30%, viewed 70%, accepted 38%, completed 85%, replied 0% (--assume changes it); no sending limit, no weekends: the service has none
`);
  await reach.close();
});

test('report: by step, each rate with what it is a part of, and the other variant of a random split', async () => {
  const reach = await withPeople();
  const variant = (name: string) => `name: ${name}
identity: Robin Hale
trackClicks: false
steps: [{ type: email, subject: ${name}, content: 'Hi {companyName}' }, { type: task, taskType: CALL, title: Call }]
`;
  place(reach, {
    'campaigns/a.yaml': variant('Question'),
    'campaigns/b.yaml': variant('Number'),
    'lists/fair.yaml': 'name: Fair\n',
    'workflows/split.yaml': `name: Subject test
nodes:
  - { id: who, kind: BLOCK, blockId: SELECT_LEADS_FROM_LIST, inputs: { list: Fair }, next: [split] }
  - id: split
    kind: CONDITIONAL
    conditions: [{ name: A, type: RANDOM_SPLIT, percentage: 50 }]
    fallbackName: B
    next: [a, b]
  - { id: a, kind: BLOCK, blockId: ADD_LEADS_TO_CAMPAIGN, inputs: { campaign: Question }, next: [] }
  - { id: b, kind: BLOCK, blockId: ADD_LEADS_TO_CAMPAIGN, inputs: { campaign: Number }, next: [] }
publish: true
`,
  });
  await reach.world.control('PATCH', '/_local/features', { 'task-owners': false });
  expect(await reach.run('apply --yes')).toMatchObject({ code: 0 });
  for (const name of ['Question', 'Number'])
    expect((await reach.run(`campaign status ${name} active --yes`)).code).toBe(0);
  expect((await reach.run('workflow run "Subject test" --yes')).code).toBe(0);
  await reach.world.control('POST', '/_local/clock', { advance: '1h' });
  expect(
    (await reach.run('campaign report Question -o csv')).stdout,
  ).toBe(`campaign,variant,step,type,sent,opened,clicked,viewed,accepted,completed,replied,emails,networkMessages,requests,tasks,messages
Question,Subject test: A,,,8,1,,0,0,0,0,8,0,0,11,8
Question,Subject test: A,steps[0],email,8,1,,0,0,0,0,8,0,0,0,8
Question,Subject test: A,steps[1],task,11,0,,0,0,0,0,0,0,0,11,0
Number,Subject test: B,,,10,0,,0,0,0,0,10,0,0,13,10
Number,Subject test: B,steps[0],email,10,0,,0,0,0,0,10,0,0,0,10
Number,Subject test: B,steps[1],task,13,0,,0,0,0,0,0,0,0,13,0
`);
  expect(
    (await reach.run('campaign report Question', { tty: true, columns: 140 })).stdout,
  ).toBe(`Campaign  Variant          Step       Type   Sent          Opened     Completed       Replied
─────────────────────────────────────────────────────────────────────────────────────────────
Question  Subject test: A  all steps            8  1 of 8 (12.5%)  0 of 11 (0%)   0 of 8 (0%)
Question  Subject test: A  steps[0]   email     8  1 of 8 (12.5%)                 0 of 8 (0%)
Question  Subject test: A  steps[1]   task     11                  0 of 11 (0%)
Number    Subject test: B  all steps           10    0 of 10 (0%)  0 of 13 (0%)  0 of 10 (0%)
Number    Subject test: B  steps[0]   email    10    0 of 10 (0%)                0 of 10 (0%)
Number    Subject test: B  steps[1]   task     13                  0 of 13 (0%)
`);
  const narrow = await reach.run('campaign report Question', { tty: true, columns: 80 });
  const lines = narrow.stdout.split('\n');
  expect(lines[0]).toMatch(/^Campaign +Variant +Step +Sent +Results$/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  await reach.close();
});
