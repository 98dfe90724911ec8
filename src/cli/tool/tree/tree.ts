// The command tree as plain data: completions, man pages, `reach commands` and the MCP server read it.

import type { Argument, CommandUnknownOpts as Command, Option } from 'commander';
import type { Access } from '../../../contract/account/scopes.ts';
import type { Method } from '../../../contract/endpoint.ts';
import { aboutOf, type Deps, type UsedRoute } from '../../app/command.ts';
import { GROUPS } from '../../app/groups.ts';
import { buildTree } from '../../app/main.ts';
import { addGlobalFlags } from '../../app/settings.ts';

export interface TreeArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Takes all words that follow. */
  readonly variadic: boolean;
  readonly choices: readonly string[] | null;
}

export interface TreeOption {
  /** As help shows it: `-o, --output <format>`. */
  readonly flags: string;
  /** `-o`, where there is one. */
  readonly short: string | null;
  /** `--output`. */
  readonly long: string;
  readonly description: string;
  /** The name of its value (`format`); null for a flag that is on or off. */
  readonly value: string | null;
  readonly valueRequired: boolean;
  readonly choices: readonly string[] | null;
  /** May be given several times. */
  readonly repeatable: boolean;
}

export interface TreeRoute {
  readonly method: Method;
  readonly path: string;
  readonly effect: 'read' | 'write';
  /** The scope a key needs; ADMIN for the control of the local service. */
  readonly access: Access;
}

export interface TreeCommand {
  /** Words after `reach`, `contacts import`; empty for the root. */
  readonly path: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly arguments: readonly TreeArgument[];
  /** Its own, without those that every command takes. */
  readonly options: readonly TreeOption[];
  readonly commands: readonly TreeCommand[];
  /** What its help says below the flags. */
  readonly help: string;
  /** The routes it calls, the one it is there for first. */
  readonly routes: readonly TreeRoute[];
}

const NOTHING_RUNS: Deps = {
  run: async () => {
    throw new Error('a command was run while the tree was read');
  },
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

/** What every command takes. */
export async function globalOptions(): Promise<readonly TreeOption[]> {
  const { Command } = await import('commander');
  return addGlobalFlags(new Command()).options.map(optionOf);
}

function commandOf(command: Command, above: readonly string[]): TreeCommand {
  const path = [...above, command.name()];
  const common = new Set(addGlobalFlags(command.createCommand('')).options.map(({ long }) => long));
  return {
    path: path.join(' '),
    aliases: command.aliases(),
    summary: command.summary(),
    description: command.description(),
    arguments: command.registeredArguments.map(argumentOf),
    options: command.options.filter(({ long }) => !common.has(long) && long !== '--version').map(optionOf),
    commands: shownCommands(command).map((sub) => commandOf(sub, path)),
    help: helpBelow(command),
    routes: (aboutOf(command)?.uses ?? []).flatMap(routeOf),
  };
}

function routeOf({ method, path, effect, access }: UsedRoute): TreeRoute[] {
  return method === undefined || path === undefined || effect === undefined ? [] : [{ method, path, effect, access }];
}

/** Commander keeps what `addHelpText` adds to itself; it is what a whole help has beyond the bare one. */
function helpBelow(command: Command): string {
  let whole = '';
  command
    .configureOutput({
      writeOut: (text) => {
        whole += text;
      },
    })
    .outputHelp();
  const bare = command.helpInformation();
  return whole.startsWith(bare) ? whole.slice(bare.length).trim() : '';
}

function argumentOf(argument: Argument): TreeArgument {
  return {
    name: argument.name(),
    description: argument.description,
    required: argument.required,
    variadic: argument.variadic,
    choices: argument.argChoices ?? null,
  };
}

function optionOf(option: Option): TreeOption {
  const value = /[<[]([^>\]]+)[>\]]/.exec(option.flags)?.[1] ?? null;
  return {
    flags: option.flags,
    short: option.short ?? null,
    long: option.long ?? option.flags,
    description: option.description,
    value,
    valueRequired: option.required,
    choices: option.argChoices ?? choicesIn(value) ?? wordsIn(option.description),
    // A parser is either commander's own, which checks choices, or one of ours, and those all gather values.
    repeatable: option.variadic || (option.parseArg !== undefined && option.argChoices === undefined),
  };
}

/** `<csv|ndjson>` names its values; `<name|id>` and `<day|moment>` name kinds of them. */
const KINDS = /^(id|name|file|ids|url|day|moment)$/;

function choicesIn(value: string | null): readonly string[] | null {
  const parts = value?.split('|') ?? [];
  return parts.length > 1 && parts.every((part) => /^[a-z]+$/.test(part) && !KINDS.test(part)) ? parts : null;
}

/** Commands that help lists: not those that only scripts call, nor commander's own `help`. */
export function shownCommands(command: Command): readonly Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((sub) => command.commands.includes(sub));
}

/** `table|json (REACH_OUTPUT)`: a description that begins with the values. */
function wordsIn(description: string): readonly string[] | null {
  const words = /^[a-z-]+(\|[a-z-]+)+(?= |$)/.exec(description)?.[0];
  return words === undefined ? null : words.split('|');
}

/** Every command below, the command itself first, in the order of the help. */
export function* everyCommand(command: TreeCommand): Generator<TreeCommand> {
  yield command;
  for (const sub of command.commands) yield* everyCommand(sub);
}
