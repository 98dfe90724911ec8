// The contacts of a run: who they are, how many, and what became of each.

import { Option } from 'commander';
import { listByCursor } from '../../../client/answers/pages.ts';
import { append } from '../../../contract/append.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn as ownOf } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { STEP_STATUSES, type StepStatus } from '../../../contract/workflows/enums.ts';
import type { WebhookInput } from '../../../contract/workflows/plan.ts';
import { does, reads } from '../../session/command.ts';
import { openWord } from '../../session/open-words.ts';
import type { Session } from '../../session/session.ts';
import { helpful } from '../../shared/approval.ts';
import { messagesRow } from '../../shared/effects/expected-messages.ts';
import type { Targets } from '../../shared/effects/targets.ts';
import { type LimitOptions, printListing, withLimit } from '../../shared/limit.ts';
import { runIdOf } from '../../shared/lookup/by-name.ts';
import { neverContactOf } from '../../shared/never-contact/entries.ts';
import { assertContactable } from '../../shared/never-contact/guard.ts';
import { idIn, type PublishedNodes, targetsIn, UNKNOWN } from '../../shared/never-contact/workflow-audience.ts';
import { CONTACT } from '../../shared/records/entity.ts';
import { addedRow, type ChangeRow } from '../../shared/undo/change-rows.ts';
import { runRecordView } from '../../shared/views/campaigns.ts';
import { CliError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';

/** The records that a payload names; null where it names none. */
export function deliveredTo(inputs: readonly WebhookInput[], body: Readonly<Record<string, unknown>>): Targets | null {
  const valuesOf = (wanted: string) =>
    inputs.flatMap(({ key, type }) => (type === wanted ? [ownOf(body, key)] : [])).flat();
  return targetsIn({ leadIds: valuesOf('leadIds'), companyIds: valuesOf('companyIds') });
}

/** Exit 3 where a payload names someone who must not be contacted: it is that of another system, and not changed here. */
export async function assertDeliverable(session: Session, targets: Targets | null): Promise<void> {
  if (neverContactOf(session) === null) return;
  if (targets?.entity !== CONTACT) return await session.print.warn(`who comes into the run ${UNKNOWN}`);
  await assertContactable(session, targets, 'nothing was delivered');
}

// What a run comes to at most: messages of the campaigns that it adds contacts to, and credits.

/** For a dry run. `size`: of the records that come into it, null where that is not known. */
export async function boundsOf(
  session: Session,
  workflow: { readonly id: AnyId; readonly name: string } & PublishedNodes,
  size: number | null,
): Promise<ChangeRow[]> {
  const { id, name, inputs, blocks, credits } = workflow;
  const { campaigns, workflows } = await session.api();
  const messages: ChangeRow[] = [];
  for (const campaignId of new Set(inputs.flatMap((one) => idIn(one['campaignId']) ?? []))) {
    const campaign = await helpful(campaigns.get({ params: { campaignId } }));
    if (campaign !== null) append(messages, messagesRow(campaignId, campaign, size));
  }
  const row = (to: number, note: string) =>
    addedRow({ kind: 'workflow', id, label: name, change: 'expected', field: 'credits', to, note });
  if (credits != null) return [...messages, row(credits, 'at most, each run (maxCreditsPerRun)')];
  const catalogue = await helpful(workflows.blocks());
  const prices = new Map(catalogue?.blocks.map(({ blockId, creditsPerRecord }) => [blockId, creditsPerRecord]));
  const each = blocks.reduce((sum, block) => sum + (prices.get(block) ?? 0), 0);
  if (each === 0) return messages;
  const note = `at most, each run${size === null ? ', for each record' : ''}; maxCreditsPerRun sets no limit`;
  return [...messages, row(each * (size ?? 1), note)];
}

const declare = () =>
  withLimit(
    reads('run-records', {
      summary: 'Records of a run: what each step did to each, and why it failed or skipped it',
      description:
        'One row for each step that a record has reached: its status there, and why the step failed or skipped it. The rows of a step add up to its counts in workflow status. The local service keeps them for a week after the run ended. The API has the counts only, which workflow status prints: another service may not offer more.',
      uses: [routes.workflows.runRecords, routes.workflows.getRun],
      view: runRecordView,
      output: 'one row per record and step',
      exits: ['notFound'],
      completes: { '--status': STEP_STATUSES.map((word) => word.toLowerCase()) },
      examples: [
        ['reach workflow run-records 31', 'the first 100'],
        ['reach workflow run-records 31 --status failed --all -o csv', 'where steps failed, with the reason'],
        ['reach workflow run-records 31 --status waiting --step review -o id', 'who waits for a decision'],
      ],
    })
      .argument('<run>', 'id of the run')
      .addOption(
        new Option('--status <status>', `only with this status at the step: ${STEP_STATUSES.join(', ').toLowerCase()}`),
      )
      .option('--step <id>', 'only this step'),
  );

async function assertStep(session: Session, runId: AnyId, stepId: string): Promise<void> {
  const { steps } = await (await session.api()).workflows.getRun({ params: { runId } });
  if (steps.some((step) => step.stepId === stepId)) return;
  const hint = `its steps: ${steps.map((step) => harmless(step.stepId)).join(', ')}`;
  throw new CliError('notFound', 'not_found', `run ${runId} has no step ${stepId}`, { hint });
}

/** An empty list has a reason where the run had records. */
async function explainNone(session: Session, runId: AnyId): Promise<void> {
  const { workflows } = await session.api();
  const run = await workflows.getRun({ params: { runId } });
  const { records, keptUntil } = await workflows.runRecords({ params: { runId }, query: { limit: 1 } });
  if (run.distinctEntityCount === 0 || records === undefined || records.length > 0 || keptUntil == null) return;
  const left = `what is left are the counts: reach workflow status ${runId}`;
  await session.print.note(`the records of this run were kept until ${harmless(keptUntil)}; ${left}`);
}

async function printRecords(
  session: Session,
  runId: AnyId,
  query: { readonly status?: StepStatus; readonly stepId?: string },
  limits: LimitOptions,
) {
  const { call } = await session.client();
  const count = await printListing(session, runRecordView, limits, (most) =>
    listByCursor(call, 'workflows', 'runRecords', { params: { runId }, query: { ...query } }, most),
  );
  if (count === 0 && limits.limit !== '0') await explainNone(session, runId);
}

export const runRecordsCommand = does(declare, async (session, text, { status, step, ...limits }) => {
  const runId = runIdOf(session, text);
  if (step !== undefined) await assertStep(session, runId, step);
  const query = {
    ...(status !== undefined && { status: openWord(session, '--status', status, STEP_STATUSES) }),
    ...(step !== undefined && { stepId: step }),
  };
  await printRecords(session, runId, query, limits);
});
