// Node 22 and later keep compiled code: in the user's cache folder, and a command never fails for it.

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

const cache = join(home.reachHome, 'cache');
const LIST = ['contacts', 'list', '--limit', '1', '-o', 'id', '-q', '--profile', 'local'];
const DONE = { code: 0, stdout: '1\n', stderr: '' };

test('compiled code is kept in the cache folder', async () => {
  expect(await home.run(LIST)).toEqual(DONE);
  const kept = join(cache, 'compiled');
  const isKept = existsSync(kept) && readdirSync(kept, { recursive: true }).length > 1;
  expect(isKept).toBe('enableCompileCache' in process.getBuiltinModule('node:module'));
});

test('a cache folder that cannot be made is no failure', async () => {
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(home.reachHome, { recursive: true });
  writeFileSync(cache, '');
  expect(await home.run(LIST)).toMatchObject({ code: 0, stdout: '1\n' });
});
