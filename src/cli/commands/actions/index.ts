import { Option } from 'commander';
import { listByCursor } from '../../../client/answers/pages.ts';
import { ACTION_ENTITIES, ACTION_TYPES, ITEM_STATUSES, type ItemStatus } from '../../../contract/actions/enums.ts';
import { NOUNS } from '../../../contract/entities.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { ActionOption } from '../../../rules/actions/options.ts';
import { problemsOf, readRun } from '../../files/run-file.ts';
import { type BuildGroup, does, groupByVerb, reads } from '../../session/command.ts';
import { openWord } from '../../session/open-words.ts';
import type { Session } from '../../session/session.ts';
import { notePurged, printStatus, reasonText, watchRun } from '../../shared/actions/status-view.ts';
import { type LimitOptions, mapped, printListing, withLimit } from '../../shared/limit.ts';
import { printLint, readAll, withLintOptions } from '../../shared/lint/lint.ts';
import { undocumentedRules } from '../../shared/lint/undocumented-rules.ts';
import { anyId } from '../../shared/lookup/match.ts';
import { actionRecordView, optionView } from '../../shared/views/actions.ts';
import { watchOptions, watchTimes } from '../../shared/watch/watch.ts';
import { widthFor, wrap } from '../../terminal/formats/width.ts';
import { isForPerson } from '../../terminal/settings.ts';
import { runCommand } from './run.ts';

const declareLint = () =>
  withLintOptions(
    reads('lint', {
      summary: 'Find everything that is wrong with run files',
      description: [
        'Checks offline, with the rules of the service itself: types, options, which of them exclude each other, the target.',
        'Errors would be refused by the service; warnings would be accepted, but are hardly what was meant.',
      ].join('\n'),
      json: 'problems',
      output: 'one problem after the other: file:line:col, message, path, the line with a caret; JSON: an array',
      exits: ['bad'],
      examples: [
        ['reach action lint enrich.yaml', 'one file'],
        ['reach action lint --format github runs/*.yaml', 'in CI'],
      ],
    }).argument('<file...>', 'run files, YAML or JSON (- = standard input)'),
  );

const lintCommand = does(declareLint, async (session, names, options) => {
  const files = await readAll(names, (name) => readRun(session.io, name));
  const found = await Promise.all(files.map((file) => problemsOf(file, undocumentedRules(session))));
  return await printLint(session, files, found.flat(), options);
});

const ABOUT_INDENT = '      ';

type Options = ReadonlyMap<string, readonly ActionOption[]>;

function* optionRows(all: Options) {
  for (const type of ACTION_TYPES) {
    const worksOn = ACTION_ENTITIES[type].map((entity) => NOUNS[entity]).join(' or ');
    const options = all.get(type) ?? [];
    if (options.length === 0) yield { type, worksOn, option: null, kind: null, about: 'takes no options' };
    for (const { name, kind, about } of options) yield { type, worksOn, option: name, kind, about };
  }
}

/** For a person: names are whole at any width, because one types them. */
async function typesText(session: Session, all: Options): Promise<string> {
  const { bold, dim } = session.print.paint.stdout;
  const widthOf = await widthFor([]);
  const room = Math.max(20, session.io.stdout.columns - ABOUT_INDENT.length);
  const blocks: string[][] = [];
  let last = '';
  for (const { type, worksOn, option, kind, about } of optionRows(all)) {
    if (type !== last) blocks.push([`${bold(type)}  ${dim(worksOn)}`]);
    last = type;
    const block = blocks.at(-1) ?? [];
    if (option !== null) block.push(`  ${option}  ${dim(kind ?? '')}`);
    for (const line of wrap(about, room, widthOf)) block.push(`${ABOUT_INDENT}${line}`);
  }
  return blocks.map((lines) => lines.map((line) => `${line}\n`).join('')).join('\n');
}

const declareTypes = () =>
  reads('types', {
    summary: 'The types of actions and all their options',
    view: optionView,
    output: 'one row per option: action, what it works on, option, its values, what it does; on a terminal in blocks',
    examples: [
      ['reach action types', 'all of them'],
      ['reach action types -o csv --fields type,option', 'as CSV'],
    ],
  });

const typesCommand = does(declareTypes, async (session) => {
  const { ACTION_OPTIONS } = await import('../../../rules/actions/options.ts');
  if (isForPerson(session)) await session.print.text(await typesText(session, ACTION_OPTIONS));
  else await session.print.list(optionView, optionRows(ACTION_OPTIONS));
});

const declareStatus = () =>
  reads('status', {
    summary: 'Status of an enrichment run, or of the import of a preview',
    uses: [routes.actions.status],
    output: 'status, progress and counts; on a terminal one row per action, with the reasons why some failed',
    exits: ['notFound'],
    examples: [
      ['reach action status 7', 'as a card'],
      ['reach action status 7 --json --fields overallStatus,statusCounts', 'for a script'],
    ],
  }).argument('<id>', 'id of the run');

const statusCommand = does(declareStatus, async (session, text) => {
  const actionsId = anyId(session, text, 'run');
  await printStatus(session, await (await session.api()).actions.status({ params: { actionsId } }));
});

const declareWatch = () =>
  watchOptions(
    reads('watch', {
      summary: 'Watch a run, or the import of a preview, until it ends',
      description: 'On a terminal a table that updates, elsewhere one line per change; Ctrl-C leaves the run alone.',
      uses: [routes.actions.status],
      json: [{ record: routes.actions.status }, { each: routes.actions.status }],
      output: 'its final status; with -o ndjson one event per change',
      exits: ['bad', 'notFound', 'running'],
      notForAgents: 'never ends',
      examples: [
        ['reach action watch 7', 'until it ends'],
        ['reach action watch 7 -o ndjson --timeout 10m', 'one event per change, for a program'],
      ],
    }).argument('<id>', 'id of the run'),
    'other than COMPLETED',
  );

const watchCommand = does(declareWatch, async (session, text, options) => {
  watchTimes(options);
  return await watchRun(session, anyId(session, text, 'run'), options);
});

const declareRunRecords = () =>
  withLimit(
    reads('run-records', {
      summary: 'Records of an enrichment run: what came of each action, and why it failed or was skipped',
      description:
        'The API does not show how a run is read: of a service that does not offer this, action status has the counts.',
      uses: [routes.actions.records, routes.actions.status],
      view: actionRecordView,
      output: 'one row per record and action; JSON has the reason as a word, too',
      exits: ['notFound'],
      completes: { '--status': ITEM_STATUSES.map((word) => word.toLowerCase()) },
      examples: [
        ['reach action run-records 7', 'the first 100'],
        ['reach action run-records 7 --status failed --all -o csv', 'what failed, with the reason'],
      ],
    })
      .argument('<id>', 'id of the run')
      .addOption(new Option('--status <status>', `only with this status: ${ITEM_STATUSES.join(', ').toLowerCase()}`)),
  );

async function printRecords(
  session: Session,
  actionsId: AnyId,
  query: { readonly status?: ItemStatus },
  limits: LimitOptions,
) {
  const { call } = await session.client();
  const count = await printListing(session, actionRecordView, limits, (most) =>
    mapped(listByCursor(call, 'actions', 'records', { params: { actionsId }, query }, most), (record) => ({
      ...record,
      why: record.reason == null ? null : reasonText(record.reason),
    })),
  );
  if (count === 0) await notePurged(session, actionsId);
}

const runRecordsCommand = does(declareRunRecords, async (session, text, { status, ...limits }) => {
  const actionsId = anyId(session, text, 'run');
  const query = status === undefined ? {} : { status: openWord(session, '--status', status, ITEM_STATUSES) };
  await printRecords(session, actionsId, query, limits);
});

export const action: BuildGroup = (deps) =>
  groupByVerb(deps, {
    run: runCommand,
    status: statusCommand,
    'run-records': runRecordsCommand,
    watch: watchCommand,
    types: typesCommand,
    lint: lintCommand,
  });
