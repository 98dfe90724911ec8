// Duplicates as a person at a terminal of 80 columns resolves them: side by side, the survivor, the values, the number typed.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { homeForAllTests, servedForAllTests } from './opened.ts';
import { answerAll, readable, startOnTerminal } from './terminal.ts';

const home = homeForAllTests();
const served = servedForAllTests(home, ['--ephemeral', '--empty', '--rate-limits', 'off']);

const HEADER = 'First Name,Last Name,Job Title,Email,Mobile';
const ADAS = [
  'Ada,Lovelace,Countess of the engines and of much else that is long,ada@engines.example,',
  'Ada,Lovelace,CTO,,+44 1',
];

beforeAll(async () => {
  const many = Array.from({ length: 12 }, () => 'Alan,Turing,,,');
  writeFileSync(join(home.folder, 'people.csv'), `${[HEADER, ...ADAS, ...many].join('\n')}\n`);
  const made = await home.here(['contacts', 'import', 'people.csv', '--no-merge', '--yes'], { env: served.env });
  expect(made.code).toBe(0);
});

const DOWN = '\u001b[B';

test('for a screen reader the choices are numbers to type, each on one line', async () => {
  const env = { ...served.env, REACH_ACCESSIBLE: '1' };
  const running = startOnTerminal(home, ['duplicates', 'resolve', '--dry-run'], { env, columns: 47 });
  await answerAll(running, [[/Which contact stays[\s\S]*4\) Show no more groups/, '4\r']]);
  const { code, stdout } = await running.ended;
  const choices = readable(stdout).match(/^ *\d\) .*\n.*/gm) ?? [];
  expect([code, choices[0]]).toEqual([0, expect.stringMatching(/^ {2}1\) 1 · Ada Lovelace .*…\s*\n {2}2\) 2 · Ada /)]);
});

test('the second of two stays, with a value of the first; the other group is left; a yes deletes', async () => {
  const running = startOnTerminal(home, ['duplicates', 'resolve'], { env: served.env, columns: 80 });
  await answerAll(running, [
    [/Group 1: ada lovelace, 2 contacts[\s\S]*❯ 1 · Ada Lovelace ada@engines/, DOWN],
    [/❯ 2 · Ada Lovelace/, '\r'],
    [/Which values\?[\s\S]*❯ Those of 2/, DOWN],
    [/❯ Choose where they differ: Job title/, '\r'],
    [/Job title\?[\s\S]*❯ CTO/, DOWN],
    [/❯ Countess/, '\r'],
    [/Group 2: alan turing, 12 contacts[\s\S]*Which contact stays/, `\u001b[A${'\u001b[A'}\r`],
    [/Delete 1 contact permanently[\s\S]*\(y\/N\)/, 'y\r'],
  ]);
  const ran = await running.ended;
  expect(ran.code).toBe(0);
  const displayed = readable(ran.stdout);
  expect(displayed).toMatch(/Field +Contact 1 +Contact 2/);
  expect(displayed).toMatch(/^\* Job title +Countess of the/m);
  expect(displayed).toMatch(/1 group merged: 1 contact deleted/);
  const table = displayed.slice(displayed.indexOf('Group 1'), displayed.indexOf('Which contact'));
  expect(Math.max(...table.split('\n').map((line) => line.trimEnd().length))).toBeLessThanOrEqual(80);
  const left = await home.here(
    ['contacts', 'show', '2', '--json', '--fields', 'jobTitle,professionalEmail,mobilePhone'],
    { env: served.env },
  );
  expect(JSON.parse(left.stdout)).toEqual({
    jobTitle: 'Countess of the engines and of much else that is long',
    professionalEmail: 'ada@engines.example',
    mobilePhone: '+44 1',
  });
  expect((await home.here(['contacts', 'show', '1'], { env: served.env })).code).toBe(5);
});

test('more than ten are deleted only after their number is typed; anything else deletes nothing', async () => {
  const start = () =>
    startOnTerminal(home, ['duplicates', 'resolve', '--keep', 'oldest'], { env: served.env, columns: 80 });
  const question = /Delete 11 contacts permanently[\s\S]*Type 11 to confirm/;
  const declined = start();
  await declined.seen((displayed) => question.test(readable(displayed)));
  declined.type('yes\r');
  const no = await declined.ended;
  expect([no.code, readable(no.stdout)]).toEqual([1, expect.stringContaining('nothing deleted')]);
  const approved = start();
  await approved.seen((displayed) => question.test(readable(displayed)));
  approved.type('11\r');
  const yes = await approved.ended;
  expect([yes.code, readable(yes.stdout)]).toEqual([0, expect.stringContaining('1 group merged: 11 contacts deleted')]);
});
