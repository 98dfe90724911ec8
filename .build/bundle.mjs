// Bundling, for the build and for everything that runs a TypeScript file on a Node that cannot.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** What stays outside the bundle: packages with binaries, and Node's own modules. */
export const EXTERNAL = [/^node:/, '@photostructure/sqlite'];

/** Bundles the entries as CommonJS chunks into a folder. */
export async function bundle(input, folder, options = {}) {
  const build = await rolldown({
    input,
    platform: 'node',
    external: options.external ?? EXTERNAL,
    logLevel: 'warn',
    ...(options.resolve ? { resolve: options.resolve } : {}),
  });
  const { output } = await build.write({
    dir: folder,
    format: 'cjs',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    minify: options.minify ?? false,
    sourcemap: false,
    exports: 'named',
  });
  await build.close();
  return output;
}

/** Bundles one TypeScript file and gives its exports. */
export async function load(file) {
  const folder = await mkdtemp(join(tmpdir(), 'reach-load-'));
  try {
    // Packages stay outside; they are found from the project, not from the temporary folder.
    await bundle({ module: file }, folder);
    const loaded = await import(pathToFileURL(join(folder, 'module.js')).href);
    return loaded.default ?? loaded;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
