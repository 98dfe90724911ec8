// A fresh machine: the tour, and programs of a user's own.

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

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
