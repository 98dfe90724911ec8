// Loads the tool with code as V8 compiled it when it was built: that spares a command a quarter of its time. A Node that was not
// the one that built it, or other flags, refuse it: then Node keeps what it compiles, where it can, or compiles it as ever.

const {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
} = require('node:fs');
const { dirname, isAbsolute, join } = require('node:path');
const { Script } = require('node:vm');

/** @type {Map<string, { exports: any }>} */
const modules = new Map();
const scripts = new Map();

const HEAD = Buffer.from('(function (exports, require, module, __filename, __dirname) { ');
const TAIL = Buffer.from('\n});');

/**
 * The source as the function of a module. Put together outside the heap: strings of this size, made twice, cost a collection.
 * @param {string} file
 */
function sourceOf(file) {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const source = Buffer.allocUnsafeSlow(HEAD.length + size + TAIL.length);
    HEAD.copy(source);
    readSync(descriptor, source, HEAD.length, size, 0);
    TAIL.copy(source, HEAD.length + size);
    return source.toString('latin1');
  } finally {
    closeSync(descriptor);
  }
}

/** @param {string} file */
function cached(file) {
  try {
    return readFileSync(`${file}.cache`);
  } catch {
    return undefined;
  }
}

/**
 * Loads a file of `folder`, and those of it that it requires: all are CommonJS, in ASCII, and name each other in full, so that
 * nothing has to be looked for. `keeps`: what was compiled is to be kept.
 * @param {string} folder
 * @param {string} file
 * @param {boolean} keeps
 * @returns {any}
 */
function load(folder, file, keeps = false) {
  const known = modules.get(file);
  if (known !== undefined) return known.exports;
  // The name stays with what is kept, and must not be a place on the machine of the build: a copy, not a part, of it.
  const filename = Buffer.from(`reach/dist/${file.slice(folder.length + 1)}`).toString();
  const script = new Script(sourceOf(file), { filename, cachedData: cached(file) });
  if (keeps) scripts.set(file, script);
  else if (script.cachedDataRejected === true && modules.size === 0 && keepsItself()) return require(file);
  const loaded = { exports: {} };
  modules.set(file, loaded);
  const parent = dirname(file);
  /** @param {string} id */
  const requireFrom = (id) => (id.startsWith('.') ? load(folder, join(parent, id), keeps) : require(id));
  script.runInThisContext().call(loaded.exports, loaded.exports, requireFrom, loaded, file, parent);
  return loaded.exports;
}

/** Where what may be deleted at any time is kept; the same place as cli/app/paths.ts has. */
function cacheFolder() {
  const { REACH_HOME, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (REACH_HOME) return join(REACH_HOME, 'cache');
  const home = require('node:os').homedir();
  if (!isAbsolute(home)) throw new Error('no home directory');
  if (process.platform === 'win32') return join(LOCALAPPDATA || join(home, 'AppData', 'Local'), 'reach', 'cache');
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches', 'reach');
  return join(XDG_CACHE_HOME?.startsWith('/') ? XDG_CACHE_HOME : join(home, '.cache'), 'reach');
}

/** Has Node keep what it compiles of the modules it loads itself; false before Node 22.1, and where nothing can be written. */
function keepsItself() {
  /** @type {any} Of Node 22. */
  const { enableCompileCache, constants } = require('node:module');
  if (enableCompileCache === undefined) return false;
  try {
    const folder = join(cacheFolder(), 'compiled');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return enableCompileCache(folder).status !== constants.compileCacheStatus.FAILED;
  } catch {
    return false;
  }
}

/** Keeps the code of the modules that were loaded, as far as it was needed and so compiled, beside their source. */
function keepCompiled(newOnly = false) {
  for (const [file, script] of scripts) {
    if (!newOnly || !existsSync(`${file}.cache`)) writeFileSync(`${file}.cache`, script.createCachedData());
  }
}

module.exports = { load, keepCompiled };
