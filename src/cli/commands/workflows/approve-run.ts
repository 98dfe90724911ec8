// The question before a run: which workflow, on which records, and which campaigns they are added to.

import { counted } from '../../../contract/english.ts';
import type { AnyId } from '../../../contract/ids.ts';
import type { JsonObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { asksFirst, does } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { orDash } from '../../shared/answer.ts';
import { approveAt, fromSender, helpful, listText, typedCount } from '../../shared/approval.ts';
import { assertTouched, expectedOf, withExpect } from '../../shared/effects/expected.ts';
import type { Targets } from '../../shared/effects/targets.ts';
import { waitsForApproval } from '../../shared/job-summary.ts';
import { runIdOf } from '../../shared/lookup/by-name.ts';
import { idsOf } from '../../shared/lookup/match.ts';
import { assertApprovable, idIn, publishedInputs, targetsIn } from '../../shared/never-contact/workflow-audience.ts';
import { decidedView } from '../../shared/views/campaigns.ts';
import { planned, printDryRun } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { printsWhole } from '../../terminal/settings.ts';
import { waitingAt, waitingText } from './approvals.ts';

const declare = () =>
  withExpect(
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

export const approveCommand = does(
  declare,
  async (session, text, step, { reject, ids: list, dryRun, yes, ...options }) => {
    const runId = runIdOf(session, text);
    const stepId = await waitingStep(session, runId, step);
    const ids = list === undefined ? undefined : await idsOf(session.io, list, 'record');
    const body = { stepId, decision: reject ? ('REJECTED' as const) : ('APPROVED' as const), ...(ids && { ids }) };
    const request = { params: { runId }, body };
    const place = { runId, stepId, ids };
    if (reject !== true) await assertApprovable(session, place);
    const isListed = printsWhole(session.settings);
    const isAsked = !dryRun && !yes && session.prompt.possible;
    const expected = expectedOf(options);
    const waiting =
      isListed || isAsked || dryRun || expected !== null
        ? await waitingAt(session, place, isListed ? 'program' : 'person')
        : null;
    const records = isListed && waiting?.records ? { records: waiting.records } : {};
    if (dryRun) {
      await printDryRun(session, planned(routes.workflows.decide, request, records));
      if (waiting)
        await session.print.note(`${reject ? 'would reject' : 'would approve'} ${waitingText(waiting, place)}`);
    }
    assertTouched(expected, waiting?.count ?? null);
    if (dryRun) return;
    if (!yes) {
      const whom = waitingText(waiting ?? { count: ids?.length, records: null }, place);
      const typed = reject ? undefined : typedCount(waiting?.count);
      await approveAt(session, `${reject ? 'Reject' : 'Approve'} ${whom}`, { declined: 'nothing decided', typed });
    }
    const decided = await (await session.api()).workflows.decide(request);
    await session.print.record(decidedView, { ...decided, ...records });
  },
);

/** What a run is started on: what its input names, or else its entry; null where that is not known before. */
export function entryOf(input: JsonObject | undefined, entries: readonly JsonObject[]): Targets | null {
  for (const one of input === undefined ? entries : [input, ...entries]) {
    const found = targetsIn(one);
    if (found !== null) return found;
  }
  return null;
}

/** `contact 4`, `2 companies`, `list "Newsletter" (19 contacts)` */
async function targetsText(
  session: Session,
  { entity: { noun }, ids = [], lists = [] }: Targets,
): Promise<{ readonly text: string; readonly size: number | undefined }> {
  const [list] = lists;
  if (list !== undefined) return await listText(session, list);
  return { text: ids.length === 1 ? `${noun} ${ids[0]}` : counted(ids.length, noun), size: ids.length };
}

/** `; it adds contacts to "Welcome" (ACTIVE) from Robin Hale`, for each campaign of the plan. */
async function campaignsText(session: Session, campaignIds: readonly AnyId[]): Promise<string> {
  const { campaigns } = await session.api();
  const texts: string[] = [];
  for (const campaignId of campaignIds) {
    const campaign = await helpful(campaigns.get({ params: { campaignId } }));
    const name = campaign?.name === undefined ? `campaign ${campaignId}` : `"${orDash(campaign.name)}"`;
    const status = campaign?.status === undefined ? '' : ` (${campaign.status})`;
    texts.push(`${name}${status}${await fromSender(session, campaign?.identityId)}`);
  }
  return texts.length === 0 ? '' : `; it adds contacts to ${texts.join(' and ')}`;
}

async function described(
  session: Session,
  workflowId: AnyId,
  input: JsonObject | undefined,
): Promise<{ readonly text: string; readonly size: number | undefined }> {
  const { name, inputs, entries } = await publishedInputs(session, workflowId);
  const targets = entryOf(input, entries);
  const records = targets && (await targetsText(session, targets));
  const campaignIds = new Set(inputs.flatMap((one) => idIn(one['campaignId']) ?? []));
  const whom = records === null ? '' : ` on ${records.text}`;
  const text = `Run "${name}"${whom}${await campaignsText(session, [...campaignIds])}`;
  return { text, size: campaignIds.size > 0 ? records?.size : undefined };
}

/** Asks before a run starts. A run that adds more than a hundred contacts to campaigns has their number typed. */
export async function approveRun(session: Session, workflowId: AnyId, input: JsonObject | undefined): Promise<void> {
  const { text, size } = session.prompt.possible
    ? await described(session, workflowId, input)
    : { text: `Run workflow ${workflowId}`, size: undefined };
  await approveAt(session, text, { declined: 'nothing started', typed: typedCount(size) });
}
