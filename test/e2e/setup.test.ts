// From a fresh machine to a first login and back: the tour, then profiles.

import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { KEY, loopback, success } from './loopback.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

test('the tour ends with 0, shows a real import, and leaves nothing behind', async () => {
  const ran = await home.run(['demo']);
  expect(ran.code).toBe(0);
  const displayed = ran.stdout + ran.stderr;
  expect(displayed).toContain('$ reach contacts import contacts.csv');
  expect(displayed).toMatch(/^created\s+\d\d/m);
  expect(displayed).toContain('_line,_error');
  expect(existsSync(join(home.reachHome, 'data'))).toBe(false);
  expect(readdirSync(home.folder)).toEqual(['reach']);
});

test('log in, set, use, remove, log out: data on stdout, what was done on stderr', async () => {
  const service = await loopback((_, response) => response.end(success({ workspace: { name: 'Acme' } })));
  const input: (readonly [argv: string, stdout: object | null, remark: RegExp])[] = [
    ['auth login --profile a --key-stdin --base-url URL', { profile: 'a', workspace: 'Acme' }, /^logged in: a /],
    ['auth login --profile b --use --key-stdin --base-url URL', { profile: 'b', workspace: 'Acme' }, /^logged in: b /],
    ['profile set a --default-output json', null, /\ba\b/],
    ['profile use a', null, /^the current profile is now a\n$/],
    ['auth status', { profile: 'a', valid: true }, /^$/],
    ['profile remove b --yes', null, /^removed profile b\n$/],
    ['auth logout', null, /^logged out: deleted the key of profile a /],
    [
      'profile list',
      [
        { name: 'local', current: '' },
        { name: 'a', current: '*', key: 'logged out' },
      ],
      /^$/,
    ],
  ];
  for (const [argv, stdout, remark] of input) {
    const args = [...argv.replace('URL', service.url).split(' '), '--json'];
    const ran = await home.here(args, { stdin: KEY });
    expect(ran.stderr).toMatch(remark);
    expect(ran.code).toBe(0);
    if (stdout === null) expect(ran.stdout).toBe('');
    else expect(JSON.parse(ran.stdout)).toMatchObject(stdout);
    expect(ran.stdout + ran.stderr).not.toContain(KEY);
  }
});

test('a program called reach-foo on the PATH is the command foo: its words, its output, its exit status', async () => {
  const bin = join(home.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'reach-foo'), '#!/bin/sh\necho "foo $# $*"; echo aside >&2; exit 7\n');
  chmodSync(join(bin, 'reach-foo'), 0o755);
  const env = { PATH: [bin, process.env['PATH']].join(delimiter) };
  expect(await home.run(['foo', 'a b', '--flag'], { env })).toEqual({
    code: 7,
    stdout: 'foo 2 a b --flag\n',
    stderr: 'aside\n',
  });
  expect((await home.run(['foo'])).code).toBe(2);
});
