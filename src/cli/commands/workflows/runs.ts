import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { RUN_STATUSES, TRIGGER_TYPES } from '../../../contract/workflows/enums.ts';
import { does, reads } from '../../session/command.ts';
import { openWords } from '../../session/open-words.ts';
import { printListing, withLimit } from '../../shared/limit/limit.ts';
import { workflowIdOf } from '../../shared/lookup/workflow.ts';
import { runView } from '../../shared/views/workflows.ts';

const declare = () =>
  withLimit(
    reads('runs', {
      summary: 'The runs of a workflow, newest first',
      uses: [routes.workflows.runs, routes.workflows.list],
      view: runView,
      output: 'one row per run: its status, what started it, records, credits',
      exits: ['notFound'],
      completes: { workflow: 'workflows' },
      examples: [
        ['reach workflow runs "Verify and enrol"', 'the last 100'],
        ['reach workflow runs 12 --status RUNNING -o id', 'what is running'],
        ['reach workflow runs 12 --trigger SCHEDULE --limit 1 --json', 'the last one started by the schedule'],
      ],
    })
      .argument('<workflow>', 'id or name of the workflow')
      .addOption(openWords(new Option('--status <status>', 'only with this status').choices(RUN_STATUSES)))
      .addOption(new Option('--trigger <type>', 'only started by this').choices(TRIGGER_TYPES)),
  );

export const runsCommand = does(declare, async (session, text, options) => {
  const { status, trigger } = options;
  const workflowId = await workflowIdOf(session, text);
  const { call } = await session.client();
  const query = { ...(status !== undefined && { status }), ...(trigger !== undefined && { triggerType: trigger }) };
  await printListing(session, runView, options, (most) =>
    listPages(call, 'workflows', 'runs', { params: { workflowId }, query }, most),
  );
});
