import type { TriggerType, WorkflowEntity, WorkflowRunStatus } from '../../../../contract/workflows/enums.ts';
import type { Tx } from '../../../db/connection.ts';
import { allOf, type PageWindow } from '../../../db/fragment.ts';

export interface RunRow {
  readonly id: number;
  readonly workspaceId: number;
  readonly workflowId: number;
  readonly version: number;
  readonly sequenceNumber: number;
  readonly status: WorkflowRunStatus;
  readonly triggerType: TriggerType;
  readonly entity: WorkflowEntity;
  readonly maxCredits: number | null;
  readonly creditsUsed: number;
  readonly distinctEntityCount: number;
  readonly reason: string | null;
  readonly startedAt: number;
  readonly finishedAt: number | null;
}

const COLUMNS = `id, workspace_id as workspaceId, workflow_id as workflowId, version, sequence_number as sequenceNumber,
  status, trigger_type as triggerType, entity, max_credits as maxCredits, credits_used as creditsUsed,
  distinct_entity_count as distinctEntityCount, reason, started_at as startedAt, finished_at as finishedAt`;

export async function runById(tx: Tx, workspaceId: number, id: number): Promise<RunRow | undefined> {
  return tx.one<RunRow>(`select ${COLUMNS} from workflow_runs where workspace_id = ? and id = ?`, workspaceId, id);
}

/** Those in progress, newest first, with the names of their workflows. */
export function runningRuns(tx: Tx, workspaceId: number, most: number): Promise<(RunRow & { workflowName: string })[]> {
  return tx.all<RunRow & { workflowName: string }>(
    `select ${COLUMNS}, (select name from workflows where id = workflow_runs.workflow_id) as workflowName
     from workflow_runs where workspace_id = ? and status = 'RUNNING' order by id desc limit ?`,
    workspaceId,
    most,
  );
}

export interface RunFilter {
  readonly status: WorkflowRunStatus | null;
  readonly triggerType: TriggerType | null;
}

/** A page of a workflow's runs, newest first, and how many there are in all. */
export async function runPage(
  tx: Tx,
  workflowId: number,
  { status, triggerType }: RunFilter,
  page: PageWindow,
): Promise<{ rows: RunRow[]; total: number }> {
  const where = allOf([
    { sql: 'workflow_id = ?', values: [workflowId] },
    ...(status === null ? [] : [{ sql: 'status = ?', values: [status] }]),
    ...(triggerType === null ? [] : [{ sql: 'trigger_type = ?', values: [triggerType] }]),
  ]);
  const rows = await tx.all<RunRow>(
    `select ${COLUMNS} from workflow_runs where ${where.sql} order by sequence_number desc limit ? offset ?`,
    ...where.values,
    page.limit,
    page.offset,
  );
  const counted = await tx.one<{ n: number }>(
    `select count(*) as n from workflow_runs where ${where.sql}`,
    ...where.values,
  );
  return { rows, total: counted?.n ?? 0 };
}

export interface NewRun {
  readonly workspaceId: number;
  readonly workflowId: number;
  readonly version: number;
  readonly triggerType: TriggerType;
  readonly entity: WorkflowEntity;
  readonly input: Readonly<Record<string, unknown>>;
  readonly causedBy: readonly number[];
  readonly maxCredits: number | null;
  readonly now: number;
}

/** Adds a RUNNING run with the workflow's next sequence number. */
export async function insertRun(tx: Tx, run: NewRun): Promise<{ id: number; sequenceNumber: number }> {
  await tx.run('update workflows set last_sequence = last_sequence + 1 where id = ?', run.workflowId);
  const row = await tx.one<{ n: number }>('select last_sequence as n from workflows where id = ?', run.workflowId);
  const sequenceNumber = row?.n ?? 1;
  const { lastId } = await tx.run(
    `insert into workflow_runs (workspace_id, workflow_id, version, sequence_number, status, trigger_type, entity, input,
       caused_by, max_credits, started_at) values (?, ?, ?, ?, 'RUNNING', ?, ?, ?, ?, ?, ?)`,
    run.workspaceId,
    run.workflowId,
    run.version,
    sequenceNumber,
    run.triggerType,
    run.entity,
    JSON.stringify(run.input),
    JSON.stringify(run.causedBy),
    run.maxCredits,
    run.now,
  );
  return { id: lastId, sequenceNumber };
}

export interface StepCount {
  readonly step: number;
  readonly status: string;
  readonly n: number;
}

/** The number of records per step and status. */
export async function stepCounts(tx: Tx, runId: number): Promise<StepCount[]> {
  return tx.all<StepCount>(
    'select step, status, n from workflow_run_counts where run_id = ? and n > 0 order by step, status',
    runId,
  );
}
