// reach inbox: argv → requests and whole output, over the real service.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { localTime } from '../../../../src/presentation/time.ts';
import { reachForEachTest } from '../../../opened.ts';

const reach = reachForEachTest();

beforeEach(async () => {
  const { world } = reach;
  const contacts = [
    {
      firstName: 'Ada',
      lastName: 'Lovelace',
      professionalEmail: 'ada@x.example',
      jobTitle: 'Analyst',
      companyName: 'Engines',
    },
    { firstName: 'עדה', lastName: 'לאבלייס', professionalEmail: 'ayin@x.example', companyName: 'מנוע בע״מ' },
    { firstName: '森', lastName: '健二郎', professionalEmail: 'mori@x.example', jobTitle: '部長' },
    { firstName: 'Eve\u001b[31m', lastName: '\u202eXam\u0007ple', professionalEmail: 'eve@x.example' },
  ];
  await world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
  await world.call('PATCH', '/v1/identities/1', { body: { name: 'Robin Hale', email: 'robin@x.example' } });
  await world.service.store.write((tx) =>
    tx.run("insert into identities (workspace_id, name, created_at) values (1, 'Sasha Brandt', 0)"),
  );
});

const emit = (body: object) => reach.world.control('POST', '/_local/emit', body);
const answer = (contactId: number, text: string, more: object = {}) =>
  emit({ kind: 'reply', contactId, text, subject: 'Re: Engines', ...more });
const write = (body: object) =>
  reach.world.call('POST', '/v1/inbox/messages', { body: { senderIdentityId: 1, subject: 'Engines', ...body } });
const tag = async (name: string): Promise<number> =>
  (await reach.world.call('POST', '/v1/inbox/tags', { body: { name } })).body.data.id;
const hour = () => reach.clock.advance(3_600_000);

async function talk(): Promise<void> {
  await write({ contactId: 1, message: 'Hello Ada,\n\nhow do you calculate?\n\nRobin' });
  await hour();
  await emit({ kind: 'click', contactId: 1 });
  await answer(1, 'By hand, still. What would you change?');
  await hour();
}

const NASTY = {
  rtl: 'שלום רובין, זה נשמע מצוין. אפשר לדבר ביום חמישי?\n\nمرحبا بالعالم',
  cjk: '森です。\tありがとうございます。来週の木曜日の午後三時にお会いできますか。弊社の工場は東京にあります。お待ちしております。',
  controls: 'got\u001b[2J\u001b[Hcha \u0007\b\b\u001b]0;title\u0007 \u202eevil\u2069\u061c\r\nover\rwrite',
  long: `${'wörter 🚀 '.repeat(20)}https://long.example/${'x'.repeat(100)}`,
};

async function nastyTalk(): Promise<void> {
  await answer(2, NASTY.rtl);
  await hour();
  await answer(3, NASTY.cjk);
  await hour();
  await answer(4, NASTY.controls);
  await write({ contactId: 4, message: NASTY.long });
}

describe('threads', () => {
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

  test('times are told by the clock of the service, which may be days ahead', async () => {
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
      {
        contactId: 1,
        tags: [{ id: 1, name: 'Hot', color: '#64748b' }],
        lastMessage: { direction: 'OUTBOUND' },
      },
    ]);
  });

  test.each([
    ['inbox threads --unread', 'GET /v1/inboxes?unread=true&page=1&pageSize=100'],
    ['inbox threads --search "ada 🚀"', 'GET /v1/inboxes?search=ada%20%F0%9F%9A%80&page=1&pageSize=100'],
    ['inbox threads --from 2 --channel email', 'GET /v1/inboxes?senderIdentityId=2&channel=EMAIL&page=1&pageSize=100'],
    ['inbox threads --archived --status paused', 'GET /v1/inboxes?status=PAUSED&archived=true&page=1&pageSize=100'],
    [
      'inbox threads --contact 1 --tag 1 --tag 2 --limit 5',
      'GET /v1/inboxes?contactId=1&tagIds=1%2C2&page=1&pageSize=6',
    ],
  ])('%s', async (argv, request) => {
    await tag('Hot');
    expect((await reach.run(argv)).requests).toEqual([request]);
  });

  test('names are looked up: the sender, the contact, the tag', async () => {
    await tag('Hot');
    const { requests, code } = await reach.run(
      'inbox threads --from "Sasha Brandt" --contact "ada lovelace" --tag Hot',
    );
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
    ['inbox threads --tag Cold', 5, 'error: no tag "Cold"\n  hint: list them: reach inbox tags\n'],
    [
      'inbox threads --channel fax',
      2,
      'error: --channel: there is no fax\n  hint: one of network, email, whatsapp, task\n',
    ],
  ])('%s', async (argv, code, stderr) => {
    expect(await reach.run(argv)).toMatchObject({ code, stderr, stdout: '' });
  });
});

describe('messages', () => {
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
});

describe('reply', () => {
  test('with --yes: the message, and the request id before it is sent', async () => {
    const ran = await reach.run(
      'inbox reply 1 "Yes, gladly." --from "Robin Hale" --subject Engines --yes --json --fields message,channel,requestId',
    );
    const { requestId } = JSON.parse(ran.stdout);
    expect(ran.stdout).toBe(`{"message":"Yes, gladly.","channel":"EMAIL","requestId":"${requestId}"}\n`);
    expect(requestId).toMatch(/^reach-[0-9a-z]+-[0-9a-z]{6}$/);
    expect(ran.stderr).toBe(
      `request id ${requestId}: pass it as --request-id to repeat the command without sending twice\n`,
    );
  });

  test('without --from: whoever wrote with the contact last', async () => {
    await write({ contactId: 1, senderIdentityId: 2, message: 'Hi' });
    const { stdout } = await reach.run('inbox reply 1 "Again" --yes -q --json --fields senderIdentityId');
    expect(stdout).toBe('{"senderIdentityId":2}\n');
    expect(await reach.run('inbox reply 2 "Hi" --yes')).toMatchObject({
      code: 2,
      stderr:
        'error: contact 2 has no conversation yet: give the sender with --from\n  hint: list the identities: reach identity list\n',
    });
  });

  test.each<[string, string, { stdin?: string; file?: string }]>([
    ['the argument', 'inbox reply 1 "One  two " --from 1 --subject E --yes', {}],
    ['standard input', 'inbox reply 1 --from 1 --subject E --yes', { stdin: 'One  two \n\n' }],
    ['a dash', 'inbox reply 1 - --from 1 --subject E --yes', { stdin: 'One  two \n' }],
    ['a file', 'inbox reply 1 --file answer.txt --from 1 --subject E --yes', { file: 'One  two \n' }],
  ])('the text from %s', async (from, argv, { stdin, file }) => {
    if (file !== undefined) writeFileSync(join(reach.home, 'answer.txt'), file);
    const { stdout } = await reach.run(`${argv} --json --fields message`, stdin === undefined ? {} : { stdin });
    expect(JSON.parse(stdout).message).toBe(from === 'the argument' ? 'One  two ' : 'One  two');
  });

  test('the answer is lost: the same command with the same request id sends it once', async () => {
    await reach.world.control('POST', '/_local/faults', { endpoint: 'inbox.reply', drop: 'after', times: 1 });
    const argv = 'inbox reply 1 Hello --from 1 --subject E --yes --request-id order-17';
    const lost = await reach.clock.run(reach.run(`${argv} --max-retries 0`));
    expect([lost.code, lost.stderr]).toEqual([
      7,
      'request id order-17: pass it as --request-id to repeat the command without sending twice\n' +
        'error: the connection to the local service was cut before the answer was complete\n' +
        '  hint: the request may have been processed; tried 1 times; it may have been sent: repeat the command with --request-id order-17 to send it at most once\n',
    ]);
    expect((await reach.run(argv)).code).toBe(0);
    const { stdout } = await reach.run('inbox messages 1 --json --fields message,requestId');
    expect(JSON.parse(stdout)).toEqual([{ message: 'Hello', requestId: 'order-17' }]);
  });

  test('a lost answer is asked for again by itself', async () => {
    await reach.world.control('POST', '/_local/faults', { endpoint: 'inbox.reply', drop: 'after', times: 1 });
    const ran = await reach.clock.run(reach.run('inbox reply 1 Hello --from 1 --subject E --yes -q'));
    expect(ran.code).toBe(0);
    expect((await reach.run('inbox messages 1 -o id')).stdout).toBe('1\n');
  });

  test('the same request id for another message is exit 6', async () => {
    await reach.run('inbox reply 1 Hello --from 1 --subject E --yes --request-id r1');
    const other = await reach.run('inbox reply 1 Other --from 1 --subject E --yes --request-id r1 -q');
    expect([other.code, other.stderr.split('\n')[0]]).toEqual([
      6,
      'error: The request id r1 was used for another message: 1',
    ]);
  });

  test('asks first; off a terminal it needs --yes; a dry run sends nothing', async () => {
    const ran = await reach.run('inbox reply 1 Hello --from 1');
    expect([ran.code, ran.requests]).toEqual([2, []]);
    expect(ran.stderr).toContain(
      'error: cannot ask "Send this to contact 1 from identity 1 (profile local)?" here\n  hint: answer it with --yes\n',
    );
    const dry = await reach.run(
      'inbox reply 1 Hello --from 1 --channel whatsapp --attach https://f.example/a.pdf --content-type file --dry-run --request-id r --json',
    );
    expect([dry.requests, JSON.parse(dry.stdout)]).toEqual([
      [],
      {
        method: 'POST',
        path: '/v1/inbox/messages',
        body: {
          contactId: 1,
          senderIdentityId: 1,
          message: 'Hello',
          type: 'WHATSAPP',
          attachment: 'https://f.example/a.pdf',
          contentType: 'FILE',
          requestId: 'r',
        },
      },
    ]);
  });

  test.each([
    ['inbox reply 1 --from 1 --yes', 'no text given\n  hint: as an argument, with --file FILE, or on standard input\n'],
    [
      'inbox reply 1 - --from 1 --yes',
      'no text given\n  hint: as an argument, with --file FILE, or on standard input\n',
    ],
    ['inbox reply 1 "" --from 1 --yes', '<text> is empty\n'],
  ])('%s without a text is wrong use: a pipe may have failed', async (line, says) => {
    expect(await reach.run(line, { stdin: ' \n' })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `error: ${says}`,
      requests: [],
    });
  });

  describe('in the editor', () => {
    const edit = (script: string, line: string) => {
      writeFileSync(join(reach.home, 'edit.sh'), script);
      const env = { VISUAL: 'sh edit.sh', PATH: process.env['PATH'] ?? '' };
      return reach.run(line, { tty: true, env });
    };
    const kept = () => readdirSync(join(reach.home, 'state', 'edits'));

    test('nothing written, nothing sent', async () => {
      const ran = await edit(':', 'inbox reply 1 --from 1 --yes');
      expect(ran).toMatchObject({ code: 0, stdout: '', stderr: 'nothing written, nothing sent\n' });
      expect([ran.requests, kept()]).toEqual([['GET /v1/inboxes?contactId=1&page=1&pageSize=21'], []]);
    });

    test('with what is answered below; gone when it is sent', async () => {
      await talk();
      const ran = await edit('cp "$1" before; echo "I would." > "$1"', 'inbox reply 1 --yes -o id');
      expect([ran.code, ran.stdout, kept()]).toEqual([0, '3\n', []]);
      expect(readFileSync(join(reach.home, 'before'), 'utf8')).toBe(
        [
          '',
          '#! To Ada Lovelace (1). Lines that begin like this one are not sent.',
          '#! Save and close to continue; an empty text sends nothing.',
          '#! ',
          '#! The last message:',
          '#! By hand, still. What would you change?',
          '',
        ].join('\n'),
      );
    });

    test('kept when it cannot be sent', async () => {
      const ran = await edit('sed -i "1s/.*/I would./" "$1"', 'inbox reply 2 --from 9 --yes');
      const [folder] = kept();
      const path = join(reach.home, 'state', 'edits', folder ?? '', 'reply.txt');
      expect([ran.code, readFileSync(path, 'utf8')]).toEqual([5, 'I would.\n']);
      expect(ran.stderr).toContain(`the text is kept: --file ${path}\n`);
    });
  });
});

describe('tags', () => {
  test('create, then list', async () => {
    const made = await reach.run(['inbox', 'tags', '--create', 'Call back', '--color', '#2563EB']);
    expect(made.stdout).toContain('name\tCall back\ncolor\t#2563eb\n');
    expect((await reach.run('inbox tags')).stdout).toBe('1\tCall back\t#2563eb\t2026-11-21T09:00:00.000Z\n');
    const dry = await reach.run('inbox tags --create New --dry-run --json');
    expect([dry.requests, dry.stdout]).toEqual([
      [],
      '{"method":"POST","path":"/v1/inbox/tags","body":{"name":"New"}}\n',
    ]);
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
    expect([wrong.code, JSON.parse(wrong.stdout)[0].error]).toEqual([
      1,
      'Contact 2 has no conversation with identity 1',
    ]);
  });

  test('a contact that is gone does not keep the others; an unknown tag stops everything', async () => {
    await tag('Hot');
    const ran = await reach.run('inbox tag 1 99 2 --tag Hot');
    expect([ran.code, ran.stdout]).toEqual([1, '1\t1\ttrue\t\n99\t1\tfalse\tThere is no contact 99\n2\t1\ttrue\t\n']);
    const unknown = await reach.run('inbox tag 1 2 --tag 7');
    expect([unknown.code, unknown.stdout, unknown.stderr.split('\n')[0]]).toEqual([
      5,
      '',
      '0 of 2 contacts are done; run the same command to continue',
    ]);
  });

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
    const dry = await reach.run('inbox tag 1 --tag New --create --dry-run -o ndjson');
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
    expect(await reach.run('inbox tag 1 --tag New --dry-run')).toMatchObject({
      code: 5,
      stderr: 'error: no tag "New"\n  hint: list them: reach inbox tags; --create creates it\n',
    });
  });

  test('--create makes the tag; a dry run sends nothing that writes', async () => {
    expect((await reach.run('inbox tag 1 --tag New --create')).code).toBe(0);
    const dry = await reach.run('inbox untag 1 2 --tag New --dry-run --json');
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
});

const UNSHOWN = 'no server shows this page: reach open does, and links lead there while reach serve runs\n';

describe('link', () => {
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
      folder: 'tags',
      channel: 'NETWORK,EMAIL,TASK',
      tagIds: '1',
      leadIds: '1,2',
      leadId: '1',
      tagFolderId: '3',
      identityIds: '1,2',
      archived: 'false',
      status: 'PAUSED,COMPLETED',
      includeUntagged: 'true',
      campaignIds: '1',
      companyIds: '1',
      icpRatings: 'HIGH,MISSING_DATA',
      startDate: '2026-11-01',
      endDate: '2026-11-21T09:00:00Z',
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
  ])('%s', async (argv, stderr) => {
    expect(await reach.run(argv)).toMatchObject({ code: 2, stderr, requests: [] });
  });
});
