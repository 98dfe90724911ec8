// Loads the tool with code as V8 compiled it when it was built: that spares a command a quarter of its time. A Node that was not
// the one that built it, or other flags, refuse it, and the source is compiled as ever.

const { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
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
  const loaded = { exports: {} };
  modules.set(file, loaded);
  const parent = dirname(file);
  /** @param {string} id */
  const requireFrom = (id) => (id.startsWith('.') ? load(folder, join(parent, id), keeps) : require(id));
  script.runInThisContext().call(loaded.exports, loaded.exports, requireFrom, loaded, file, parent);
  return loaded.exports;
}

/** Keeps the code of the modules that were loaded, as far as it was needed and so compiled, beside their source. */
function keepCompiled(newOnly = false) {
  for (const [file, script] of scripts) {
    if (!newOnly || !existsSync(`${file}.cache`)) writeFileSync(`${file}.cache`, script.createCachedData());
  }
}

module.exports = { load, keepCompiled };
