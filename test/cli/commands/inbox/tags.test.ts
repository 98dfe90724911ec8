import { expect, test } from 'vitest';
import { openInbox, reach, tag, talk, write } from './inbox-world.ts';

openInbox();

test('create, then list', async () => {
  const made = await reach.run(['inbox', 'tags', '--create', 'Call back', '--color', '#2563EB']);
  expect(made.stdout).toContain('name\tCall back\ncolor\t#2563eb\n');
  expect((await reach.run('inbox tags')).stdout).toBe('1\tCall back\t#2563eb\t2026-11-21T09:00:00.000Z\n');
  const dry = await reach.run('inbox tags --create New --show-requests --json');
  expect([dry.requests, dry.stdout]).toEqual([[], '{"method":"POST","path":"/v1/inbox/tags","body":{"name":"New"}}\n']);
});

test('onto contacts by id and name, one request a contact; off again with one sender', async () => {
  await tag('Hot');
  const on = await reach.run('inbox tag 1,2 ayin@x.example "森 健二郎" --tag Hot');
  expect(on.stdout).toBe('1\t1\ttrue\t\n2\t1\ttrue\t\n3\t1\ttrue\t\n');
  expect(on.requests.filter((request) => request.startsWith('POST /v1/inbox'))).toEqual([
    'POST /v1/inbox/contacts/1/tags',
    'POST /v1/inbox/contacts/2/tags',
    'POST /v1/inbox/contacts/3/tags',
  ]);
  await talk();
  const off = await reach.run('inbox untag 1 --tag 1 --from 1 --json');
  expect(JSON.parse(off.stdout)).toEqual([{ contactId: 1, tagIds: [1], success: true }]);
  const wrong = await reach.run('inbox untag 2 --tag 1 --from 1 --json');
  expect([wrong.code, JSON.parse(wrong.stdout)[0].error]).toEqual([1, 'Contact 2 has no conversation with identity 1']);
});

test('a contact that is gone does not keep the others; an unknown tag stops everything', async () => {
  await tag('Hot');
  const ran = await reach.run('inbox tag 1 99 2 --tag Hot');
  expect([ran.code, ran.stdout]).toEqual([1, '1\t1\ttrue\t\n99\t1\tfalse\tThere is no contact 99\n2\t1\ttrue\t\n']);
  for (const option of ['', '--dry-run']) {
    const gone = await reach.run(`inbox tag 99 --tag Hot ${option}`);
    expect([gone.code, gone.stdout + gone.stderr]).toEqual([1, expect.stringContaining('There is no contact 99')]);
  }
  const unknown = await reach.run('inbox tag 1 2 --tag 7');
  expect([unknown.code, unknown.stdout, unknown.stderr.split('\n')[0]]).toEqual([
    5,
    '',
    '0 of 2 contacts are done; run the same command to continue',
  ]);
  expect(await reach.run('inbox tag 1 2 --tag 7 --dry-run')).toMatchObject({ code: 5, stdout: '' });
});

test('a dry run counts who has the tag already, however many conversations another one has', async () => {
  await tag('Hot');
  for (const senderIdentityId of [1, 2]) await write({ contactId: 1, senderIdentityId, message: 'Hello' });
  await write({ contactId: 2, message: 'Hello' });
  await reach.run('inbox tag 2 --tag Hot');
  const dry = await reach.run('inbox tag 1 2 --tag Hot --dry-run');
  expect(dry.stderr).toContain('\n1 already there, or not there to be removed\n');
});

test.each(['inbox tag - - --tag Hot', 'inbox link --contacts - --companies -', 'inbox reply --to - - --yes'])(
  '%s: standard input cannot be both',
  async (line) => {
    await tag('Hot');
    expect(await reach.run(line, { stdin: '1\n' })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'error: standard input (-) is named twice\n',
      requests: [],
    });
  },
);

test('no one on standard input is nothing to do: a search may find no one', async () => {
  expect(await reach.run('inbox untag - --tag Hot', { stdin: '\n' })).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'no contacts given: nothing to do\n',
    requests: [],
  });
  expect((await reach.run('inbox link --contacts -', { stdin: '' })).code).toBe(2);
});

test('a dry run of a tag that is to be made', async () => {
  const dry = await reach.run('inbox tag 1 --tag New --create --show-requests -o ndjson');
  expect([
    dry.requests,
    dry.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ]).toEqual([
    ['GET /v1/inbox/tags?name=New&page=1&pageSize=100'],
    [
      { method: 'POST', path: '/v1/inbox/tags', body: { name: 'New' } },
      { method: 'POST', path: '/v1/inbox/contacts/1/tags', body: { tagIds: ['(the id of New)'] } },
    ],
  ]);
  expect(await reach.run('inbox tag 1 --tag New --show-requests')).toMatchObject({
    code: 5,
    stderr: 'error: no tag "New"\n  hint: list them: reach inbox tags; --create creates it\n',
  });
});

test('what a new tag would change is shown by the name that it will have', async () => {
  await talk();
  expect(await reach.run('inbox tag 1 --tag New --create --dry-run')).toMatchObject({
    code: 0,
    stdout:
      'tag\t\tNew\tcreated\tname\t\tNew\tthe API cannot delete it\n' +
      'conversation\t1\tAda Lovelace\tadded\ttags\t\t(the id of New)\t\n',
    stderr: 'dry run: nothing is sent\nwould create 1 tag, change 1 conversation\n',
  });
});

test('a tag that exists already is kept: nothing would change, nothing is recorded, another colour is named', async () => {
  await tag('Hot');
  expect(await reach.run('inbox tags --create " Hot" --dry-run')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'dry run: nothing is sent\nnothing would change\n',
  });
  const env = { REACH_NO_HISTORY: '' };
  expect(await reach.run('inbox tags --create Hot --color #ff0000 -o id', { env })).toMatchObject({
    code: 0,
    stdout: '1\n',
    stderr: 'warning: its colour is #64748b: a tag that exists already is kept as it is\n',
  });
  expect((await reach.run('history', { env })).stdout).toBe('');
});

test.each(['inbox tag 1 --tag " "', 'inbox tag 1 --tag " " --create', 'inbox threads --tag " "'])(
  '%s is invalid usage',
  async (line) => {
    expect(await reach.run(line)).toMatchObject({ code: 2, stdout: '', stderr: 'error: --tag is empty\n' });
  },
);

test('--create makes the tag; a dry run sends nothing that writes', async () => {
  expect((await reach.run('inbox tag 1 --tag New --create')).code).toBe(0);
  const dry = await reach.run('inbox untag 1 2 --tag New --show-requests --json');
  expect([dry.requests, JSON.parse(dry.stdout)]).toEqual([
    ['GET /v1/inbox/tags?name=New&page=1&pageSize=100'],
    [
      { method: 'DELETE', path: '/v1/inbox/contacts/1/tags', body: { tagIds: [1] } },
      { method: 'DELETE', path: '/v1/inbox/contacts/2/tags', body: { tagIds: [1] } },
    ],
  ]);
  expect(await reach.run('inbox tag 1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--tag is missing'),
  });
});

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
  [
    'inbox link --until 2026-02-30',
    'error: --until 2026-02-30: not a day or time\n  hint: such as 2026-11-21 or 2026-11-21T09:00:00Z\n',
  ],
  ['inbox link --since 2026-11-22 --until 2026-11-21', 'error: --since 2026-11-22 is after --until 2026-11-21\n'],
])('%s', async (argv, stderr) => expect(await reach.run(argv)).toMatchObject({ code: 2, stderr, requests: [] }));
