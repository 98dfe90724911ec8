// reach workflow run-records: the records of a run, step by step.

import { Option } from 'commander';
import { listByCursor } from '../../../client/answers/pages.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { STEP_STATUSES, type StepStatus } from '../../../contract/workflows/enums.ts';
import { does, reads } from '../../session/command.ts';
import { openWord } from '../../session/open-words.ts';
import type { Session } from '../../session/session.ts';
import { type LimitOptions, printListing, withLimit } from '../../shared/limit/limit.ts';
import { runIdOf } from '../../shared/lookup/workflow.ts';
import { runRecordView } from '../../shared/views/workflows.ts';
import { CliError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';

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

interface RunRecordQuery {
  readonly status?: StepStatus;
  readonly stepId?: string;
}

/** Throws CliError if the run has no such step. */
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

async function printRecords(session: Session, runId: AnyId, query: RunRecordQuery, limits: LimitOptions) {
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
