import { expect, test } from 'vitest';
import { localTime } from '../../../../src/presentation/time.ts';
import { nastyTalk, openInbox, reach, talk } from './inbox-world.ts';

openInbox();

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
