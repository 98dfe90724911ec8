import { expect, test } from 'vitest';
import { openInbox, reach, tag } from './inbox-world.ts';

openInbox();

const UNSHOWN = 'no server shows this page: reach open does, and links lead there while reach serve runs\n';

test('every filter', async () => {
  await tag('Hot');
  const steps = [{ type: 'task', taskType: 'CALL', title: 'Call' }];
  await reach.world.control('PATCH', '/_local/features', { 'task-owners': false });
  await reach.world.call('POST', '/v1/campaigns', { body: { name: 'Q3', steps } });
  const ran = await reach.run([
    ...['inbox', 'link', '--folder', 'tags', '--channel', 'network,email', '--channel', 'task', '--tag', 'Hot'],
    ...['--tag-folder', '3', '--untagged', '--contacts', '1,2', '--contact', '1', '--companies', '1'],
    ...['--campaign', 'Q3', '--from', 'Robin Hale', '--from', '2', '--status', 'paused,completed'],
    ...['--icp', 'high', '--icp', 'missing-data', '--no-archived'],
    ...['--since', '2026-11-01', '--until', '2026-11-21T09:00:00Z', '--open'],
  ]);
  const query = new URLSearchParams({
    ...{ folder: 'tags', channel: 'NETWORK,EMAIL,TASK', tagIds: '1', leadIds: '1,2', leadId: '1' },
    ...{ tagFolderId: '3', identityIds: '1,2', archived: 'false', status: 'PAUSED,COMPLETED' },
    ...{ includeUntagged: 'true', campaignIds: '1', companyIds: '1', icpRatings: 'HIGH,MISSING_DATA' },
    ...{ startDate: '2026-11-01', endDate: '2026-11-21T09:00:00Z' },
  });
  const url = `http://127.0.0.1:8080/app/open?to=/inbox?${query}`;
  const note = 'opened the inbox in the browser\n';
  expect([ran.code, ran.stdout, ran.stderr, reach.opened]).toEqual([0, `${url}\n`, note, [url]]);
});

test('names of contacts and companies, as everywhere', async () => {
  const line = 'inbox link --contact ada@x.example --contacts "Ada Lovelace" --contacts 2,3 --companies engines';
  const { code, stdout, stderr } = await reach.run(line);
  const query = 'folder=received&leadIds=1%2C2%2C3&leadId=1&companyIds=1';
  expect([code, stdout, stderr]).toEqual([0, `https://app.reach.invalid/inbox?${query}\n`, UNSHOWN]);
  expect(await reach.run('inbox link --companies Nowhere')).toMatchObject({
    code: 5,
    stderr:
      'error: no company "Nowhere"\n  hint: give the id, the name, or the domain; reach companies search finds them\n',
  });
});

test('more contacts than a link takes are refused before anything is sent', async () => {
  const stdin = Array.from({ length: 501 }, (_, at) => at + 1).join('\n');
  expect(await reach.run('inbox link --contacts -', { stdin })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('error: --contacts: 501 ids are too many for one link\n  hint: at most 500'),
    requests: [],
  });
});

test('no browser is opened without --open; JSON has the address as url', async () => {
  const ran = await reach.run('inbox link --json');
  expect([ran.stdout, reach.opened]).toEqual(['{"url":"https://app.reach.invalid/inbox?folder=received"}\n', []]);
});

test.each([
  [
    'inbox link --folder spam',
    'error: --folder: there is no spam\n  hint: one of received, unread, sent, scheduled, ai_draft, tags\n',
  ],
  [
    'inbox link --since yesterday',
    'error: --since yesterday: not a day or time\n  hint: such as 2026-11-21 or 2026-11-21T09:00:00Z\n',
  ],
  ['inbox link --since 2026-11-22 --until 2026-11-21', 'error: --since 2026-11-22 is after --until 2026-11-21\n'],
])('%s', async (argv, stderr) => expect(await reach.run(argv)).toMatchObject({ code: 2, stderr, requests: [] }));
