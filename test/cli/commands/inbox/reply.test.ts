import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../../../src/cli/terminal/io.ts';
import { openInbox, reach, talk, write } from './inbox-world.ts';

openInbox();

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
  if (file !== undefined) reach.write('answer.txt', file);
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
      '  hint: the request may have been processed; tried once; it may have been sent: repeat the command with --request-id order-17 to send it at most once\n',
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
    'inbox reply 1 Hello --from 1 --channel whatsapp --attach https://f.example/a.pdf --content-type file --show-requests --request-id r --json',
  );
  expect([dry.requests, JSON.parse(dry.stdout)]).toEqual([
    [],
    {
      method: 'POST',
      path: '/v1/inbox/messages',
      body: {
        ...{ contactId: 1, senderIdentityId: 1, message: 'Hello', type: 'WHATSAPP' },
        ...{ attachment: 'https://f.example/a.pdf', contentType: 'FILE', requestId: 'r' },
      },
    },
  ]);
});

const NO_TEXT = 'no text given\n  hint: as an argument, with --file FILE, or on standard input\n';

test.each([
  // Without a text: a pipe may have failed.
  ['', NO_TEXT],
  ['-', NO_TEXT],
  ['""', '<text> is empty\n'],
  ['Hello --subject E --attach-name a.pdf', '--attach-name needs --attach\n'],
  ['Hello --subject E --content-type file', '--content-type needs --attach\n'],
  ['Hello --subject E --new', '--new needs --to\n'],
  ['Hello --subject E --rate 5/1s', '--rate needs --to\n'],
  ['Hello --subject E --request-id " "', '--request-id is empty\n'],
])('inbox reply 1 %s is invalid usage', async (words, says) => {
  expect(await reach.run(`inbox reply 1 ${words} --from 1 --yes`, { stdin: ' \n' })).toMatchObject({
    ...{ code: 2, stdout: '', stderr: `error: ${says}`, requests: [] },
  });
});

test('a placeholder is not sent to one contact as it is; other words in braces are', async () => {
  const line = 'inbox reply 1 --from 1 --subject E --yes -q';
  for (const token of ['{firstName}', '{{firstName}}', '{first_name}', '{firstNam}'])
    expect(await reach.run(line, { stdin: `Hi ${token}` })).toMatchObject({
      ...{ code: 2, stdout: '', requests: [] },
      stderr: `error: ${token} would be sent as it is\n  hint: echo 1 | reach inbox reply --to - TEXT fills it in\n`,
    });
  const { stdout } = await reach.run(`${line} --json --fields message`, { stdin: 'Hi {Ada}' });
  expect(stdout).toBe('{"message":"Hi {Ada}"}\n');
});

describe('in the editor', () => {
  const edit = (script: string, line: string) => {
    reach.write('edit.sh', script);
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
    expect(reach.read('before')).toBe(
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
    // Messages wrap at 80 columns; where depends on the length of the path.
    expect(ran.stderr.replace(/\s+/g, ' ')).toContain(`the text is kept: --file ${path} `);
  });
});

// One text to many conversations: each contact once, whatever is lost or killed on the way.

const bulk = (more = '', io: object = {}) =>
  reach.clock.run(reach.run(`inbox reply --to threads.ndjson --file answer.txt ${more}`, io));

/** A conversation with each contact, and a second one with the first; the text has placeholders. */
async function conversations(text = 'Hi {firstName}, this is {identity.name}.\n'): Promise<string> {
  for (const contactId of [4, 3, 2, 1]) await write({ contactId, message: 'Hello' });
  await write({ contactId: 1, senderIdentityId: 2, message: 'Hello' });
  const { stdout } = await reach.run('inbox threads --all -o ndjson');
  reach.write('threads.ndjson', stdout);
  reach.write('answer.txt', text);
  return stdout;
}

const sent = () =>
  reach.world.service.store.read(
    async (tx) => (await tx.one<{ n: number }>("select count(*) as n from messages where body like 'Hi %'"))?.n ?? 0,
  );

/** The messages of our text that each contact has. */
async function received(): Promise<number[]> {
  const counts: number[] = [];
  for (const id of [1, 2, 3, 4]) {
    const { stdout } = await reach.run(`inbox messages ${id} --all --json --fields message`);
    counts.push(JSON.parse(stdout).filter(({ message }: { message: string }) => message.startsWith('Hi ')).length);
  }
  return counts;
}

test('piped: asked for with --yes, one reply per contact, never-contact and empty placeholders left out, all recorded', async () => {
  const stdin = await conversations('Hi {firstName} of {companyName}\n');
  await reach.run('never-contact add ayin@x.example');
  const fields = '--json --fields contactId,outcome,message';
  const dry = await reach.run(`inbox reply --to - --file answer.txt --dry-run ${fields}`, { stdin });
  const rows = [
    { contactId: 1, outcome: 'WOULD_SEND', message: 'Hi Ada of Engines' },
    { contactId: 1, outcome: 'DUPLICATE', message: 'Hi Ada of Engines' },
    { contactId: 2, outcome: 'NEVER_CONTACT', message: 'Hi עדה of מנוע בע״מ' },
    { contactId: 3, outcome: 'REJECTED', message: 'Hi 森 of {companyName}' },
    { contactId: 4, outcome: 'REJECTED' },
  ];
  expect([dry.code, JSON.parse(dry.stdout)]).toMatchObject([1, rows]);
  expect(dry.stderr).toContain('dry run: nothing is sent; would send 1 message, and messages cannot be unsent\n');
  expect(await received()).toEqual([0, 0, 0, 0]);

  const asked = await reach.run('inbox reply --to - --file answer.txt', { stdin });
  expect([asked.code, asked.stderr]).toEqual([
    2,
    'warning: 1 left out, another conversation of the contact is answered: Ada Lovelace (1)\n' +
      'warning: 1 left out, never-contact ayin@x.example: עדה לאבלייס (2)\n' +
      'warning: 2 left out, {companyName} is empty: 森 健二郎 (3), Eve Xample (4)\n' +
      'Hi {firstName} of {companyName}\n' +
      'error: cannot ask "Send this to 1 contact from Sasha Brandt (profile local)?" here\n  hint: answer it with --yes\n',
  ]);

  const env = { REACH_NO_HISTORY: '' };
  const sent = await reach.run('inbox reply --to - --file answer.txt --yes -o id', { stdin, env });
  expect([sent.code, sent.stderr.split('\n').at(-2)]).toEqual([1, '1 message sent, 4 not sent']);
  expect(await received()).toEqual([1, 0, 0, 0]);
  expect((await reach.run('history', { env })).stdout).toMatch(/\t1 message\tdone\n$/);
});

test('killed and lost answers: the same command goes on, and no contact gets the text twice', async () => {
  await conversations();
  const stop = new AbortController();
  await reach.world.control('POST', '/_local/faults', { endpoint: 'inbox.reply', drop: 'after', times: 1 });
  const lost = await bulk('--yes --max-retries 0', { interrupt: stop.signal });
  expect([lost.code, lost.stderr.split('\n')[1]]).toEqual([
    7,
    '0 of 4 contacts are done; run the same command to continue',
  ]);
  const stopped = async () => {
    while ((await sent()) < 2) await new Promise((done) => setImmediate(done));
    stop.abort(new Interrupted('SIGTERM'));
  };
  const [cut] = await Promise.all([bulk('--yes', { interrupt: stop.signal }), stopped()]);
  expect(cut.code).toBe(143);
  const last = await bulk('--yes');
  expect([last.code, last.stderr]).toEqual([0, expect.stringMatching(/^continuing: [23] of 4 contacts are done$/m)]);
  expect(await received()).toEqual([1, 1, 1, 1]);
  const dry = await bulk('--dry-run --json --fields outcome');
  expect(JSON.parse(dry.stdout).at(-1)).toEqual({ outcome: 'ALREADY_SENT' });
  expect(dry.stderr).toContain('would send 0 messages');
  const again = await bulk('--yes -q --json --fields outcome');
  expect(JSON.parse(again.stdout).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'DUPLICATE',
    ...Array.from({ length: 4 }, () => 'ALREADY_SENT'),
  ]);
  expect((await bulk('--yes --new -q')).code).toBe(0);
  expect(await received()).toEqual([2, 2, 2, 2]);
});

test('a lost answer, and the contact is called otherwise since: it does not get the text again', async () => {
  await conversations();
  await reach.world.control('POST', '/_local/faults', { endpoint: 'inbox.reply', drop: 'after', times: 1 });
  expect((await bulk('--yes --max-retries 0')).code).toBe(7);
  await reach.world.call('PATCH', '/v1/contacts/1', { body: { firstName: 'Augusta' } });
  reach.write('threads.ndjson', (await reach.run('inbox threads --all -o ndjson')).stdout);
  for (const count of [3, 0]) {
    const { code, stdout, stderr } = await bulk('--yes --json --fields contactId,outcome');
    expect([code, JSON.parse(stdout)]).toEqual([1, expect.arrayContaining([{ contactId: 1, outcome: 'UNKNOWN' }])]);
    expect(stderr).toContain(`${count} message`);
    expect(await received()).toEqual([1, 1, 1, 1]);
  }
});

test('rows that name no more than the contact are answered in its last conversation', async () => {
  await write({ contactId: 1, senderIdentityId: 2, message: 'Hello' });
  reach.write('answer.txt', 'Hi {firstName}\n');
  const { stdout } = await reach.run('inbox threads -o ndjson --fields contactId');
  reach.write('threads.ndjson', stdout);
  expect(await bulk('--dry-run')).toMatchObject({
    code: 0,
    stdout: '1\tAda Lovelace\tSasha Brandt\tEMAIL\tWOULD_SEND\t\tHi Ada\n',
    stderr: 'dry run: nothing is sent; would send 1 message, and messages cannot be unsent\n',
  });
});

test.each<[string, string, string]>([
  ['{"contactId":1', 'Hi', 'error: threads.ndjson:1 is not JSON\n'],
  [
    '1\tAda\tLovelace',
    'Hi',
    'error: threads.ndjson:1 is not a conversation\n  hint: reach inbox threads -o ndjson prints them',
  ],
  ['{"id":1}', 'Hi', 'error: threads.ndjson:1 is not a conversation\n'],
  ['1', 'Hi {{firstName}}', 'error: unknown placeholder {{firstName}}\n  hint: a reply has {firstName} '],
])('%s with the text "%s" is exit 2', async (line, text, message) => {
  reach.write('threads.ndjson', line);
  reach.write('answer.txt', text);
  const ran = await bulk('--yes');
  expect([ran.code, ran.stderr.slice(0, message.length)]).toEqual([2, message]);
});
