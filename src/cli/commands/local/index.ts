// reach local: control of the local service. No account is needed.

import { Argument } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { counted } from '../../../contract/english.ts';
import { groupBy } from '../../../contract/group-by.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { namedPath } from '../../files/is-file.ts';
import { readText } from '../../files/read.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { type BuildGroup, destroys, does, groupByVerb, writes, writesFile } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import type { ComparedOperation } from '../../shared/comparison/compare-services.ts';
import { printEnrolments, withEnrolmentStatus } from '../../shared/enrolments.ts';
import { printListing, readsList } from '../../shared/limit.ts';
import { campaignIdOf, workflowIdOf } from '../../shared/lookup/by-name.ts';
import { enrolmentView, featureView, grantView, requestView } from '../../shared/views/local.ts';
import { isApproved, planned, writeRecord } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';
import { clockCommand, emitCommand } from './clock.ts';
import { cloneCommand } from './clone.ts';
import { faultGroup, keyGroup } from './control.ts';
import { countsView, restoreCommand, snapshotCommand, statusCommand } from './store.ts';

const comparisonView = viewOf('operation', 'operations', 'operation result text:prose', {
  id: 'operation',
  alsoHas: 'request path parameters shape types enumerations statuses rateHeaders defaults differences why',
  titles: { text: 'differences' },
});

const declare = () =>
  writesFile('compare', {
    summary: 'Find out how far the local service is like another one',
    description: [
      'Asks the service of a profile what can be asked without changing anything (GETs and the documented searches; nothing else can',
      'be sent), at the rate allowed, and lays its answers and its definition beside those of the local service: over the twin of the',
      'profile where there is one, else over the sample workspace. One row for each operation: same, differs (how), not asked (why).',
      '--record keeps the answers in a file, with every value but words of enumerations made up. --replay compares that file without a',
      'network: it fails where the local service, or what reach knows of the interface, is not as it was.',
    ].join('\n'),
    uses: [routes.account.validate],
    view: comparisonView,
    json: 'list',
    output: 'one row for each operation; in JSON each aspect, and the differences by aspect',
    exits: ['bad'],
    optionsNotForAgents: ['--record'],
    examples: [
      ['reach local compare --with production', 'exit 1 where something differs'],
      ['reach local compare --with production --record service.json', 'to commit: reach serve --like takes it, too'],
      ['reach local compare --replay service.json', 'in CI: exit 1 where something is not as it was recorded'],
    ],
    completes: { '--with': 'profiles' },
  })
    .option('--with <profile>', 'whose service is asked; the current profile by default')
    .option('--record <file>', 'keep what it answered, without personal data')
    .option('--replay <file>', 'compare with what was recorded, and ask no service');

/** `shape: has no a, b; also has c. statuses: …` */
function textOf({ differences, why }: ComparedOperation): string {
  const groups = groupBy(differences, ({ aspect }) => aspect);
  const parts = [...groups].map(([aspect, some]) => `${aspect}: ${some.map(({ text }) => text).join('; ')}`);
  return parts.length > 0 ? parts.join('. ') : (why ?? '');
}

const compareCommand = does(declare, async (session, { with: named, record, replay }) => {
  if (replay !== undefined && (named !== undefined || record !== undefined))
    throw new UsageError(`--replay and ${named === undefined ? '--record' : '--with'} exclude each other`);
  const { print, io } = session;
  const [known, { readRecording, recordingText }] = await Promise.all([
    import('../../shared/comparison/known-service.ts'),
    import('../../shared/comparison/recording.ts'),
  ]);
  const before = replay === undefined ? null : readRecording(replay, await readText(io, replay));
  const { rows, theirs, over } = await known.compareWithLocal(session, before ?? named);
  if (record !== undefined) {
    // What a replay finds, which is over the sample workspace.
    const replayed = await known.compareWithLocal(session, { ...theirs, differences: [] });
    const text = recordingText({ ...theirs, differences: known.differenceLines(replayed.rows) });
    await writeWhole(namedPath(io, record), text, record);
    await print.note(`recorded in ${record}: look through it before you commit it`);
  }
  await print.list(
    comparisonView,
    rows.map((row) => ({ ...row, text: textOf(row) })),
  );
  const of = (result: ComparedOperation['result']) => rows.filter((row) => row.result === result).length;
  await print.note(
    `${counted(rows.length, 'operation')}: ${of('same')} same, ${of('differs')} differ, ${of('not asked')} not asked; ` +
      `local service over ${over}`,
  );
  if (before === null) return of('differs') > 0 ? 'bad' : 'done';
  const drift = known.driftOf(before.differences, known.differenceLines(rows));
  for (const line of drift) await print.warn(line);
  await print.note(
    drift.length === 0
      ? `as recorded on ${before.at.slice(0, 10)}`
      : `${counted(drift.length, 'difference')} from what was recorded`,
  );
  return drift.length > 0 ? 'bad' : 'done';
});

async function printFeatures(session: Session, features: Readonly<Record<string, boolean>>): Promise<void> {
  await session.print.list(
    featureView,
    Object.entries(features).map(([name, on]) => ({ name, on })),
  );
}

const featureCommand = does(
  () =>
    writes('feature', {
      summary: 'List the features of the workspace, or turn one on or off',
      uses: [routes.local.features],
      view: featureView,
      json: 'list',
      output: 'one row per feature',
      examples: [
        ['reach local feature', 'all features'],
        ['reach local feature rate-limits on', 'apply the documented rates on this machine, too'],
      ],
    })
      .argument('[name]', 'the feature')
      .addArgument(new Argument('[state]', 'on or off').choices(['on', 'off'] as const)),
  async (session, name, state, { dryRun }) => {
    const api = await session.api();
    if (name === undefined) return await printFeatures(session, await api.local.features());
    if (state === undefined) throw new UsageError(`reach local feature ${name}: give on or off`);
    const known = Object.keys(await api.local.features());
    if (!known.includes(name)) throw new UsageError(`no feature "${name}"`, { hint: `known: ${known.join(', ')}` });
    const body = { [name]: state === 'on' };
    if (!(await isApproved(session, planned(routes.local.setFeatures, { body }), { dryRun }))) return;
    await printFeatures(session, await api.local.setFeatures({ body }));
  },
);

const grantCommand = does(
  () =>
    writes('grant', {
      summary: 'Give a user access to a workflow, or revoke it',
      uses: [routes.local.grant],
      view: grantView,
      output: 'workflow, user, and whether the user has access now',
      exits: ['notFound'],
      examples: [
        ['reach local grant 7 Ada', 'keys of Ada can now see workflow 7'],
        ['reach local grant "Verify and enrol" Ada --take-back', 'by name; revoke the access'],
      ],
    })
      .argument('<workflow>', 'id or name of the workflow')
      .argument('<user>', 'name of the user, as in reach local key create --user')
      .option('--take-back', 'revoke the access'),
  async (session, workflow, user, { takeBack, dryRun }) => {
    const request = { params: { workflowId: await workflowIdOf(session, workflow) }, body: { user } };
    await writeRecord(session, grantView, ['local', takeBack === true ? 'takeGrant' : 'grant'], request, { dryRun });
  },
);

const campaignCommand = does(
  () =>
    withEnrolmentStatus(
      readsList('campaign', {
        summary: 'Contacts of a campaign and their progress',
        description:
          'The last step, the next step and when it is due; for contacts that failed or were stopped, the reason.',
        uses: [routes.local.campaignContacts],
        view: enrolmentView,
        output: 'one row per contact',
        exits: ['notFound'],
        examples: [
          ['reach local campaign "Q3 launch"', 'all contacts'],
          ['reach local campaign 12 --status failed --all -o csv', 'contacts that failed, with the reason'],
        ],
      }).argument('<campaign>', 'id or name of the campaign'),
    ),
  async (session, word, { status, ...limits }) =>
    await printEnrolments(session, await campaignIdOf(session, word), status, limits),
);

const logCommand = does(
  () =>
    readsList('log', {
      summary: 'List the requests that the service received, newest first',
      uses: [routes.local.log],
      view: requestView,
      output: 'one row per request: time, method, path, status (0 = connection cut), duration, name of the key',
      examples: [
        ['reach local log --limit 20', 'the last 20'],
        ['reach local log --all -o ndjson', 'the whole log, for a script'],
      ],
    }),
  async (session, limits) => {
    const { call } = await session.client();
    await printListing(session, requestView, limits, (paging) => listPages(call, 'local', 'log', {}, paging));
  },
);

const resetCommand = does(
  () =>
    destroys('reset', {
      summary: 'Start over, with the sample workspace or empty',
      uses: [routes.local.reset],
      view: countsView,
      output: 'number of records in the store afterwards',
      examples: [
        ['reach local reset --yes', 'back to the sample workspace'],
        ['reach local reset --empty --yes', 'an empty workspace'],
      ],
    }).option('--empty', 'without the sample workspace'),
  async (session, { empty, yes, dryRun }) => {
    const request = { body: { empty: empty === true } };
    if (dryRun !== true && yes !== true)
      await session.prompt.approve('Delete everything in the local service?', '--yes', 'nothing changed');
    await writeRecord(session, countsView, ['local', 'reset'], request, { dryRun });
  },
);

const seedCommand = does(
  () =>
    writes('seed', {
      summary: 'Load the sample workspace; keeps existing records',
      uses: [routes.local.seed],
      view: countsView,
      output: 'number of records in the store afterwards',
      examples: [
        ['reach local seed', 'sample contacts, companies, lists and campaigns'],
        ['reach local seed --json', 'the counts as JSON, for a script'],
      ],
    }),
  async (session, options) => {
    await writeRecord(session, countsView, ['local', 'seed'], {}, options);
  },
);

export const local: BuildGroup = (deps) =>
  groupByVerb(deps, {
    status: statusCommand,
    clock: clockCommand,
    fault: faultGroup,
    key: keyGroup,
    emit: emitCommand,
    grant: grantCommand,
    feature: featureCommand,
    campaign: campaignCommand,
    log: logCommand,
    seed: seedCommand,
    clone: cloneCommand,
    compare: compareCommand,
    snapshot: snapshotCommand,
    restore: restoreCommand,
    reset: resetCommand,
  });
