// Input that has no end, or is not what it should be: one clear error each, never a bug. What needs a process of its own (a
// deleted working directory, no HOME, no TMPDIR) is in test/e2e/surroundings.test.ts.

import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { reachForAllTests } from '../../opened.ts';

const reach = reachForAllTests();
beforeAll(async () => {
  const levels = 'abcdefghi'.split('').map((name, at) => `${name}: &${name} [${`*${'xabcdefgh'[at]}, `.repeat(9)}]`);
  const files = {
    'circle.yaml': 'firstName: &a\n  - *a\n',
    'bomb.yaml': `x: &x [1]\n${levels.join('\n')}\n`,
    plain: '',
    'text.db': 'this is no snapshot '.repeat(300),
    'header.db': `SQLite format 3\0${'x'.repeat(5000)}`,
    'empty.db': '',
  };
  for (const [name, text] of Object.entries(files)) reach.write(name, text);
  mkdirSync(join(reach.home, 'folder'));
  symlinkSync('/dev/zero', join(reach.home, 'zero.yaml'));
});

const CIRCLE = 'circle.yaml:2:5: *a stands inside its own anchor';
const BOMB = 'bomb.yaml:1:1: anchors and aliases make more than 200000 values of this file';
const NO_REGULAR_FILE = 'it is not a regular file\n  hint: pipe it in: reach … import -';
const REFUSED = '\n  POST /_local/restore: 400\n  request id: ID';
const BELOW_A_FILE = 'part of the path is not a directory';

test.each<readonly [command: string, code: number, error: string]>([
  ['contacts create --input circle.yaml', 2, CIRCLE],
  ['contacts update 1 --input circle.yaml', 2, CIRCLE],
  ['workflow run 1 --input circle.yaml', 2, CIRCLE],
  ['contacts search --filters circle.yaml', 2, CIRCLE],
  ['api POST /v1/contact --input circle.yaml', 2, CIRCLE],
  ['contacts create --input bomb.yaml', 2, BOMB],
  ['contacts search --filters bomb.yaml', 2, BOMB],
  ['campaign lint zero.yaml', 2, 'zero.yaml is larger than 64 MB'],
  ['playbook lint zero.yaml', 2, 'zero.yaml is larger than 64 MB'],
  ['contacts create --input /dev/zero', 2, '/dev/zero is larger than 64 MB'],
  ['contacts search --filters /dev/zero', 2, '/dev/zero is larger than 64 MB'],
  ['contacts import /dev/zero', 2, `cannot read /dev/zero: ${NO_REGULAR_FILE}`],
  ['local restore /dev/zero --yes', 3, `/dev/zero is not a regular file${REFUSED}`],
  ['local restore folder --yes', 3, `HOME/folder is not a regular file${REFUSED}`],
  ['local restore text.db --yes', 3, `HOME/text.db is not a reach snapshot${REFUSED}`],
  ['local restore header.db --yes', 3, `HOME/header.db is not a reach snapshot${REFUSED}`],
  ['local restore empty.db --yes', 3, `HOME/empty.db is a database, but not a reach store${REFUSED}`],
  ['contacts import folder', 2, 'cannot read folder: it is a directory'],
  ['workflow lint folder', 2, 'cannot read folder: it is a directory'],
  ['init outreach plain', 2, 'plain is not a directory'],
  ['pull plain', 2, 'plain is not a directory'],
  ['lint plain', 2, 'plain is not a directory'],
  ['pull plain/below', 2, `cannot use HOME/plain/below: ${BELOW_A_FILE}`],
  ['plan plain', 2, 'plain is not a directory'],
  [
    'run-plan plain',
    2,
    'plain is not a saved plan: it is not JSON lines\n  hint: the option --save-plan FILE saves one',
  ],
  ['contacts export --file .', 2, 'cannot write .: it is a directory'],
  ['contacts export --file plain/x.csv', 2, `cannot write plain/x.csv: ${BELOW_A_FILE}`],
  ['playbook export --file .', 2, 'cannot write .: it is a directory'],
  ['playbook export --file plain/below.yaml', 2, `cannot write plain/below.yaml: ${BELOW_A_FILE}`],
  ['campaign init folder', 2, 'folder already exists\n  hint: --force replaces it'],
  ['campaign init folder --force', 2, 'cannot write folder: it is a directory'],
])('%s', async (command, code, error) => {
  const { requests: _, ...ran } = await reach.run(command);
  const stderr = ran.stderr.replaceAll(reach.home, 'HOME').replace(/req_\w+/, 'ID');
  expect({ ...ran, stderr }).toEqual({ code, stdout: '', stderr: `error: ${error}\n` });
});

test('lint of a file that contains itself, and of one that grows without end', async () => {
  expect((await reach.run('playbook lint circle.yaml')).stdout).toContain(
    'circle.yaml:2:5: *a stands inside its own anchor [endless_alias]\n2 |   - *a\n  |     ^^\n',
  );
  expect(await reach.run('campaign lint bomb.yaml')).toMatchObject({
    code: 1,
    stdout:
      'bomb.yaml:1:1: anchors and aliases make more than 200000 values of this file [alias_bomb]\n1 | x: &x [1]\n  | ^\n',
    stderr: '1 error in 1 file\n',
  });
});

test('lint prints at most 100 problems of a file, errors first; --max-problems decides', async () => {
  const steps = Array.from({ length: 150 }, () => '  - type: email\n    contents: x\n').join('');
  reach.write('many.yaml', `name: Many\nsteps:\n${steps}`);
  const counts = await Promise.all(
    ['', '--max-problems 5', '--max-problems 0'].map(async (option) => {
      const ran = await reach.run(`campaign lint many.yaml --json ${option}`);
      const found: { severity: string }[] = JSON.parse(ran.stdout);
      return [ran.code, found.length, found.every(({ severity }) => severity === 'error'), ran.stderr.includes('more')];
    }),
  );
  expect(counts.slice(0, 2)).toEqual([
    [1, 100, true, true],
    [1, 5, true, true],
  ]);
  expect(counts[2]?.[1]).toBeGreaterThan(150);
  expect(counts[2]?.[3]).toBe(false);
});
