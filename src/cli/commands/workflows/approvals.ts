// Who waits for a decision at a step of a run: how many, and their names where the service gives them.

import { listByCursor } from '../../../client/answers/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import { counted, firstOf } from '../../../contract/english.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Run } from '../../../contract/workflows/records.ts';
import { does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { helpful } from '../../shared/approval.ts';
import { waitsForApproval } from '../../shared/job-summary.ts';
import { approvalView } from '../../shared/views/campaigns.ts';
import { approvalOf } from '../../shared/watched-run.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { printsWhole } from '../../terminal/settings.ts';
import { allRuns } from './runs.ts';

/** Names in a sentence. */
const NAMED_MAX = 5;

/** Records in the output for programs; run-records lists all of them. */
const LISTED_MAX = 1_000;

interface WaitingRecord {
  readonly id: AnyId;
  readonly name: string | null;
}

interface Waiting {
  /** Those that a decision concerns; undefined where the service does not say. */
  readonly count: number | undefined;
  /** The first of them; null where the service does not tell which they are. */
  readonly records: readonly WaitingRecord[] | null;
}

interface ApprovalStep {
  readonly runId: AnyId;
  readonly stepId: string;
  readonly ids: readonly AnyId[] | undefined;
}

/** The first `most` that wait there, of those that are named. */
async function listed(
  session: Session,
  { runId, stepId, ids }: ApprovalStep,
  most: number,
): Promise<WaitingRecord[] | null> {
  const { call } = await session.client();
  const wanted = ids && new Set(ids.map(String));
  const query = { status: 'WAITING' as const, stepId };
  const options = { limit: null, filtersItself: true, signal: session.io.interrupt };
  const all = listByCursor(call, 'workflows', 'runRecords', { params: { runId }, query }, options);
  const found: WaitingRecord[] = [];
  let seen = 0;
  try {
    for await (const { id, name, status, stepId: at } of all) {
      seen += 1;
      const isMeant = id !== undefined && status === 'WAITING' && at === stepId && wanted?.has(String(id)) !== false;
      if (isMeant) found.push({ id, name: name ?? null });
      if (found.length === Math.min(most, wanted?.size ?? most) || seen === LISTED_MAX) break;
    }
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
  return found;
}

/** Asks who waits: the first few for a person, more for a program; `known` is the run, where it was read already. */
export async function waitingAt(
  session: Session,
  place: ApprovalStep,
  reader: 'person' | 'program',
  known: Pick<Run, 'steps'> | null = null,
): Promise<Waiting> {
  const { runId, stepId, ids } = place;
  const run = known ?? (await helpful((await session.api()).workflows.getRun({ params: { runId } })));
  const step = run?.steps.find((one) => one.stepId === stepId);
  const most = reader === 'person' ? NAMED_MAX : LISTED_MAX;
  return {
    count: ids?.length ?? (step === undefined ? undefined : (getOwn(step.statusCounts, 'WAITING') ?? 0)),
    records: await listed(session, place, most),
  };
}

/** `Ada Lovelace, Alan Turing and 2 more`; empty where no one is known. */
function namesText({ count, records }: Waiting): string {
  const names = (records ?? []).map(({ id, name }) => harmless(name ?? `record ${id}`));
  return names.length === 0 ? '' : firstOf(names, NAMED_MAX, count);
}

/** `4 records that wait at step review of run 31: Ada Lovelace, …` */
export function waitingText(waiting: Waiting, { runId, stepId }: ApprovalStep): string {
  const whom = waiting.count === undefined ? 'the records' : counted(waiting.count, 'record');
  const verb = waiting.count === 1 ? 'waits' : 'wait';
  const names = namesText(waiting);
  return `${whom} that ${verb} at step ${stepId} of run ${runId}${names === '' ? '' : `: ${names}`}`;
}

// reach approvals: everything that waits for a decision, over all workflows and their runs.

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
