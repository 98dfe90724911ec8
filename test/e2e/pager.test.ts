// Long output at a terminal: what goes to a pager, what does not, and how it ends.

import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { loopback, success } from './loopback.ts';
import { homeForAllTests } from './opened.ts';
import { readable, startOnTerminal } from './terminal.ts';

const home = homeForAllTests();

/** The terminal has 40 rows. */
const peopleOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, firstName: `Person${at + 1}`, lastName: 'King' }));
const answering = (count: number) =>
  loopback((_, response) =>
    response.end(success({ contacts: peopleOf(count), page: 1, pageSize: 100, total: count, hasNextPage: false })),
  );
const LIST = ['contacts', 'list', '--fields', 'id,firstName'];

const bin = join(home.folder, 'bin');
const taken = join(home.folder, 'taken');
mkdirSync(bin);
const program = (name: string, text: string) => {
  writeFileSync(join(bin, name), `#!/bin/sh\n${text}`);
  chmodSync(join(bin, name), 0o755);
};
// Says what it was called with, keeps what it is given, and shows that it was there.
program('less', `echo "less $*" > "${taken}.called"\ncat > "${taken}"\necho the-pager\n`);
program('mine', `cat > "${taken}"\necho mine\n`);
program('quits', `head -3 > "${taken}"\necho quit\n`);
program(
  'waits',
  `cat > "${taken}"\ntrap 'echo interrupted; exec sleep 0' INT\necho reading\nwhile :; do sleep 0.1; done\n`,
);
beforeEach(() => {
  for (const name of [taken, `${taken}.called`]) rmSync(name, { force: true });
});

const PATH = [bin, process.env['PATH']].join(delimiter);
const onTerminal = (args: readonly string[], env: Record<string, string>) =>
  startOnTerminal(home, args, { env: { PATH, ...env } });

test('more than a screen goes to less, in colour, with the remarks behind it', async () => {
  const { env } = await answering(60);
  const ran = await onTerminal([...LIST, '--limit', '50'], env).ended;
  expect([ran.code, readable(ran.stdout)]).toEqual([
    0,
    'the-pager\n50 of 60 contacts shown, more available: use --limit N or --all\n',
  ]);
  expect(readFileSync(`${taken}.called`, 'utf8')).toBe('less -FRX\n');
  const text = readFileSync(taken, 'utf8');
  expect(text).toContain('\u001b[');
  expect(readable(text).split('\n').slice(0, 3)).toEqual(['ID  First name', '─'.repeat(14), ' 1  Person1']);
  expect(readable(text)).toContain('50  Person50\n');
});

test.each<[why: string, count: number, flags: string[], env: Record<string, string>]>([
  ['it fits on the screen', 30, [], {}],
  ['--no-pager', 60, ['--no-pager'], {}],
  ['REACH_PAGER is empty', 60, [], { REACH_PAGER: '', PAGER: 'mine' }],
  ['REACH_PAGER=cat', 60, [], { REACH_PAGER: 'cat' }],
  ['a dumb terminal', 60, [], { TERM: 'dumb' }],
  ['CI', 60, [], { CI: 'true' }],
  ['--no-input', 60, ['--no-input'], {}],
])('no pager: %s', async (_why, count, flags, more) => {
  const { env } = await answering(count);
  const ran = await onTerminal([...LIST, ...flags], { ...env, ...more }).ended;
  expect([ran.code, existsSync(taken)]).toEqual([0, false]);
  expect(readable(ran.stdout)).toContain(`${count}  Person${count}\n`);
});

test('no pager in a pipe', async () => {
  const { env } = await answering(60);
  const ran = await home.run(LIST, { env: { ...env, PATH } });
  expect([ran.code, ran.stdout.split('\n').length, existsSync(taken)]).toEqual([0, 61, false]);
});

test('REACH_PAGER goes before PAGER, and is a line for the shell', async () => {
  const { env } = await answering(60);
  const named = await onTerminal(LIST, { ...env, PAGER: 'mine' }).ended;
  expect(readable(named.stdout)).toBe('mine\n');
  const line = await onTerminal(LIST, {
    ...env,
    PAGER: 'mine',
    REACH_PAGER: `head -2 | tr a-z A-Z; echo "of $$" | tr -d 0-9`,
  });
  expect(readable((await line.ended).stdout)).toMatch(/^.*ID {2}FIRST NAME\n─+\nof \n$/s);
});

test('JSON goes there as well, whole', async () => {
  const { env } = await answering(60);
  const ran = await onTerminal([...LIST, '-o', 'ndjson'], { ...env, PAGER: 'mine' }).ended;
  expect([ran.code, readable(ran.stdout)]).toEqual([0, 'mine\n']);
  expect(readFileSync(taken, 'utf8').trim().split('\n')).toHaveLength(60);
});

test('quitting early is not a failure: exit 0, and nothing is reported', async () => {
  const { env } = await answering(100);
  const people = { ...env, REACH_PAGER: 'quits' };
  for (const output of ['table', 'ndjson', 'json']) {
    const ran = await onTerminal([...LIST, '-o', output], people).ended;
    expect([output, ran.code, readable(ran.stdout)]).toEqual([output, 0, 'quit\n']);
  }
});

test('a pager that cannot be run: everything is shown without it', async () => {
  const { env } = await answering(60);
  const ran = await onTerminal(LIST, { ...env, REACH_PAGER: 'no-such-pager --flag' }).ended;
  expect(ran.code).toBe(0);
  expect(readable(ran.stdout)).toMatch(/no-such-pager.*not found[\s\S]* 1 {2}Person1\n[\s\S]*60 {2}Person60\n$/);
});

test('Ctrl-C is for the pager: it continues as it likes, and the command ends when it does', async () => {
  const { env } = await answering(60);
  const reading = onTerminal(LIST, { ...env, REACH_PAGER: 'waits' });
  await reading.seen('reading');
  reading.type('\u0003');
  const ran = await reading.ended;
  expect([ran.code, readable(ran.stdout)]).toEqual([0, 'reading\n^Cinterrupted\n']);
});

test('a failure in the midst: what came before it is shown, then the error', async () => {
  let asked = 0;
  const { env } = await loopback((_, response) => {
    asked += 1;
    if (asked > 1) response.statusCode = 404;
    const page = { contacts: peopleOf(60), page: 1, pageSize: 60, total: 120, hasNextPage: true };
    response.end(asked > 1 ? '{"status":"error","message":"gone","code":"not_found"}' : success(page));
  });
  const ran = await onTerminal([...LIST, '-o', 'ndjson', '--all'], { ...env, PAGER: 'mine' }).ended;
  expect([ran.code, readable(ran.stdout)]).toEqual([
    5,
    expect.stringMatching(/^mine\n\{"error":\{"code":"not_found","message":"gone"/),
  ]);
  expect(readFileSync(taken, 'utf8').trim().split('\n')).toHaveLength(60);
});

test('a long topic goes there, a command that waits or asks does not', async () => {
  const topic = await onTerminal(['help', 'import'], {}).ended;
  expect([topic.code, readable(topic.stdout)]).toEqual([0, 'the-pager\n']);
  expect(readFileSync(taken, 'utf8')).toContain('reach contacts import');
  rmSync(taken);
  expect(readable((await onTerminal(['help', 'import', '--no-pager'], {}).ended).stdout)).toContain('contacts import');
  expect(existsSync(taken)).toBe(false);
});
