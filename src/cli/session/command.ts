// What every command is made of: commander's own command, one help block, one way to run.

import { Command, type CommandUnknownOpts, Option, type OptionValues } from 'commander';
import { getOwn } from '../../contract/json.ts';
import { EXIT, EXIT_MEANING, type ExitName, UsageError } from '../terminal/exit.ts';
import { addGlobalFlags } from '../terminal/settings.ts';
import {
  type About,
  COMPLETES,
  type Completes,
  type Declaration,
  type DeclaredCommand,
  type Effect,
  type HelpSection,
  isOpen,
  type TreeCommand,
} from './about.ts';
import { checkArguments, inputOptions } from './command-input.ts';
import { flowing, helpLine } from './help-width.ts';
import type { Host } from './host.ts';
import type { Session } from './session.ts';

/** A command of which nothing is known but that it is one. */
export type AnyCommand = CommandUnknownOpts;

export type OptionsOf<F> = F extends (...input: never[]) => Command<infer _A, infer O, infer _G> ? O : never;

/** What options are added to, for the type of options that several commands share: `typeof withLimit<[], NoOptions, NoOptions>`. */
export type NoOptions = Record<never, never>;

/** What a group needs to build its commands; nothing that costs anything until a command runs. */
export interface Deps {
  /** Its entry in `tool/tree/groups.ts`. */
  readonly group: GroupName;
  /** The word after the group: the verb that is wanted, if it is one. */
  readonly verb?: string | undefined;
  /** Runs the work with a session, and closes what it opened. */
  readonly run: (command: AnyCommand, work: (session: Session) => Promise<ExitName | void>) => Promise<void>;
  readonly program: Program;
}

export interface GroupName {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
}

/** The tool itself, for commands that describe or run others. */
export interface Program {
  /** The whole tree of commands; loads every group. */
  readonly tree: () => Promise<TreeCommand>;
  /** Every command with what it was declared with; loads every group. */
  readonly declared: () => Promise<readonly DeclaredCommand[]>;
  /** Runs a command line and gives its exit code. */
  readonly run: (argv: readonly string[], host: Host) => Promise<number>;
}

export type BuildGroup = (deps: Deps) => AnyCommand;

/** Loads what builds a group, of its verbs the one that is wanted, or all of them. */
export type LoadGroup = (verb?: string) => Promise<BuildGroup>;

/** Verb → how its command is built. */
export type Verbs = Readonly<Record<string, BuildGroup>>;

/** Null where a command needs no scope; `ADMIN` alone for the control of the local service. */
function scopesOf(uses: About['uses']): readonly string[] | 'ADMIN' | null {
  const needed = [
    ...new Set((uses ?? []).map(({ access }) => access).filter((access) => access !== null && access !== 'WEBHOOK')),
  ];
  if (needed.length === 0) return null;
  const keys = needed.filter((access) => access !== 'ADMIN');
  if (keys.length === 0) return 'ADMIN';
  // A scope to write includes the one to read.
  return keys.filter((key) => !keys.some((other) => other !== key && other === key.replace(/_READ$/, '_WRITE')));
}

const WITH_SERVICE: readonly ExitName[] = ['refused', 'access', 'later'];

/** The columns of a command that prints records: what `--fields` takes, besides the other keys of its JSON. */
export const fieldsOf = (about: About): readonly string[] => about.view?.columns.map(({ key }) => key) ?? [];

/** The help below the options: output, scopes, exit status, examples. */
export function helpSections(about: About): readonly HelpSection[] {
  const names = new Set<ExitName>([
    'done',
    'usage',
    ...(about.uses?.length ? WITH_SERVICE : []),
    ...(about.exits ?? []),
  ]);
  const exits = (Object.keys(EXIT) as ExitName[])
    .filter((name) => names.has(name))
    .map((name) => `${String(EXIT[name]).padEnd(4)}${EXIT_MEANING[name]}`);
  const scopes = scopesOf(about.uses);
  const access =
    scopes === 'ADMIN'
      ? [{ title: 'Access', text: 'Works only on the local service.' }]
      : [{ title: 'Required scopes', text: scopes?.join(', ') ?? '' }];
  const examples = about.examples.flatMap(([command, meaning]) => [`# ${meaning}`, `$ ${command}`]);
  return [
    { title: 'Output', text: about.output },
    ...(fieldsOf(about).length === 0
      ? []
      : [{ title: 'Fields', text: `${fieldsOf(about).join(', ')}, and every other key of the JSON` }]),
    ...(scopes === null ? [] : access),
    { title: 'Exit status', text: exits.join('\n') },
    { title: 'Examples', text: examples.join('\n') },
  ];
}

function helpBlock(about: About): string {
  return helpSections(about)
    .map(({ title, text }) => `\n${title}:\n${text.split('\n').flatMap(helpLine).join('\n')}`)
    .join('\n');
}

const DECLARED = new WeakMap<AnyCommand, Declaration>();

/** What a command was declared with; undefined for a group. */
export function aboutOf(command: AnyCommand): Declaration | undefined {
  return DECLARED.get(command);
}

/** What completion offers in a place of a command: as it declares it, else by the names of the place. */
export function completesOf(command: AnyCommand, place: string, ...names: readonly string[]): Completes | null {
  const own = getOwn(aboutOf(command)?.completes ?? {}, place);
  const known = names.map((name) => getOwn(COMPLETES, name)).find((one) => one !== undefined);
  return own ?? known ?? null;
}

/** The parser of an option that may be repeated: gathers its values. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

function declared(name: string, effect: Effect, about: About) {
  const command = new Command(name);
  DECLARED.set(command, { ...about, effect });
  return command
    .summary(about.summary)
    .description(about.description === undefined ? about.summary : `${about.summary}\n\n${flowing(about.description)}`)
    .addHelpText('after', () => helpBlock(about));
}

/** `--dry-run`, declared once. */
export const withDryRun = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
  text = 'show what would change, without changing it',
) => command.option('--dry-run', text);

/** A dry run with its requests; not of commands that send one after the other, by what the service answers. */
function withRequests<A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
  { dryRun, hidesRequests }: About,
) {
  const dry = withDryRun(command, dryRun);
  if (hidesRequests !== true)
    dry.addOption(new Option('--show-requests', 'a dry run that prints the requests').implies({ dryRun: true }));
  return dry;
}

/** `--yes`, declared once. */
export const withYes = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => command.option('-y, --yes', 'do not ask for confirmation');

/** The control of a service needs no key: another service than the local one gives it to no one, or for a token. */
function assertControl({ profile, io }: Session, command: AnyCommand): void {
  if (!aboutOf(command)?.uses?.some(({ access }) => access === 'ADMIN')) return;
  const { name, baseUrl } = profile();
  if (baseUrl === null || io.env['REACH_ADMIN_TOKEN']) return;
  const message = `profile "${name}" is a remote service (${baseUrl.value}): reach local works only on the local service`;
  throw new UsageError(message, {
    hint: 'add --profile local; for a reach serve --admin, set REACH_ADMIN_TOKEN to the token it printed',
  });
}

/** `--strict` and `--no-check`, of what is checked here before it is sent. */
function setChecks(session: Session, command: AnyCommand): void {
  if (aboutOf(command)?.checks !== true) return;
  const { strict, check } = command.opts();
  if (strict === true && check === false) throw new UsageError('give --strict or --no-check, not both');
  if (strict === true) session.checks = 'strict';
  if (check === false) session.checks = 'off';
}

/** A command that changes nothing. */
export const reads = (name: string, about: About) => declared(name, 'reads', about);

/** A command that changes the workspace or the local service. */
export const writes = (name: string, about: About) => {
  const command = withRequests(declared(name, 'writes', about), about);
  if (about.checks === true) {
    command.option('--strict', 'refuse what the checks only warn of, too');
    command.option('--no-check', 'send it whatever the checks find');
  }
  return command;
};

/** A command that writes, and asks first. */
export const asksFirst = (name: string, about: About) => withYes(writes(name, about));

/** A command that deletes, or ends for good: nothing undoes it, and it asks first. */
export const destroys = (name: string, about: About) => withRequests(withYes(declared(name, 'destroys', about)), about);

/** A command that changes files of this machine and nothing else. */
export const writesFile = (name: string, about: About) => declared(name, 'writes a local file', about);

/** A command: as it is declared, with the global flags and what it does. `work` gets the arguments, then the options. */
export const does =
  <A extends unknown[], O extends OptionValues, G extends OptionValues>(
    declare: () => Command<A, O, G>,
    work: (session: Session, ...input: [...A, O]) => Promise<ExitName | void>,
  ): BuildGroup =>
  ({ run }) => {
    const command = declare();
    const effect = aboutOf(command)?.effect;
    // A script may say --yes to every command that writes, whether or not it would ask.
    if (effect === 'writes' && !command.options.some(({ long }) => long === '--yes')) {
      command.addOption(new Option('-y, --yes', 'accepted everywhere; nothing is asked').hideHelp());
    }
    addGlobalFlags(command, effect === 'writes' || effect === 'destroys').action(() =>
      run(command, async (session) => {
        checkArguments(command);
        // A plan comes from a file: of a command that saves none, nothing would be compared.
        if (session.host.guard !== undefined && !command.options.some(({ long }) => long === '--save-plan'))
          throw new UsageError(`reach ${command.name()} saves no plans: this file is none`);
        assertControl(session, command);
        setChecks(session, command);
        if (command.opts()['showRequests'] === true) session.showRequests = true;
        if (command.options.some(isOpen)) await (await import('./open-words.ts')).checkOpenWords(session, command);
        return await work(
          session,
          ...command.processedArgs,
          inputOptions(command, (one) => DECLARED.has(one)),
        );
      }),
    );
    return command;
  };

/** The verb that is wanted, or all of them where it is none of these. */
export async function loadVerbs(
  wanted: string | undefined,
  loaders: Readonly<Record<string, () => Promise<BuildGroup>>>,
): Promise<Verbs> {
  const load = wanted === undefined ? undefined : getOwn(loaders, wanted);
  if (wanted !== undefined && load !== undefined) return { [wanted]: await load() };
  const verbs = Object.entries(loaders).map(async ([name, one]) => [name, await one()] as const);
  return Object.fromEntries(await Promise.all(verbs));
}

/** `hidden` are answered and not listed. A group of which only the verb that is wanted is built, a millisecond each; all of them, where it is none of these. */
export function groupByVerb(deps: Deps, verbs: Verbs, hidden: Verbs = {}): AnyCommand {
  const {
    verb,
    group: { name, aliases, summary },
  } = deps;
  const wanted = verb === undefined ? undefined : getOwn(verbs, verb);
  const unlisted = verb === undefined || wanted !== undefined ? undefined : getOwn(hidden, verb);
  const builders = wanted === undefined ? Object.values(verbs) : [wanted];
  const command = group(
    name,
    aliases,
    summary,
    builders.map((build) => build(deps)),
  );
  if (unlisted !== undefined) command.addCommand(unlisted(deps), { hidden: true });
  return command;
}

/** A group: a resource of the interface with its verbs. */
export function group(
  name: string,
  aliases: readonly string[],
  summary: string,
  commands: readonly AnyCommand[],
): AnyCommand {
  const command = new Command(name)
    .aliases([...aliases])
    .summary(summary)
    .description(summary);
  for (const sub of commands) command.addCommand(sub);
  return command;
}
