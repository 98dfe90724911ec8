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
      'Finds encoding, delimiter and columns by itself, checks every row before it is sent, and sends',
      'the rest in bulks of 100 within the rate. A journal keeps what was sent and answered: an import',
      'that was killed, or lost its connection, goes on where it was when the same command is run',
      'again. No row is lost and none is doubled.',
    ].join('\n'),
    uses: [entity.routes.bulkCreate, entity.routes.fields],
    output: 'one record: how many rows were created, merged, unchanged, failed, rejected, skipped; how fast',
    exits: ['bad', 'notFound', 'conflict'],
    examples: [
      [
        `reach ${plural} import ${plural}.csv --dry-run`,
        'the mapping and what is wrong with the file; nothing is sent',
      ],
      [`reach ${plural} import ${plural}.csv --list "ICP DACH" --create-list`, 'into a list'],
      [
        `reach ${plural} import ${plural}.csv --map '${entity.kind === 'CONTACT' ? 'Work mail=professionalEmail' : 'Website=domain'}' --custom Notes`,
        'decide about columns',
      ],
      [`reach ${plural} import ${plural}.csv --yes --results results.csv --rejects rejects.csv`, 'in a script'],
      [`reach ${plural} import --resume`, 'go on with the last one that was not finished'],
    ],
  })
    .argument('[file]', 'CSV file (- = standard input)')
    .optionsGroup('Columns:')
    .option(
      '--map <header=field>',
      "field of a column; 'Header=' leaves it out, 'Header#2=' is the second of that name",
      collect,
    )
    .addOption(
      new Option('--custom [header]', 'a column as custom field; without a header: all that match no field')
        .preset('')
        .argParser(collectOptional),
    )
    .option('--delimiter <char>', 'in place of the one found: a character, or comma, semicolon, tab, bar')
    .option('--encoding <name>', 'in place of the one found: utf-8, utf-16le, windows-1252, …')
    .optionsGroup('What happens:')
    .option('--list <name|id>', `list the ${plural} are put in`)
    .option('--create-list', 'make the list where there is none of that name')
    .option('--no-merge', 'always create, never merge')
    .option('--limit <n>', 'only the first rows')
    .option('--max-errors <n>', 'stop once more rows than this were not imported')
    .option('-y, --yes', 'do not ask whether the mapping is right')
    .option('--dry-run', 'do everything but send')
    .option('--against <local|current>', 'with --dry-run: ask that service what would be created, merged, unchanged')
    .optionsGroup('Files:')
    .option('--results <file>', 'every row: line, status, id, outcome …; csv, or ndjson by its name')
    .option('--rejects <file>', 'rows that were not imported, with _line and _error, to be mended and imported again')
    .optionsGroup('Going on:')
    .option('--resume [id]', 'go on with an import that was not finished')
    .option('--again', 'send a file that was imported already')
    .option('--new', 'start over, whatever is unfinished')
    .option('--history', 'list past imports')
    .optionsGroup('Pace:')
    .option('--rate <n/time>', 'in place of the documented rate, such as 30/60s')
    .option('--parallel <n>', 'bulks under way at once (4)');
  return doesUntyped(deps, command, (session, file: string | undefined, flags: ImportFlags) =>
    run(session, entity, file, flags),
  );
}
