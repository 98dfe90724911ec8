import { Option } from 'commander';
import type { Listing } from '../../../client/answers/listing.ts';
import { listPages } from '../../../client/answers/pages.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { RUN_STATUSES, TRIGGER_TYPES } from '../../../contract/workflows/enums.ts';
import { does, reads } from '../../session/command.ts';
import { openWords } from '../../session/open-words.ts';
import type { Session } from '../../session/session.ts';
import { displayedStatus } from '../../shared/job-summary/run-text.ts';
import { limitOf, printListing, withLimit } from '../../shared/limit/limit.ts';
import { workflowIdOf } from '../../shared/lookup/workflow.ts';
import { helpful } from '../../shared/messaging.ts';
import { anyRunView, runView } from '../../shared/views/workflows.ts';
import { allRuns } from './all-runs.ts';

const declare = () =>
  withLimit(
    reads('runs', {
      summary: 'The runs of a workflow, or of all, newest first',
      description: 'A person at a terminal sees which of those in progress wait for approval.',
      uses: [routes.workflows.runs, routes.workflows.list, routes.workflows.getRun],
      view: anyRunView,
      json: { list: routes.workflows.runs },
      output: 'one row per run: its status, what started it, records, credits',
      exits: ['notFound'],
      completes: { workflow: 'workflows' },
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
  return Object.defineProperty(Object.create(runs), Symbol.asyncIterator, { value: records });
}

/** Of all workflows: sorted here, so all that may be among the newest are read. */
async function newestOf(runs: AsyncIterable<RunSummary>, most: number | null): Promise<Runs> {
  const found: RunSummary[] = [];
  for await (const run of runs) found.push(run);
  found.sort((a, b) => (b.startedAt ?? '').localeCompare(a.startedAt ?? ''));
  const newest = found.slice(0, most ?? found.length);
  return {
    async *[Symbol.asyncIterator]() {
      yield* newest;
    },
    ...{ more: newest.length < found.length, total: null, ignored: [], notes: [] },
  };
}

export const runsCommand = does(declare, async (session, text, options) => {
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
