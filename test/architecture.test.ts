// The rooms and who may enter which (src/README.md). Each check first proves that it saw files.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    return { path: relative(SRC, path), text, code: text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '') };
  });

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  rules: ['contract'],
  client: ['contract'],
  cli: ['client', 'rules', 'contract'],
  service: ['rules', 'contract'],
};

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

function importsOf({ path, code }: (typeof files)[number]): Import[] {
  const found = [...code.matchAll(/(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)/g)];
  return found.map((match) => ({ from: path, to: match[2] ?? match[3] ?? '', isType: match[1] !== undefined }));
}

const local = files.flatMap(importsOf).filter(({ to }) => to.startsWith('.'));
const inside = local.map((one) => ({ ...one, to: relative(SRC, resolve(SRC, dirname(one.from), one.to)) }));
const room = (path: string) => path.split('/')[0] ?? '';

test('files were seen', () => {
  expect(files.length).toBeGreaterThan(60);
  expect(inside.length).toBeGreaterThan(150);
  for (const name of Object.keys(MAY_IMPORT)) expect(inside.some(({ from }) => room(from) === name)).toBe(true);
});

test('a room imports only from the rooms it may', () => {
  const crossings = inside.filter(
    ({ from, to }) =>
      from.includes('/') && room(from) !== room(to) && !(MAY_IMPORT[room(from)] ?? []).includes(room(to)),
  );
  expect(crossings).toEqual([]);
});

const PACKAGES: readonly (readonly [name: RegExp, allowed: RegExp])[] = [
  [/^(commander|chalk|ora|conf|@inquirer\/prompts|string-width|yaml)$/, /^cli\//],
  [/^undici$/, /^client\/transport\/pool\.ts$/],
  [/^(node:sqlite|@photostructure\/sqlite)$/, /^service\/db\/sqlite\.ts$/],
  [/^zod$/, /^(contract|service)\//],
  [/^@modelcontextprotocol\/sdk/, /^cli\/tool\/mcp\//],
  [/^luxon$/, /^rules\/workflows\/triggers\/recurrence\.ts$/],
];

test('a package stays in the room that needs it', () => {
  const packages = files
    .flatMap(importsOf)
    .filter(({ to, isType }) => !to.startsWith('.') && !to.startsWith('node:') && !isType);
  expect(packages.length).toBeGreaterThan(5);
  const strays = packages.filter(({ from, to }) =>
    PACKAGES.some(([name, allowed]) => name.test(to) && !allowed.test(from)),
  );
  expect(strays).toEqual([]);
});

const ONLY_IN: readonly (readonly [what: string, found: RegExp, allowed: RegExp])[] = [
  ['process', /(?<![\w.'"`-])process\./, /^(reach|cli\/app\/io|service\/start|service\/serve|service\/worker)\.ts$/],
  ['stdout and console', /stdout\.write|console\./, /^cli\/(output\/|app\/main|app\/io)/],
  [
    'the clock and chance',
    /Date\.now\(\)|new Date\(\)|Math\.random\(\)|randomUUID\(/,
    /^(reach|cli\/app\/io|service\/start|service\/jobs\/thread)\.ts$/,
  ],
  ['process.exit', /process\.exit\(/, /^cli\/app\/io\.ts$/],
  ['export * from', /export \* from/, /^$/],
];

test.each(ONLY_IN)('%s only where it belongs', (_what, found, allowed) => {
  expect(files.filter(({ path, code }) => found.test(code) && !allowed.test(path)).map(({ path }) => path)).toEqual([]);
});

test('no file of the source is longer than 400 lines', () => {
  const long = files
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > 400);
  expect(long.map(({ path }) => path)).toEqual(
    ['client/routes/routes.ts'].filter((path) => long.some((one) => one.path === path)),
  );
});
