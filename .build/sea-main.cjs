// What a single-file executable begins with: it lays its files into the cache folder, once, and loads them from there.

const { createHash } = require('node:crypto');
const {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} = require('node:fs');
const { createRequire } = require('node:module');
const { homedir, tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const sea = require('node:sea');
const { brotliDecompressSync } = require('node:zlib');

/** Where executables of this user keep their files; the same places as the tool's own cache. */
function cacheFolder() {
  const { REACH_HOME, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (REACH_HOME) return join(REACH_HOME, 'cache');
  if (process.platform === 'win32') return join(LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'reach', 'cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'reach');
  return join(XDG_CACHE_HOME?.startsWith('/') ? XDG_CACHE_HOME : join(homedir(), '.cache'), 'reach');
}

/** @returns {{ archive: Buffer, indexLength: number, index: { path: string, at: number, length: number, hash: string }[] }} */
function readArchive() {
  const archive = Buffer.from(sea.getAsset('files'));
  const indexLength = archive.readUInt32LE(0);
  return { archive, indexLength, index: JSON.parse(archive.toString('utf8', 4, 4 + indexLength)) };
}

/**
 * Of this user, and writable by no one else.
 * @param {import('node:fs').Stats} stats
 */
function isOwn({ uid, mode }) {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

/**
 * Whether the folder holds what this executable holds: its files, unchanged, and nothing else. What was put there by
 * another is never run.
 * @param {string} folder
 */
function isIntact(folder) {
  try {
    const top = lstatSync(folder);
    if (!top.isDirectory() || !isOwn(top)) return false;
    const { index } = readArchive();
    const hashes = new Map(index.map(({ path, hash }) => [join(folder, ...path.split('/')), hash]));
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
    let files = 0;
    for (const path of found) {
      const stats = lstatSync(path);
      if (!isOwn(stats)) return false;
      if (stats.isDirectory()) continue;
      files += 1;
      if (!stats.isFile() || createHash('sha256').update(readFileSync(path)).digest('hex') !== hashes.get(path))
        return false;
    }
    return files === hashes.size;
  } catch {
    return false;
  }
}

/** @param {string} folder */
function layOut(folder) {
  const { archive, indexLength, index } = readArchive();
  const bytes = brotliDecompressSync(archive.subarray(4 + indexLength));
  for (const { path, at, length } of index) {
    const file = join(folder, ...path.split('/'));
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, bytes.subarray(at, at + length), { mode: 0o600 });
  }
}

/** The folder with the files. Put in place as a whole, so that two first starts at once do not disturb each other. */
function filesFolder() {
  const name = `executable-${sea.getAsset('id', 'utf8')}`;
  try {
    const final = join(cacheFolder(), name);
    mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 });
    if (!isOwn(lstatSync(cacheFolder()))) throw new Error('others can write to the cache folder');
    if (isIntact(final)) return final;
    rmSync(final, { recursive: true, force: true });
    const part = mkdtempSync(`${final}.`);
    layOut(part);
    try {
      renameSync(part, final);
    } catch (error) {
      rmSync(part, { recursive: true, force: true });
      if (!isIntact(final)) throw error;
    }
    return final;
  } catch {
    // No cache folder can be written: for this run alone, then.
    const folder = mkdtempSync(join(tmpdir(), 'reach-'));
    layOut(folder);
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
}

const files = filesFolder();
const load = createRequire(join(files, 'bin', 'reach.js'));
/** A process that the service starts for long searches: this file runs as that program, too. */
const worker = join(files, 'dist', 'worker.js');
if (process.send !== undefined && process.argv.includes(worker, 1)) load(worker);
else load('./reach.js').start();
