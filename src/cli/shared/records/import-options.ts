// What import takes, and how it is declared.

import { Option } from 'commander';
import { routes as every } from '../../../contract/routes/routes.ts';
import { collect, type OptionsOf, withYes, writes } from '../../session/command.ts';
import { withSafeguards } from '../effects/expected.ts';
import { dryRunView, historyView, importView } from '../views/imports.ts';
import type { Entity } from './entity.ts';
import { withOverwriting } from './overwriting.ts';

export const ENCODING_HELP =
  'in place of the one detected: utf-8, utf-16le, utf-16be, windows-1250 to -1258, iso-8859-2 to -16, macintosh, koi8-r, cp437, cp850, cp852, shift_jis, euc-jp, gbk, gb18030, big5, euc-kr';

export type ImportCommandOptions = OptionsOf<typeof declareImport>;

/** An optional value that may be repeated; without one it means all. */
const collectOptional = (value: string, before: (string | true)[] = []): (string | true)[] => [
  ...before,
  value === '' ? true : value,
];

export const declareImport = (entity: Entity) =>
  withSafeguards(withOverwriting(withYes(declared(entity))))
    .argument('[file]', 'CSV, JSON or Excel file, also .gz (- = standard input)')
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
    .option('--mapping <name>', 'a saved mapping; none = not even the one saved for these columns')
    .option('--empty <word>', 'a word that counts as an empty cell, such as NULL or N/A; repeatable', collect)
    .option('--values <file>', 'values in place of the texts of cells: a file with the columns column, from, to')
    .option('--save-mapping <name>', 'save the mapping for further files with these columns')
    .optionsGroup('File:')
    .option('--skip-lines <n>', 'lines above the header, in place of those detected')
    .option('--sheet <name|n>', 'of a workbook, in place of its first sheet')
    .option('--delimiter <char>', 'in place of the one detected: a character, or comma, semicolon, tab, bar')
    .option('--encoding <name>', ENCODING_HELP)
    .optionsGroup('Import:')
    .option('--list <name|id>', `list to add the ${entity.plural} to`)
    .option('--create-list', 'create the list if it does not exist')
    .option('--no-merge', 'always create, never merge')
    .option('--update', 'update the records of the ids even if they look like others')
    .option('--no-update', 'create or merge rows that have an id, as all others')
    .option('--limit <n>', 'only the first rows')
    .option(
      '--max-errors <n>',
      'stop once more rows than this were not imported; without it, if the first 3 bulks fail for one reason',
    )
    .addOption(
      new Option(
        '--against <service>',
        'with --dry-run: ask the service on this machine (local) or that of the profile (current) what would change',
      ).choices(['local', 'current']),
    )
    .optionsGroup('Files:')
    .option('--results <file>', 'every row: line, status, id, outcome …; csv, or ndjson by its extension')
    .option('--changes <file>', 'with --dry-run --against: every field that would change, line, id, field, from, to')
    .option('--rejects <file>', 'rows that were not imported, with _line and _error; fix them and import the file')
    .optionsGroup('Resuming:')
    .option('--resume [id]', 'resume an import that was not finished')
    .option('--settle-now', 'do not wait for lost requests that may still arrive: rows not found are uncertain')
    .option('--resend-uncertain', 'send the uncertain rows of this import, unless they are found')
    .option('--again', 'send a file that was imported before')
    .option('--new', 'start over, whatever is unfinished')
    .option('--supersede', 'give up an unfinished import of an earlier version of the file')
    .option('--history', 'list past imports')
    .option('--summary', 'print the summary with --quiet, too')
    .optionsGroup('Pace:')
    .option('--rate <n/time>', 'in place of the documented rate, such as 30/60s')
    .option('--parallel <n>', 'bulks in flight at once (4)');

function declared({ plural, name: kind, routes }: Entity) {
  const mapped = kind === 'CONTACT' ? 'Work mail=professionalEmail' : 'Website=domain';
  return writes('import', {
    summary: `Import ${plural} from a CSV, JSON or Excel file`,
    description: [
      'Detects encoding, delimiter and columns, checks every row before it is sent, and sends',
      'them in bulks of 100 within the rate. A journal records what was sent and answered: an import',
      'that was killed, or lost its connection, continues where it stopped when the same command is run',
      'again. No row is lost and none is imported twice: a row that was sent without a response, and of',
      'which no search of the service tells whether it is there, is `uncertain` and left to you.',
      'Rows with an `id`, as exports have it, update that record: empty cells change nothing.',
    ].join('\n'),
    uses: [routes.bulkCreate, routes.update, routes.fields, every.lists.list],
    json: [{ record: importView }, { record: dryRunView }, { list: historyView }],
    output:
      'one record: how many rows were created, merged, unchanged, updated, failed, uncertain, rejected, skipped; how fast',
    exits: ['bad', 'notFound', 'conflict'],
    replaces: true,
    hidesRequests: true,
    dryRun: 'do everything except sending',
    examples: [
      [
        `reach ${plural} import ${plural}.csv --dry-run`,
        'the mapping and what is wrong with the file; nothing is sent',
      ],
      [`reach ${plural} import ${plural}.csv --list "ICP DACH" --create-list`, 'into a list'],
      [`reach ${plural} import ${plural}.csv --map '${mapped}' --custom Notes`, 'decide about columns'],
      [`reach ${plural} import ${plural}.csv --yes --results results.csv --rejects rejects.csv`, 'in a script'],
      [`reach ${plural} import --resume`, 'continue the last one that was not finished'],
    ],
  });
}
