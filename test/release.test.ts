// The release builds of nothing that has no checksum.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';

const SUM = `sha512-${'A'.repeat(86)}==`;

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
  const folder = mkdtempSync(join(tmpdir(), 'reach-test-'));
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
    rmSync(folder, { recursive: true });
  }
});
