// The command tree as commander has it: the root, and below it the group that is wanted.

import { Command, Option } from 'commander';
import type { AnyCommand, Deps } from '../../session/command.ts';
import { HELP_WIDTH, wrapWords } from '../../session/help-width.ts';
import { addGlobalFlags } from '../../terminal/settings.ts';
import { findGroup, GROUPS } from './groups.ts';

const LEARN_MORE = `
Learn more:
  reach COMMAND --help          flags, output, exit status, examples
  reach help TOPIC              guides: import, campaigns, workflows,
                                outreach-as-code, ai, finder, inbox,
                                local-service, evidence, many-machines, ci,
                                scripting, agents, configuration,
                                troubleshooting; also: exit-codes, environment,
                                output, files
  reach demo                    a tour on the local service`;

const FLAG_COLUMN = 32;

/** What every command takes, below the commands: readers of the root's help look for commands first. */
function globalFlagsText(): string {
  const rows = [
    ...addGlobalFlags(new Command()).options.map(({ flags, description }) => [flags, description] as const),
    ['-h, --help', 'help, on every level'] as const,
    ['-V, --version', 'the version of reach; --json: with its commit, Node and SQLite'] as const,
  ].flatMap(([flags, description]) =>
    wrapWords(description, `  ${flags.padEnd(FLAG_COLUMN - 2)}`, ' '.repeat(FLAG_COLUMN)),
  );
  return ['', 'Global options:', ...rows].join('\n');
}

function rootCommand(version: string): Command {
  const program = new Command('reach')
    .description('Sales prospecting and outreach from the command line, with the whole service on your own machine.')
    .usage('<command> [options]')
    .helpCommand(false)
    .version(version, '-V, --version', 'the version')
    .addHelpText('after', () => `${globalFlagsText()}\n${LEARN_MORE}`);
  addGlobalFlags(program);
  for (const option of program.options) option.hideHelp();
  program.addHelpOption(new Option('-h, --help', 'this help').hideHelp());
  return program;
}

/** Settles how commander behaves, on every level: nothing is inherited by `addCommand`. */
function adopt(command: AnyCommand, program: AnyCommand): void {
  command.copyInheritedSettings(program);
  // `reach help …` is the one way to ask for it with a word.
  if (command.commands.length > 0) command.helpCommand(false);
  for (const sub of command.commands) adopt(sub, program);
}

/** The tree, as far as `wanted` needs it: that group with its commands, the others by name. */
export async function buildTree(
  version: string,
  deps: Omit<Deps, 'group'>,
  wanted: string | undefined,
  write: (text: string) => void,
): Promise<AnyCommand> {
  const program = rootCommand(version);
  program
    .exitOverride()
    .showHelpAfterError(false)
    .configureHelp({ showGlobalOptions: false, sortSubcommands: false, helpWidth: HELP_WIDTH })
    .configureOutput({
      writeOut: write,
      // Unrequested help; errors are reported in our own words.
      writeErr: (text) => (text.startsWith('error:') ? undefined : write(text)),
      getOutHelpWidth: () => HELP_WIDTH,
      getErrHelpWidth: () => HELP_WIDTH,
      getOutHasColors: () => false,
    });
  const entry = wanted === undefined ? undefined : findGroup(wanted);
  // The others are there to be listed, and to be guessed from a mistyped word.
  for (const group of entry === undefined ? GROUPS : [entry]) {
    const command =
      group === entry
        ? (await group.load(deps.verb))({ ...deps, group })
        : new Command(group.name).summary(group.summary);
    command.helpGroup(`${group.heading}:`);
    for (const alias of group === entry ? [] : group.aliases) command.alias(alias);
    program.addCommand(command);
    adopt(command, program);
  }
  return program;
}
