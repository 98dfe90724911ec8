// One call of a tool: its input as a command line, run in this process with streams of its own.

import { getOwn } from '../../../contract/json.ts';
import type { Program } from '../../session/command.ts';
import type { Host } from '../../session/host.ts';
import { capture, inputOf } from '../../terminal/command-line.ts';
import type { Io } from '../../terminal/io.ts';
import type { Allowed } from './allowed.ts';
import { offeredOptions, propertyOf, type Tool } from './tools.ts';

export interface CommandLine {
  readonly argv: readonly string[];
  readonly stdin: string | null;
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== null).map((one) => String(one));

/**
 * Options as `--name=value` and arguments behind `--`: no value can be taken for an option. Properties that the schema
 * does not have are left to the caller to refuse.
 */
export function commandLine(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  { profile, allow }: { readonly profile: string; readonly allow: Allowed },
): CommandLine {
  const { command, takesBody } = tool;
  const argv = [...command.path.split(' '), '--json', '--no-input', '--no-color'];
  // `env` is what the environment gives, and has no name to be called by.
  if (profile !== 'env') argv.push(`--profile=${profile}`);
  for (const option of offeredOptions(command, takesBody)) {
    const value = getOwn(input, propertyOf(option));
    if (value === undefined || value === null || value === false) continue;
    // A flag that wants a value gets the word `true`, and refuses it: alone it would swallow the word behind it.
    if (value === true && !option.valueRequired) argv.push(option.long);
    else for (const text of texts(value)) argv.push(`${option.long}=${text}`);
  }
  if ((input['fields'] ?? null) !== null) argv.push(`--fields=${String(input['fields'])}`);
  const has = (flag: string) => command.options.some(({ long }) => long === flag);
  if (has('--yes')) argv.push('--yes');
  // A file that says publish: true would start what it describes.
  if (has('--draft') && allow !== 'sends') argv.push('--draft');
  const body = takesBody ? JSON.stringify(input['body'] ?? {}) : null;
  if (body !== null) argv.push('--input=-');
  const supplied = command.arguments.flatMap(({ name }) => texts(getOwn(input, name)));
  return { argv: supplied.length === 0 ? argv : [...argv, '--', ...supplied], stdin: body };
}

export interface CallOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CallContext {
  readonly signal: AbortSignal;
  /** Folders whose files may be used. The first is the working directory. */
  readonly roots: readonly string[];
  readonly progress: (text: string) => void;
}

/** Runs the command line. Its streams are its own: the server's stdout belongs to the protocol. */
export async function runCommand(
  run: Program['run'],
  host: Host,
  line: CommandLine,
  { signal, roots, progress: onText }: CallContext,
): Promise<CallOutcome> {
  const out: string[] = [];
  const err: string[] = [];
  const io: Io = {
    ...host.io,
    stdin: inputOf(line.stdin),
    stdout: capture(out),
    stderr: capture(err, onText),
    cwd: roots[0] ?? host.io.cwd,
    fileRoots: roots,
    interrupt: AbortSignal.any([host.io.interrupt, signal]),
  };
  const exitCode = await run(line.argv, { ...host, io });
  return { exitCode, stdout: out.join(''), stderr: err.join('') };
}
