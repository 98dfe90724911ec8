import { routes } from '../../../contract/routes/routes.ts';
import type { Run } from '../../../contract/workflows/records.ts';
import { destroys, does } from '../../session/command.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { runIdOf } from '../../shared/lookup/workflow.ts';
import { approveAt } from '../../shared/target.ts';
import { runView } from '../../shared/views/workflows.ts';
import { printRun } from '../../shared/workflow-run/print-run.ts';

const declare = () =>
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

export const cancelCommand = does(declare, async (session, text, { yes, dryRun }) => {
  const request = { params: { runId: runIdOf(session, text) } };
  if (dryRun) return await printDryRun(session, planned(routes.workflows.cancelRun, request));
  const act = `Cancel run ${request.params.runId}: records that have not finished stay where they are`;
  if (!yes) await approveAt(session, act, { declined: 'nothing cancelled' });
  const answer = await (await session.api()).workflows.cancelRun(request);
  if (isWhole(answer)) return await printRun(session, answer);
  await session.print.record(runView, answer);
  await session.print.note(`cancelled; reach workflow status ${request.params.runId} shows the run`);
});
