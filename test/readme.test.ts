// Every `$ reach …` of README.md is run, in order, in one empty folder, and prints what the README says it prints.

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execaSync } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

interface Shown {
  readonly command: string;
  readonly output: readonly string[];
  readonly line: number;
}

/** The commands of the `console` blocks, each with the lines below it. */
function shownIn(text: string): Shown[] {
  const shown: { command: string; output: string[]; line: number }[] = [];
  let inside = false;
  for (const [at, line] of text.split('\n').entries()) {
    if (line.startsWith('```')) inside = line.trim() === '```console';
    else if (inside && line.startsWith('$ ')) shown.push({ command: line.slice(2), output: [], line: at + 1 });
    else if (inside) shown.at(-1)?.output.push(line);
  }
  return shown;
}

/** Lines agree; `…` stands for what differs from run to run, alone for any lines. */
function agrees(expected: readonly string[], actual: string): boolean {
  const pattern = expected
    .map((line) => (line.trim() === '…' ? '(?:.*\n)*?' : `${line.trimEnd().split('…').map(literal).join('.*')}\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(actual);
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'reach-readme-'));
  mkdirSync(join(home, 'bin'));
  mkdirSync(join(home, 'work'));
  symlinkSync(join(ROOT, 'bin', 'reach.js'), join(home, 'bin', 'reach'));
  copyFileSync(join(ROOT, 'src', 'samples', 'contacts.csv'), join(home, 'work', 'contacts.csv'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('the README shows commands', () => {
  expect(shownIn(README).length).toBeGreaterThan(10);
});

test.each(shownIn(README))('line $line: $command', ({ command, output }) => {
  const ran = execaSync('sh', ['-c', `exec 2>&1; ${command}`], {
    cwd: join(home, 'work'),
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    env: {
      PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
      HOME: home,
      REACH_HOME: join(home, 'reach'),
      NO_COLOR: '1',
    },
  });
  const expected = output.filter((line, at) => at < output.length - 1 || line.trim() !== '');
  if (expected.length === 0) expect(ran.exitCode, ran.stdout).toBe(0);
  else if (!agrees(expected, ran.stdout)) expect(ran.stdout).toBe(`${expected.join('\n')}\n`);
});

test('the two commands for a newcomer are scripts of the package', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const command of ['npm install && npm run demo', 'npm install && npm test']) expect(README).toContain(command);
  expect([typeof scripts.demo, typeof scripts.test]).toEqual(['string', 'string']);
});

test('every command of the tree is named in the README, and the README names no other', () => {
  const tree = execaSync(process.execPath, [join(ROOT, 'bin', 'reach.js'), '--help']).stdout;
  const groups = [...tree.matchAll(/^ {2}([a-z]+)(?:\|[a-z]+)? {2,}\S/gm)].map((match) => match[1]);
  expect(groups.length).toBeGreaterThan(5);
  for (const group of groups) expect(README).toContain(`\`${group}`);
});
