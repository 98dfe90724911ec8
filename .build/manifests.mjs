// node .build/manifests.mjs FOLDER OWNER/NAME: a Homebrew formula and a Scoop manifest of the package in a release, and the winget
// manifests of its executable, from its SHA256SUMS. They install files of the release itself: what they install is what was checked.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The package of a release, by its checksums: `<hash>  reach-0.2.0.tgz`.
 * @param {string} sums
 */
export function packageOf(sums) {
  const found = sums.split('\n').flatMap((line) => {
    const [, hash, file, version] = /^([0-9a-f]{64}) [ *](reach-(\d+\.\d+\.\d+(?:-[\w.]+)?)\.tgz)$/.exec(line) ?? [];
    return hash && file && version ? [{ hash, file, version }] : [];
  });
  if (found.length !== 1) throw new Error(`SHA256SUMS must name one package, not ${found.length}`);
  return /** @type {{ hash: string, file: string, version: string }} */ (found[0]);
}

/**
 * The executable for Windows.
 * @param {string} sums
 */
export function executableOf(sums) {
  const [, hash, file] = /^([0-9a-f]{64}) [ *](reach-\S+-win32-x64\.exe)$/m.exec(sums) ?? [];
  if (!hash || !file) throw new Error('SHA256SUMS names no executable for Windows');
  return { hash, file };
}

/** @typedef {ReturnType<typeof packageOf> & { repository: string, description: string, license: string }} Release */

/** @param {Release} release */
const addressOf = ({ repository, version, file }) =>
  `https://github.com/${repository}/releases/download/v${version}/${file}`;

/** @param {Release} release */
export function formulaOf(release) {
  const { repository, description, license, hash } = release;
  return `class Reach < Formula
  desc ${JSON.stringify(description)}
  homepage "https://github.com/${repository}"
  url "${addressOf(release)}"
  sha256 "${hash}"
  license "${license}"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
    bash_completion.install libexec/"lib/node_modules/reach/completions/reach.bash" => "reach"
    zsh_completion.install libexec/"lib/node_modules/reach/completions/_reach"
    fish_completion.install libexec/"lib/node_modules/reach/completions/reach.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/reach --version")
    assert_match "firstName", shell_output("#{bin}/reach contacts list --profile local -o csv")
  end
end
`;
}

/** @param {Release} release */
export function scoopOf(release) {
  const { repository, description, license, hash, version } = release;
  const manifest = {
    version,
    description,
    homepage: `https://github.com/${repository}`,
    license,
    depends: 'nodejs-lts',
    url: addressOf(release),
    hash,
    extract_dir: 'package',
    // A shim of Scoop starts no script of Node.
    pre_install: 'Set-Content "$dir\\reach.cmd" \'@node "%~dp0bin\\reach.js" %*\'',
    post_install: 'npm install --omit=dev --no-audit --no-fund --prefix "$dir"',
    bin: 'reach.cmd',
    checkver: 'github',
    autoupdate: { url: `https://github.com/${repository}/releases/download/v$version/reach-$version.tgz` },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * The three manifests of a version, by name, as the repository of winget has them.
 * @param {Release} release
 * @param {ReturnType<typeof executableOf>} executable
 * @returns {[string, string][]}
 */
export function wingetOf(release, executable) {
  const { repository, description, license, version } = release;
  const [publisher = ''] = repository.split('/');
  const id = `${publisher}.reach`;
  const installer = {
    Architecture: 'x64',
    InstallerUrl: addressOf({ ...release, ...executable }),
    InstallerSha256: executable.hash.toUpperCase(),
  };
  const about = { Publisher: publisher, PackageName: 'reach', License: license, ShortDescription: description };
  /** @type {[string, string, object][]} */
  const manifests = [
    [`${id}.yaml`, 'version', { DefaultLocale: 'en-US' }],
    [`${id}.installer.yaml`, 'installer', { InstallerType: 'portable', Commands: ['reach'], Installers: [installer] }],
    [`${id}.locale.en-US.yaml`, 'defaultLocale', { PackageLocale: 'en-US', ...about }],
  ];
  return manifests.map(([name, type, rest]) => {
    const manifest = { PackageIdentifier: id, PackageVersion: version, ...rest };
    // JSON is YAML.
    return [name, `${JSON.stringify({ ...manifest, ManifestType: type, ManifestVersion: '1.6.0' }, null, 2)}\n`];
  });
}

/** @param {readonly string[]} args */
export function main([folder = '', repository = '']) {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
    process.stderr.write('usage: node .build/manifests.mjs FOLDER OWNER/NAME\n');
    return 2;
  }
  const { description, license } = JSON.parse(readFileSync('package.json', 'utf8'));
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
  const release = { ...packageOf(sums), repository, description, license };
  writeFileSync(join(folder, 'reach.rb'), formulaOf(release));
  writeFileSync(join(folder, 'reach.json'), scoopOf(release));
  for (const [name, text] of wingetOf(release, executableOf(sums))) writeFileSync(join(folder, name), text);
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main(process.argv.slice(2));
