// The import as a person at a terminal has it: the mapping is shown and asked about once, a bar while it lasts, Ctrl-C.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { homeForAllTests, servedForAllTests } from './opened.ts';
import { answerAll, readable, startOnTerminal } from './terminal.ts';

const home = homeForAllTests();
const served = servedForAllTests(home, ['--ephemeral', '--empty', '--rate-limits', 'on']);

beforeAll(async () => {
  writeFileSync(join(home.folder, 'people.csv'), 'First Name,Last Name,Company\nAda,Lovelace,Engines\n');
  const many = Array.from({ length: 3_050 }, (_, n) => `Person,${n},Engines`);
  writeFileSync(join(home.folder, 'many.csv'), `First Name,Last Name,Company\n${many.join('\n')}\n`);
});

const UP = '\u001b[A';
const DOWN = '\u001b[B';

const bulksSeen = async (): Promise<number> => {
  const args = ['local', 'log', '--all', '--json'];
  const log: { path: string }[] = JSON.parse((await home.here(args, { env: served.env })).stdout);
  return log.filter(({ path }) => path === '/v1/contacts/bulk').length;
};

test.each([
  ['Cancel', `${UP}\r`, 1],
  ['Ctrl-C', '\u0003', 130],
])('%s to the mapping: nothing is sent', async (_, typed, code) => {
  const running = startOnTerminal(home, ['contacts', 'import', 'people.csv'], { env: served.env });
  await running.seen('Change the mapping');
  expect(readable(running.stdout())).toContain(
    `Column      Imported as  First value\n${'─'.repeat(36)}\nFirst Name  firstName    Ada\nLast Name   lastName     Lovelace\n`,
  );
  running.type(typed);
  const ran = await running.ended;
  expect(ran.code).toBe(code);
  expect(await bulksSeen()).toBe(0);
});

test('Import: it is imported; --yes does not ask', async () => {
  const running = startOnTerminal(home, ['contacts', 'import', 'people.csv'], { env: served.env });
  await running.seen('Change the mapping');
  running.type('\r');
  const ran = await running.ended;
  expect(ran.code).toBe(0);
  expect(readable(ran.stdout)).toMatch(/^Created +│ 1$/m);
  const again = await startOnTerminal(home, ['contacts', 'import', 'people.csv', '--again', '--yes'], {
    env: served.env,
  }).ended;
  expect(again.code).toBe(0);
  expect(readable(again.stdout)).not.toContain('Change the mapping');
});

test('a column is given a field by typing a part of its name, at 80 columns, and the mapping is saved', async () => {
  writeFileSync(join(home.folder, 'odd.csv'), 'Who,Since when\nGrace,2026\nEdsger,2025\n');
  const args = ['contacts', 'import', 'odd.csv', '--map', 'Since when=jobTitle', '--save-mapping', 'odd'];
  const running = startOnTerminal(home, args, { env: served.env, columns: 80 });
  await answerAll(running, [
    [/❯ Import/, DOWN],
    [/❯ Change the mapping/, '\r'],
    [/❯ Done/, 'who'],
    [/❯ Who → not imported {3}Grace, Edsger/, '\r'],
    [/"Who" is imported as[\s\S]*❯ not imported/, 'first'],
    [/❯ firstName/, '\r'],
    [/❯ Done/, '\r'],
    [/Who +firstName +Grace[\s\S]*❯ Import/, '\r'],
  ]);
  const ran = await running.ended;
  expect(ran.code).toBe(0);
  expect(readable(ran.stdout)).toMatch(/mapping saved as "odd"[\s\S]*Created +│ 2/);
  const again = await home.here(['contacts', 'import', 'odd.csv', '--dry-run', '--json', '--fields', 'columns'], {
    env: served.env,
  });
  expect(JSON.parse(again.stdout)).toEqual({ columns: { Who: 'firstName', 'Since when': 'jobTitle' } });
});

type Answers = Parameters<typeof answerAll>[1];

const fields = ({ firstName, lastName, jobTitle }: Record<string, unknown>) => `${firstName} ${lastName} ${jobTitle}`;

test.each<[string, string, string, Answers, string]>([
  [
    'words for "no value" are taken for empty cells',
    'words.csv',
    'First Name,Last Name,Company,Title\nAda,Words,Acme,NULL\n',
    [
      [/❯ Import/, `${DOWN}${DOWN}`],
      [/❯ Take "NULL" for empty cells/, '\r'],
      [/❯ Import/, '\r'],
    ],
    'Ada Words null',
  ],
  [
    'a column of names is split',
    'names.csv',
    'Name,Company,Title\nDr. Grace van Dyke,Acme,CTO\n',
    [
      [/❯ Import/, `${DOWN}${DOWN}`],
      [/❯ Split "Name" into first and last name/, '\r'],
      [/Name +firstName, lastName +Grace \| van Dyke[\s\S]*❯ Import/, '\r'],
    ],
    'Grace van Dyke CTO',
  ],
  [
    'a value of a column is replaced',
    'values.csv',
    'First Name,Last Name,Company,Title\nCy,Values,Acme,Chef\n',
    [
      [/❯ Import/, DOWN],
      [/❯ Change the mapping/, '\r'],
      [/❯ Done/, 'title'],
      [/❯ Title → jobTitle/, '\r'],
      [/"Title" is imported as[\s\S]*❯ other values in place of those of its cells/, '\r'],
      [/❯ Done: the values are right/, 'chef'],
      [/❯ Chef → Chef/, '\r'],
      [/"Chef" is imported as/, 'Boss\r'],
      [/❯ Done: the values are right/, '\r'],
      [/❯ Done: the mapping is right/, '\r'],
      [/❯ Import/, '\r'],
    ],
    'Cy Values Boss',
  ],
])('%s where the terminal offers it', async (_, name, text, answers, record) => {
  writeFileSync(join(home.folder, name), text);
  const running = startOnTerminal(home, ['contacts', 'import', name], { env: served.env });
  await answerAll(running, answers);
  expect((await running.ended).code).toBe(0);
  const search = ['contacts', 'search', '--include', `lastName=${record.split(' ').slice(1, -1).join(' ')}`, '--json'];
  const found: Record<string, unknown>[] = JSON.parse((await home.here(search, { env: served.env })).stdout);
  expect(found.map(fields)).toEqual([record]);
});

test('a bar while it lasts; Ctrl-C says what happens and how to continue, and ends with 130', async () => {
  const args = ['contacts', 'import', 'many.csv', '--yes'];
  const running = startOnTerminal(home, args, { env: served.env });
  await running.seen(/█.* of 3,050 rows .*rate limit/);
  running.type('\u0003');
  const ran = await running.ended;
  expect(readable(ran.stdout)).toContain('resume with: reach contacts import --resume');
  expect(ran.code).toBe(130);
});
