// argv to exit code. The only place that catches errors and prints them.

import { Command, CommanderError } from 'commander';
import { own } from '../../contract/dictionary.ts';
import { harmless } from '../output/formats/cells.ts';
import { paintFor } from '../output/formats/colour.ts';
import { fold } from '../output/formats/fold.ts';
import { json } from '../output/formats/rows.ts';
import { buildTree } from './build-tree.ts';
import { type AnyCommand, aboutOf, type Deps } from './command.ts';
import { EXIT, type ExitName, failureOf, type PrintedFailure } from './exit.ts';
import { findGroup } from './groups.ts';
import type { Host } from './host.ts';
import { Interrupted, type Io } from './io.ts';
import { inJob } from './job-log.ts';
import { openSession, pagerFor } from './session.ts';
import { addGlobalFlags, type GlobalFlags, globalFlagsOf, settingsOf } from './settings.ts';

function useOf(command: AnyCommand) {
  const { effect, notForAgents, uses = [], view } = aboutOf(command) ?? {};
  const isReading = effect === 'reads' && notForAgents !== 'interactive' && notForAgents !== 'never ends';
  const writes = effect !== 'reads' && command.opts()['dryRun'] !== true;
  return { writes, isReading, routes: uses, view };
}

/** Runs one command line. Gives the exit code; never throws, never ends the process. */
export async function main(argv: readonly string[], given: Host): Promise<number> {
  const host = { ...given, io: inJob(given.io) };
  const { io } = host;
  let exit: number = EXIT.done;
  const out: string[] = [];
  const depsFor = (verb: string | undefined): Deps => ({
    verb,
    run: async (command, work) => {
      const session = await openSession(host, globalFlagsOf(command.optsWithGlobals()), useOf(command));
      let isDone = false;
      try {
        const name: ExitName | undefined = (await work(session)) ?? undefined;
        exit = EXIT[name ?? 'done'];
        isDone = true;
      } finally {
        // What the command did is done, and what went wrong with it is said: closing must hide neither.
        await session.close().catch(async (error: unknown) => {
          if (isDone) await session.print.warn(`cannot close what was opened: ${failureOf(error).message}`);
        });
      }
    },
    program: {
      tree: async () => (await import('../tool/tree/read.ts')).readTree(host.version),
      run: main,
    },
  });
  try {
    const flags = addGlobalFlags(new Command());
    const words = flags.parseOptions([...argv]).operands;
    if (words[0] === 'help') return await help(words.slice(1), globalFlagsOf(flags.opts()), host);
    if (words[0] !== undefined && findGroup(words[0]) === undefined) {
      const { runUnknownWord } = await import('./unknown-word.ts');
      const parser = () => addGlobalFlags(new Command());
      const exitOf = await runUnknownWord(argv, words[0], host, { run: main, flags: parser });
      if (exitOf !== null) return exitOf;
    }
    const program = await buildTree(host.version, depsFor(words[1]), words[0], (text) => void out.push(text));
    // `reach contacts help import`; a command without verbs takes the word as its argument.
    if (words[1] === 'help' && program.commands.some(({ commands }) => commands.length > 0)) {
      return await main([words[0] ?? '', ...words.slice(2), '--help'], host);
    }
    if (
      words.length === 0 &&
      !argv.some((word) => word === '--help' || word === '-h' || word === '--version' || word === '-V')
    ) {
      program.outputHelp();
      for (const text of out) await io.stderr.write(text);
      return EXIT.usage;
    }
    // A word that is no command is an error even beside --help, which would otherwise win.
    const isKnown = words[0] === undefined || findGroup(words[0]) !== undefined;
    await program.parseAsync(isKnown ? [...argv] : words.slice(0, 1), { from: 'user' });
    for (const text of out) await io.stdout.write(text);
    return exit;
  } catch (error) {
    const isUnasked = error instanceof CommanderError && error.code === 'commander.help';
    for (const text of out) await (isUnasked ? io.stderr : io.stdout).write(text);
    return await fail(error, argv, io);
  }
}

async function help(words: readonly string[], flags: GlobalFlags, host: Host): Promise<number> {
  const { io } = host;
  const { TOPICS } = await import('./topics.ts');
  const topic = words[0] === undefined ? undefined : own(TOPICS, words[0]);
  if (topic !== undefined) {
    const pager = await pagerFor(io, flags, settingsOf(io, flags, null));
    await (pager?.io ?? io).stdout.write(await topic.text(host.guides));
    await pager?.end();
    return EXIT.done;
  }
  return await main([...words, '--help'], host);
}

/** A usage error of the parser; null for help and version, which commander reports as errors. */
function fromCommander(error: CommanderError): PrintedFailure | null {
  if (error.exitCode === 0) return null;
  if (error.code === 'commander.help') return { exitCode: EXIT.usage, code: 'usage', message: '', silent: true };
  const message = error.message
    .replace(/^error: /, '')
    .replace(/^command-argument value '(.*)' is invalid for argument '(.*?)'\. /s, '<$2> cannot be "$1". ');
  const [first = '', ...rest] = message.split('\n');
  const hint = rest
    .join(' ')
    .trim()
    .replace(/^\((.*)\)$/, '$1');
  return { exitCode: EXIT.usage, code: 'usage', message: first, hint: hint === '' ? undefined : hint };
}

async function fail(error: unknown, argv: readonly string[], io: Io): Promise<number> {
  if (io.interrupt.aborted && !(error instanceof CommanderError)) {
    const reason = io.interrupt.reason instanceof Interrupted ? io.interrupt.reason : error;
    return await printFailure(failureOf(reason), argv, io);
  }
  const failure = error instanceof CommanderError ? fromCommander(error) : failureOf(error);
  return failure === null ? EXIT.done : await printFailure(failure, argv, io);
}

/** The options that affect how an error is printed, read even from a command line that does not parse. */
function looseFlags(argv: readonly string[]): GlobalFlags {
  const after = (flag: string) => {
    const at = argv.indexOf(flag);
    return at >= 0 ? argv[at + 1] : argv.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1);
  };
  const output = after('--output') ?? after('-o');
  return {
    ...(output === undefined ? {} : { output }),
    json: argv.includes('--json'),
    color: !argv.includes('--no-color'),
    debug: argv.includes('--debug'),
  };
}

/** On stderr: text, or one JSON object if the output is JSON. */
async function printFailure(failure: PrintedFailure, argv: readonly string[], io: Io): Promise<number> {
  if (failure.silent === true) return failure.exitCode;
  const flags = looseFlags(argv);
  const settings = (() => {
    try {
      return settingsOf(io, flags, null);
    } catch {
      return settingsOf(io, { ...(flags.color === undefined ? {} : { color: flags.color }), output: 'table' }, null);
    }
  })();
  const { code, message, hint, status, requestId, details } = failure;
  if (settings.output === 'json' || settings.output === 'ndjson') {
    await io.stderr.write(`${json({ error: { code, message, hint, status, requestId, details } })}\n`);
    return failure.exitCode;
  }
  const paint = await paintFor(settings.colour.stderr);
  const lines = [code === 'declined' ? harmless(message) : `${paint.red('error:')} ${harmless(message)}`];
  if (failure.request !== undefined)
    lines.push(paint.dim(`  ${harmless(failure.request)}${status === undefined ? '' : `: ${status}`}`));
  for (const issue of issuesOf(details)) {
    const text = `${issue.path || 'body'}: ${issue.message}`;
    if (text !== message && issue.message !== message) lines.push(`  ${harmless(text)}`);
  }
  if (hint !== undefined) lines.push(`  ${paint.cyan('hint:')} ${harmless(hint)}`);
  if (requestId !== undefined) lines.push(paint.dim(`  request id: ${harmless(requestId)}`));
  if (failure.stack !== undefined && settings.debug) lines.push(harmless(failure.stack));
  const text = lines.join('\n');
  await io.stderr.write(`${io.stderr.isTTY ? await fold(text, io.stderr.columns) : text}\n`);
  return failure.exitCode;
}

interface Issue {
  readonly path: string;
  readonly message: string;
}

/** All problems of a refused request. */
function issuesOf(details: PrintedFailure['details']): readonly Issue[] {
  const issues = details?.['issues'];
  return Array.isArray(issues) ? issues.filter(isIssue) : [];
}

function isIssue(value: unknown): value is Issue {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
