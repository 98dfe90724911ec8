// Records updated or deleted by the rows of a file: the options, and how they become a request. The work is the import's.

import type { Command, OptionValues } from 'commander';
import { collect, type NoOptions, type OptionsOf } from '../session/command.ts';
import type { Session } from '../session/session.ts';
import type { ExpectOptions } from '../shared/effects/expected.ts';
import type { Entity } from '../shared/records/entity.ts';
import { ENCODING_HELP } from '../shared/records/import-options.ts';
import type { OverwritingOptions } from '../shared/records/overwriting.ts';
import { type ExitName, UsageError } from '../terminal/exit.ts';

type Act = 'update' | 'delete';

/** What all files of rows take, declared once. */
export const withRowsFile = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
  by: readonly string[],
) =>
  command
    .optionsGroup('By a file:')
    .option('--csv <file>', 'a row for each record: CSV, JSON or Excel, also .gz (- = standard input)')
    .option('--by <column>', `what names the record of a row: ${by.join(' or ')}`)
    .option('--trust-ids', 'take the ids as they are, even if their records look like others')
    .option('--map <header=field>', 'field of a column, as in import; repeatable', collect)
    .option('--mapping <name>', 'a saved mapping; none = not even the one saved for these columns')
    .option('--empty <word>', 'a word that counts as an empty cell; repeatable', collect)
    .option('--skip-lines <n>', 'lines above the header, in place of those detected')
    .option('--sheet <name|n>', 'of a workbook, in place of its first sheet')
    .option('--delimiter <char>', 'in place of the one detected')
    .option('--encoding <name>', ENCODING_HELP)
    .option('--limit <n>', 'only the first rows')
    .option('--max-errors <n>', 'stop once more rows than this were not done')
    .option('--results <file>', 'every row: line, status, id, error; csv, or ndjson by its extension')
    .option('--changes <file>', 'with --dry-run: every field that would change, line, id, field, from, to')
    .option('--rejects <file>', 'rows that were not done, with _line and _error')
    .option('--summary', 'print the summary with --quiet, too')
    .option('--resume [id]', 'continue what was not finished')
    .option('--again', 'do it again with a file that was done before')
    .option('--new', 'start over, whatever is unfinished')
    .option('--rate <n/time>', 'in place of the documented rate, such as 30/60s')
    .option('--parallel <n>', 'requests in flight at once (4)');

type RowsFileOptions = OptionsOf<typeof withRowsFile<[], NoOptions, NoOptions>>;

const OF_A_FILE = [
  ...(['by', 'trustIds', 'map', 'mapping', 'empty', 'skipLines', 'sheet', 'delimiter', 'encoding', 'limit'] as const),
  ...(['maxErrors', 'results', 'changes', 'rejects', 'summary', 'again', 'new', 'rate', 'parallel'] as const),
];

/** Whether the command works through a file. Throws UsageError for an option that means nothing without one. */
export function isByFile(options: RowsFileOptions): boolean {
  if (options.csv !== undefined || options.resume !== undefined) return true;
  const name = OF_A_FILE.find((one) => options[one] !== undefined);
  if (name === undefined) return false;
  throw new UsageError(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} needs --csv`);
}

export interface ChangeByFile {
  readonly session: Session;
  readonly entity: Entity;
  readonly act: Act;
  /** Columns that `--by` takes. */
  readonly by: readonly ('id' | 'email')[];
  readonly options: RowsFileOptions &
    OverwritingOptions &
    ExpectOptions & { readonly yes?: true; readonly dryRun?: true };
  /** Whether columns that match no field become custom fields. */
  readonly custom: boolean;
}

export async function changeByFile({ session, entity, act, by, options, custom }: ChangeByFile): Promise<ExitName> {
  const { csv, by: word, dryRun, trustIds, changes, ...others } = options;
  if (session.showRequests === true)
    throw new UsageError('--show-requests does not go with --csv', {
      hint: '--dry-run -o json shows the first request',
    });
  if (changes !== undefined && dryRun !== true) throw new UsageError('--changes needs --dry-run');
  const key = by.find((one) => one === word);
  if (key === undefined && (word !== undefined || options.resume === undefined)) {
    throw new UsageError(word === undefined ? '--by is missing' : `--by ${word}: must be ${by.join(' or ')}`, {
      hint: `--by ${by.join(' or --by ')}: what names the ${entity.noun} of a row`,
    });
  }
  const { parseRequest } = await import('./start/flags.ts');
  const flags = { ...others, merge: true, ...(custom && { custom: [true as const] }) };
  const parsed = parseRequest(csv, flags);
  const change = { act, by: key ?? 'id' } as const;
  const request = {
    ...parsed,
    changes: changes ?? null,
    update: trustIds === true,
    options: { ...parsed.options, change },
  };
  if (dryRun === true) {
    const { dryRun: preview } = await import('./preview/dry-run.ts');
    return await preview(session, entity, { ...request, dryRun: 'current' });
  }
  const { importFile } = await import('./start/import-file.ts');
  return await importFile(session, entity, request);
}
