// import: the main job. What it takes and says is here; the work is in cli/import, loaded when it runs.

import { type CommandUnknownOpts as Command, Option } from 'commander';
import type { Deps } from '../../../app/command.ts';
import { collect, doesUntyped, leaf } from '../../../app/command.ts';
import type { ExitName } from '../../../app/exit.ts';
import type { Session } from '../../../app/session.ts';
import type { ImportFlags } from '../../../import/start/flags.ts';
import type { Entity } from '../kind.ts';

/** An optional value that may be given several times; left out, it is preset to nothing, and means all. */
const collectOptional = (value: string, before: (string | true)[] = []): (string | true)[] => [
  ...before,
  value === '' ? true : value,
];

async function run(
  session: Session,
  entity: Entity,
  file: string | undefined,
  flags: ImportFlags,
): Promise<ExitName | void> {
  if (flags.history === true) {
    const { printHistory } = await import('../../../import/start/history.ts');
    return await printHistory(session, entity);
  }
  const { parseRequest } = await import('../../../import/start/flags.ts');
  const request = parseRequest(file, flags);
  if (request.dryRun !== null) {
    const { dryRun } = await import('../../../import/preview/dry-run.ts');
    return await dryRun(session, entity, request);
  }
  const { importFile } = await import('../../../import/start/import-file.ts');
  return await importFile(session, entity, request);
}

export function importCommand(deps: Deps, entity: Entity): Command {
  const { plural } = entity;
  const command = leaf('import', {
    summary: `Import ${plural} from a CSV file`,
    description: [
      'Detects the encoding, the delimiter and the columns, checks every row, and sends the valid rows',
      'in requests of up to 100 within the rate limit. A journal records what was sent and answered:',
      'an import that was killed or lost its connection resumes where it stopped when the same command',
      'is run again. No row is lost and none is imported twice.',
    ].join('\n'),
    uses: [entity.routes.bulkCreate, entity.routes.fields],
    output: 'one record: how many rows were created, merged, unchanged, failed, rejected, skipped; how fast',
    exits: ['bad', 'notFound', 'conflict'],
    examples: [
      [`reach ${plural} import ${plural}.csv --dry-run`, 'show the mapping and the problems of the file; send nothing'],
      [`reach ${plural} import ${plural}.csv --list "ICP DACH" --create-list`, 'import into a list'],
      [
        `reach ${plural} import ${plural}.csv --map '${entity.kind === 'CONTACT' ? 'Work mail=professionalEmail' : 'Website=domain'}' --custom Notes`,
        'choose the fields of columns',
      ],
      [`reach ${plural} import ${plural}.csv --yes --results results.csv --rejects rejects.csv`, 'run in a script'],
      [`reach ${plural} import --resume`, 'resume the last unfinished import'],
    ],
  })
    .argument('[file]', 'CSV file (- = standard input)')
    .optionsGroup('Columns:')
    .option(
      '--map <header=field>',
      "field for a column; 'Header=' skips it, 'Header#2=' is the second column of that name",
      collect,
    )
    .addOption(
      new Option(
        '--custom [header]',
        'import a column as a custom field; without a header: every column that matches no field',
      )
        .preset('')
        .argParser(collectOptional),
    )
    .option('--delimiter <char>', 'delimiter instead of the detected one: a character, or comma, semicolon, tab, bar')
    .option('--encoding <name>', 'encoding instead of the detected one: utf-8, utf-16le, windows-1252, …')
    .optionsGroup('Import:')
    .option('--list <name|id>', `add the ${plural} to this list`)
    .option('--create-list', 'create the list if it does not exist')
    .option('--no-merge', 'always create records, never merge into existing ones')
    .option('--limit <n>', 'import only the first N rows')
    .option('--max-errors <n>', 'stop when more than N rows were not imported')
    .option('-y, --yes', 'do not ask for confirmation')
    .option('--dry-run', 'do everything except sending')
    .option(
      '--against <local|current>',
      'with --dry-run: predict from this service what would be created, merged, unchanged',
    )
    .optionsGroup('Files:')
    .option(
      '--results <file>',
      'write the result of every row: line, status, id, outcome …; CSV, or NDJSON if the name ends in .ndjson',
    )
    .option(
      '--rejects <file>',
      'write the rows that were not imported, with _line and _error: fix them and import the file again',
    )
    .optionsGroup('Resuming:')
    .option('--resume [id]', 'resume an unfinished import (default: the newest)')
    .option('--again', 'send a file again that was already imported')
    .option('--new', 'start over instead of resuming an unfinished import')
    .option('--history', 'list past imports')
    .optionsGroup('Pace:')
    .option('--rate <n/time>', 'rate instead of the documented one, such as 30/60s')
    .option('--parallel <n>', 'requests in progress at once (default 4)');
  return doesUntyped(deps, command, (session, file: string | undefined, flags: ImportFlags) =>
    run(session, entity, file, flags),
  );
}
