// What the tests prove of each operation of the interface, read from the tests themselves: `npm run generate` writes it to
// evidence.json and to the guide.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DeclaredCommand } from '../src/cli/session/about.ts';
import { OPERATIONS } from '../src/cli/shared/comparison/questions.ts';
import { routes } from '../src/contract/routes/routes.ts';
import { story } from './golden/story.ts';
import { LIMITS } from './known-limits.ts';
import { SQLITE_SUITES } from './service/sqlite-only.ts';
import { ROUTES } from './stranger/server.ts';

interface Evidence {
  readonly operation: string;
  readonly request: string;
  /** Those that send it. */
  readonly commands: readonly string[];
  /** How many requests and answers typed by hand. */
  readonly golden: number;
  /** Whether the service typed by hand has it. */
  readonly stranger: boolean;
  /** A file of tests for each; null where there is none. */
  readonly property: string | null;
  readonly refusals: string | null;
  readonly faults: string | null;
  readonly sqlite: string | null;
  readonly postgres: string | null;
}

interface TestFile {
  readonly name: string;
  readonly text: string;
  /** Operation → the lines that name it. */
  readonly named: ReadonlyMap<string, readonly number[]>;
}

const METHODS: Readonly<Record<string, string>> = { del: 'DELETE', remove: 'DELETE' };
const REQUEST = /\b(GET|POST|PUT|PATCH|DELETE|get|post|put|patch|del|remove)\b[^\n/]{0,12}['"` ](\/v1\/[^'"`\s?]*)/g;

/** A path of a test, `${id}` and `7` standing for parameters, fits that of an operation. */
function fits(operation: string, path: string): boolean {
  const [theirs, ours] = [path.replace(/\$\{[^}]*\}/g, '{}').split('/'), operation.split('/')];
  return (
    theirs.length === ours.length &&
    ours.every(
      (part, at) =>
        part === theirs[at] || (part.startsWith('{') && (part === '{kind}' || !/^[a-z-]+$/.test(theirs[at] ?? ''))),
    )
  );
}

const NAME = /\b[a-zA-Z]+\.[a-zA-Z]+\b(?!\.)/g;
const COMMAND = /['"`]([a-z][a-z-]+(?: [a-z][a-z-]+){0,3})/g;

/** Command → the operation that it is about. */
function mainOperations(commands: readonly DeclaredCommand[]): Map<string, string> {
  const requests = new Map(OPERATIONS.map(({ name, route }) => [`${route.method} ${route.path}`, name]));
  return new Map(
    commands.flatMap(({ path, about }) => {
      const [main] = about.uses ?? [];
      const name = requests.get(`${main?.method} ${main?.path}`);
      return name === undefined ? [] : [[path, name] as const];
    }),
  );
}

function namedIn(text: string, mains: ReadonlyMap<string, string>): Map<string, number[]> {
  const named = new Map<string, number[]>();
  const add = (operation: string, line: number) => named.set(operation, [...(named.get(operation) ?? []), line]);
  const operations = new Set(OPERATIONS.map(({ name }) => name));
  for (const [at, line] of text.split('\n').entries()) {
    for (const [, word = '', path = ''] of line.matchAll(REQUEST)) {
      const method = METHODS[word] ?? word.toUpperCase();
      for (const { name, route } of OPERATIONS) if (route.method === method && fits(route.path, path)) add(name, at);
    }
    for (const [name] of line.matchAll(NAME)) if (operations.has(name)) add(name, at);
    for (const [, words = ''] of line.matchAll(COMMAND)) {
      const all = words.split(' ');
      const path = all.map((_, nth) => all.slice(0, all.length - nth).join(' ')).find((one) => mains.has(one));
      if (path !== undefined) add(mains.get(path) ?? '', at);
    }
  }
  return named;
}

/** `get(world, TONES)`, the paths of constants of the same folder written out. */
function withPaths(text: string, paths: ReadonlyMap<string, string>): string {
  const pathOf = (folded: string, name: string) => paths.get(name) ?? folded;
  return text.replace(/\$\{([A-Z_]+)\}/g, pathOf).replace(/(?<=, )[A-Z_]+(?=[\],)])/g, (name) => {
    const path = paths.get(name);
    return path === undefined ? name : `'${path}'`;
  });
}

function testFiles(root: string, commands: readonly DeclaredCommand[]): TestFile[] {
  const mains = mainOperations(commands);
  const names = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/^(stranger|golden|evidence|bench|soak)/.test(name))
    .toSorted();
  const texts = names.map((name) => [name, readFileSync(join(root, 'test', name), 'utf8')] as const);
  const pathsOf = (folder: string) =>
    new Map(
      texts
        .filter(([name]) => dirname(name) === folder)
        .flatMap(([, text]) => [...text.matchAll(/const ([A-Z_]+) = '(\/v1\/[^']*)'/g)])
        .map(([, name = '', path = '']) => [name, path] as const),
    );
  const folders = new Map([...new Set(names.map((name) => dirname(name)))].map((folder) => [folder, pathsOf(folder)]));
  return texts.map(([name, written]) => {
    const text = withPaths(written, folders.get(dirname(name)) ?? new Map());
    return { name: `test/${name}`, text, named: namedIn(text, mains) };
  });
}

/** Whether a word stands in so many lines before or after one that names the operation. */
function isNear({ text, named }: TestFile, operation: string, word: RegExp, count: number): boolean {
  const lines = text.split('\n');
  return (named.get(operation) ?? []).some((at) =>
    word.test(lines.slice(Math.max(0, at - count), at + count + 1).join('\n')),
  );
}

const REFUSED = /\b(400|403|404|409|422)\b/;
const FAULTY = /\b(drop(Before|After)?|dropped|SIGKILL|dies|truncated?|faults?|error500|connectionLost)\b/;
const isOfFaults = ({ name }: TestFile) => /kill|fault|chaos|trouble|crash|cut-/.test(name);
const isOnPostgres = ({ name }: TestFile) =>
  /^test\/service\/.*\.test\.ts$/.test(name) && !(name.slice(13, -8) in SQLITE_SUITES);

export function evidenceOf(root: string, commands: readonly DeclaredCommand[]): Evidence[] {
  const files = testFiles(root, commands);
  return OPERATIONS.map(({ name, route }) => {
    const request = `${route.method} ${route.path}`;
    const tests = files.filter(({ named }) => named.has(name));
    const first = (holds: (file: TestFile) => boolean) => tests.find(holds)?.name ?? null;
    const isUsed = ({ about }: DeclaredCommand) =>
      about.uses?.some(({ method, path }) => method === route.method && path === route.path) === true;
    const pattern = new RegExp(`^${request.replace(/\{\w+\}/g, '[^/]+')}$`);
    const isOther = (line: string) => OPERATIONS.some((one) => `${one.route.method} ${one.route.path}` === line);
    const isThere = (line: string) => line === request || (pattern.test(line) && !isOther(line));
    return {
      ...{ operation: name, request, commands: commands.filter(isUsed).map(({ path }) => path) },
      golden: story.filter(({ row }) => row === name).length,
      stranger: ROUTES.some((one) => isThere(`${one.method} ${one.path}`)),
      property: first(({ text }) => text.includes("'fast-check'")),
      refusals: first((file) => isNear(file, name, REFUSED, 3)),
      faults: first((file) => isOfFaults(file) || isNear(file, name, FAULTY, 8)),
      sqlite: first(({ name: file }) => file.endsWith('.test.ts')),
      postgres: first(isOnPostgres),
    };
  });
}

/** A line for each operation. */
export const evidenceText = (evidence: readonly Evidence[]): string =>
  `[\n${evidence.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`;

const mark = (value: string | boolean | null) => (value === null || value === false ? '-' : 'yes');

/** The guide. */
export function evidencePage(evidence: readonly Evidence[]): string {
  const rows = evidence.map(({ operation, commands, golden, stranger, property, refusals, faults, sqlite, postgres }) =>
    [operation, commands.length, golden, ...[stranger, property, refusals, faults, sqlite, postgres].map(mark)].join(
      ' | ',
    ),
  );
  const all = Object.values(routes)
    .flatMap((group) => Object.values(group))
    .filter(({ path }) => path.startsWith('/v1/'));
  const shown = all.filter(({ undocumented }) => undocumented !== true).length;
  return `# Evidence: how far the local service can be believed

Generated from the tests by \`npm run generate\`; \`evidence.json\` in the repository names a test for each. Of ${all.length} operations the
public interface shows ${shown}; the others, and every name it does not show, are marked \`x-undocumented\` in \`/definitions.json\`. How far
your service is like this one: \`reach local compare\`, see \`reach help local-service\`.

## Known limits

${LIMITS.map(({ limit, test }) => `- ${limit} (\`${test.replace(/:.*/s, '')}\`)`).join('\n')}

## Operations

commands: how many send it; golden: requests and answers typed by hand from the interface; stranger: a service typed by hand has it;
property: random inputs; refusals and faults (dropped connections, kills, spoiled answers): tested; SQLite and PostgreSQL: tested on that engine.

| operation | commands | golden | stranger | property | refusals | faults | SQLite | PostgreSQL |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row} |`).join('\n')}
`;
}
