// What a command declares about itself, for help, completion, the MCP server and the documents; and the tree of all as plain data.

import type { Option } from 'commander';
import type { Access } from '../../contract/account/scopes.ts';
import type { Method } from '../../contract/endpoint.ts';
import type { ExitName } from '../terminal/exit.ts';
import type { View } from '../terminal/formats/cells.ts';
import type { UsedRoute } from '../terminal/formats/known-fields.ts';
import type { NameKind } from './name-kinds.ts';

/** What a command does to the world: read by `--dry-run`, the prompts, the MCP server and the documents. */
export type Effect = 'reads' | 'writes' | 'destroys' | 'writes a local file';

/** What completion offers in a place of the command line: files, folders, these words, or names from earlier answers. */
export type Completes = 'file' | 'folder' | NameKind | readonly string[];

/** What completion offers, by the name of an argument or of the value of an option, by the option, or by both. */
export const COMPLETES: Readonly<Record<string, Completes>> = {
  file: 'file',
  list: 'lists',
  campaign: 'campaigns',
  workflow: 'workflows',
  identity: 'identities',
  variable: 'variables',
  message: 'messages',
  snippet: 'snippets',
  template: 'templates',
  '--list': 'lists',
  '--campaign': 'campaigns',
  '--tag': 'tags',
  '--identity': 'identities',
  '--search <name>': 'searches',
};

/** Where records of the JSON come from: the answer of a route, or what the columns of a view name. */
type PrintedRecord = UsedRoute | View;

/** What a command prints as JSON; `list` and `record` are those of its own view. */
export type JsonShape =
  | 'list'
  | 'record'
  | 'problems'
  | 'text'
  | 'nothing'
  | { readonly list: PrintedRecord }
  | { readonly record: PrintedRecord }
  /** Answers of a route, one after the other. */
  | { readonly each: UsedRoute };

export interface About {
  readonly summary: string;
  /** More than a line, where it is needed. */
  readonly description?: string;
  /** The routes it calls; the help lists their scopes. */
  readonly uses?: readonly UsedRoute[];
  /** What stdout carries. */
  readonly output: string;
  /** What its records look like: the columns that `--fields` takes. */
  readonly view?: View;
  /** What its JSON is, where it is not the answer of the first of `uses`; several, where options decide. */
  readonly json?: JsonShape | readonly JsonShape[];
  /** Exit codes besides 0 and those that every command can end with. */
  readonly exits?: readonly ExitName[];
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** Place (`list`, `--list`) → what completion offers there. */
  readonly completes?: Readonly<Record<string, Completes>>;
  /** Changes or overwrites what exists, rather than only adding to it. */
  readonly replaces?: boolean;
  /** Checks with the rules before it sends: takes `--strict` and `--no-check`. */
  readonly checks?: boolean;
  /** Sends, starts or pays for something, which nothing takes back. A command that destroys is irreversible anyway. */
  readonly irreversible?: boolean;
  /** What `--dry-run` does, where it is more than to show what would change. */
  readonly dryRun?: string;
  /** Its requests depend on what the service answers: `--show-requests` is not offered. */
  readonly hidesRequests?: boolean;
  /** Options that the MCP server does not offer: they open a program for a person, or make a reading command write. */
  readonly optionsNotForAgents?: readonly string[];
  /** Why the MCP server does not offer it: it needs a person, a shell, or this machine's configuration. */
  readonly notForAgents?: 'interactive' | 'configuration' | 'never ends';
}

export interface Declaration extends About {
  readonly effect: Effect;
}

export interface DeclaredCommand {
  /** Words after `reach`. */
  readonly path: string;
  readonly about: Declaration;
  /** With `--web` it prints a link. */
  readonly hasWeb: boolean;
}

export interface HelpSection {
  readonly title: string;
  readonly text: string;
}

export interface TreeArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Takes all words that follow. */
  readonly variadic: boolean;
  readonly choices: readonly string[] | null;
  readonly completes: Completes | null;
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
  readonly completes: Completes | null;
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
  /** Null for a group. */
  readonly effect: Effect | null;
  /** Whether it can change, replace or delete what exists, or do what cannot be undone. */
  readonly isDestructive: boolean;
  /** Whether it sends, starts or pays for something. */
  readonly isIrreversible: boolean;
  readonly notForAgents: About['notForAgents'] | null;
  readonly optionsNotForAgents: readonly string[];
  /** Options that together are the record to be sent. */
  readonly bodyOptions: readonly string[];
  /** The columns that `--fields` takes. */
  readonly fields: readonly string[];
  /** The command line that prints the schema of its JSON; null where it prints none. */
  readonly outputSchema: string | null;
  readonly sections: readonly HelpSection[];
  /** The routes it calls, the one it is there for first. */
  readonly routes: readonly TreeRoute[];
}

/** Every command below, the command itself first, in the order of the help. */
export function* everyCommand(command: TreeCommand): Generator<TreeCommand> {
  yield command;
  for (const sub of command.commands) yield* everyCommand(sub);
}

type OpenOption = Pick<Option, 'flags' | 'argChoices' | 'parseArg' | 'attributeName'>;

const OPEN = new WeakSet<OpenOption>();

/** Help and completion offer the choices of the option; a service other than the local one may take more. */
export function openWords<O extends OpenOption>(option: O): O {
  delete option.parseArg;
  OPEN.add(option);
  return option;
}

export const isOpen = (option: OpenOption): boolean => OPEN.has(option);
