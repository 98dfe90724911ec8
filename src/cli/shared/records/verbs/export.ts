// export: what it takes and says; the work is loaded when it runs.

import type { CommandUnknownOpts as Command } from 'commander';
import type { Deps } from '../../../app/command.ts';
import { doesUntyped, leaf } from '../../../app/command.ts';
import type { ExportFlags } from '../export-records.ts';
import type { Entity } from '../kind.ts';
import { filterOptions } from './list.ts';

export function exportCommand(deps: Deps, entity: Entity): Command {
  const { plural } = entity;
  const command = filterOptions(
    leaf('export', {
      summary: `Write ${plural} as CSV or NDJSON`,
      description: [
        'The CSV has the columns that import takes, so that it can be imported again. Cells that a spreadsheet would take',
        'for a formula are guarded with an apostrophe, which import takes off. A file appears when it is whole.',
      ].join(' '),
      uses: [entity.routes.list, entity.routes.search],
      output: 'CSV with a heading, or one JSON record a line; remarks go to stderr',
      exits: ['notFound'],
      examples: [
        [`reach ${plural} export > ${plural}.csv`, 'everything'],
        [
          `reach ${plural} export --file ${plural}.csv --list "ICP DACH" --custom`,
          'a list, with the workspace’s own fields',
        ],
        [`reach ${plural} export --format ndjson --include createdAt=2026-01-01..`, 'filtered, for a script'],
      ],
    }),
    entity,
  )
    .option('--file <file>', 'write to a file instead of stdout')
    .option('--format <csv|ndjson>', 'csv, or by the name of the file')
    .option('--custom', 'custom and AI fields, too')
    .option('--bom', 'begin with a byte order mark, for Excel')
    .option('--no-guard', 'leave cells that look like formulas as they are')
    .option('--limit <n>', 'at most this many (all)');
  return doesUntyped(deps, command, async (session, flags: ExportFlags) =>
    (await import('../export-records.ts')).exportRecords(session, entity, flags),
  );
}
