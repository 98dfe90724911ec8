// What every command is made of: commander's own command, one help block, one way to run.

import { Command } from 'commander';
import type { Access } from '../../contract/account/scopes.ts';
import type { Method } from '../../contract/endpoint.ts';
import { EXIT, EXIT_MEANING, type ExitName } from './exit.ts';
import type { Session } from './session.ts';
import { addGlobalFlags } from './settings.ts';

/** What a command's help and its readers want to know of a route it calls. */
export interface UsedRoute {
  readonly access: Access;
  readonly method?: Method;
  readonly path?: string;
  readonly effect?: 'read' | 'write';
}

/** What the help of a command says beside its flags. */
export interface About {
  readonly summary: string;
  /** More than a line, where it is needed. */
  readonly description?: string;
  /** The routes it calls; their scopes are told in the help. */
  readonly uses?: readonly UsedRoute[];
  /** What stdout carries. */
  readonly output: string;
  /** Exit codes beside 0 and those every command can end with. */
  readonly exits?: readonly ExitName[];
  readonly examples: readonly (readonly [command: string, meaning: string])[];
}

/** What a group needs to build its commands; nothing that costs anything until a command runs. */
export interface Deps {
  /** The word after the group: the verb that is wanted, if it is one. */
  readonly verb?: string | undefined;
  /** Runs the work with a session, and closes what it opened. */
  readonly run: (command: Command, work: (session: Session) => Promise<ExitName | void>) => Promise<void>;
}

export type BuildGroup = (deps: Deps) => Command;

/** Verb → how its command is built. */
export type Verbs = Readonly<Record<string, () => Command>>;

function scopesText(uses: About['uses']): string {
  const needed = [
    ...new Set((uses ?? []).map(({ access }) => access).filter((access) => access !== null && access !== 'WEBHOOK')),
  ];
  if (needed.length === 0) return '';
  const keys = needed.filter((access) => access !== 'ADMIN');
  if (keys.length === 0) return 'Works on the local service only.';
  // A scope to write is one to read as well (contract/scopes.ts).
  const least = keys.filter((key) => !keys.some((other) => other !== key && other === key.replace(/_READ$/, '_WRITE')));
  return `Needs scope ${least.join(', ')}.`;
}

const ALWAYS: readonly ExitName[] = ['done', 'usage'];
const WITH_SERVICE: readonly ExitName[] = ['refused', 'access', 'later'];

/** The part of the help below the flags: output, scope, exit status, examples. */
function helpBlock(about: About): string {
  const names = new Set<ExitName>([...ALWAYS, ...(about.uses?.length ? WITH_SERVICE : []), ...(about.exits ?? [])]);
  const exits = (Object.keys(EXIT) as ExitName[])
    .filter((name) => names.has(name))
    .map((name) => `  ${String(EXIT[name]).padEnd(4)}${EXIT_MEANING[name]}`);
  const scope = scopesText(about.uses);
  const examples = about.examples.flatMap(([command, meaning]) => [`  # ${meaning}`, `  $ ${command}`]);
  return [
    '',
    'Output:',
    `  ${about.output}`,
    ...(scope === '' ? [] : ['', 'Access:', `  ${scope}`]),
    '',
    'Exit status:',
    ...exits,
    '',
    'Examples:',
    ...examples,
  ].join('\n');
}

/** Line ends inside a paragraph are those of the source: the help wraps at its own width. */
function flowing(text: string): string {
  return text.replace(/(?<!\n)\n(?![\n\s-])/g, ' ');
}

const ABOUTS = new WeakMap<Command, About>();

/** What a command was made with; undefined for a group. */
export function aboutOf(command: Command): About | undefined {
  return ABOUTS.get(command);
}

/** The parser of an option that may be repeated: gathers its values. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** A command with its help block and the global flags. */
export function leaf(name: string, about: About): Command {
  const command = new Command(name);
  ABOUTS.set(command, about);
  return command
    .summary(about.summary)
    .description(about.description === undefined ? about.summary : `${about.summary}\n\n${flowing(about.description)}`)
    .addHelpText('after', () => helpBlock(about));
}

/** Ends a leaf: adds the global flags and what it does. */
export function does<A extends unknown[]>(
  deps: Deps,
  command: Command,
  work: (session: Session, ...given: A) => Promise<ExitName | void>,
): Command {
  return addGlobalFlags(command).action((...given) => {
    // commander hands over the arguments, then the options, then the command itself.
    const own = given.slice(0, -1) as A;
    return deps.run(command, (session) => work(session, ...own));
  });
}

/** A group of which only the verb that is wanted is built, a millisecond each; all of them, where it is none of these. */
export function groupByVerb(
  deps: Deps,
  name: string,
  aliases: readonly string[],
  summary: string,
  verbs: Verbs,
): Command {
  const { verb } = deps;
  const wanted = verb !== undefined && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  const builders = wanted === undefined ? Object.values(verbs) : [wanted];
  return group(
    name,
    aliases,
    summary,
    builders.map((build) => build()),
  );
}

/** A group: a resource of the interface with its verbs. */
export function group(
  name: string,
  aliases: readonly string[],
  summary: string,
  commands: readonly Command[],
): Command {
  const command = new Command(name).summary(summary).description(summary);
  for (const alias of aliases) command.alias(alias);
  for (const sub of commands) command.addCommand(sub);
  return command;
}
