// Runs of a workflow: reach workflow runs, status, watch and cancel.

import { Option } from 'commander';
import type { Listing } from '../../../client/answers/listing.ts';
import { collected, listPages } from '../../../client/answers/pages.ts';
import type { RequestOf } from '../../../contract/endpoint.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Table } from '../../../contract/table.ts';
import { RUN_STATUSES, TRIGGER_TYPES } from '../../../contract/workflows/enums.ts';
import type { Run } from '../../../contract/workflows/records.ts';
import { openWords } from '../../session/about.ts';
import { destroys, does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { helpful } from '../../shared/approval.ts';
import { displayedStatus } from '../../shared/job-summary.ts';
import { limitOf, printListing, withLimit, withRecords } from '../../shared/limit.ts';
import { runIdOf, workflowIdOf } from '../../shared/lookup/by-name.ts';
import { anyRunView, runView } from '../../shared/views/campaigns.ts';
import { exitOf, follow, hasEnded, printRun, withFollow } from '../../shared/watched-run.ts';
import { openInWeb, readsOne } from '../../shared/web/with-web.ts';
import { isApproved, planned } from '../../shared/write.ts';

// Runs over all workflows: the interface lists those of one.

type RunQuery = NonNullable<RequestOf<Table['workflows']['runs']>['query']>;

/** Of each workflow that the key may see its newest runs, at most `each` of one (null = all). */
export async function* allRuns(session: Session, query: RunQuery, each: number | null) {
  const { call } = await session.client();
  const { interrupt: signal } = session.io;
  for await (const { id: workflowId, name } of listPages(call, 'workflows', 'list', {}, { signal })) {
    if (workflowId === undefined) continue;
    const input = { params: { workflowId }, query };
    for await (const run of listPages(call, 'workflows', 'runs', input, { limit: each, signal })) {
      yield { workflowId, workflow: name ?? null, ...run };
    }
  }
}

const declareRuns = () =>
  withLimit(
    reads('runs', {
      summary: 'The runs of a workflow, or of all, newest first',
      description: 'A person at a terminal sees which of those in progress wait for approval.',
      uses: [routes.workflows.runs, routes.workflows.list, routes.workflows.getRun],
      view: anyRunView,
      json: { list: routes.workflows.runs },
      output: 'one row per run: its status, what started it, records, credits',
      exits: ['notFound'],
      examples: [
        ['reach workflow runs', 'the last 100 of all workflows'],
        ['reach workflow runs "Verify and enrol"', 'the last 100'],
        ['reach workflow runs 12 --status RUNNING -o id', 'what is running'],
        ['reach workflow runs 12 --trigger SCHEDULE --limit 1 --json', 'the last one started by the schedule'],
      ],
    })
      .argument('[workflow]', 'id or name of the workflow')
      .addOption(openWords(new Option('--status <status>', 'only with this status').choices(RUN_STATUSES)))
      .addOption(new Option('--trigger <type>', 'only started by this').choices(TRIGGER_TYPES)),
  );

/** So many of those in progress are looked up for a person. */
const LOOKED_UP_MAX = 20;

interface RunSummary {
  readonly runId?: AnyId | undefined;
  readonly status?: string | undefined;
  readonly startedAt?: string | undefined;
}
type Runs = Listing<RunSummary>;

/** With the status of those that wait for a person. */
function withApprovals(session: Session, runs: Runs): Runs {
  async function* records() {
    const { workflows } = await session.api();
    let lookedUp = 0;
    for await (const summary of runs) {
      const { runId, status } = summary;
      const isOpen = status === 'RUNNING' && runId !== undefined && lookedUp < LOOKED_UP_MAX;
      if (isOpen) lookedUp += 1;
      const run = isOpen ? await helpful(workflows.getRun({ params: { runId } })) : null;
      yield run === null ? summary : { ...summary, status: displayedStatus(run) };
    }
  }
  return withRecords(runs, records);
}

/** Of all workflows: sorted here, so all that may be among the newest are read. */
async function newestOf(runs: AsyncIterable<RunSummary>, most: number | null): Promise<Runs> {
  const found = (await collected(runs)).toSorted((a, b) => (b.startedAt ?? '').localeCompare(a.startedAt ?? ''));
  const newest = found.slice(0, most ?? found.length);
  return {
    async *[Symbol.asyncIterator]() {
      yield* newest;
    },
    ...{ more: newest.length < found.length, total: null, ignored: [], notes: [] },
  };
}

export const runsCommand = does(declareRuns, async (session, text, options) => {
  const { status, trigger } = options;
  const { settings, io } = session;
  const query = { ...(status !== undefined && { status }), ...(trigger !== undefined && { triggerType: trigger }) };
  const isPerson = settings.output === 'table' && io.stdout.isTTY;
  const displayed = (runs: Runs) => (isPerson ? withApprovals(session, runs) : runs);
  if (text === undefined) {
    const most = limitOf(options);
    const runs = await newestOf(allRuns(session, query, most === null ? null : most + 1), most);
    await printListing(session, anyRunView, options, () => displayed(runs));
    return;
  }
  const workflowId = await workflowIdOf(session, text);
  const { call } = await session.client();
  await printListing(session, runView, options, (limits) =>
    displayed(listPages(call, 'workflows', 'runs', { params: { workflowId }, query }, limits)),
  );
});

const declareStatus = () =>
  readsOne('status', {
    summary: 'Status of a run, and how many records are at which step',
    uses: [routes.workflows.getRun],
    output: 'the run with its steps',
    exits: ['bad', 'notFound', 'running'],
    examples: [
      ['reach workflow status 31', 'at a glance'],
      ['reach workflow status 31 --json --fields status,steps', 'for a script'],
      ['reach workflow status 31 --exit-status', 'exit 1 if it failed or was cancelled, 8 while it runs'],
    ],
  })
    .argument('<run>', 'id of the run')
    .option('--exit-status', 'exit 1 if it ended FAILED or CANCELLED, 8 while it runs');

export const statusCommand = does(declareStatus, async (session, text, { exitStatus, web }) => {
  const run = await (await session.api()).workflows.getRun({ params: { runId: runIdOf(session, text) } });
  if (web) {
    await openInWeb(session, 'run', text, run);
    return 'done';
  }
  await printRun(session, run);
  if (!exitStatus) return 'done';
  return hasEnded(run) ? exitOf(run) : 'running';
});

const declareWatch = () =>
  withFollow(
    reads('watch', {
      summary: 'Watch a run until it ends',
      description: [
        'On a terminal a table that updates in place; elsewhere one line per change, on standard error; with -o ndjson the run',
        'each time it changes. If the service cannot be reached, the command tries again while the run continues. Ctrl-C detaches,',
        'and prints the command that watches it again.',
      ].join('\n'),
      uses: [routes.workflows.getRun],
      json: [{ record: routes.workflows.getRun }, { each: routes.workflows.getRun }],
      output: 'the run when it has ended; with -o ndjson also each change before that',
      exits: ['bad', 'notFound', 'running'],
      notForAgents: 'never ends',
      examples: [
        ['reach workflow watch 31', 'until it ends'],
        ['reach workflow watch 31 --exit-status', 'exit 1 if it failed or was cancelled'],
        ['reach workflow watch 31 -o ndjson --timeout 10m', 'events, for a program; exit 8 after 10 minutes'],
      ],
    }).argument('<run>', 'id of the run'),
  );

export const watchCommand = does(declareWatch, (session, text, options) =>
  follow(session, runIdOf(session, text), options),
);

const declareCancel = () =>
  destroys('cancel', {
    summary: 'Cancel a run that has not ended',
    description: 'What was done is not undone.',
    uses: [routes.workflows.cancelRun],
    view: runView,
    output: 'the run after it was cancelled',
    exits: ['notFound', 'conflict'],
    examples: [
      ['reach workflow cancel 31', 'asks first'],
      ['reach workflow cancel 31 --yes -o id', 'in a script'],
    ],
  }).argument('<run>', 'id of the run');

const isWhole = (run: { readonly [K in keyof Run]?: unknown }): run is Run =>
  run.status !== undefined && run.distinctEntityCount !== undefined && run.steps !== undefined;

export const cancelCommand = does(declareCancel, async (session, text, options) => {
  const request = { params: { runId: runIdOf(session, text) } };
  const act = `Cancel run ${request.params.runId}: records that have not finished stay where they are`;
  const call = planned(routes.workflows.cancelRun, request);
  if (!(await isApproved(session, call, options, { act, declined: 'nothing cancelled' }))) return;
  const answer = await (await session.api()).workflows.cancelRun(request);
  if (isWhole(answer)) return await printRun(session, answer);
  await session.print.record(runView, answer);
  await session.print.note(`cancelled; reach workflow status ${request.params.runId} shows the run`);
});
