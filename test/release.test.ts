// The release builds of nothing that has no checksum.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execaCommand } from 'execa';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { folderForAllTests } from './folder.ts';

const SUM = `sha512-${'A'.repeat(86)}==`;

const folder = folderForAllTests();

test('missing checksums are completed from the registry; what it does not know stops the release', async () => {
  const { main } = await import(pathToFileURL(resolve('.build', 'integrity.mjs')).href);
  const lock = {
    packages: {
      '': { name: 'reach', version: '1.0.0' },
      'node_modules/has': { version: '1.0.0', integrity: SUM },
      'node_modules/@a/binding-darwin': { version: '2.0.0' },
      'node_modules/x/node_modules/unknown': { version: '3.0.0' },
      'node_modules/linked': { link: true },
    },
  };
  const before = process.cwd();
  const asked: string[] = [];
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const ask = (name: string, version: string) => {
    asked.push(`${name}@${version}`);
    return name.startsWith('@a/') ? SUM : null;
  };
  try {
    process.chdir(folder);
    writeFileSync('package-lock.json', JSON.stringify(lock));
    expect([main(['--check'], ask), asked]).toEqual([1, []]);
    expect([main([], ask), asked]).toEqual([1, ['@a/binding-darwin@2.0.0', 'unknown@3.0.0']]);
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    expect(packages['node_modules/@a/binding-darwin'].integrity).toBe(SUM);
    expect(main([], () => SUM)).toBe(0);
    expect(main(['--check'], ask)).toBe(0);
  } finally {
    process.chdir(before);
  }
});

/** What the release workflow runs, command by command. */
function releaseCommands(): readonly string[] {
  const workflow = parse(readFileSync(resolve('.github', 'workflows', 'release.yml'), 'utf8'));
  const steps: readonly { readonly run?: string }[] = workflow.jobs.package.steps;
  return steps.flatMap(({ run = '' }) => run.split('\n')).filter((line) => line.trim() !== '');
}

test('the bill of materials: every package that is bundled or installed, with its checksum', async () => {
  const commands = releaseCommands();
  const [bill = ''] = commands.filter((line) => line.includes('npm sbom'));
  const [command = '', file] = bill.split(' > ');
  const places = [
    ...['integrity.mjs --check', 'npm ci', 'npm pack', 'npm sbom', 'sha256sum -- *'],
    ...['manifests.mjs release', 'gh release create', 'npm publish --provenance'],
  ];
  const order = places.map((text) => commands.findIndex((line) => line.includes(text)));
  expect([order, file]).toEqual([order.toSorted((a, b) => a - b), 'release/reach.cdx.json']);
  expect(order).not.toContain(-1);
  const { stdout } = await execaCommand(command);
  const { bomFormat, specVersion, components } = JSON.parse(stdout);
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.5']);
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const listed = new Map<string, { purl: string; hashes?: unknown[] }>(
    components.map((one: { name: string; purl: string }) => [one.name, one]),
  );
  expect(Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !listed.has(name))).toEqual([]);
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const unsummed = [...listed].filter(([name, { purl, hashes = [] }]) => {
    const isKnown = lock[`node_modules/${name}`]?.integrity !== undefined;
    return !purl.startsWith('pkg:npm/') || (isKnown && hashes.length === 0);
  });
  expect(unsummed).toEqual([]);
});

test('the formula and the manifests install the files whose checksums the release has', async () => {
  const { main, packageOf } = await import(pathToFileURL(resolve('.build', 'manifests.mjs')).href);
  const hash = 'ab'.repeat(32);
  const others = `${'01'.repeat(32)}  package-lock.json\n${'02'.repeat(32)}  reach.cdx.json\n`;
  const executable = `${'cd'.repeat(32)}  reach-1.2.3-win32-x64.exe\n`;
  writeFileSync(join(folder, 'SHA256SUMS'), `${others}${hash}  reach-1.2.3.tgz\n`);
  expect(() => main([folder, 'acme/reach'])).toThrow('SHA256SUMS names no executable for Windows');
  writeFileSync(join(folder, 'SHA256SUMS'), `${others}${hash}  reach-1.2.3.tgz\n${executable}`);
  expect(main([folder, 'acme/reach'])).toBe(0);
  const url = 'https://github.com/acme/reach/releases/download/v1.2.3/reach-1.2.3.tgz';
  const formula = readFileSync(join(folder, 'reach.rb'), 'utf8');
  expect(formula).toContain(`  url "${url}"\n  sha256 "${hash}"\n  license "MIT"\n`);
  // The files that it installs are in the package.
  const { files } = JSON.parse(readFileSync('package.json', 'utf8'));
  const installed = [...formula.matchAll(/node_modules\/reach\/([^"]+)"/g)].map(([, path = '']) => path);
  expect([installed.length, installed.filter((path) => !existsSync(path))]).toEqual([3, []]);
  expect(files).toEqual(expect.arrayContaining(['bin', 'completions']));
  expect(JSON.parse(readFileSync(join(folder, 'reach.json'), 'utf8'))).toMatchObject({
    ...{ version: '1.2.3', url, hash, extract_dir: 'package', bin: 'reach.cmd' },
    pre_install: 'Set-Content "$dir\\reach.cmd" \'@node "%~dp0bin\\reach.js" %*\'',
  });
  const [version, installer, locale] = ['', '.installer', '.locale.en-US'].map((kind) =>
    parse(readFileSync(join(folder, `acme.reach${kind}.yaml`), 'utf8')),
  );
  const same = { PackageIdentifier: 'acme.reach', PackageVersion: '1.2.3', ManifestVersion: '1.6.0' };
  expect(version).toEqual({ ...same, DefaultLocale: 'en-US', ManifestType: 'version' });
  expect(installer).toEqual({
    ...{ ...same, ManifestType: 'installer', InstallerType: 'portable', Commands: ['reach'] },
    Installers: [
      {
        Architecture: 'x64',
        InstallerUrl: url.replace('.tgz', '-win32-x64.exe'),
        InstallerSha256: 'CD'.repeat(32),
      },
    ],
  });
  expect(locale).toMatchObject({ ...same, ManifestType: 'defaultLocale', Publisher: 'acme', License: 'MIT' });
  expect(() => packageOf(others)).toThrow('SHA256SUMS must name one package, not 0');
});
