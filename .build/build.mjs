// npm run build: dist/ from src/. One entry, one chunk per command group, and the texts the launcher answers from.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { execa } from 'execa';
import { bundle } from './bundle.mjs';
import { noticesFor } from './notices.mjs';
import { bundleQuick } from './quick.mjs';

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
    test: /src[\\/]contract[\\/](envelope|limits|lists[\\/]kinds|account[\\/]scopes|wire|json|ids|durations|english|group-by)\.ts/,
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
  // A bare import() would start Node's loader for ES modules, and cannot stand in code that is kept compiled.
  dynamicImportInCjs: false,
};
const whole = await bundle(
  {
    reach: join(root, 'src/reach.ts'),
    local: join(root, 'src/local.ts'),
    names: join(root, 'src/cli/tool/completion/answer-names.ts'),
    worker: join(root, 'src/service/worker.ts'),
    jq: join(root, 'src/cli/output/expression/jq-thread.ts'),
  },
  folder,
  { ...options, codeSplitting: { groups } },
);
const output = [...whole, ...(await bundleQuick(folder, options))];

// From this size on V8 keeps a text apart from what is new, which a tenth of it would be: a read is done before that is full.
const LARGE = 131_072;

// Source in ASCII is kept as one byte a character: read twice as fast. What is not ASCII stands in texts and patterns alone.
for (const chunk of output) {
  if (chunk.type !== 'chunk') continue;
  const escaped = (/** @type {string} */ unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const text = chunk.code.replace(/[^\x00-\x7f]/g, escaped).trimEnd();
  const code = chunk.fileName === 'quick.js' ? text.padEnd(LARGE) : text;
  // The last line tells files apart that are as long as each other: see bin/reach.js.
  const sum = createHash('sha256').update(code).digest('hex').slice(0, 16);
  await writeFile(join(folder, chunk.fileName), `${code}\n//${sum}`);
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

// What a read needs, over the network and on the local service, and the names for completion; then what an import needs besides.
const home = await mkdtemp(join(tmpdir(), 'reach-build-'));
const contact = { id: 1, firstName: 'Ada', lastName: 'Lovelace', professionalEmail: 'ada@example.com' };
const company = { id: 1, name: 'Engines', domain: 'example.com' };
/** @type {ReadonlyMap<string, object>} */
const answers = new Map(
  Object.entries({
    '/v1/contacts/1': contact,
    '/v1/companies/1': company,
    '/v1/companies': { companies: [company], page: 1, pageSize: 1, total: 2, hasNextPage: true },
    '/v1/contacts': { contacts: [contact], page: 1, pageSize: 1, total: 2, hasNextPage: true },
  }),
);
const service = createServer(({ url = '' }, answer) => {
  const data = answers.get(url.replace(/\?.*/s, ''));
  answer.writeHead(data === undefined ? 404 : 200, { 'content-type': 'application/json', 'x-reach-service': '0' });
  answer.end(JSON.stringify({ status: data === undefined ? 'error' : 'success', message: 'ok', data }));
});
await once(service.listen(0, '127.0.0.1'), 'listening');
const baseUrl = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (service.address()).port}`;
/** Which files of it are kept, by which entry of the build, the command. */
const warmUps = [
  ['all', 'reach', 'contacts list --limit 1 --json --profile remote'],
  ['all', 'reach', 'contacts show 1 --json --profile remote'],
  // The first makes the sample workspace, which is done once and not what is to be fast.
  ['none', 'reach', 'contacts list --limit 1 --json --profile local'],
  ['all', 'reach', 'contacts list --limit 1 --json --profile local'],
  ['all', 'quick', 'contacts list --limit 1 --json --profile remote'],
  ['all', 'quick', 'companies list --limit 1 --json --profile remote'],
  ['all', 'quick', 'contacts show 1 --json --profile remote'],
  ['all', 'quick', 'companies show 1 --json --profile remote'],
  ['all', 'quick', 'contacts list --limit 1 --json --profile local'],
  ['all', 'names', 'completion names lists'],
  ['new', 'reach', 'contacts import src/samples/contacts.csv --yes --json --profile local'],
];
const remote = { baseUrl, key: 'gsk_build' };
await mkdir(join(home, 'config'));
await writeFile(
  join(home, 'config', 'config.json'),
  JSON.stringify({ version: 1, current: 'local', profiles: { remote } }),
);
for (const [which = '', entry = '', words = ''] of warmUps) {
  await execa(process.execPath, [join(root, '.build/warm-up.cjs'), folder, which, entry, ...words.split(' ')], {
    cwd: root,
    env: { REACH_HOME: home, REACH_BACKUPS: 'off' },
    extendEnv: false,
    stdio: 'ignore',
    // The sample file has rows to reject.
    reject: false,
  });
}
service.close();
await rm(home, { recursive: true, force: true });

// Put in place as a whole: a command that runs meanwhile sees the old build or the new one.
await rm(`${final}.old`, { recursive: true, force: true });
await rename(final, `${final}.old`).catch(() => {});
await rename(folder, final);
await rm(`${final}.old`, { recursive: true, force: true });
