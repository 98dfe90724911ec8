// npm run build: dist/ from src/. One entry, one chunk per command group, and the texts the launcher answers from.

import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { bundle } from './bundle.mjs';
import { chunkGroups } from './chunks.mjs';
import { noticesFor } from './notices.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Of the checkout that is built; empty outside of Git. */
const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
const folder = join(root, `dist.${process.pid}`);
const final = join(root, 'dist');

await rm(folder, { recursive: true, force: true });
/** @type {import('rolldown').OutputOptions} */
const options = {
  minify: process.env.REACH_PLAIN !== '1',
  // A bare import() would start Node's loader for ES modules.
  dynamicImportInCjs: false,
};
const output = await bundle(
  {
    reach: join(root, 'src/reach.ts'),
    names: join(root, 'src/cli/tool/completion/answer-names.ts'),
    worker: join(root, 'src/service/worker.ts'),
    jq: join(root, 'src/cli/terminal/expression/jq-thread.ts'),
  },
  folder,
  { ...options, codeSplitting: { groups: chunkGroups(root) } },
);

// Source in ASCII is kept as one byte a character: read twice as fast. What is not ASCII stands in texts and patterns alone.
for (const chunk of output) {
  if (chunk.type !== 'chunk') continue;
  const escaped = (/** @type {string} */ unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  await writeFile(join(folder, chunk.fileName), chunk.code.replace(/[^\x00-\x7f]/g, escaped));
}

// jq itself: a third of its size, and unpacked in four milliseconds where an expression is given.
const jq = await readFile(fileURLToPath(import.meta.resolve('jq-wasm/jq.wasm')));
await writeFile(join(folder, 'jq.wasm.br'), brotliCompressSync(jq));

await writeFile(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesFor(output));

// Style and script of the pages.
await cp(join(root, 'src/service/pages/assets'), join(folder, 'pages'), { recursive: true });

const { renderTexts, renderManual, renderDefinitions } = createRequire(import.meta.url)(join(folder, 'reach.js'));
await mkdir(join(folder, 'text'));
for (const [name, text] of await renderTexts(root)) await writeFile(join(folder, 'text', `${name}.txt`), text);
await writeFile(join(folder, 'text', 'commit.txt'), commit.status === 0 ? commit.stdout : '');
await writeFile(join(folder, 'text', 'definitions.json'), await renderDefinitions());
await mkdir(join(folder, 'man'));
for (const [name, text] of await renderManual(root)) await writeFile(join(folder, 'man', name), text);

// Put in place as a whole: a command that runs meanwhile sees the old build or the new one.
await rm(`${final}.old`, { recursive: true, force: true });
await rename(final, `${final}.old`).catch(() => {});
await rename(folder, final);
await rm(`${final}.old`, { recursive: true, force: true });
