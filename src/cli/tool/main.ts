// argv to exit code. The only place that catches errors and prints them.

import { Command, CommanderError } from 'commander';
import { type AnyCommand, aboutOf, type Deps } from '../session/command.ts';
import type { Host } from '../session/host.ts';
import { openSession } from '../session/session.ts';
import { EXIT, type ExitName, failureOf, UsageError } from '../terminal/exit.ts';
import type { Io } from '../terminal/io.ts';
import { inJob } from '../terminal/job-log.ts';
import { addGlobalFlags, globalFlagsOf } from '../terminal/settings.ts';
import type { FailedLine } from './failure.ts';
import { buildTree } from './tree/build-tree.ts';
import { findGroup } from './tree/groups.ts';

/**
 * Runs one command line. Gives the exit code; never throws, never ends the process. `mayRepeat`: of an option that stands twice
 * the last value counts, as behind an alias.
 */
export async function main(argv: readonly string[], input: Host, mayRepeat = false): Promise<number> {
  const host = { ...input, io: inJob(input.io) };
  const { io } = host;
  let exit: number = EXIT.done;
  let command = findGroup(argv[0] ?? '')?.name ?? '';
  let verbs: readonly string[] = [];
  const out: string[] = [];
  const depsFor = (verb: string | undefined): Omit<Deps, 'group'> => ({
    verb,
    run: runIn(host, argv, (code) => {
      exit = code;
    }),
    program: {
      tree: async () => (await import('./tree/read.ts')).readTree(host.version),
      declared: async () => (await import('./tree/read.ts')).readDeclared(host.version),
      run: main,
    },
  });
  try {
    // Throws for an option without its value; a Command of its own would end the process.
    const parser = () => addGlobalFlags(new Command().exitOverride().configureOutput({ writeErr: () => {} }));
    const flags = parser();
    const { operands: words, unknown } = flags.parseOptions([...argv]);
    if (words[0] === 'help') {
      const [option] = unknown.filter((word) => word !== '--help' && word !== '-h');
      if (option !== undefined)
        throw new UsageError(`unknown option '${option}'`, { hint: 'reach help COMMAND, or reach help TOPIC' });
      const { help } = await import('./help.ts');
      return await help(words.slice(1), globalFlagsOf(flags.opts()), host, main);
    }
    if (words[0] !== undefined && findGroup(words[0]) === undefined) {
      const { runUnknownWord } = await import('./tree/unknown-word.ts');
      const run = (line: readonly string[], of: Host) => main(line, of, true);
      const exitOf = await runUnknownWord(argv, words[0], host, { run, flags: parser });
      if (exitOf !== null) return exitOf;
    }
    command = findGroup(words[0] ?? '')?.name ?? '';
    const program = await buildTree(host.version, depsFor(words[1]), words[0], (text) => void out.push(text));
    if (!mayRepeat && hasOptionTwice(argv)) (await import('./tree/repeats.ts')).refuseSecondValues(program);
    const named = commandOf(program, words);
    [command, verbs] = [named.path, named.verbs];
    // `reach contacts help import`; a command without verbs takes the word as its argument.
    if (words[1] === 'help' && program.commands.some(({ commands }) => commands.length > 0)) {
      return await main([words[0] ?? '', ...words.slice(2), '--help'], host);
    }
    if (
      words.length === 0 &&
      !argv.some((word) => word === '--help' || word === '-h' || word === '--version' || word === '-V')
    ) {
      const [option] = unknown;
      if (option !== undefined)
        throw new UsageError(`unknown option '${option.split('=')[0]}'`, { hint: 'reach --help lists the options' });
      program.outputHelp();
      for (const text of out) await io.stderr.write(text);
      return EXIT.usage;
    }
    // A word that is not a command is an error even beside --help, which would otherwise win.
    const isHelp = argv.includes('--help') || argv.includes('-h');
    const isKnown = words[0] === undefined || findGroup(words[0]) !== undefined;
    const isVerb = !isHelp || named.verbs.length === 0 || named.takesWords || words.length === named.depth;
    await program.parseAsync(isKnown && isVerb ? [...argv] : words.slice(0, named.depth + 1), { from: 'user' });
    for (const text of out) await io.stdout.write(text);
    return exit;
  } catch (error) {
    const isUnasked = error instanceof CommanderError && error.code === 'commander.help';
    try {
      for (const text of out) await (isUnasked ? io.stderr : io.stdout).write(text);
    } catch (unwritten) {
      return await fail(unwritten, { argv, command, verbs }, io);
    }
    return await fail(error, { argv, command, verbs }, io);
  }
}

/** Whether an option may stand twice in the line, also as its contrary, or a value that looks like it. */
function hasOptionTwice(argv: readonly string[]): boolean {
  const words = argv.flatMap((word) => (word.startsWith('-') ? (/^--[^=]+|^../.exec(word)?.[0] ?? []) : []));
  return new Set(words.map((word) => word.replace('--no-', '--'))).size < words.length;
}

/** The command that the words name, by its own names, and those below it: `reach contact rm 1` has `contacts`. */
function commandOf(program: AnyCommand, words: readonly string[]) {
  const path: string[] = [];
  let at = program;
  for (const word of words) {
    const next = at.commands.find((sub) => sub.name() === word || sub.aliases().includes(word));
    if (next === undefined) break;
    path.push(next.name());
    at = next;
  }
  const takesWords = at.registeredArguments.length > 0;
  return { path: path.join(' '), depth: path.length, verbs: at.commands.map((sub) => sub.name()), takesWords };
}

async function fail(error: unknown, line: FailedLine, io: Io): Promise<number> {
  return await (await import('./failure.ts')).printError(error, line, io);
}

function useOf(command: AnyCommand, argv: readonly string[]) {
  const { effect, notForAgents, uses = [], view } = aboutOf(command) ?? {};
  const isReading = effect === 'reads' && notForAgents !== 'interactive' && notForAgents !== 'never ends';
  const writes = effect !== 'reads' && command.opts()['dryRun'] !== true;
  const savePlan: unknown = command.opts()['savePlan'];
  const isRecorded = writes && (effect === 'writes' || effect === 'destroys');
  return {
    writes,
    isReading,
    routes: uses,
    view,
    savePlan:
      typeof savePlan === 'string'
        ? { file: savePlan, argv, takesYes: command.options.some(({ long }) => long === '--yes') }
        : undefined,
    recorded: isRecorded ? argv : undefined,
    destroys: effect === 'destroys',
  };
}

/** Commander gives an option behind a verb to the group, where the group has one of this name. Throws UsageError for one that the verb has not. */
function takeFromGroup(command: AnyCommand): void {
  const group = command.parent;
  if (!group?.parent) return;
  for (const option of group.options) {
    const name = option.attributeName();
    if (group.getOptionValueSource(name) !== 'cli') continue;
    if (!command.options.some((one) => one.attributeName() === name))
      throw new UsageError(`unknown option '${option.long}'`, {
        hint: `it is an option of reach ${group.name()} alone`,
      });
    command.setOptionValueWithSource(name, group.getOptionValue(name), 'cli');
  }
}

const runIn =
  (host: Host, argv: readonly string[], ended: (exit: number) => void): Deps['run'] =>
  async (command, work) => {
    takeFromGroup(command);
    const session = await openSession(host, globalFlagsOf(command.optsWithGlobals()), useOf(command, argv));
    let isDone = false;
    try {
      const name: ExitName | undefined = (await work(session)) ?? undefined;
      ended(EXIT[name ?? 'done']);
      isDone = true;
    } finally {
      // What the command did is done, and what went wrong with it is said: closing must hide neither.
      await session.close().catch(async (error: unknown) => {
        if (isDone) await session.print.warn(`cannot close what was opened: ${failureOf(error).message}`);
      });
    }
  };
