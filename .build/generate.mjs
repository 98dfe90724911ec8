// Writes the files that are derived from the sources. `--check` writes nothing and exits 1 naming those out of date.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadAll } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the files are made of. */
const sources = await loadAll({
  expected: `${root}.build/expected.ts`,
  table: `${root}src/contract/table.ts`,
  tree: `${root}src/cli/tool/tree/read.ts`,
  exit: `${root}src/cli/terminal/exit.ts`,
  evidence: `${root}test/evidence.ts`,
});

/** Every generated file: where it goes, and how its text is made. */
const outputs = [
  { path: 'src/contract/routes/routes.ts', text: routesText },
  { path: 'src/client/answers/expected.ts', text: expectedText },
  { path: 'README.md', text: readmeText },
  // Of the tests, and checked by one of them alone: each new test may change it.
  { path: 'evidence.json', text: async () => sources.evidence.evidenceText(await evidence()), isOfTests: true },
  {
    path: 'src/guides/evidence.md',
    text: async () => sources.evidence.evidencePage(await evidence()),
    isOfTests: true,
  },
];

async function evidence() {
  return sources.evidence.evidenceOf(root, await sources.tree.readDeclared('0'));
}

/**
 * A value in source text: each entry of the first `levels` objects on a line of its own, all below on one line.
 * @param {unknown} value
 * @param {number} levels
 * @returns {string}
 */
function literal(value, levels, indent = '') {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`;
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, 0)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([key, one]) => `${/^\w+$/.test(key) ? key : literal(key, 0)}: ${literal(one, levels - 1, inner)}`);
  if (entries.length === 0) return '{}';
  if (levels <= 0) return `{ ${entries.join(', ')} }`;
  return `{\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}}`;
}

/**
 * What client and service need of a row when they run: everything but the schemas.
 * @param {import('../src/contract/endpoint.ts').Endpoint} row
 * @param {readonly string[]} undocumentedQuery
 * @param {readonly string[] | 'whole'} undocumentedBody
 */
function routeOf(row, undocumentedQuery, undocumentedBody) {
  const { method, path, access, perMinute, effect } = row;
  return {
    ...{ method, path, access, perMinute, effect },
    ...(row.heavy === true && { heavy: true }),
    ...(row.undocumented !== undefined && { undocumented: true }),
    ...(undocumentedQuery.length > 0 && { undocumentedQuery }),
    ...(undocumentedBody.length > 0 && { undocumentedBody }),
    ...(perMinute !== null && row.given !== 'scope and rate' && { undocumentedRate: true }),
  };
}

function routesText() {
  const { table } = sources.table;
  const { undocumentedBodyOf, undocumentedQueryOf } = sources.expected;
  const groups = Object.entries(table).map(([group, rows]) => [
    group,
    Object.fromEntries(
      Object.entries(rows).map(([name, row]) => [
        name,
        routeOf(row, undocumentedQueryOf(row), undocumentedBodyOf(row)),
      ]),
    ),
  ]);
  return `// Generated from src/contract/table.ts by \`npm run generate\`. Free of zod: the rows as plain data.

import type { Table } from '../table.ts';
import type { Route } from './route.ts';

type RouteTable = { readonly [G in keyof Table]: { readonly [K in keyof Table[G]]: Route } };

export const routes: RouteTable = {
${groups.map(([group, rows]) => `  ${group}: ${literal(rows, 1, '  ')},\n`).join('')}};
`;
}

function expectedText() {
  /** @type {{ expectedAnswers: () => Readonly<Record<string, string>> }} */
  const { expectedAnswers } = sources.expected;
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const [row, text] of Object.entries(expectedAnswers())) {
    const start = row.split('/').slice(1, 3).join('/');
    texts.set(start, `${texts.get(start) ?? '\n'}${row} ${text}\n`);
  }
  return `// Generated from src/contract/table.ts by \`npm run generate\`. Free of zod: what the answer to each request holds.

/** By how the path starts; a line each, between line ends. Functions, so that only what is asked for is loaded. */
export const expectedAnswers: Readonly<Record<string, () => string>> = {
${[...texts].map(([start, text]) => `  '${start}': () => \`${text}\`,\n`).join('')}};
`;
}

/** @param {readonly (readonly string[])[]} rows */
const markdownTable = ([head = [], ...rows]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The README with its generated parts renewed: the commands and the exit codes. */
async function readmeText() {
  const { readTree } = sources.tree;
  const { EXIT, EXIT_MEANING } = sources.exit;
  /** @type {import('../src/cli/session/about.ts').TreeCommand} */
  const tree = await readTree('0');
  const commands = tree.commands.map((group) => {
    const names = group.commands.map(({ path }) => `\`${path.slice(group.path.length + 1)}\``);
    return [`\`${group.path}\``, group.summary, names.join(' ')];
  });
  const exits = Object.entries(EXIT).map(([name, code]) => [String(code), EXIT_MEANING[name]]);
  const parts = {
    commands: markdownTable([['command', 'what it is for', 'verbs'], ...commands]),
    'exit status': markdownTable([['exit status', 'meaning'], ...exits, ['130, 143', 'interrupted, terminated']]),
  };
  let text = readFileSync(`${root}/README.md`, 'utf8');
  for (const [name, part] of Object.entries(parts)) {
    const pattern = new RegExp(`(<!-- ${name}: [^>]*-->\n)[\\s\\S]*?(<!-- end of ${name} -->)`);
    text = text.replace(pattern, (_, before, after) => `${before}\n${part}\n\n${after}`);
  }
  return text;
}

const check = process.argv.includes('--check');
let stale = 0;
for (const { path, text, isOfTests = false } of outputs) {
  if (check && isOfTests) continue;
  const wanted = await text();
  let found = null;
  try {
    found = readFileSync(`${root}/${path}`, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  if (found === wanted) continue;
  if (check) {
    stale += 1;
    console.error(`${path} is not up to date: run npm run generate`);
  } else {
    mkdirSync(dirname(`${root}/${path}`), { recursive: true });
    writeFileSync(`${root}/${path}`, wanted);
    console.log(`${path} written`);
  }
}
process.exitCode = stale > 0 ? 1 : 0;
