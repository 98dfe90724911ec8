// The flags every command takes, and what they come to together with the environment and the profile.

import type { CommandUnknownOpts, OptionValues } from 'commander';
import { durationMs as msOf, parseDuration } from '../../contract/durations.ts';
import { getOwn } from '../../contract/json.ts';
import { UsageError } from './exit.ts';
import type { Io } from './io.ts';

export const OUTPUTS = ['table', 'wide', 'json', 'ndjson', 'csv', 'yaml', 'markdown', 'id'] as const;
/** `wide` is a table whose columns are all shown, and whole. */
export type Output = Exclude<(typeof OUTPUTS)[number], 'wide'>;

export interface GlobalFlags {
  readonly profile?: string;
  readonly output?: string;
  readonly json?: boolean;
  readonly fields?: string;
  readonly jq?: string;
  readonly template?: string;
  readonly input?: boolean;
  readonly color?: boolean;
  readonly pager?: boolean;
  readonly history?: boolean;
  readonly quiet?: boolean;
  readonly debug?: boolean;
  readonly requestTimeout?: string;
  readonly maxRetries?: string;
}

/** Adds them to a command; in its help they stand in a group of their own. `isWriting`: with those of commands that write. */
export function addGlobalFlags(command: CommandUnknownOpts, isWriting = true): CommandUnknownOpts {
  const flags = command
    .optionsGroup('Global options:')
    .option('--profile <name>', 'profile to use (REACH_PROFILE)')
    .option('-o, --output <format>', `${OUTPUTS.join('|')} (REACH_OUTPUT)`)
    .option('--json', 'the same as --output json')
    .option('--fields <a,b.c>', 'only these columns or keys')
    .option('--jq <expression>', 'print what jq makes of the JSON')
    .option('--template <text>', 'print this for each record: "{{firstName}} {{company.name}}"')
    .option('--no-input', 'never ask; fail where an answer is missing (REACH_NO_INPUT)')
    .option('--no-color', 'no colour (NO_COLOR)')
    .option('--no-pager', 'no pager for long output (REACH_PAGER)')
    .option('-q, --quiet', 'no notes and no progress on stderr')
    .option('--debug', 'print each request on stderr, without secrets')
    .option('--request-timeout <duration>', 'deadline of one request with its retries (60s)')
    .option('--max-retries <n>', 'retries of a request that is safe to repeat (4)')
    .helpOption('-h, --help', 'this help');
  return isWriting
    ? flags.option('--no-history', 'do not remember what is changed, for undo (REACH_NO_HISTORY)')
    : flags;
}

/** What completion offers for the values of global options. */
export const GLOBAL_COMPLETES = { '--profile': 'profiles', '--output': OUTPUTS } as const;

export function globalFlagsOf(options: OptionValues): GlobalFlags {
  const of = (type: 'string' | 'boolean', ...names: readonly (keyof GlobalFlags)[]) =>
    Object.fromEntries(names.flatMap((name) => (typeof getOwn(options, name) === type ? [[name, options[name]]] : [])));
  return {
    ...of('string', 'profile', 'output', 'fields', 'jq', 'template', 'requestTimeout', 'maxRetries'),
    ...of('boolean', 'json', 'input', 'color', 'pager', 'history', 'quiet', 'debug'),
  };
}

/** `500ms 2s 10m 3h 2d`; a bare number is seconds. */
export function durationMs(text: string, flag: string): number {
  const duration = parseDuration(/^[0-9.]+$/.test(text.trim()) ? `${text.trim()}s` : text);
  if (duration !== null) return msOf(duration);
  throw new UsageError(`${flag} ${text}: not a duration`, { hint: 'such as 500ms, 2s, 10m, 3h or 2d' });
}

/** The value of an option that cannot be empty. */
export function filled(text: string, flag: string): string {
  if (text.trim() === '') throw new UsageError(`${flag} is empty`);
  return text;
}

/** Words separated by commas. */
export const commaWords = (text: string): string[] =>
  text.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));

export function wholeNumber(text: string, flag: string, least: number, most: number): number {
  const value = /^[0-9]{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new UsageError(`${flag} ${text}: must be a whole number from ${least} to ${most}`);
  return value;
}

const isOutput = (text: string): text is (typeof OUTPUTS)[number] => OUTPUTS.some((known) => known === text);

export interface Settings {
  readonly output: Output;
  /** Every column of a table, none of them cut: rows may be wider than the terminal. */
  readonly isWide: boolean;
  /** What is printed in place of the JSON: an expression of jq, or a template. At most one of them. */
  readonly jq: string | null;
  readonly template: string | null;
  /** Where the output format comes from. */
  readonly outputFrom: string;
  /** Keys or columns to keep, in order; `null` = the view's own. */
  readonly fields: readonly string[] | null;
  readonly noInput: boolean;
  readonly quiet: boolean;
  readonly debug: boolean;
  readonly colour: { readonly stdout: boolean; readonly stderr: boolean };
  readonly requestTimeoutMs: number;
  readonly maxRetries: number;
}

/** Whether a variable of the environment turns something on. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false';
}

/** For screen readers: nothing is redrawn, and choices are numbered. */
export const isAccessible = (env: Io['env']): boolean => isOn(env['REACH_ACCESSIBLE']);

/** NO_COLOR wins, then --no-color, FORCE_COLOR / CLICOLOR_FORCE, then whether the stream is a terminal. */
function colourOf(io: Io, flags: GlobalFlags, isTTY: boolean): boolean {
  if ((io.env['NO_COLOR'] ?? '') !== '' || flags.color === false) return false;
  if (isOn(io.env['FORCE_COLOR']) || isOn(io.env['CLICOLOR_FORCE'])) return true;
  if (io.env['FORCE_COLOR'] === '0' || io.env['CLICOLOR'] === '0' || io.env['TERM'] === 'dumb') return false;
  return isTTY;
}

interface ProfileOutput {
  readonly output: { readonly value: string; readonly from: string } | null;
}

interface ChosenOutput {
  readonly output: Output;
  readonly from: string;
  readonly isWide: boolean;
}

/** An expression takes JSON, whatever the usual output is: a list as one array, or record by record. */
function outputOfExpression({ output, jq, template }: GlobalFlags): ChosenOutput | null {
  if (jq === undefined && template === undefined) return null;
  if (jq !== undefined && template !== undefined) throw new UsageError('give --jq or --template, not both');
  const flag = jq === undefined ? '--template' : '--jq';
  if (output !== undefined && output !== 'json' && output !== 'ndjson')
    throw new UsageError(`${flag} takes JSON: leave out --output ${output}`, {
      hint: '-o ndjson applies it record by record, in constant memory',
    });
  return { output: output ?? 'json', from: flag, isWide: false };
}

function outputOf(io: Io, flags: GlobalFlags, profile: ProfileOutput | null): ChosenOutput {
  const forced = outputOfExpression(flags);
  if (forced !== null) return forced;
  const [text, from] =
    flags.output !== undefined
      ? [flags.output, '--output']
      : flags.json === true
        ? ['json', '--json']
        : (io.env['REACH_OUTPUT'] ?? '') !== ''
          ? [io.env['REACH_OUTPUT'] ?? '', 'REACH_OUTPUT']
          : profile?.output
            ? [profile.output.value, profile.output.from]
            : ['table', 'default'];
  if (!isOutput(text))
    throw new UsageError(`${from} ${text}: no such output`, { hint: `one of ${OUTPUTS.join(', ')}` });
  return text === 'wide' ? { output: 'table', from, isWide: true } : { output: text, from, isWide: false };
}

/** Flag > environment > profile > default. */
export function settingsOf(io: Io, flags: GlobalFlags, profile: ProfileOutput | null): Settings {
  const { output, from, isWide } = outputOf(io, flags, profile);
  const fields = flags.fields
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (fields?.length === 0) throw new UsageError('--fields names no field');
  return {
    output,
    isWide,
    jq: flags.jq ?? null,
    template: flags.template === undefined ? null : filled(flags.template, '--template'),
    outputFrom: from,
    fields: fields ?? null,
    noInput: flags.input === false || isOn(io.env['REACH_NO_INPUT']) || isOn(io.env['CI']),
    quiet: flags.quiet === true,
    debug: flags.debug === true,
    colour: { stdout: colourOf(io, flags, io.stdout.isTTY), stderr: colourOf(io, flags, io.stderr.isTTY) },
    requestTimeoutMs:
      flags.requestTimeout === undefined ? 60_000 : durationMs(flags.requestTimeout, '--request-timeout'),
    maxRetries: flags.maxRetries === undefined ? 4 : wholeNumber(flags.maxRetries, '--max-retries', 0, 100),
  };
}

/** Whether someone reads it at a terminal who chose no form and no columns. */
export const isForPerson = (of: { readonly settings: Settings; readonly io: Pick<Io, 'stdout'> }): boolean =>
  isWords(of.settings) && of.io.stdout.isTTY;

/** Whether a table may be any other text in its place. */
export const isWords = ({ output, fields }: Settings): boolean => output === 'table' && fields === null;

/** Whether records are printed whole: for a program, not as rows. */
export const printsWhole = ({ output }: Settings): boolean => ['json', 'ndjson', 'yaml'].includes(output);
