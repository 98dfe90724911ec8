// The flags of an import, checked.

import { parseRate, type Rate } from '../../../client/retry/pacer.ts';
import { expectedOf } from '../../shared/effects/expected.ts';
import type { ImportCommandOptions } from '../../shared/records/import-options.ts';
import { overwritingOf } from '../../shared/records/overwriting.ts';
import { UsageError } from '../../terminal/exit.ts';
import { wholeNumber } from '../../terminal/settings.ts';
import { type ImportOptions, optionName } from '../mapping/plan.ts';
import { checkMappingName } from '../mapping/saved-mappings.ts';

export interface ImportRequest {
  /** As typed; null with --resume alone. */
  readonly file: string | null;
  readonly options: ImportOptions;
  readonly createList: boolean;
  readonly dryRun: 'offline' | 'local' | 'current' | null;
  readonly maxErrors: number | null;
  readonly results: string | null;
  readonly rejects: string | null;
  /** Of a dry run: the file that gets every field that would change. */
  readonly changes: string | null;
  /** How many records are expected to be touched. */
  readonly expect: number | null;
  /** Null: a new import; '' = resume the newest. */
  readonly resume: string | null;
  /** Rows with an id update their records, whatever these look like. */
  readonly update: boolean;
  /** Send a file again that was imported, or start one over that was not finished. */
  readonly again: boolean;
  readonly fresh: boolean;
  /** Send rows of an earlier run that could not be decided. */
  readonly resendUncertain: boolean;
  /** Do not wait for requests that may still arrive. */
  readonly settleNow: boolean;
  readonly saveMapping: string | null;
  readonly rate: Rate | null;
  readonly parallel: number;
  readonly yes: boolean;
  /** The summary is printed though nothing else is. */
  readonly summary: boolean;
  /** An import of an earlier version of the file is given up. */
  readonly supersede: boolean;
}

const MOST = 1_000_000_000;
/** A text above a table is short. */
const LINES_MAX = 1_000;
const PARALLEL = 4;
/** As many connections as the client keeps. */
const PARALLEL_MAX = 8;

function customOf(input: ImportCommandOptions['custom']): ImportOptions['custom'] {
  if (input === undefined) return [];
  return input.includes(true) ? 'all' : input.filter((name) => name !== true);
}

function rateOf(text: string | undefined): Rate | null {
  if (text === undefined) return null;
  const rate = parseRate(text);
  if (rate === null)
    throw new UsageError(`"${text}" is not a valid rate`, {
      hint: 'give --rate requests per time, such as 30/60s or 5/s',
    });
  return rate;
}

function dryRunOf({ dryRun, against }: ImportCommandOptions): ImportRequest['dryRun'] {
  if (against === undefined) return dryRun === true ? 'offline' : null;
  if (dryRun !== true) throw new UsageError('--against needs --dry-run');
  return against;
}

/** Flags that decide which rows go out: a resumed import keeps those it was started with. */
const FIXED = [
  'map',
  'custom',
  'mapping',
  'saveMapping',
  'delimiter',
  'encoding',
  'skipLines',
  'sheet',
  'list',
  'limit',
  'empty',
  'values',
  'fillEmpty',
  'only',
  'keep',
] as const;

function checkCombination(file: string | undefined, flags: ImportCommandOptions): void {
  for (const name of ['results', 'rejects'] as const) {
    if (flags[name] === '-')
      throw new UsageError(`--${name} takes a file: standard output is for the summary`, {
        hint: `--${name} ${name}.csv, or ${name}.ndjson`,
      });
  }
  const restart = (['dryRun', 'again', 'new'] as const).find((name) => flags[name] === true);
  if (flags.resendUncertain === true && restart !== undefined)
    throw new UsageError('--resend-uncertain cannot be combined with --dry-run, --again or --new');
  if (flags.resume === undefined) {
    if (file === undefined) {
      const swallowed = flags.custom?.find(
        (name) => name !== true && /\.(csv|tsv|txt|xlsx|json|ndjson|jsonl|gz)$/i.test(name),
      );
      throw new UsageError('no file given', {
        hint:
          swallowed === undefined
            ? 'give a CSV, JSON or Excel file, or - for standard input'
            : `give the file first: import ${swallowed} --custom`,
      });
    }
    return;
  }
  const input: string[] = FIXED.filter((name) => flags[name] !== undefined);
  if (flags.merge === false) input.push('no-merge');
  if (flags.update === false) input.push('no-update');
  if (input.length > 0) {
    throw new UsageError(`--resume does not take ${input.map(optionName).join(', ')}: the import keeps its own`);
  }
  const against = (['dryRun', 'again', 'new'] as const).filter((name) => flags[name] === true);
  if (against.length > 0) throw new UsageError('--resume cannot be combined with --dry-run, --again or --new');
}

/** Throws UsageError. */
export function parseRequest(file: string | undefined, flags: ImportCommandOptions): ImportRequest {
  checkCombination(file, flags);
  if (flags.saveMapping !== undefined) checkMappingName(flags.saveMapping);
  if (flags.changes !== undefined && flags.dryRun !== true) throw new UsageError('--changes needs --dry-run');
  const overwriting = overwritingOf(flags);
  if (overwriting !== null && flags.merge === false)
    throw new UsageError('--no-merge changes no record: --fill-empty, --only and --keep have nothing to decide');
  if (flags.createList === true && flags.list === undefined) throw new UsageError('--create-list needs --list NAME');
  return {
    file: file ?? null,
    options: {
      map: flags.map ?? [],
      custom: customOf(flags.custom),
      delimiter: flags.delimiter ?? null,
      encoding: flags.encoding ?? null,
      ...(flags.skipLines !== undefined && { skipLines: wholeNumber(flags.skipLines, '--skip-lines', 0, LINES_MAX) }),
      ...(flags.sheet !== undefined && { sheet: flags.sheet }),
      ...(flags.mapping !== undefined && { mapping: flags.mapping }),
      list: flags.list ?? null,
      merge: flags.merge !== false,
      ...(flags.update === false && { update: false as const }),
      ...(overwriting !== null && { overwriting }),
      ...(flags.empty !== undefined && { empty: flags.empty.map((word) => word.trim()) }),
      ...(flags.values !== undefined && { values: flags.values }),
      limit: flags.limit === undefined ? null : wholeNumber(flags.limit, '--limit', 1, MOST),
    },
    createList: flags.createList === true,
    dryRun: dryRunOf(flags),
    maxErrors: flags.maxErrors === undefined ? null : wholeNumber(flags.maxErrors, '--max-errors', 0, MOST),
    results: flags.results ?? null,
    rejects: flags.rejects ?? null,
    changes: flags.changes ?? null,
    expect: expectedOf(flags),
    resume: flags.resume === undefined ? null : flags.resume === true ? '' : flags.resume,
    update: flags.update === true,
    again: flags.again === true,
    fresh: flags.new === true,
    resendUncertain: flags.resendUncertain === true,
    settleNow: flags.settleNow === true,
    saveMapping: flags.saveMapping ?? null,
    rate: rateOf(flags.rate),
    parallel: flags.parallel === undefined ? PARALLEL : wholeNumber(flags.parallel, '--parallel', 1, PARALLEL_MAX),
    yes: flags.yes === true,
    summary: flags.summary === true,
    supersede: flags.supersede === true,
  };
}
