// One text to many conversations: each contact once, whatever is lost or killed on the way.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Interrupted } from '../../../../src/cli/terminal/io.ts';
import { openInbox, reach, write } from './inbox-world.ts';

openInbox();

const bulk = (more = '', io: object = {}) =>
  reach.clock.run(reach.run(`inbox reply --to threads.ndjson --file answer.txt ${more}`, io));

/** A conversation with each contact, and a second one with the first; the text has placeholders. */
async function conversations(text = 'Hi {firstName}, this is {identity.name}.\n'): Promise<string> {
  for (const contactId of [4, 3, 2, 1]) await write({ contactId, message: 'Hello' });
  await write({ contactId: 1, senderIdentityId: 2, message: 'Hello' });
  const { stdout } = await reach.run('inbox threads --all -o ndjson');
  writeFileSync(join(reach.home, 'threads.ndjson'), stdout);
  writeFileSync(join(reach.home, 'answer.txt'), text);
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
  const dry = await reach.run(
    'inbox reply --to - --file answer.txt --dry-run --json --fields contactId,outcome,message',
    {
      stdin,
    },
  );
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
  writeFileSync(join(reach.home, 'threads.ndjson'), line);
  writeFileSync(join(reach.home, 'answer.txt'), text);
  const ran = await bulk('--yes');
  expect([ran.code, ran.stderr.slice(0, message.length)]).toEqual([2, message]);
});
