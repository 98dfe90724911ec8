// Every `$` line of the README and of the guides is run, in the order of its document, in a folder of its own, and prints
// what the document says it prints: those that need a shell as processes.

import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHere } from './e2e/here.ts';

const ROOT = resolve(import.meta.dirname, '..');
const README = fs.readFileSync(join(ROOT, 'README.md'), 'utf8');

interface Displayed {
  readonly command: string;
  readonly output: readonly string[];
  readonly line: number;
}

/** The commands of the `console` blocks, each with the lines below it. */
function displayedIn(text: string): Displayed[] {
  const displayed: { command: string; output: string[]; line: number }[] = [];
  let inside = false;
  for (const [at, line] of text.split('\n').entries()) {
    if (line.startsWith('```')) inside = line.trim() === '```console';
    else if (inside && line.startsWith('$ ')) displayed.push({ command: line.slice(2), output: [], line: at + 1 });
    else if (inside) displayed.at(-1)?.output.push(line);
  }
  return displayed;
}

/** Lines agree; `…` stands for what differs from run to run, alone for any lines. */
function agrees(expected: readonly string[], actual: string): boolean {
  const pattern = expected
    .map((line) => (line.trim() === '…' ? '(?:.*\n)*?' : `${line.trimEnd().split('…').map(literal).join('.*')}\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(actual);
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const DOCUMENTS = ['README.md', ...fs.readdirSync(join(ROOT, 'src', 'guides')).map((name) => `src/guides/${name}`)];

const withCommands = DOCUMENTS.map((document) => ({
  document,
  shown: displayedIn(fs.readFileSync(join(ROOT, document), 'utf8')),
})).filter(({ shown: displayed }) => displayed.length > 0);

/** The words of a line that is the tool alone: nothing outside of quotes, and no `$` or `\` within double ones, is for the shell. */
function wordsOfTool(line: string): string[] | null {
  if (!/^reach( +([\w.,:/=@%+-]|"[^"$`\\]*"|'[^']*')+)+$/.test(line)) return null;
  const words = line.match(/([^ "']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.slice(1).map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

describe.each(withCommands)('$document', ({ shown: displayed }) => {
  let home: string;
  beforeAll(() => {
    home = fs.mkdtempSync(join(tmpdir(), 'reach-document-'));
    fs.mkdirSync(join(home, 'bin'));
    fs.mkdirSync(join(home, 'work'));
    fs.symlinkSync(join(ROOT, 'bin', 'reach.js'), join(home, 'bin', 'reach'));
    fs.copyFileSync(join(ROOT, 'src', 'samples', 'contacts.csv'), join(home, 'work', 'contacts.csv'));
  });
  afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

  test.each(displayed)('line $line: $command', async ({ command, output }) => {
    const cwd = join(home, 'work');
    const env = {
      PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
      HOME: home,
      TMPDIR: tmpdir(),
      REACH_HOME: join(home, 'reach'),
      NO_COLOR: '1',
    };
    const words = wordsOfTool(command);
    const ran = await (words === null ? inShell(command, { cwd, env }) : runHere(words, { cwd, env }));
    const message = ran.shown.replace(AT_BACKGROUND_WORK, '');
    const expected = output.filter((line, at) => at < output.length - 1 || line.trim() !== '');
    if (expected.length === 0) expect(ran.code, message).toBe(0);
    else if (!agrees(expected, message)) expect(message).toBe(`${expected.join('\n')}\n`);
  });
});

/** What a command says where its background work takes longer than a second. */
const AT_BACKGROUND_WORK = /^(finishing|still at) background work.*\n/gm;

async function inShell(
  command: string,
  options: { readonly cwd: string; readonly env: Record<string, string | undefined> },
) {
  const whole = { reject: false, stripFinalNewline: false, extendEnv: false } as const;
  const { exitCode, stdout } = await execa('sh', ['-c', `exec 2>&1; ${command}`], { ...options, ...whole });
  return { code: exitCode, shown: stdout };
}

test('the documents show commands', () => {
  expect(withCommands.flatMap(({ shown: displayed }) => displayed).length).toBeGreaterThan(40);
});

interface TreeEntry {
  readonly path: string;
  readonly arguments: readonly { readonly required: boolean; readonly variadic: boolean }[];
  readonly options: readonly { readonly long: string; readonly value: string | null }[];
}

test('what the pages tell a person to type are command lines of the tool', async () => {
  const { shown } = await runHere(['commands', '--json'], { cwd: ROOT, env: {} });
  const tree: readonly TreeEntry[] = JSON.parse(shown);
  const pages = join(ROOT, 'src', 'service', 'pages');
  const texts = fs.readdirSync(pages).filter((name) => name.endsWith('.ts'));
  const lines = texts.flatMap((name) => {
    const text = fs.readFileSync(join(pages, name), 'utf8');
    return [...text.matchAll(/command\((['`])reach ((?:\$\{[^}]*\}|[^'`$])*)\1/g)].map(([, , line = '']) =>
      line
        .replaceAll(/\$\{[^}]*\?[^}]*\}/g, '')
        .replaceAll(/\$\{[^}]*\}/g, '1')
        .trim(),
    );
  });
  expect(lines.length).toBeGreaterThan(20);
  const wrong = lines.filter((line) => {
    const words = line.replace('ai 1', 'ai message').split(' ');
    const entry = tree
      .filter(({ path }) => `${words.join(' ')} `.startsWith(`${path} `))
      .toSorted((a, b) => b.path.length - a.path.length)[0];
    if (entry === undefined) return true;
    const rest = words.slice(entry.path.split(' ').length);
    const isOption = (word: string | undefined) => word?.startsWith('--') === true;
    const known = (word: string) => entry.options.find(({ long }) => long === word);
    const supplied = rest.filter((word, at) => !isOption(word) && !known(rest[at - 1] ?? '')?.value);
    const { length: most } = entry.arguments;
    const least = entry.arguments.filter(({ required }) => required).length;
    const isVariadic = entry.arguments.some(({ variadic }) => variadic);
    return (
      rest.some((word) => isOption(word) && known(word) === undefined) ||
      supplied.length < least ||
      (supplied.length > most && !isVariadic)
    );
  });
  expect(wrong).toEqual([]);
});

test('the two commands for a newcomer are scripts of the package', () => {
  const { scripts } = JSON.parse(fs.readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const command of ['npm install && npm run demo', 'npm install && npm test']) expect(README).toContain(command);
  expect([typeof scripts.demo, typeof scripts.test]).toEqual(['string', 'string']);
});

test('the README is short, and its links lead somewhere', () => {
  expect(README.split('\n').length).toBeLessThan(260);
  const links = [...README.matchAll(/\]\(([^)#]+)\)/g)].map((match) => match[1] ?? '');
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((link) => !fs.existsSync(join(ROOT, link)))).toEqual([]);
});
