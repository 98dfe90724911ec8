// The command tree as plain data: completions, man pages, `reach commands` and the MCP server work with it.

import type { Access } from '../../contract/account/scopes.ts';
import type { Method } from '../../contract/endpoint.ts';
import type { About, Completes, Effect, HelpSection } from './about.ts';

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
