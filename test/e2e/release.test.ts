// What is released: the package npm packs, and the executable that needs no Node.

import fs from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderForAllTests } from '../folder.ts';
import { ensureBuilt, ROOT, start } from './binary.ts';

const folder = folderForAllTests();
beforeAll(ensureBuilt);

const { version } = JSON.parse(fs.readFileSync(join(ROOT, 'package.json'), 'utf8'));

describe('npm pack', () => {
  let files: string[];
  let installed: string;
  beforeAll(() => {
    const argv = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const [packed] = JSON.parse(execaSync('npm', argv, { cwd: ROOT }).stdout);
    files = packed.files.map(({ path }: { path: string }) => path);
    execaSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
    installed = join(folder, 'package');
    // The one dependency, as npm would put it beside the package.
    fs.mkdirSync(join(installed, 'node_modules'));
    for (const name of ['@photostructure', 'node-gyp-build']) {
      fs.symlinkSync(join(ROOT, 'node_modules', name), join(installed, 'node_modules', name));
    }
  });

  test('has what runs, the samples and the manual, and no file of the development', () => {
    expect(files).toEqual(
      expect.arrayContaining(['bin/reach.js', 'dist/reach.js', 'dist/man/reach.1', 'src/samples/contacts.csv']),
    );
    const strays = files.filter(
      (path) =>
        !/^(bin|dist|completions|src\/samples|src\/guides)\/|^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(
          path,
        ),
    );
    expect(strays).toEqual([]);
    expect(files.filter((path) => /\.ts$|\.map$|node_modules/.test(path))).toEqual([]);
  });

  test('brings the notices of everything that is bundled', () => {
    expect(files).toContain('dist/THIRD-PARTY-NOTICES.txt');
    const notices = fs
      .readFileSync(join(installed, 'dist', 'THIRD-PARTY-NOTICES.txt'), 'utf8')
      .split(`\n\n${'-'.repeat(80)}\n\n`);
    const bundled = ['@inquirer/prompts', '@modelcontextprotocol/sdk', 'chalk', 'commander', 'conf', 'yaml', 'zod'];
    for (const name of bundled)
      expect(
        notices.some((notice) => notice.startsWith(`${name} `)),
        name,
      ).toBe(true);
    const silent = notices.slice(1).filter((notice) => !/permission|redistribution/i.test(notice));
    expect(silent.map((notice) => notice.split('\n')[0])).toEqual([]);
  });

  test('runs where it was unpacked, without a build', () => {
    const env = { HOME: folder, REACH_HOME: join(folder, 'packed'), PATH: process.env['PATH'] };
    const run = (...words: string[]) =>
      execaSync(process.execPath, [join(installed, 'bin', 'reach.js'), ...words], { env, extendEnv: false });
    expect(run('--version').stdout).toBe(version);
    expect(JSON.parse(run('contacts', 'list', '--limit', '1', '--json').stdout)).toHaveLength(1);
  });

  test('a package that is installed builds nothing, and brings its manual', () => {
    const packed = JSON.parse(execaSync(process.execPath, [join(ROOT, '.build', 'pack.mjs'), 'print']).stdout);
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(packed.scripts[name]).toBeUndefined();
    const pages = files.filter((path) => path.startsWith('dist/man/')).map((path) => `./${path}`);
    expect(pages.length).toBeGreaterThan(80);
    expect([...packed.man].sort()).toEqual(pages.sort());
  });
});

describe('the executable', () => {
  let file: string;
  beforeAll(() => {
    execaSync(process.execPath, [join(ROOT, '.build', 'sea.mjs'), join(folder, 'sea')]);
    const [name = ''] = fs.readdirSync(join(folder, 'sea'));
    file = join(folder, 'sea', name);
    // Writes a hundred megabytes.
  });
  const env = { HOME: folder, REACH_HOME: join(folder, 'home'), PATH: join(folder, 'nothing') };
  const run = (...words: string[]) => execaSync(file, words, { cwd: folder, env, extendEnv: false });

  test('answers, and lays its files out once', () => {
    expect(run('--version').stdout).toBe(version);
    expect(run('--version').stdout).toBe(version);
    expect(fs.readdirSync(join(folder, 'home', 'cache'))).toHaveLength(1);
  });

  test.each<readonly [string, (kept: string) => void]>([
    ['a changed file', (kept) => fs.writeFileSync(join(kept, 'bin', 'reach.js'), "console.log('PLANTED')")],
    ['a file more', (kept) => fs.writeFileSync(join(kept, 'dist', 'reach.js.cache'), 'PLANTED')],
    ['a file less', (kept) => fs.rmSync(join(kept, 'dist', 'worker.js'))],
    ['a folder others can write to', (kept) => fs.chmodSync(kept, 0o777)],
    [
      'a link to a folder',
      (kept) => {
        fs.cpSync(kept, `${folder}/copy`, { recursive: true });
        fs.rmSync(kept, { recursive: true });
        fs.symlinkSync(`${folder}/copy`, kept);
      },
    ],
  ])('%s in the cache folder is not run: the files are laid out again', (_what, plant) => {
    const [name = ''] = fs.readdirSync(join(folder, 'home', 'cache')).filter((one) => one.startsWith('executable-'));
    const kept = join(folder, 'home', 'cache', name);
    plant(kept);
    expect(run('--version').stdout).toBe(version);
    const stats = fs.lstatSync(kept);
    expect([stats.isDirectory(), stats.mode & 0o777]).toEqual([true, 0o700]);
    expect(fs.readFileSync(join(kept, 'bin', 'reach.js'), 'utf8')).not.toContain('PLANTED');
  });

  test('runs the whole demo with no Node in reach: a real import, and nothing is left behind', () => {
    const before = fs.readdirSync(folder);
    const { stdout, stderr } = run('demo');
    for (const text of ['$ reach contacts import contacts.csv', '_line,_error', 'That was all real'])
      expect(stdout + stderr).toContain(text);
    expect(stdout + stderr).toMatch(/^created\s+\d\d/m);
    expect([fs.existsSync(join(folder, 'home', 'data')), fs.readdirSync(folder)]).toEqual([false, before]);
  });

  test('serves, with its threads', async () => {
    const served = start(file, ['serve', '--ephemeral', '--port', '0', '-o', 'json'], { env, cwd: folder });
    await served.seen('"event":"ready"');
    served.kill('SIGTERM');
    expect((await served.ended).code).toBe(0);
  });
});
