// What export takes, and how it is declared.

import { Option } from 'commander';
import { routes as every } from '../../../contract/routes/routes.ts';
import { type OptionsOf, writesFile } from '../../session/command.ts';
import type { Entity } from './entity.ts';
import { withConditions, withFilters } from './filters.ts';

export const EXPORT_FORMATS = ['csv', 'tsv', 'json', 'ndjson', 'xlsx'] as const;

export type RecordExportOptions = OptionsOf<typeof declareExport>;

export const declareExport = ({ plural, routes }: Entity) =>
  withConditions(
    withFilters(
      writesFile('export', {
        summary: `Write ${plural} to a file: CSV, Excel, JSON`,
        description: [
          'The file has the columns that import takes, so it can be imported again. In CSV, phone numbers, long numbers, ids,',
          'dates and formulas are guarded with an apostrophe, by which a spreadsheet keeps them as they are, and which import',
          'removes. A file appears only when it is complete.',
        ].join(' '),
        uses: [routes.list, routes.search, routes.fields, every.lists.list],
        output:
          'CSV with a header, tab-separated values, JSON, one JSON record per line, or a workbook; notes go to stderr',
        exits: ['bad', 'notFound'],
        replaces: true,
        examples: [
          [`reach ${plural} export > ${plural}.csv`, 'everything'],
          [
            `reach ${plural} export --file ${plural}.csv --list "ICP DACH" --custom`,
            'a list, with the custom fields of the workspace',
          ],
          [`reach ${plural} export --format ndjson --include createdAt=2026-01-01..`, 'filtered, for a script'],
          [`reach ${plural} export --file ${plural}.xlsx`, 'a workbook, for Excel'],
          ...(plural === 'contacts'
            ? [['reach inbox threads --all -o id | reach contacts export --contacts -', 'who wrote'] as const]
            : []),
        ],
      }),
      plural,
    ),
  )
    .option(
      `--${plural} <ids>`,
      `only these ${plural}: ids, or what names them, separated by commas (- = standard input)`,
    )
    .option('--ids <ids>', `the same as --${plural}`)
    .option('--file <file>', 'write to a file instead of stdout: .csv, .tsv, .json, .ndjson, .xlsx, also .gz')
    .addOption(
      new Option('--format <format>', 'default: by the extension of the file, else csv').choices(EXPORT_FORMATS),
    )
    .option('--custom', 'include custom and AI fields')
    .option('--bom', 'begin with a byte order mark, for Excel')
    .option('--no-guard', 'no apostrophes: cells as they are, for other programs')
    .option('--limit <n>', 'at most this many (all)');
