// One that is there.

import { beforeEach, expect, test } from 'vitest';
import { localTime } from '../../../../src/presentation/time.ts';
import { kept } from '../../../service/resources/ai/bodies.ts';
import { json, openAi, reach, SUMMARY } from './ai-world.ts';

openAi();

beforeEach(() => reach.run(SUMMARY));

test('at a terminal: names in place of ids, then the text as it is', async () => {
  await reach.run('ai folder create ai-messages Openers');
  const flags = '-f name=Hello -f channel=EMAIL -f tone=Direct -f folder=Openers --prompt-file -';
  await reach.run(`ai message create ${flags}`, { stdin: 'Write to {firstName}.\nTwo {{lines}}.' });
  const { stdout } = await reach.run('ai message show Hello', { tty: true });
  expect(stdout).toBe(`ID             │ 1
Link           │ https://app.reach.invalid/ai-messages/1
Name           │ Hello
Channel        │ Email
Split messages │ no
Created        │ ${localTime('2026-11-21T09:00:00.000Z')} (now)
Updated        │ ${localTime('2026-11-21T09:00:00.000Z')} (now)
Tone           │ Direct
Folder         │ Openers

Write to {firstName}.
Two {{lines}}.
`);
  await reach.run('ai folder create ai-messages Short --in Openers');
  const folder = await reach.run('ai folder show ai-messages Openers', { tty: true });
  expect(folder.stdout).toMatch(/^ID .*1\nPath .*Openers\n[\s\S]*\n\n {2}Short\/\n {2}Hello\n$/);
  await reach.run('ai template create -f name=Two -f subject=S -F messages:=["A","B"]');
  const template = await reach.run('ai template show Two', { tty: true });
  expect(template.stdout).toMatch(/\n\nsubject {2}S\n\nmessage 1 of 2\nA\n\nmessage 2 of 2\nB\n$/);
});

test('what one command shows, another takes: JSON through a pipe is a copy', async () => {
  await reach.run('ai message create -f name=Hello -f channel=EMAIL -f tone=Direct -f "prompt={aiResearch:1} {{}}"');
  const { stdout } = await reach.run('ai message show Hello --json');
  const copy = await json('ai message create --input - -f name=Copy', stdout);
  expect(copy).toMatchObject({ ...JSON.parse(stdout), id: 2, name: 'Copy', appUrl: expect.any(String) });
});

test('list, show, update, archive and unarchive, by name', async () => {
  expect((await reach.run('ai variable list -o id')).stdout).toBe('1\n');
  expect((await reach.run('ai variable list --entity contacts -o id')).stdout).toBe('');
  expect((await json('ai variable show "Company summary"')).prompt).toBe('Say what {name} sells');
  expect((await json('ai variable update "Company summary" -F model:=null -f description=Short')).description).toBe(
    'Short',
  );
  expect((await json('ai variable archive "Company summary"')).archivedAt).toBe('2026-11-21T09:00:00.000Z');
  expect((await reach.run('ai variable list -o id')).stdout).toBe('');
  expect((await reach.run('ai variable list --archived -o id')).stdout).toBe('1\n');
  expect((await json('ai variable unarchive "Company summary"')).archivedAt).toBe(null);
});

test('delete asks, says what goes with it, and names who still refers to it', async () => {
  expect(await reach.run('ai variable delete 1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'cannot ask "Delete AI variable 1 and its values on all records (profile local)?" here',
    ),
    requests: [],
  });
  await reach.run('ai snippet create -f name=Line -f tone=Direct -f "prompt={aiResearch:Company summary}"');
  const refused = await reach.run('ai variable delete 1 --yes');
  expect([refused.code, refused.stderr.split('\n')[0]]).toEqual([
    6,
    'error: AI variable 1 "Company summary" is still referenced by AI snippet 1 "Line"',
  ]);
  expect((await reach.run('ai snippet delete Line --yes')).stdout).toBe('id\t1\ndeleted\ttrue\n');
  expect((await json('ai variable delete "Company summary" --yes')).deleted).toBe(true);
});

test('a name that two have needs the id', async () => {
  await reach.run('ai variable create -f "name=Company summary" -f entity=CONTACT -f prompt=x');
  const ran = await reach.run('ai variable show "Company summary"');
  expect([ran.code, ran.stderr]).toEqual([
    2,
    'error: "Company summary" matches 2 AI variables (ids 1, 2)\n  hint: use an id: 1 (COMPANY), 2 (CONTACT)\n',
  ]);
});

test.each([
  'ai variable create -f name=x -f entity=COMPANY -f prompt=x',
  'ai variable update 1 -f name=x',
  'ai variable archive 1',
  'ai variable unarchive 1',
  'ai variable delete 1',
  'ai folder create contacts x',
  'ai folder move contacts 1 --top',
  'ai folder rename contacts 1 x',
  'ai folder delete contacts 1',
])('a dry run sends nothing that writes: %s', async (argv) => {
  const before = await kept(reach.world);
  const ran = await reach.run(`${argv} --show-requests --json`);
  expect([ran.code, ran.requests.filter((request) => !request.startsWith('GET '))]).toEqual([0, []]);
  expect(await kept(reach.world)).toEqual(before);
});
