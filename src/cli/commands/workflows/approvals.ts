// reach approvals: everything that waits for a decision, over all workflows and their runs.

import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { waitsForApproval } from '../../shared/job-summary/run-text.ts';
import { approvalView } from '../../shared/views/workflows.ts';
import { approvalOf } from '../../shared/workflow-run/watched-run.ts';
import { printsWhole } from '../../terminal/settings.ts';
import { allRuns } from './runs.ts';
import { namesText, waitingAt } from './waiting-records.ts';

const declare = () =>
  reads('approvals', {
    summary: 'What waits for a decision: the runs, the steps, and who',
    description:
      'Looks through the runs of every workflow that are in progress. Decide with reach workflow approve RUN STEP, or with --reject.',
    uses: [routes.workflows.list, routes.workflows.runs, routes.workflows.getRun, routes.workflows.runRecords],
    view: approvalView,
    json: 'list',
    output: 'one row per step at which records wait: workflow, run, how many, who, since when the run goes on',
    examples: [
      ['reach approvals', 'everything that waits'],
      ['reach approvals --json', 'with the records, up to 1,000 for each step'],
      ['reach approvals --fields approve', 'the commands that decide'],
    ],
  });

async function* approvals(session: Session, reader: 'person' | 'program') {
  const { workflows } = await session.api();
  for await (const { workflowId, workflow, runId, startedAt } of allRuns(session, { status: 'RUNNING' }, null)) {
    if (runId === undefined) continue;
    const run = await workflows.getRun({ params: { runId } });
    for (const step of run.steps.filter(waitsForApproval)) {
      const { stepId } = step;
      const waiting = await waitingAt(session, { runId, stepId, ids: undefined }, reader, run);
      yield {
        ...{ workflowId, workflow, runId, stepId, waiting: waiting.count ?? null },
        ...(reader === 'program' ? { records: waiting.records } : { who: namesText(waiting) }),
        startedAt: startedAt ?? null,
        approve: approvalOf({ runId }, step),
      };
    }
  }
}

export const approvalsCommand = does(declare, async (session) => {
  const reader = printsWhole(session.settings) ? 'program' : 'person';
  await session.print.list(approvalView, approvals(session, reader));
});
