import { listByCursor } from '../../../client/answers/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import { own } from '../../../contract/dictionary.ts';
import { counted } from '../../../contract/english.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, type OptionsOf, withYes, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { idsOf } from '../../shared/lookup/ids.ts';
import { runIdOf } from '../../shared/lookup/workflow.ts';
import { helpful, typedCount } from '../../shared/messaging.ts';
import { approveAt } from '../../shared/target.ts';
import { decidedView } from '../../shared/views/workflows.ts';
import { waitsForApproval } from '../../shared/workflow-run/watched-run.ts';
import { UsageError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';

/** Names in a sentence. */
const NAMED_MAX = 5;

/** Records that a program is told; run-records tells all of them. */
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
  /** The records that are named, or all. */
  readonly ids: readonly AnyId[] | undefined;
}

/** The first `most` that wait there, of those that are named. */
async function listed(session: Session, { runId, stepId, ids }: ApprovalStep, most: number) {
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

/** Asks who waits: the first few for a person, more for a program. */
async function waitingAt(session: Session, place: ApprovalStep, reader: 'person' | 'program'): Promise<Waiting> {
  const { runId, stepId, ids } = place;
  const run = await helpful((await session.api()).workflows.getRun({ params: { runId } }));
  const step = run?.steps.find((one) => one.stepId === stepId);
  const most = reader === 'person' ? NAMED_MAX : LISTED_MAX;
  return {
    count: ids?.length ?? (step === undefined ? undefined : (own(step.statusCounts, 'WAITING') ?? 0)),
    records: await listed(session, place, most),
  };
}

/** `: Ada Lovelace, Alan Turing and 2 more`; empty where no one is known. */
function namesText({ count, records }: Waiting): string {
  const first = (records ?? []).slice(0, NAMED_MAX).map(({ id, name }) => harmless(name ?? `record ${id}`));
  if (first.length === 0) return '';
  const more = (count ?? first.length) - first.length;
  return `: ${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** `4 records that wait at step review of run 31: Ada Lovelace, …` */
function waitingText(waiting: Waiting, { runId, stepId }: ApprovalStep): string {
  const whom = waiting.count === undefined ? 'the records' : counted(waiting.count, 'record');
  const verb = waiting.count === 1 ? 'waits' : 'wait';
  return `${whom} that ${verb} at step ${stepId} of run ${runId}${namesText(waiting)}`;
}

const declare = () =>
  withYes(
    writes('approve', {
      summary: 'Approve or reject records that wait in a run',
      description:
        'Without a step, the only one at which records wait; without --ids, all that wait there. Asks first, naming how many wait and the first of them, as far as the service tells it; --dry-run shows them too.',
      uses: [routes.workflows.decide, routes.workflows.getRun, routes.workflows.runRecords],
      view: decidedView,
      output: 'how many were decided, and how many still wait; JSON lists the records, up to 1,000',
      exits: ['bad', 'notFound', 'conflict'],
      irreversible: true,
      examples: [
        ['reach workflow approve 31', 'every record that waits: shows who, and asks'],
        ['reach workflow approve 31 review --dry-run --json', 'who waits, for a script'],
        ['reach workflow approve 31 review --ids 4711,4712 --yes', 'two of them'],
        ['reach workflow approve 31 review --reject', 'send them down the other branch'],
      ],
    }),
  )
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
  const { output } = session.settings;
  const isListed = output === 'json' || output === 'ndjson' || output === 'yaml';
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
