import { expect, test } from 'vitest';
import { localTime } from '../../../../src/presentation/time.ts';
import { nastyTalk, openInbox, reach, tag, talk, write } from './inbox-world.ts';

openInbox();

test.each([
  [
    80,
    `ID  Contact       Sender      Channel  Unread  Last message          When
${'─'.repeat(80)}
 4  Eve Xample    Robin Hale  Email            > wörter 🚀 wörter …  now
 3  森 健二郎     Robin Hale  Email         1  < 森です。 ありがと…  1 hour ago
 2  עדה לאבלייס   Robin Hale  Email         1  < שלום רובין, זה נש…  2 hours ago
 1  Ada Lovelace  Robin Hale  Email         1  < By hand, still. W…  3 hours ago
`,
  ],
  [
    140,
    `ID  Contact       Sender      Channel  Status     Unread  Last message                                                     When         Tags
${'─'.repeat(140)}
 4  Eve Xample    Robin Hale  Email    Completed          > wörter 🚀 wörter 🚀 wörter 🚀 wörter 🚀 wörter 🚀 wörter 🚀 …  now
 3  森 健二郎     Robin Hale  Email    Completed       1  < 森です。 ありがとうございます。来週の木曜日の午後三時にお会…   1 hour ago
 2  עדה לאבלייס   Robin Hale  Email    Completed       1  < שלום רובין, זה נשמע מצוין. אפשר לדבר ביום חמישי? مرحبا بالعا…  2 hours ago
 1  Ada Lovelace  Robin Hale  Email    Completed       1  < By hand, still. What would you change?                         3 hours ago
`,
  ],
])('drawn in %i columns: aligned, cut, nothing that moves the cursor', async (columns, expected) => {
  await talk();
  await nastyTalk();
  const { stdout } = await reach.run('inbox threads', { tty: true, columns });
  for (const line of stdout.split('\n'))
    expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  expect(stdout).toBe(expected);
});

test('times are reported by the clock of the service, which may be days ahead', async () => {
  await write({ contactId: 1, message: 'Hello' });
  await reach.run('local clock --advance 3d');
  for (const line of ['inbox threads', 'inbox messages 1', 'contacts timeline 1']) {
    const { stdout } = await reach.run(line, { tty: true, columns: 120 });
    expect(stdout).toContain('3 days ago');
  }
});

test('a task is about a contact and for a sender', async () => {
  const steps = [{ type: 'task', taskType: 'CALL', title: 'Call her' }];
  await reach.world.control('PATCH', '/_local/features', { 'task-owners': false });
  await reach.world.call('POST', '/v1/campaigns', { body: { name: 'Q4', identityId: 1, steps } });
  await reach.run('campaign add-contact 1 1');
  await reach.run('campaign status 1 ACTIVE --yes');
  await reach.world.work();
  const { stdout } = await reach.run('inbox messages 1', { tty: true, columns: 80 });
  expect(stdout).toBe(`With Ada Lovelace, Analyst at Engines
  Task for Robin Hale · Completed

About Ada Lovelace for Robin Hale · Task · ${localTime('2026-11-21T09:00:00.000Z')} (now)
  Subject: CALL: Call her
`);
  expect((await reach.run('contacts timeline 1')).stdout).toContain(
    '\ttask created by campaign Q4: CALL: Call her\tRobin Hale\n',
  );
});

test('in a pipe whole values, by the names of the interface', async () => {
  await talk();
  await write({ contactId: 1, message: 'Line\none\ttab' });
  await tag('Hot');
  await reach.run('inbox tag 1 --tag Hot');
  expect((await reach.run('inbox threads')).stdout).toBe(
    '1\tAda\tLovelace\tRobin Hale\tEMAIL\tCOMPLETED\t0\tLine one tab\t2026-11-21T11:00:00.000Z\tHot\n',
  );
  expect((await reach.run('inbox threads -o id')).stdout).toBe('1\n');
  const { stdout } = await reach.run('inbox threads --json --fields contactId,tags,lastMessage.direction');
  expect(JSON.parse(stdout)).toEqual([
    { contactId: 1, tags: [{ id: 1, name: 'Hot', color: '#64748b' }], lastMessage: { direction: 'OUTBOUND' } },
  ]);
});

test.each([
  ['inbox threads --unread', 'GET /v1/inboxes?unread=true&page=1&pageSize=100'],
  ['inbox threads --search "ada 🚀"', 'GET /v1/inboxes?search=ada%20%F0%9F%9A%80&page=1&pageSize=100'],
  ['inbox threads --from 2 --channel email', 'GET /v1/inboxes?senderIdentityId=2&channel=EMAIL&page=1&pageSize=100'],
  ['inbox threads --archived --status paused', 'GET /v1/inboxes?status=PAUSED&archived=true&page=1&pageSize=100'],
  ['inbox threads --contact 1 --tag 1 --tag 2 --limit 5', 'GET /v1/inboxes?contactId=1&tagIds=1%2C2&page=1&pageSize=6'],
])('%s', async (argv, request) => {
  await tag('Hot');
  await tag('Warm');
  const { requests } = await reach.run(argv);
  expect(requests.filter((one) => !one.startsWith('GET /v1/inbox/tags'))).toEqual([request]);
});

test('names are looked up: the sender, the contact, the tag', async () => {
  await tag('Hot');
  const { requests, code } = await reach.run('inbox threads --from "Sasha Brandt" --contact "ada lovelace" --tag Hot');
  expect([code, requests.at(-1)]).toEqual([
    0,
    'GET /v1/inboxes?senderIdentityId=2&contactId=1&tagIds=1&page=1&pageSize=100',
  ]);
});

test.each([
  ['inbox threads --from Nobody', 5, 'error: no identity "Nobody"\n  hint: reach identity list shows them\n'],
  [
    'inbox threads --contact nobody@x.example',
    5,
    'error: no contact "nobody@x.example"\n  hint: give the id, the email address, or first and last name; reach contacts search finds them\n',
  ],
  ['inbox threads --tag 1 --tag 9', 5, 'error: no tag 9\n  hint: list them: reach inbox tags\n'],
  ['inbox threads --tag 9', 5, 'error: no tag 9\n  hint: list them: reach inbox tags\n'],
  ['inbox threads --tag Cold', 5, 'error: no tag "Cold"\n  hint: list them: reach inbox tags\n'],
  [
    'inbox threads --channel fax',
    2,
    'error: --channel: there is no fax\n  hint: one of network, email, whatsapp, task\n',
  ],
])('%s', async (argv, code, stderr) => {
  await tag('Hot');
  expect(await reach.run(argv)).toMatchObject({ code, stderr, stdout: '' });
});

test('at a terminal a conversation to read', async () => {
  await talk();
  const { stdout } = await reach.run('inbox messages 1', { tty: true, columns: 80 });
  expect(stdout).toBe(`With Ada Lovelace, Analyst at Engines
  Email from Robin Hale · Completed · 1 unread

To Ada Lovelace from Robin Hale · Email · ${localTime('2026-11-21T09:00:00.000Z')} (2 hours ago) ·
opened and clicked
  Subject: Engines

  Hello Ada,

  how do you calculate?

  Robin

From Ada Lovelace to Robin Hale · Email · ${localTime('2026-11-21T10:00:00.000Z')} (1 hour ago)
  Subject: Re: Engines

  By hand, still. What would you change?
`);
});

test.each<[string, number, number, string]>([
  [
    'right to left',
    2,
    80,
    `With עדה לאבלייס, מנוע בע״מ
  Email from Robin Hale · Completed · 1 unread

From עדה לאבלייס to Robin Hale · Email · ${localTime('2026-11-21T09:00:00.000Z')} (2 hours ago)
  Subject: Re: Engines

  שלום רובין, זה נשמע מצוין. אפשר לדבר ביום חמישי?

  مرحبا بالعالم
`,
  ],
  [
    'wide characters',
    3,
    80,
    `With 森 健二郎, 部長
  Email from Robin Hale · Completed · 1 unread

From 森 健二郎 to Robin Hale · Email · ${localTime('2026-11-21T10:00:00.000Z')} (1 hour ago)
  Subject: Re: Engines

  森です。    ありがとうございます。来週の木曜日の午後三時にお会いできますか。弊
  社の工場は東京にあります。お待ちしております。
`,
  ],
  [
    'controls, and what is too long for a line',
    4,
    60,
    `With Eve Xample
  Email from Robin Hale · Completed

From Eve Xample to Robin Hale · Email · ${localTime('2026-11-21T11:00:00.000Z')}
(now)
  Subject: Re: Engines

  gotcha  evil
  overwrite

To Eve Xample from Robin Hale · Email · ${localTime('2026-11-21T11:00:00.000Z')}
(now)
  Subject: Engines

  wörter 🚀 wörter 🚀 wörter 🚀 wörter 🚀 wörter 🚀 wörter
  🚀 wörter 🚀 wörter 🚀 wörter 🚀 wörter 🚀 wörter 🚀
  wörter 🚀 wörter 🚀 wörter 🚀 wörter 🚀 wörter 🚀 wörter
  🚀 wörter 🚀 wörter 🚀 wörter 🚀 https://long.example/xxxx
  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
`,
  ],
])('%s', async (_, contact, columns, expected) => {
  await nastyTalk();
  const { stdout } = await reach.run(`inbox messages ${contact}`, { tty: true, columns });
  expect(stdout).toBe(expected);
});

test('in a pipe one row a message, oldest first; the last ones, where there are more', async () => {
  await talk();
  expect((await reach.run('inbox messages ada@x.example')).stdout).toBe(
    '2026-11-21T09:00:00.000Z\tOUTBOUND\tEMAIL\tSENT\t1\tEngines\tHello Ada,  how do you calculate?  Robin\n' +
      '2026-11-21T10:00:00.000Z\tINBOUND\tEMAIL\tRECEIVED\t1\tRe: Engines\tBy hand, still. What would you change?\n',
  );
  const last = await reach.run('inbox messages 1 --limit 1 --json --fields direction');
  expect([last.stdout, last.stderr]).toEqual([
    '[{"direction":"INBOUND"}]\n',
    'the last 1 of 2 messages shown, more available: use --limit N or --all\n',
  ]);
});

test('none is not an error; an unknown contact is', async () => {
  const none = await reach.run('inbox messages 1', { tty: true });
  expect([none.code, none.stdout, none.stderr]).toEqual([0, '', 'no messages from or to contact 1\n']);
  expect((await reach.run('inbox messages 9')).code).toBe(5);
});
