// First words that are no command: shortcuts, aliases, programs of PATH; and what is said of a word that is nothing.

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkAlias, expanded, extensionOf } from '../../../../src/cli/tool/tree/aliases.ts';
import { findGroup } from '../../../../src/cli/tool/tree/groups.ts';
import { reachForAllTests } from '../../../opened.ts';

const groupOf = (word: string) => findGroup(word)?.name;
const reach = reachForAllTests({ empty: false });

describe('what a line means', () => {
  const aliases = {
    hot: 'contacts search --include "jobTitle=VP Sales"',
    hotter: 'hot --limit 3',
    loop: 'pool',
    pool: 'loop',
    shell: 'contacts list; rm -rf $HOME `id`',
  };
  test.each([
    ['login --profile x', 'auth login --profile x'],
    ['import people.csv', 'contacts import people.csv'],
    ['ls campaigns --json', 'campaign list --json'],
    ['get contacts 3', 'contacts show 3'],
    ['rm contacts 3', 'contacts delete 3'],
    ['rm profile staging', 'profile remove staging'],
    ['hotter -o id', 'contacts search --include|jobTitle=VP Sales|--limit 3 -o id'],
    ['shell', 'contacts list; rm -rf $HOME `id`'],
  ])('%s', (line, holds) => {
    const words = holds.split('|').flatMap((part, at) => (at === 1 ? [part] : part.trim().split(' ')));
    expect(expanded(line.split(' '), 0, aliases, groupOf)).toEqual(words);
  });

  test('a word that is nothing, a circle, a name that every object has', () => {
    expect(expanded(['nothing'], 0, aliases, groupOf)).toBe(null);
    expect(expanded(['constructor'], 0, aliases, groupOf)).toBe(null);
    expect(() => expanded(['loop'], 0, aliases, groupOf)).toThrow('leads back to itself');
  });

  test.each(['contacts', 'campaigns', 'help', 'login', 'ls', 'Hot', '-x', '../x', ''])('%s cannot be one', (name) => {
    expect(() => checkAlias(name, 'contacts list', (word) => groupOf(word) !== undefined)).toThrow();
  });
});

test('set, used, listed, removed', async () => {
  expect(await reach.run(['alias', 'set', 'few', 'contacts list'])).toMatchObject({ code: 0 });
  expect((await reach.run(['alias', 'set', 'few', 'contacts list --limit 2'])).stderr).toBe(
    'reach few is now: reach contacts list --limit 2; it was: reach contacts list\n',
  );
  expect((await reach.run('few -o id')).stdout).toBe('1\n2\n');
  expect((await reach.run('--profile local few -o id --limit 1')).stdout).toBe('1\n');
  expect((await reach.run('alias list --json')).stdout).toBe(
    '[{"name":"few","expansion":"contacts list --limit 2"}]\n',
  );
  expect((await reach.run('alias set contacts list')).code).toBe(2);
  expect(await reach.run(['alias', 'set', 'fewer', 'few --limit 1'])).toMatchObject({ code: 0 });
  expect((await reach.run('alias set few fewer')).stderr).toBe(
    'error: the alias "few" leads back to itself\n  hint: reach alias list shows all of them\n',
  );
  expect(await reach.run('alias set many manyy')).toMatchObject({
    code: 2,
    stderr:
      'error: "manyy" is no command of reach, no alias, and no program of PATH\n  hint: reach commands lists the commands\n',
  });
  expect((await reach.run('fewer -o id')).stdout).toBe('1\n');
  expect((await reach.run('profile list -o id')).stdout).toBe('local\n');
  await reach.run('alias remove few');
  expect((await reach.run('few')).code).toBe(2);
  expect((await reach.run('alias remove few')).code).toBe(5);
});

test('shortcuts, and help in any order', async () => {
  expect((await reach.run('ls contacts --limit 1 -o id')).stdout).toBe('1\n');
  for (const line of ['contacts help import', 'import --help', 'help contacts import'])
    expect([line, (await reach.run(line)).stdout]).toEqual([line, expect.stringContaining('reach contacts import')]);
  expect((await reach.run('contacts help')).stdout).toContain('Usage: reach contacts');
});

test('a program of PATH is found in absolute folders alone, and never takes the place of a command', () => {
  const folder = join(reach.home, 'bin');
  mkdirSync(folder, { recursive: true });
  for (const name of ['reach-hello', 'reach-plain']) writeFileSync(join(folder, name), '#!/bin/sh\n');
  chmodSync(join(folder, 'reach-hello'), 0o755);
  chmodSync(join(folder, 'reach-plain'), 0o644);
  const found = (word: string, path: string) => extensionOf({ env: { PATH: path }, platform: 'linux' }, word);
  expect(found('hello', `.:bin::${folder}`)).toBe(join(folder, 'reach-hello'));
  expect([found('hello', '.:bin:'), found('plain', folder), found('../hello', folder)]).toEqual([null, null, null]);
});

test.each([
  ['contcts list', 'Did you mean contacts?'],
  ['contacts show jonas', 'did you mean Jonas Reinhardt (4)'],
  ['list show Newslettr', 'did you mean "Newsletter"?'],
  ['identity show "Sasha Brant"', 'did you mean "Sasha Brandt"?'],
  ['campaign show Newsl', 'did you mean "Newsletter welcome"?'],
  ['workflow show "Newsletter, verfied"', 'did you mean "Newsletter, verified"?'],
])('%s: what was probably meant', async (line, meant) => {
  const ran = await reach.run(line);
  expect([ran.stdout, ran.stderr]).toEqual(['', expect.stringContaining(meant)]);
  expect(ran.code).toBeOneOf([2, 5]);
});
