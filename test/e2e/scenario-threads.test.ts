// reach test with scenarios enough for more threads than one: as many as there are processors.

import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

const tests = join(home.folder, 'outreach', 'tests');
const COPIES = 9;

beforeAll(async () => {
  expect(await home.run(['init', 'outreach', '--playbooks', '--quiet'])).toMatchObject({ code: 0 });
  for (let at = 0; at < COPIES; at += 1) copyFileSync(join(tests, 'welcome.yaml'), join(tests, `copy-${at}.yaml`));
  const text = readFileSync(join(tests, 'welcome.yaml'), 'utf8');
  writeFileSync(join(tests, 'copy-7.yaml'), text.replace('expect:', 'expect:\n  - messages: { total: 99 }'));
  writeFileSync(join(tests, 'copy-8.yaml'), text.replace('expect:', 'expects:'));
});

test('results come in the order of the files, each as where it runs alone, with the coverage of all', async () => {
  const [all, failed, invalid] = await Promise.all([
    home.run(['test', 'outreach', '--coverage', '--format', 'json']),
    home.run(['test', 'outreach/tests/copy-7.yaml', '--format', 'json']),
    home.run(['test', 'outreach/tests/copy-8.yaml', '--format', 'json']),
  ]);
  expect([all.code, all.stderr]).toEqual([
    3,
    'coverage: 50 of 50 steps, branches and nodes\n17 scenarios passed, 1 failed, 1 invalid\n',
  ]);
  const withoutTime = (text: string): { file: string }[] => JSON.parse(text.replaceAll(/"ms":\d+/g, '"ms":0'));
  const results = withoutTime(all.stdout);
  const files = results.map(({ file }) => file);
  expect([files.length, files]).toEqual([10 + COPIES, files.toSorted()]);
  const of = (name: string) => results.filter(({ file }) => file.endsWith(name));
  expect([of('copy-7.yaml'), of('copy-8.yaml')]).toEqual([withoutTime(failed.stdout), withoutTime(invalid.stdout)]);
});

test('Ctrl-C ends all of them with 130, and what it interrupts is not printed as failed', async () => {
  // One that is not over while the first are printed, on a machine that is slow to notice them, too.
  const rows = Array.from({ length: 500_000 }, (_, at) => `Ada,Nr${at},a${at}@x.example`);
  writeFileSync(join(tests, 'many.csv'), ['First name,Last name,Email', ...rows, ''].join('\n'));
  const long = 'name: many\ngiven:\n  contacts:\n    - { file: many.csv, list: Many }\nwhen:\n  - advance: 1d\n';
  writeFileSync(join(tests, 'zz-many.yaml'), `${long}expect:\n  - messages: { total: 0 }\n`);
  const running = home.start(['test', 'outreach']);
  await running.seen('passed');
  running.kill('SIGINT');
  const { code, stdout } = await running.ended;
  expect([code, stdout.includes('many')]).toEqual([130, false]);
  rmSync(join(tests, 'zz-many.yaml'));
});

test('--watch runs again when a file is added, put in place of another, or removed', async () => {
  const inside = (name: string) => join(home.folder, 'mine', 'tests', name);
  await home.run(['init', 'outreach', 'mine', '--quiet']);
  const running = home.start(['test', 'mine', '--watch']);
  const ends = (count: number, summary: string) =>
    running.seen((text) => text.split('; Ctrl-C').length > count && text.includes(summary), 'stderr');
  await ends(1, '2 scenarios passed');
  copyFileSync(inside('welcome.yaml'), inside('more.yaml'));
  await ends(2, '3 scenarios passed');
  writeFileSync(inside('part'), readFileSync(inside('welcome.yaml'), 'utf8').replace('total: 3', 'total: 4'));
  renameSync(inside('part'), inside('more.yaml'));
  await ends(3, '2 scenarios passed, 1 failed');
  rmSync(inside('more.yaml'));
  await ends(4, '2 scenarios passed');
  // A table that a scenario names is used; a log is not, which the run itself may write.
  const text = readFileSync(inside('welcome.yaml'), 'utf8');
  writeFileSync(inside('welcome.yaml'), `${text}# leads.tsv\n`);
  await ends(5, '2 scenarios passed');
  writeFileSync(inside('run.log'), 'x');
  writeFileSync(inside('leads.tsv'), 'x');
  await ends(6, '2 scenarios passed');
  running.kill('SIGINT');
  expect((await running.ended).code).toBe(130);
});
