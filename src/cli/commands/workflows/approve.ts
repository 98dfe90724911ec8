import { routes } from '../../../client/routes/routes.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { does, writes } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { decidedView } from '../../output/views/workflows.ts';
import { planned, printDryRun } from '../../shared/dry-run/dry-run.ts';
import { idsOf } from '../../shared/lookup/ids.ts';
import { runIdOf } from '../../shared/lookup/workflow.ts';
import { waitsForApproval } from '../../shared/workflow-run/watched-run.ts';

const declare = () =>
  writes('approve', {
    summary: 'Approve or reject records that wait in a run',
    description: 'Without a step, the only one at which records wait; without --ids, all that wait there.',
    uses: [routes.workflows.decide, routes.workflows.getRun],
    view: decidedView,
    output: 'how many were decided, and how many still wait',
    exits: ['notFound', 'conflict'],
    irreversible: true,
    examples: [
      ['reach workflow approve 31', 'every record that waits'],
      ['reach workflow approve 31 review --ids 4711,4712', 'two of them'],
      ['reach workflow approve 31 review --reject', 'send them down the other branch'],
    ],
  })
    .argument('<run>', 'id of the run')
    .argument('[step]', 'id of the step')
    .option('--reject', 'reject instead of approving')
    .option('--ids <ids>', 'only these records, separated by commas (- = standard input)');

/** The step that is named, or the only one at which records wait. */
async function waitingStep(session: Session, runId: AnyId, named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  const { steps } = await (await session.api()).workflows.getRun({ params: { runId } });
  const waiting = steps.filter(waitsForApproval);
  const [first, second] = waiting;
  if (first === undefined) throw new UsageError(`no record waits for approval in run ${runId}`);
  if (second === undefined) return first.stepId;
  const names = waiting.map(({ stepId }) => stepId).join(', ');
  throw new UsageError(`records wait at ${waiting.length} steps: ${names}`, {
    hint: `name one: reach workflow approve ${runId} ${first.stepId}`,
  });
}

export const approveCommand = does(declare, async (session, text, step, { reject, ids, dryRun }) => {
  const runId = runIdOf(session, text);
  const stepId = await waitingStep(session, runId, step);
  const decision = reject ? ('REJECTED' as const) : ('APPROVED' as const);
  const body = { stepId, decision, ...(ids !== undefined && { ids: await idsOf(session.io, ids, 'record') }) };
  const request = { params: { runId }, body };
  if (dryRun) return await printDryRun(session, planned(routes.workflows.decide, request));
  await session.print.record(decidedView, await (await session.api()).workflows.decide(request));
});
