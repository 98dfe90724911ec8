// Positions of records in runs: batches that are due, moves from step to step, and the counts that go with them.

import type {
  StepStatus,
  TriggerType,
  WorkflowEntity,
  WorkflowRunStatus,
} from '../../../../contract/workflows/enums.ts';
import type { Tx } from '../../../db/connection.ts';
import { IN_LIST, jsonList } from '../../../db/rowset.ts';

/** A run under execution. */
export interface ActiveRun {
  readonly id: number;
  readonly workspaceId: number;
  readonly workflowId: number;
  readonly version: number;
  readonly sequenceNumber: number;
  readonly status: WorkflowRunStatus;
  readonly triggerType: TriggerType;
  readonly entity: WorkflowEntity;
  /** JSON: `{ seed, payload }` */
  readonly input: string;
  /** JSON: workflow ids. */
  readonly causedBy: string;
  readonly maxCredits: number | null;
  readonly creditsUsed: number;
  readonly distinctEntityCount: number;
  /** JSON: `progressText`. */
  readonly progress: string;
}

export async function activeRunById(tx: Tx, runId: number): Promise<ActiveRun | undefined> {
  return tx.one<ActiveRun>(
    `select id, workspace_id as workspaceId, workflow_id as workflowId, version, sequence_number as sequenceNumber, status,
       trigger_type as triggerType, entity, input, caused_by as causedBy, max_credits as maxCredits,
       credits_used as creditsUsed, distinct_entity_count as distinctEntityCount, progress
     from workflow_runs where id = ?`,
    runId,
  );
}

export async function setProgress(tx: Tx, runId: number, progress: string): Promise<void> {
  await tx.run('update workflow_runs set progress = ? where id = ?', progress, runId);
}

/** A step failed or skipped the record, or it left the run early. */
export interface RecordOutcome {
  readonly status: 'FAILED' | 'SKIPPED' | 'CANCELLED';
  /** The step of the reason. */
  readonly step: number;
  /** For people. */
  readonly reason: string | null;
}

/** A record has not been through the step yet, waits there, or ended its path there. */
export interface RunPosition {
  readonly step: number;
  readonly state: 'PENDING' | 'WAITING' | 'DONE';
  /** When a WAITING record continues by itself; null: when someone decides. */
  readonly dueAt?: number | null;
}

/** Adds records of the workspace to the run; returns how many were not in it yet. */
export async function addRunRecords(
  tx: Tx,
  run: Pick<ActiveRun, 'id' | 'workspaceId' | 'entity'>,
  ids: readonly number[],
  { step, state }: RunPosition,
): Promise<number> {
  const table = run.entity === 'LEAD' ? 'contacts' : 'companies';
  const { changes } = await tx.run(
    `insert into workflow_run_entities (run_id, entity_id, step, state)
     select ?, r.id, ?, ? from ${table} as r where r.workspace_id = ? and r.id ${IN_LIST} on conflict do nothing`,
    run.id,
    step,
    state,
    run.workspaceId,
    jsonList(ids),
  );
  return changes;
}

export async function countEntities(tx: Tx, runId: number, more: number): Promise<void> {
  await tx.run('update workflow_runs set distinct_entity_count = distinct_entity_count + ? where id = ?', more, runId);
}

/** Members of a list after `after`, lowest first. */
export async function listPageAfter(tx: Tx, listId: number, after: number, limit: number): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    'select member_id as id from list_members where list_id = ? and member_id > ? order by member_id limit ?',
    listId,
    after,
    limit,
  );
  return rows.map(({ id }) => id);
}

/** Pending records at a step, lowest id first. */
export async function pendingAt(tx: Tx, runId: number, step: number, limit: number, after = 0): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    `select entity_id as id from workflow_run_entities
     where run_id = ? and state = 'PENDING' and step = ? and entity_id > ? order by entity_id limit ?`,
    runId,
    step,
    after,
    limit,
  );
  return rows.map(({ id }) => id);
}

/** Those of the ids that are still pending at the step, lowest first. */
export async function stillPendingAt(tx: Tx, runId: number, step: number, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    `select entity_id as id from workflow_run_entities
     where run_id = ? and state = 'PENDING' and step = ? and entity_id ${IN_LIST} order by entity_id`,
    runId,
    step,
    jsonList(ids),
  );
  return rows.map(({ id }) => id);
}

/** Waiting records at a step that are due, the earliest first. */
export async function dueAtStep(tx: Tx, runId: number, step: number, now: number, limit: number): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    `select entity_id as id from workflow_run_entities
     where run_id = ? and state = 'WAITING' and step = ? and due_at <= ? order by due_at, entity_id limit ?`,
    runId,
    step,
    now,
    limit,
  );
  return rows.map(({ id }) => id);
}

/** When the first waiting record at the step is due; null for none. */
export async function firstDueAt(tx: Tx, runId: number, step: number): Promise<number | null> {
  const row = await tx.one<{ due: number | null }>(
    `select min(due_at) as due from workflow_run_entities where run_id = ? and state = 'WAITING' and step = ?`,
    runId,
    step,
  );
  return row?.due ?? null;
}

/** Records waiting at a step for a decision: those of `ids`, or the first `limit`; lowest first. */
export async function undecidedAt(
  tx: Tx,
  runId: number,
  step: number,
  which: { readonly ids: readonly number[] } | { readonly limit: number },
): Promise<number[]> {
  const [sql, value] =
    'ids' in which
      ? [`and entity_id ${IN_LIST} order by entity_id`, jsonList(which.ids)]
      : ['order by entity_id limit ?', which.limit];
  const rows = await tx.all<{ id: number }>(
    `select entity_id as id from workflow_run_entities
     where run_id = ? and state = 'WAITING' and step = ? and due_at is null ${sql}`,
    runId,
    step,
    value,
  );
  return rows.map(({ id }) => id);
}

/** Without an outcome, they keep the one they have. */
export async function moveRecords(
  tx: Tx,
  runId: number,
  ids: readonly number[],
  { step, state, dueAt = null }: RunPosition,
  outcome?: RecordOutcome,
): Promise<void> {
  if (ids.length === 0) return;
  const [sql, values] =
    outcome === undefined
      ? (['', []] as const)
      : ([', outcome = ?, reason_step = ?, reason = ?', [outcome.status, outcome.step, outcome.reason]] as const);
  await tx.run(
    `update workflow_run_entities set step = ?, state = ?, due_at = ?${sql} where run_id = ? and entity_id ${IN_LIST}`,
    step,
    state,
    dueAt,
    ...values,
    runId,
    jsonList(ids),
  );
}

export interface CountChange {
  readonly step: number;
  readonly status: StepStatus;
  readonly by: number;
}

export async function changeCounts(tx: Tx, runId: number, changes: readonly CountChange[]): Promise<void> {
  for (const { step, status, by } of changes) {
    if (by === 0) continue;
    await tx.run(
      `insert into workflow_run_counts (run_id, step, status, n) values (?, ?, ?, ?)
       on conflict (run_id, step, status) do update set n = workflow_run_counts.n + excluded.n`,
      runId,
      step,
      status,
      by,
    );
  }
}

/** Counts everything unfinished as CANCELLED. */
export async function cancelCounts(tx: Tx, runId: number): Promise<void> {
  await tx.run(
    `insert into workflow_run_counts (run_id, step, status, n)
     select run_id, step, 'CANCELLED', sum(n) from workflow_run_counts
       where run_id = ? and status in ('PENDING', 'WAITING') group by run_id, step having sum(n) > 0
     on conflict (run_id, step, status) do update set n = workflow_run_counts.n + excluded.n`,
    runId,
  );
  await tx.run("update workflow_run_counts set n = 0 where run_id = ? and status in ('PENDING', 'WAITING')", runId);
}

export async function addCredits(tx: Tx, runId: number, credits: number): Promise<void> {
  if (credits !== 0)
    await tx.run('update workflow_runs set credits_used = credits_used + ? where id = ?', credits, runId);
}

/** Returns false if the run had already ended. */
export async function endRun(
  tx: Tx,
  runId: number,
  { status, reason, now }: { status: WorkflowRunStatus; reason: string | null; now: number },
): Promise<boolean> {
  const { changes } = await tx.run(
    "update workflow_runs set status = ?, reason = ?, finished_at = ? where id = ? and status = 'RUNNING'",
    status,
    reason,
    now,
    runId,
  );
  return changes === 1;
}

export interface UnfinishedPosition {
  readonly runId: number;
  readonly step: number;
  readonly state: 'PENDING' | 'WAITING';
}

/** Where a record is in unfinished runs. */
export async function unfinishedPositionsOf(
  tx: Tx,
  workspaceId: number,
  entity: WorkflowEntity,
  entityId: number,
): Promise<UnfinishedPosition[]> {
  return tx.all<UnfinishedPosition>(
    `select e.run_id as runId, e.step, e.state from workflow_runs r
       join workflow_run_entities e on e.run_id = r.id and e.entity_id = ?
     where r.workspace_id = ? and r.status = 'RUNNING' and r.entity = ? and e.state <> 'DONE' order by e.run_id`,
    entityId,
    workspaceId,
    entity,
  );
}

/** Deletes positions and ranks of a finished run, `limit` of each; returns whether there may be more. */
export async function sweepRecords(tx: Tx, runId: number, limit: number): Promise<boolean> {
  let swept = 0;
  for (const table of ['workflow_run_entities', 'workflow_run_ranks']) {
    const { changes } = await tx.run(
      `delete from ${table} where run_id = ?1 and entity_id in (
         select entity_id from ${table} where run_id = ?1 order by entity_id limit ?2)`,
      runId,
      limit,
    );
    swept = Math.max(swept, changes);
  }
  return swept >= limit;
}
