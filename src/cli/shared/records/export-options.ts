// What export takes, and how it is declared.

import { Option } from 'commander';
import { routes as every } from '../../../contract/routes/routes.ts';
import { type OptionsOf, writesFile } from '../../session/command.ts';
import { withConditions } from './condition-options.ts';
import { withFilters } from './filters.ts';
import type { RecordType } from './kind.ts';

export type RecordExportOptions = OptionsOf<typeof declareExport>;

export const declareExport = ({ plural, routes }: RecordType) =>
  withConditions(
    withFilters(
      writesFile('export', {
        summary: `Write ${plural} as CSV or NDJSON`,
        description: [
          'The CSV has the columns that import takes, so it can be imported again. Cells that a spreadsheet would read as',
          'a formula are guarded with an apostrophe, which import removes. A file appears only when it is complete.',
        ].join(' '),
        uses: [routes.list, routes.search, routes.fields, every.lists.list],
        output: 'CSV with a header, or one JSON record per line; notes go to stderr',
        exits: ['notFound'],
        completes: { '--file': 'file' },
        replaces: true,
        examples: [
          [`reach ${plural} export > ${plural}.csv`, 'everything'],
          [
            `reach ${plural} export --file ${plural}.csv --list "ICP DACH" --custom`,
            'a list, with the custom fields of the workspace',
          ],
          [`reach ${plural} export --format ndjson --include createdAt=2026-01-01..`, 'filtered, for a script'],
        ],
      }),
      plural,
    ),
  )
    .option('--file <file>', 'write to a file instead of stdout')
    .addOption(
      new Option('--format <format>', 'default: by the extension of the file, else csv').choices(['csv', 'ndjson']),
    )
    .option('--custom', 'include custom and AI fields')
    .option('--bom', 'begin with a byte order mark, for Excel')
    .option('--no-guard', 'leave cells that look like formulas as they are')
    .option('--limit <n>', 'at most this many (all)');
