// Text that never changes between builds: the version, every help page, every topic. The launcher answers from it.

import type { CommandUnknownOpts as Command } from 'commander';
import { completionScripts } from '../completion/script.ts';
import { SHELLS } from '../completion/shells.ts';
import { buildTree } from './build-tree.ts';
import { GROUPS } from './groups.ts';
import { manPages, type TopicText } from './man.ts';
import { globalOptions } from './options.ts';
import { displayedCommands, NOTHING_RUNS, readTree } from './read.ts';
import { TOPICS } from './topics.ts';

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

async function helpOf(
  version: string,
  group: string | undefined,
  find: (program: Command) => Command,
): Promise<string> {
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
