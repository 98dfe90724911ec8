// Text that never changes between builds: the version, every help page, every topic. The launcher answers from it.

import type { CommandUnknownOpts as Command } from 'commander';
import { everyCommand, type TreeCommand, type TreeOption } from '../../session/about.ts';
import { completionScripts } from '../completion/script.ts';
import { SHELLS } from '../completion/shells.ts';
import { buildTree } from './build-tree.ts';
import { GROUPS } from './groups.ts';
import { globalOptions } from './options.ts';
import { displayedCommands, NOTHING_RUNS, readTree } from './read.ts';
import { TOPICS } from './topics.ts';

// Manual pages: the tree in roff, one page a command, as `man` finds them (reach-contacts-import.1).

/** Roff takes a leading dot or quote for a request, a backslash for an escape, and a hyphen for a dash. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');
}

const bold = (text: string) => `\\fB${escaped(text)}\\fR`;
const pageName = (path: string) => (path === '' ? 'reach' : `reach-${path.replaceAll(' ', '-')}`);
const section = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [`.SH ${title}`, ...lines]);

/** Lines that must stay as they are. */
const asTyped = (text: string) => ['.nf', escaped(text), '.fi'];

function paragraphs(text: string): string[] {
  return text.split(/\n\n+/).flatMap((part, at) => [...(at === 0 ? [] : ['.PP']), ...part.split('\n').map(escaped)]);
}

function optionLines(options: readonly TreeOption[]): string[] {
  return options.flatMap(({ flags, description }) => ['.TP', bold(flags), escaped(description)]);
}

function synopsis({ path, arguments: input, options, commands }: TreeCommand): string {
  const words = input.map(({ name, required, variadic }) => {
    const displayed = variadic ? `${name}...` : name;
    return required ? `<${displayed}>` : `[${displayed}]`;
  });
  const parts = [
    ...(commands.length > 0 ? ['<command>'] : []),
    ...words,
    ...(options.length > 0 || path === '' ? ['[options]'] : []),
  ];
  return `${bold(`reach ${path}`.trim())} ${escaped(parts.join(' '))}`.trim();
}

function page(command: TreeCommand, version: string, globals: readonly TreeOption[]): string {
  const { path, summary, description, commands, options } = command;
  const above = path.split(' ').slice(0, -1).join(' ');
  const related = [...(path === '' ? [] : [pageName(above)]), ...commands.map((sub) => pageName(sub.path))];
  return `${[
    `.TH "${pageName(path).toUpperCase()}" "1" "" "reach ${version}" "reach"`,
    ...section('NAME', [`${escaped(pageName(path))} \\- ${escaped(summary || description)}`]),
    ...section('SYNOPSIS', [synopsis(command)]),
    ...section('DESCRIPTION', paragraphs(description)),
    ...section(
      'COMMANDS',
      commands.flatMap((sub) => ['.TP', bold(sub.path), escaped(sub.summary)]),
    ),
    ...section('OPTIONS', optionLines(options)),
    ...(commands.length === 0 || path === '' ? section('GLOBAL OPTIONS', optionLines(globals)) : []),
    ...command.sections.flatMap(({ title, text }) => section(title.toUpperCase(), asTyped(text))),
    ...section('SEE ALSO', related.length === 0 ? [] : [related.map((name) => `${bold(name)}(1)`).join(', ')]),
  ].join('\n')}\n`;
}

interface TopicText {
  readonly name: string;
  readonly summary: string;
  readonly text: string;
}

/** File name → text: a page for each command, and one for each topic of the help (reach-exit-codes.7). */
export function manPages(
  root: TreeCommand,
  version: string,
  globals: readonly TreeOption[],
  topics: readonly TopicText[],
): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  for (const command of everyCommand(root)) {
    pages.set(`${pageName(command.path)}.1`, page(command, version, globals));
  }
  for (const { name, summary, text } of topics) {
    const head = [`.TH "REACH-${name.toUpperCase()}" "7" "" "reach ${version}" "reach"`];
    const lines = [
      ...section('NAME', [`reach\\-${escaped(name)} \\- ${escaped(summary)}`]),
      ...section('DESCRIPTION', asTyped(text.trimEnd())),
    ];
    pages.set(`reach-${name}.7`, `${[...head, ...lines].join('\n')}\n`);
  }
  return pages;
}

/** Name of the text (`version`, `help contacts import`, `topic exit-codes`) → the text. */
export async function renderTexts(version: string, guides: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>([['version', `${version}\n`]]);
  for (const [name, topic] of Object.entries(TOPICS)) texts.set(`topic ${name}`, await topic.text(guides));
  texts.set('help', await helpOf(version, undefined, (program) => program));
  for (const { name } of GROUPS) {
    await walk(version, [name], texts);
  }
  const script = await completionScripts(await readTree(version));
  for (const shell of SHELLS) texts.set(`completion ${shell}`, script(shell));
  return texts;
}

async function topicTexts(guides: string): Promise<readonly TopicText[]> {
  return Promise.all(
    Object.entries(TOPICS).map(async ([name, topic]) => ({
      name,
      summary: topic.summary,
      text: await topic.text(guides),
    })),
  );
}

/** The manual: name of the file → roff. */
export async function renderManual(version: string, guides: string): Promise<ReadonlyMap<string, string>> {
  return manPages(await readTree(version), version, await globalOptions(), await topicTexts(guides));
}

async function helpOf(version: string, group: string | undefined, find: (program: Command) => Command) {
  let text = '';
  const program = await buildTree(version, NOTHING_RUNS, group, (part) => {
    text += part;
  });
  find(program).outputHelp();
  return text;
}

async function walk(version: string, path: readonly string[], texts: Map<string, string>): Promise<void> {
  let below: string[] = [];
  const find = (program: Command) => {
    let at = program;
    for (const word of path) at = at.commands.find((command) => command.name() === word) ?? at;
    below = displayedCommands(at).map((command) => command.name());
    return at;
  };
  texts.set(`help ${path.join(' ')}`, await helpOf(version, path[0], find));
  for (const word of below) await walk(version, [...path, word], texts);
}
