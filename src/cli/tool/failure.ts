// What went wrong, printed on stderr.

import { CommanderError } from 'commander';
import { listIn } from '../../contract/json.ts';
import { looseName, nearest } from '../../rules/nearest.ts';
import { EXIT, failureOf, type PrintedFailure, UsageError } from '../terminal/exit.ts';
import { harmless } from '../terminal/formats/cells.ts';
import { paintFor } from '../terminal/formats/colour.ts';
import { json } from '../terminal/formats/rows.ts';
import { fold } from '../terminal/formats/width.ts';
import { Interrupted, type Io } from '../terminal/io.ts';
import { type GlobalFlags, settingsOf } from '../terminal/settings.ts';
import { GROUPS } from './tree/groups.ts';
import { TOPICS } from './tree/topics.ts';

/** The command line that failed, and the words of its command as far as they are known: `contacts import`. */
export interface FailedLine {
  readonly argv: readonly string[];
  readonly command: string;
  readonly verbs: readonly string[];
}

/** The command line that leads on, where there is one that fits every failure of its kind. */
function nextAfter({ exitCode, hint }: PrintedFailure, command: string): string | undefined {
  if (exitCode === EXIT.usage) return ['reach', ...(command === '' ? [] : [command]), '--help'].join(' ');
  if (exitCode === EXIT.access) return 'reach auth status';
  return hint?.match(/^reach [a-z -]+(?= shows them$)/)?.[0];
}

/** Anything thrown; an interrupt wins over what it caused. Gives the exit code. */
export async function printError(error: unknown, line: FailedLine, io: Io): Promise<number> {
  if (error instanceof CommanderError) {
    const failure = await fromCommander(error, line);
    return failure === null ? EXIT.done : await printFailure(failure, line, io);
  }
  // A signal that came during work without a pause arrives in one turn of the loop, whose rest is the first.
  for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  const reason = io.interrupt.aborted && io.interrupt.reason instanceof Interrupted ? io.interrupt.reason : error;
  return await printFailure(failureOf(reason), line, io);
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
async function printFailure(failure: PrintedFailure, { argv, command }: FailedLine, io: Io): Promise<number> {
  if (failure.silent === true) return failure.exitCode;
  const flags = looseFlags(argv);
  const settings = (() => {
    try {
      return settingsOf(io, flags, null);
    } catch {
      return settingsOf(io, { ...(flags.color === undefined ? {} : { color: flags.color }), output: 'table' }, null);
    }
  })();
  const { code, message, hint, status, requestId, details, retryable = false, retryAfterMs } = failure;
  if (settings.output === 'json' || settings.output === 'ndjson') {
    const next = nextAfter(failure, command);
    const error = { code, message, hint, retryable, retryAfterMs, next, status, requestId, details };
    await io.stderr.write(`${json({ error })}\n`);
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

interface DisplayedIssue {
  readonly path: string;
  readonly message: string;
}

const issuesOf = (details: PrintedFailure['details']): readonly DisplayedIssue[] =>
  listIn(details?.['issues']).filter(isIssue);

function isIssue(value: unknown): value is DisplayedIssue {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

export function unknownTopic(word: string): UsageError {
  const topics = Object.keys(TOPICS);
  const known = [...topics, ...GROUPS.map(({ name }) => name)];
  const meant = nearest(word, known) ?? nearest(word.split(' ')[0] ?? '', known);
  const hint =
    meant === null ? `topics: ${topics.join(', ')}; commands: reach --help` : `did you mean reach help ${meant}?`;
  return new UsageError(`there is no help on "${word}"`, { hint });
}

/** What other tools call a verb → what it is called here, where the group has it. */
const VERBS_ELSEWHERE = new Map([
  ['get', ['show']],
  ['view', ['show']],
  ['info', ['show']],
  ['rm', ['delete', 'remove']],
  ['remove', ['delete']],
  ['delete', ['remove']],
  ['add', ['create']],
  ['new', ['create']],
  ['ls', ['list']],
  ['edit', ['update']],
  ['modify', ['update']],
  ['find', ['search', 'list']],
]);

const SETTING = /^(?:contacts?|compan(?:y|ies)) (?:create|update)$/;

/** `-f jobTitle=CEO` for `--jobTitle CEO` and `--set jobTitle=CEO`; undefined for an option that is no field. */
async function fieldHint(error: CommanderError, { command, argv }: FailedLine): Promise<string | undefined> {
  const [, option = ''] = /unknown option '([^=']*)/s.exec(error.message) ?? [];
  if (option === '' || !SETTING.test(command)) return undefined;
  const at = argv.findIndex((word) => word === option || word.startsWith(`${option}=`));
  const value = argv[at]?.slice(option.length + 1) || argv[at + 1] || 'VALUE';
  if (option === '--set') return `a field is set with -f ${value.includes('=') ? value : 'NAME=VALUE'}`;
  const name = option.replace(/^-+/, '');
  const { STANDARD_FIELDS } = await import('../../rules/records/fields.ts');
  const all = command.startsWith('compan') ? STANDARD_FIELDS.COMPANY : STANDARD_FIELDS.CONTACT;
  const field = all.find(({ id }) => looseName(id) === looseName(name));
  return field === undefined
    ? undefined
    : `a field is set with -f ${/\s/.test(value) ? `"${field.id}=${value}"` : `${field.id}=${value}`}`;
}

/** Commands whose records are an option, for those who type them as arguments. */
const OPTION_OF_RECORDS: ReadonlyMap<string, string> = new Map([
  ['list add', 'the records are an option: --contacts NAMES or --companies NAMES'],
  ['campaign add-contact', 'contacts are separated by commas; those of a list: reach campaign add-list'],
  ['contacts delete', 'ids are separated by commas; a file of them: --csv FILE'],
  ['list remove', 'the records are an option: --contacts NAMES or --companies NAMES'],
]);

/** Commands that take a file of fields as an option. */
const INPUT_OPTION = /^(?:contacts?|compan(?:y|ies)|ai \w+) (?:create|update)$/;

function hintFor({ code }: CommanderError, message: string, line: FailedLine): string | undefined {
  const { command, verbs } = line;
  const path = ['reach', command].join(' ').trim();
  const [, word = ''] = /^unknown (?:command|option) '(.*)'$/s.exec(message) ?? [];
  if (code === 'commander.unknownOption') {
    return word.startsWith('--')
      ? `${path} --help lists the options`
      : 'a value that begins with a dash: --option=VALUE, or arguments behind --';
  }
  if (code === 'commander.excessArguments') {
    const file = INPUT_OPTION.test(command) && line.argv.find((one) => /\.(?:ya?ml|json)$/i.test(one));
    if (file) return `a file is an option: --input ${file}`;
    const takesNone = message.includes('Expected 0 arguments');
    if (takesNone) return verbs.length > 0 ? `${path} has ${verbs.join(', ')}` : `${path} --help lists the options`;
    return OPTION_OF_RECORDS.get(command) ?? 'a name of several words goes in quotes';
  }
  if (code !== 'commander.unknownCommand') return undefined;
  const meant = VERBS_ELSEWHERE.get(word)?.find((verb) => verbs.includes(verb));
  if (meant !== undefined) return `did you mean ${path} ${meant}?`;
  return verbs.length === 0 ? 'reach --help lists the commands' : `commands of ${path}: ${verbs.join(', ')}`;
}

/** A usage error of the parser; null for help and version, which commander reports as errors. */
async function fromCommander(error: CommanderError, line: FailedLine): Promise<PrintedFailure | null> {
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
  const led = (await fieldHint(error, line)) ?? (hint || hintFor(error, first, line));
  return { exitCode: EXIT.usage, code: 'usage', message: first, hint: led };
}
