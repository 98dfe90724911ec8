// Bundling, for the build and for everything that runs a TypeScript file on a Node that cannot.

import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * What stays outside the bundle: packages with binaries, and Node's own modules.
 * @param {string} id
 */
const isExternal = (id) => id.startsWith('node:') || id === '@photostructure/sqlite';

/**
 * commander loads node:child_process (4 ms) for subcommands that are programs of their own; we have none.
 * @param {string} id
 * @param {string | undefined} importer
 */
const isNeedless = (id, importer) => id === 'node:child_process' && importer?.includes('/commander/') === true;
/** @type {import('rolldown').Plugin} */
const NO_CHILD_PROCESS = {
  name: 'no-child-process',
  resolveId: (source, importer) => (isNeedless(source, importer) ? '\0no-child-process' : null),
  load: (id) => (id === '\0no-child-process' ? 'export default {};' : null),
};

/**
 * Bundles the entries as CommonJS chunks into a folder. `options` are more of rolldown's for its output.
 * @param {Record<string, string>} input
 * @param {string} folder
 * @param {import('rolldown').OutputOptions} options
 * @param {import('rolldown').Plugin[]} plugins
 */
export async function bundle(input, folder, options = {}, plugins = []) {
  const build = await rolldown({
    input,
    platform: 'node',
    // Its paths name types only.
    tsconfig: false,
    moduleTypes: { '.sql': 'text', '.bash': 'text', '.zsh': 'text', '.fish': 'text', '.ps1': 'text' },
    external: (id, importer) => isExternal(id) && !isNeedless(id, importer),
    logLevel: 'warn',
    plugins: [NO_CHILD_PROCESS, ...plugins],
  });
  const { output } = await build.write({
    dir: folder,
    format: 'cjs',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: false,
    exports: 'named',
    ...options,
  });
  await build.close();
  return output;
}

/**
 * Bundles one TypeScript file and gives its exports.
 * @param {string} file
 */
export const load = async (file) => (await loadAll({ module: file })).module;

/**
 * Bundles TypeScript files at once and gives the exports of each.
 * @template {string} Name
 * @param {Record<Name, string>} files
 * @returns {Promise<Record<Name, any>>}
 */
export async function loadAll(files) {
  // Below node_modules, so that packages which stay outside the bundle are found from here.
  const cache = fileURLToPath(new URL('../node_modules/.cache', import.meta.url));
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'reach-'));
  // Not before the end: what is imported late is in there, too.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await bundle(files, folder);
  const loaded = Object.keys(files).map(async (name) => {
    const exported = await import(pathToFileURL(join(folder, `${name}.js`)).href);
    return [name, exported.default ?? exported];
  });
  return Object.fromEntries(await Promise.all(loaded));
}
