// Reads the command tree from commander's commands. No command imports this: it would load itself; see Deps.program.

import type { Argument, CommandUnknownOpts as Command, Option } from 'commander';
import type { About, Completes, DeclaredCommand, TreeArgument, TreeCommand, TreeRoute } from '../../session/about.ts';
import { aboutOf, completesOf, type Deps, fieldsOf, helpSections } from '../../session/command.ts';
import type { UsedRoute } from '../../terminal/formats/known-fields.ts';
import { addGlobalFlags } from '../../terminal/settings.ts';
import { buildTree } from './build-tree.ts';
import { GROUPS } from './groups.ts';
import { optionOf, valueName } from './options.ts';

const nothing = async (): Promise<never> => {
  throw new Error('the tree of commands is only read');
};

/** For a tree that is only read. */
export const NOTHING_RUNS: Omit<Deps, 'group'> = {
  run: nothing,
  program: { tree: nothing, declared: nothing, run: nothing },
};

/** The whole tree; loads every group. */
export async function readTree(version: string): Promise<TreeCommand> {
  const commands: TreeCommand[] = [];
  for (const { name, summary } of GROUPS) {
    const program = await buildTree(version, NOTHING_RUNS, name, () => {});
    const group = program.commands.find((command) => command.name() === name);
    if (group !== undefined) commands.push({ ...commandOf(group, []), summary });
  }
  const program = await buildTree(version, NOTHING_RUNS, undefined, () => {});
  return { ...commandOf(program, []), path: '', commands };
}

function* declaredIn(command: Command, above: readonly string[]): Generator<DeclaredCommand> {
  const path = [...above, command.name()];
  const about = aboutOf(command);
  if (about !== undefined)
    yield { path: path.join(' '), about, hasWeb: command.options.some(({ long }) => long === '--web') };
  for (const sub of displayedCommands(command)) yield* declaredIn(sub, path);
}

/** Every command as it was declared; loads every group. */
export async function readDeclared(version: string): Promise<DeclaredCommand[]> {
  const found = GROUPS.map(async ({ name }) => {
    const program = await buildTree(version, NOTHING_RUNS, name, () => {});
    const group = program.commands.find((command) => command.name() === name);
    return group === undefined ? [] : [...declaredIn(group, [])];
  });
  return (await Promise.all(found)).flat();
}

/** Opens a program for a person. */
const ONLY_FOR_PEOPLE = ['--web'];

/** Together they are the record to be sent. */
const BODY_OPTIONS = ['--field', '--field-json', '--input'];

function commandOf(command: Command, above: readonly string[]): TreeCommand {
  const path = [...above, command.name()];
  const about = aboutOf(command);
  const has = (option: string) => command.options.some(({ long }) => long === option);
  const common = new Set(addGlobalFlags(command.createCommand('')).options.map(({ long }) => long));
  return {
    path: path.join(' '),
    aliases: command.aliases(),
    summary: command.summary(),
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => argumentOf(argument, command)),
    options: command.options
      .filter(({ long, hidden }) => !hidden && !common.has(long) && long !== '--version')
      .map((option) => optionOf(option, placeOf(command, option))),
    commands: displayedCommands(command).map((sub) => commandOf(sub, path)),
    effect: about?.effect ?? null,
    isDestructive: about?.effect === 'destroys' || about?.replaces === true || about?.irreversible === true,
    isIrreversible: about?.irreversible === true,
    notForAgents: about?.notForAgents ?? null,
    optionsNotForAgents: [...(about?.optionsNotForAgents ?? []), ...ONLY_FOR_PEOPLE.filter(has)],
    bodyOptions: has('--field-json') ? BODY_OPTIONS : [],
    fields: about === undefined ? [] : fieldsOf(about),
    outputSchema: printsJson(about) ? `reach schema output ${path.join(' ')}` : null,
    sections: about === undefined ? [] : helpSections(about),
    routes: (about?.uses ?? []).flatMap(routeOf),
  };
}

const printsJson = (about: About | undefined): boolean =>
  about !== undefined && about.json !== 'text' && about.json !== 'nothing';

function routeOf({ method, path, effect, access }: UsedRoute): TreeRoute[] {
  return method === undefined || path === undefined || effect === undefined ? [] : [{ method, path, effect, access }];
}

function placeOf(command: Command, { long, flags }: Option): Completes | null {
  return completesOf(command, long ?? '', valueName(flags) ?? '', long ?? '', flags);
}

function argumentOf(argument: Argument, command: Command): TreeArgument {
  return {
    name: argument.name(),
    description: argument.description,
    required: argument.required,
    variadic: argument.variadic,
    choices: argument.argChoices ?? null,
    completes: completesOf(command, argument.name(), argument.name()),
  };
}

/** Commands that help lists: not those that only scripts call, nor commander's own `help`. */
export function displayedCommands(command: Command): readonly Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((sub) => command.commands.includes(sub));
}
