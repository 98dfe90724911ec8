// npm run build: dist/ from src/. One entry, one chunk per command group, and the texts the launcher answers from.

import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { bundle } from './bundle.mjs';
import { noticesFor } from './notices.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, `dist.${process.pid}`);
const final = join(root, 'dist');

/**
 * Files that are loaded together are one file: opening each costs a third of a millisecond. What is heavy and seldom
 * needed stays apart by itself, for it is imported late.
 */
const CLI =
  /src[\\/]cli[\\/](app[\\/](main|tree[\\/](build-tree|groups)|command|session|connect|exit|io|settings|paths|profiles[\\/]profiles|terminal[\\/]prompts)|output[\\/]formats[\\/](print|cells|colour))\.ts|src[\\/]presentation[\\/]text\.ts/;
const CLIENT = /src[\\/]client[\\/](api|answers[\\/]pages|transport[\\/]response-buffer)\.ts/;
const groups = [
  {
    name: 'plain',
    test: /src[\\/]contract[\\/](envelope|limits|lists[\\/]kinds|account[\\/]scopes|wire|json|ids|durations|english|group-by|issues|routes[\\/](routes|lazily))\.ts/,
    priority: 4,
  },
  // What both a read and the service know of records: the service alone is to load nothing of the commands.
  { name: 'rules', test: /src[\\/]rules[\\/](problem|nearest|records[\\/](fields|conditions))\.ts/, priority: 3.5 },
  // What lint and completion know of the contract: without a group of their own these would share a file with zod.
  {
    name: 'words',
    test: /src[\\/]contract[\\/](relations|[a-z]+[\\/](enums|relations|sections|shapes))\.ts/,
    priority: 4,
  },
  // What also answers the completion of names, without the rest.
  {
    name: 'base',
    test: /src[\\/]cli[\\/](app[\\/](io|paths|profiles[\\/]profiles|terminal[\\/](job-log|streams))|tool[\\/]completion[\\/]names(-text)?)\.ts|[\\/]package\.json$/,
    priority: 4,
  },
  { name: 'core', test: (/** @type {string} */ id) => CLI.test(id) || CLIENT.test(id), priority: 3 },
  {
    name: 'entity',
    test: /src[\\/]cli[\\/](shared[\\/]lookup[\\/](ids|named|record)\.ts|commands[\\/](contacts|companies)[\\/](index|list|show|search)\.ts)/,
    priority: 2,
  },
  {
    name: 'table',
    test: /src[\\/](cli[\\/]output[\\/]formats[\\/](table|card|grid|width|shown-cell)|presentation[\\/]labels)\.ts/,
    priority: 1,
  },
  { name: 'service', test: /src[\\/]service[\\/](start|in-process|db[\\/](fragment|rowset))\.ts/, priority: 2 },
  // What a read of contacts or companies needs of the service.
  { name: 'records', test: /src[\\/]service[\\/]resources[\\/](contacts|companies)[\\/]handlers\.ts/, priority: 1 },
];

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
  { ...options, codeSplitting: { groups } },
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
await writeFile(join(folder, 'text', 'definitions.json'), await renderDefinitions());
await mkdir(join(folder, 'man'));
for (const [name, text] of await renderManual(root)) await writeFile(join(folder, 'man', name), text);

// Put in place as a whole: a command that runs meanwhile sees the old build or the new one.
await rm(`${final}.old`, { recursive: true, force: true });
await rename(final, `${final}.old`).catch(() => {});
await rename(folder, final);
await rm(`${final}.old`, { recursive: true, force: true });
