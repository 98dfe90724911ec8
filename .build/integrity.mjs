// node .build/integrity.mjs [--check]: gives each package of package-lock.json the checksum that the registry has of it, or
// says which have none (exit 1). A lock written where a registry carries no binaries of other platforms lacks theirs.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const LOCK = 'package-lock.json';

/**
 * Packages that come from a registry and have no checksum, as `[path, name, version]`.
 * @param {{ packages: Record<string, { name?: string, version?: string, integrity?: string, link?: boolean }> }} lock
 * @returns {[string, string, string][]}
 */
export function withoutIntegrity({ packages }) {
  return Object.entries(packages).flatMap(([path, { name, version, integrity, link }]) => {
    const called = name ?? path.split('node_modules/').at(-1) ?? path;
    return path === '' || link || integrity || !version ? [] : [[path, called, version]];
  });
}

/**
 * The checksum a registry has; null if it does not know the package.
 * @param {string} name
 * @param {string} version
 */
function checksumOf(name, version) {
  try {
    const text = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
      encoding: 'utf8',
      // npm is no program there.
      shell: process.platform === 'win32',
    }).trim();
    return /^sha512-[A-Za-z0-9+/]{86}==$/.test(text) ? text : null;
  } catch {
    return null;
  }
}

/** @param {readonly string[]} args */
export function main(args, ask = checksumOf) {
  const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
  if (!args.includes('--check')) {
    for (const [path, name, version] of withoutIntegrity(lock)) {
      const integrity = ask(name, version);
      if (integrity !== null) lock.packages[path].integrity = integrity;
    }
    writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
  }
  const missing = withoutIntegrity(lock).map(([, name, version]) => `${name}@${version}`);
  if (missing.length === 0) return 0;
  process.stderr.write(`${missing.length} packages of ${LOCK} have no checksum: ${missing.join(', ')}\n`);
  return 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main(process.argv.slice(2));
