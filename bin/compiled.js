// Code as V8 compiled it when the tool was built: loading it spares a command a sixth to a quarter of its time. A Node that
// was not the one that built it, or other flags, refuse it, and the source is compiled as ever.

const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { wrap } = require('node:module');
const { dirname } = require('node:path');
const { Script } = require('node:vm');

const scripts = new Map();

/** @param {string} file */
function cached(file) {
  try {
    return readFileSync(`${file}.cache`);
  } catch {
    return undefined;
  }
}

/**
 * Loads the modules below `folder` from what was kept of them. `all`: also those of which nothing was, to be kept.
 * @param {string} folder
 */
function useCompiled(folder, all = false) {
  const load = require.extensions['.js'];
  require.extensions['.js'] = (module, file) => {
    const cachedData = file.startsWith(folder) ? cached(file) : undefined;
    if (cachedData === undefined && !(all && file.startsWith(folder))) return load(module, file);
    // The name stays with what is kept, and must not be a place on the machine of the build: a copy, not a part, of it.
    const filename = Buffer.from(`reach/dist/${file.slice(folder.length + 1)}`).toString();
    const script = new Script(wrap(readFileSync(file, 'utf8')), { filename, cachedData });
    if (all) scripts.set(file, script);
    const require = (/** @type {string} */ id) => module.require(id);
    script.runInThisContext().call(module.exports, module.exports, require, module, file, dirname(file));
  };
}

/** Keeps the code of the modules that were loaded, as far as it was needed and so compiled, beside their source. */
function keepCompiled(newOnly = false) {
  for (const [file, script] of scripts) {
    if (!newOnly || !existsSync(`${file}.cache`)) writeFileSync(`${file}.cache`, script.createCachedData());
  }
}

module.exports = { useCompiled, keepCompiled };
