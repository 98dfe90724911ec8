// What went wrong, printed on stderr.

import { EXIT, failureOf, type PrintedFailure } from '../terminal/exit.ts';
import { harmless } from '../terminal/formats/cells.ts';
import { paintFor } from '../terminal/formats/colour.ts';
import { fold } from '../terminal/formats/fold.ts';
import { json } from '../terminal/formats/rows.ts';
import { Interrupted, type Io } from '../terminal/io.ts';
import { type GlobalFlags, settingsOf } from '../terminal/settings.ts';

/** The command line that failed, and the words of its command as far as they are known: `contacts import`. */
export interface FailedLine {
  readonly argv: readonly string[];
  readonly command: string;
}

/** The command line that leads on, where there is one that fits every failure of its kind. */
function nextAfter({ exitCode, retryable }: PrintedFailure, command: string): string | undefined {
  if (exitCode === EXIT.usage) return ['reach', ...(command === '' ? [] : [command]), '--help'].join(' ');
  if (exitCode === EXIT.access) return 'reach auth status';
  return exitCode === EXIT.later && retryable !== true ? 'reach doctor' : undefined;
}

/** Anything thrown that is not of the parser; an interrupt wins over what it caused. Gives the exit code. */
export async function printError(error: unknown, line: FailedLine, io: Io): Promise<number> {
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
export async function printFailure(failure: PrintedFailure, { argv, command }: FailedLine, io: Io): Promise<number> {
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

/** All problems of a refused request. */
function issuesOf(details: PrintedFailure['details']): readonly DisplayedIssue[] {
  const issues = details?.['issues'];
  return Array.isArray(issues) ? issues.filter(isIssue) : [];
}

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
