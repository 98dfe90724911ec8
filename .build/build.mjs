// npm run build: dist/ from src/. One entry, one chunk per command group, and the texts the launcher answers from.

import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, `dist.${process.pid}`);
const final = join(root, 'dist');

/**
 * Files that are loaded together are one file: opening each costs a third of a millisecond. What is heavy and seldom
 * needed stays apart by itself, for it is imported late.
 */
const CLI =
  /src[\\/]cli[\\/](main|command|groups|session|connect|exit|io|settings|paths|profiles|prompt|output[\\/](print|table|cells|width|colour))\.ts/;
const CLIENT = /src[\\/]client[\\/](api|pages)\.ts/;
const groups = [
  { name: 'plain', test: /src[\\/]contract[\\/](envelope|limits|list-kinds|scopes|wire)\.ts/, priority: 4 },
  { name: 'core', test: (id) => CLI.test(id) || CLIENT.test(id), priority: 3 },
  {
    name: 'entity',
    test: /src[\\/]cli[\\/](entity[\\/](?!export-records)|commands[\\/](contacts|companies))/,
    priority: 2,
  },
  { name: 'service', test: /src[\\/]service[\\/]start\.ts/, priority: 1 },
];

await rm(folder, { recursive: true, force: true });
await bundle({ reach: join(root, 'src/reach.ts'), worker: join(root, 'src/service/worker.ts') }, folder, {
  minify: true,
  groups,
});

const { renderTexts } = createRequire(import.meta.url)(join(folder, 'reach.js'));
await mkdir(join(folder, 'text'));
for (const [name, text] of await renderTexts()) await writeFile(join(folder, 'text', `${name}.txt`), text);

// Put in place as a whole: a command that runs meanwhile sees the old build or the new one.
await rm(`${final}.old`, { recursive: true, force: true });
await rename(final, `${final}.old`).catch(() => {});
await rename(folder, final);
await rm(`${final}.old`, { recursive: true, force: true });
