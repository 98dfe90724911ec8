import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { asksFirst, does, type OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { waitsForApproval } from '../../shared/job-summary/run-text.ts';
import { idsOf } from '../../shared/lookup/ids.ts';
import { runIdOf } from '../../shared/lookup/workflow.ts';
import { typedCount } from '../../shared/messaging.ts';
import { approveAt } from '../../shared/target.ts';
import { decidedView } from '../../shared/views/workflows.ts';
import { UsageError } from '../../terminal/exit.ts';
import { printsWhole } from '../../terminal/settings.ts';
import { waitingAt, waitingText } from './waiting-records.ts';

const declare = () =>
  asksFirst('approve', {
    summary: 'Approve or reject records that wait in a run',
    description:
      'Without a step, the only one at which records wait; without --ids, all that wait there. Asks first, naming how many wait and the first of them, as far as the service tells it; --dry-run shows them too.',
    uses: [routes.workflows.decide, routes.workflows.getRun, routes.workflows.runRecords],
    view: decidedView,
    json: { record: routes.workflows.decide },
    output: 'how many were decided, and how many still wait; JSON lists the records, up to 1,000',
    exits: ['bad', 'notFound', 'conflict'],
    irreversible: true,
    examples: [
      ['reach workflow approve 31', 'every record that waits: shows who, and asks'],
      ['reach workflow approve 31 review --dry-run --json', 'who waits, for a script'],
      ['reach workflow approve 31 review --ids 4711,4712 --yes', 'two of them'],
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

async function approve(
  session: Session,
  text: string,
  step: string | undefined,
  { reject, ids: list, dryRun, yes }: OptionsOf<typeof declare>,
): Promise<void> {
  const runId = runIdOf(session, text);
  const stepId = await waitingStep(session, runId, step);
  const ids = list === undefined ? undefined : await idsOf(session.io, list, 'record');
  const body = { stepId, decision: reject ? ('REJECTED' as const) : ('APPROVED' as const), ...(ids && { ids }) };
  const request = { params: { runId }, body };
  const place = { runId, stepId, ids };
  const isListed = printsWhole(session.settings);
  const isAsked = !dryRun && !yes && session.prompt.possible;
  const waiting =
    isListed || isAsked || dryRun ? await waitingAt(session, place, isListed ? 'program' : 'person') : null;
  const records = isListed && waiting?.records ? { records: waiting.records } : {};
  if (dryRun) {
    await printDryRun(session, { ...planned(routes.workflows.decide, request), ...records });
    if (waiting)
      await session.print.note(`${reject ? 'would reject' : 'would approve'} ${waitingText(waiting, place)}`);
    return;
  }
  if (!yes) {
    const whom = waitingText(waiting ?? { count: ids?.length, records: null }, place);
    const typed = reject ? undefined : typedCount(waiting?.count);
    await approveAt(session, `${reject ? 'Reject' : 'Approve'} ${whom}`, { declined: 'nothing decided', typed });
  }
  const decided = await (await session.api()).workflows.decide(request);
  await session.print.record(decidedView, { ...decided, ...records });
}

export const approveCommand = does(declare, approve);
