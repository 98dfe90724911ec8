// Programs of a test as a Node that knows no TypeScript can run them: other processes, and worker threads.

import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withFolder } from './world.ts';

/** Where tests and soaks are started; a soak is bundled, and lies elsewhere then. */
const ROOT = resolve('.');
/** The build's own, which is not TypeScript and has no types. */
const BUNDLER = pathToFileURL(join(ROOT, '.build', 'bundle.mjs')).href;

/** Bundles each entry (name → path from the root) to `name.js` in a folder that is gone afterwards. */
export function withBundled<T>(
  entries: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  return withFolder(async (folder) => {
    // Packages with binaries stay outside the bundle and are looked for beside it.
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const input = Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(ROOT, path)]));
    const { bundle } = await import(BUNDLER);
    await bundle(input, folder);
    return work(folder);
  });
}
