// What the build keeps compiled makes commands faster and must never make them fail.

import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openHome, ROOT, start } from './binary.ts';

const home = openHome();
const copy = join(home.folder, 'package');
afterAll(() => home.remove());

beforeEach(() => {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy);
  for (const folder of ['bin', 'dist']) cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});

const kept = () =>
  readdirSync(join(copy, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.cache'))
    .map((name) => join(copy, 'dist', name));

const list = (flags: readonly string[] = []) => {
  const args = [...flags, join(copy, 'bin', 'reach.js'), 'contacts', 'list', '--limit', '1', '-o', 'id', '-q'];
  return start(process.execPath, args, { env: home.env(), cwd: home.folder, stdin: '' }).ended;
};

const DONE = { code: 0, stdout: '1\n', stderr: '' };

test('there is compiled code, of no particular machine, and it runs', async () => {
  for (const path of kept()) expect(readFileSync(path, 'latin1')).not.toContain(ROOT);
  expect(kept().length).toBeGreaterThan(5);
  expect(await list()).toEqual(DONE);
});

test.each<[string, (path: string) => void]>([
  ['none', (path) => rmSync(path)],
  ['empty', (path) => truncateSync(path)],
  ['cut', (path) => truncateSync(path, 1_000)],
  ['of another kind', (path) => writeFileSync(path, 'not what V8 wrote '.repeat(1_000))],
])('%s: the source is compiled as ever', async (_, spoil) => {
  for (const path of kept()) spoil(path);
  expect(await list()).toEqual(DONE);
});

test('another Node refuses it: here one with other flags', async () => {
  expect(await list(['--no-lazy', '--stack-size=900'])).toEqual(DONE);
  // It keeps what it compiles itself, and takes it from there.
  const own = join(home.reachHome, 'cache', 'compiled', `${process.version}-${process.arch}`);
  const names = readdirSync(own);
  expect(names.length).toBeGreaterThan(5);
  const written = () => names.map((name) => statSync(join(own, name)).mtimeMs);
  const before = written();
  expect(await list(['--no-lazy', '--stack-size=900'])).toEqual(DONE);
  expect([readdirSync(own), written()]).toEqual([names, before]);
  // What was spoiled is compiled again; where others can write, nothing is taken.
  // The largest: of the first file, V8 takes what it compiled a moment before, and looks at nothing else.
  const [largest = ''] = names.map((name) => join(own, name)).toSorted((a, b) => statSync(b).size - statSync(a).size);
  for (const name of names) writeFileSync(join(own, name), 'not what V8 wrote '.repeat(1_000));
  expect(await list(['--no-lazy', '--stack-size=900'])).toEqual(DONE);
  expect(readFileSync(largest, 'latin1')).not.toContain('not what V8 wrote');
  for (const name of names) writeFileSync(join(own, name), 'PLANTED');
  chmodSync(own, 0o777);
  expect(await list(['--no-lazy', '--stack-size=900'])).toEqual(DONE);
  expect(readFileSync(largest, 'latin1')).toBe('PLANTED');
});
