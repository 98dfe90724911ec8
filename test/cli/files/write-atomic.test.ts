// What a command writes whole: never through a link, never over what is not a file, for its owner alone, and never half.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AtomicFile, writeWhole } from '../../../src/cli/files/write-atomic.ts';
import { removeUnfinished } from '../../../src/cli/terminal/io.ts';
import { reachForAllTests } from '../../opened.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'reach-files-'));
  fs.writeFileSync(join(folder, 'secret'), 'secret');
  fs.symlinkSync('secret', join(folder, 'link'));
  fs.symlinkSync('nowhere', join(folder, 'dangling'));
  fs.symlinkSync('/dev/null', join(folder, 'null'));
  fs.mkdirSync(join(folder, 'directory'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);

test.each([
  ['link', 'it is a symbolic link'],
  ['dangling', 'it is a symbolic link'],
  ['null', 'it is a symbolic link'],
  ['directory', 'it is a directory'],
  ['pipe', 'it is not a regular file'],
])('over %s: refused, and as it was', async (name, why) => {
  const before = fs.readdirSync(folder);
  for (const write of [writeWhole(at(name), 'x', 'f'), AtomicFile.create(at(name), 'f')])
    await expect(write).rejects.toThrow(`cannot write f: ${why}`);
  expect(fs.readdirSync(folder)).toEqual(before);
  expect(fs.readFileSync(at('secret'), 'utf8')).toBe('secret');
  expect(fs.lstatSync(at('link')).isSymbolicLink()).toBe(true);
});

test('no one can foresee the name it is written under, and its owner alone may read it', async () => {
  const [one, other] = [await AtomicFile.create(at('a'), 'a'), await AtomicFile.create(at('a'), 'a')];
  const parts = fs.readdirSync(folder).filter((name) => name.endsWith('.part'));
  expect(parts).toEqual([1, 2].map(() => expect.stringMatching(/^a\.[0-9a-f]{12}\.part$/)));
  expect(parts.map((name) => fs.statSync(at(name)).mode & 0o777)).toEqual([0o600, 0o600]);
  await one.write('1');
  await other.write('2');
  await other.finish();
  await one.finish();
  expect([fs.readFileSync(at('a'), 'utf8'), fs.statSync(at('a')).mode & 0o777]).toEqual(['1', 0o600]);
});

test('a link that came meanwhile is not written through', async () => {
  const file = await AtomicFile.create(at('b'), 'b');
  await file.write('x');
  fs.symlinkSync('secret', at('b'));
  await expect(file.finish()).rejects.toThrow('cannot write b: it is a symbolic link');
  expect(fs.readFileSync(at('secret'), 'utf8')).toBe('secret');
  expect(fs.readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('what was dropped, or is unfinished when the process ends, is gone', async () => {
  const [dropped, open] = [await AtomicFile.create(at('c'), 'c'), await AtomicFile.create(at('d'), 'd')];
  await dropped.drop();
  removeUnfinished();
  expect(fs.readdirSync(folder).filter((name) => /^[cd]\./.test(name))).toEqual([]);
  await open.drop();
});

const reach = reachForAllTests();

test('exports, results and rejects are for their owner alone; headings are guarded as cells are', async () => {
  const here = (name: string) => join(reach.home, name);
  fs.writeFileSync(here('in.csv'), 'First name,Email,=HYPERLINK(1)\nAda,ada@x.example,1\n,no email,2\n');
  const line = 'contacts import in.csv --custom "=HYPERLINK(1)" --results r.csv --rejects j.csv --yes';
  expect((await reach.run(line)).code).toBe(1);
  expect((await reach.run('contacts export --custom --file e.csv')).code).toBe(0);
  for (const name of ['e.csv', 'r.csv', 'j.csv'])
    expect([name, fs.statSync(here(name)).mode & 0o777]).toEqual([name, 0o600]);
  for (const name of ['e.csv', 'j.csv']) {
    const [head = ''] = fs.readFileSync(here(name), 'utf8').split('\n');
    expect([name, head]).toEqual([name, expect.stringContaining("'=HYPERLINK(1)")]);
  }
  const listed = await reach.run(['contacts', 'list', '--fields', 'id,=HYPERLINK(1)', '-o', 'csv', '--limit', '1']);
  expect(listed.stdout.split('\n')[0]).toBe("id,'=HYPERLINK(1)");
});
