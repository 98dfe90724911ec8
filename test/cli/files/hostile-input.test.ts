// Input that has no end, or is not what it should be: one clear error each, never a bug.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReach, type Reach } from '../world.ts';

let reach: Reach;
beforeEach(async () => {
  reach = await openReach();
  writeFileSync(join(reach.home, 'circle.yaml'), 'firstName: &a\n  - *a\n');
  const levels = 'abcdefghi'.split('').map((name, at) => `${name}: &${name} [${`*${'xabcdefgh'[at]}, `.repeat(9)}]`);
  writeFileSync(join(reach.home, 'bomb.yaml'), `x: &x [1]\n${levels.join('\n')}\n`);
  writeFileSync(join(reach.home, 'plain'), '');
  mkdirSync(join(reach.home, 'folder'));
  symlinkSync('/dev/zero', join(reach.home, 'zero.yaml'));
});
afterEach(() => reach.close());

const WITHOUT_END = 'its anchors and aliases make a value without end';

test.each<readonly [command: string, code: number, message: string]>([
  ['contacts create --input circle.yaml', 2, WITHOUT_END],
  ['contacts search --filters circle.yaml', 2, WITHOUT_END],
  ['api POST /v1/contact --input circle.yaml', 2, WITHOUT_END],
  ['contacts create --input bomb.yaml', 2, WITHOUT_END],
  ['campaign lint circle.yaml', 1, ''],
  ['campaign lint bomb.yaml', 1, ''],
  ['campaign lint zero.yaml', 2, 'zero.yaml is larger than 64 MB'],
  ['contacts create --input /dev/zero', 2, '/dev/zero is larger than 64 MB'],
  ['workflow lint folder', 2, 'cannot read folder: it is a directory'],
  ['init outreach plain', 2, 'plain is not a directory'],
  ['pull plain', 2, 'plain is not a directory'],
  ['pull plain/below', 2, 'part of the path is not a directory'],
  ['playbook export --file .', 2, 'cannot write .: it is a directory'],
  ['playbook export --file plain/below.yaml', 2, 'part of the path is not a directory'],
  ['campaign init folder', 2, 'folder already exists'],
  ['campaign init folder --force', 2, 'cannot write folder: it is a directory'],
])('%s', async (command, code, message) => {
  const ran = await reach.run(command);
  expect([ran.code, ran.stderr.includes(message), /\n\s+at /.test(ran.stderr)]).toEqual([code, true, false]);
});

test('lint prints at most 100 problems of a file, errors first; --max-problems decides', async () => {
  const steps = Array.from({ length: 150 }, () => '  - type: email\n    contents: x\n').join('');
  writeFileSync(join(reach.home, 'many.yaml'), `name: Many\nsteps:\n${steps}`);
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
