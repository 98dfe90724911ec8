import type { Parsed } from '../../../../contract/table.ts';
import type { TriggerType, WorkflowEntity, WorkflowRunStatus } from '../../../../contract/workflows/enums.ts';
import { allOf, inList, insertSql, raw, type SqlCell, sql, type Tx } from '../../../core/sql.ts';
import { realOf } from '../../../db/rowset.ts';

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

export const RUN_COLUMNS = `id, workspace_id as workspaceId, workflow_id as workflowId, version, sequence_number as sequenceNumber,
  status, trigger_type as triggerType, entity, max_credits as maxCredits, credits_used as creditsUsed,
  distinct_entity_count as distinctEntityCount, reason, started_at as startedAt, finished_at as finishedAt`;

export async function runById(tx: Tx, workspaceId: number, id: number): Promise<RunRow | undefined> {
  return tx.one<RunRow>(sql`select ${raw(RUN_COLUMNS)} from workflow_runs
    where workspace_id = ${workspaceId} and id = ${id}`);
}

/** Those in progress, newest first, with the names of their workflows. */
export function runningRuns(tx: Tx, workspaceId: number, most: number): Promise<(RunRow & { workflowName: string })[]> {
  return tx.all<RunRow & { workflowName: string }>(sql`select ${raw(RUN_COLUMNS)}, (select name from workflows
    where id = workflow_runs.workflow_id) as workflowName
    from workflow_runs where workspace_id = ${workspaceId} and status = 'RUNNING' order by id desc limit ${most}`);
}

export async function runPage(tx: Tx, workflowId: number, query: Parsed<'workflows', 'runs'>['query']) {
  const where = allOf([
    sql`workflow_id = ${workflowId}`,
    ...(query.status === undefined ? [] : [sql`status = ${query.status}`]),
    ...(query.triggerType === undefined ? [] : [sql`trigger_type = ${query.triggerType}`]),
  ]);
  const found = sql`select ${raw(RUN_COLUMNS)} from workflow_runs where ${where}`;
  return tx.page<RunRow>(found, 'sequence_number desc', query);
}

interface NewRun
  extends Pick<RunRow, 'workspaceId' | 'workflowId' | 'version' | 'triggerType' | 'entity' | 'maxCredits'> {
  readonly input: Readonly<Record<string, unknown>>;
  readonly causedBy: readonly number[];
  readonly now: number;
}

/** Adds a RUNNING run with the workflow's next sequence number. */
export async function insertRun(tx: Tx, run: NewRun): Promise<{ id: number; sequenceNumber: number }> {
  const counted = sql`update workflows set last_sequence = last_sequence + 1 where id = ${run.workflowId} returning last_sequence`;
  const sequenceNumber = (await tx.value<number>(counted)) ?? 1;
  const { now: startedAt, ...values } = run;
  const id = await tx.insert('workflow_runs', { ...values, sequenceNumber, status: 'RUNNING', startedAt });
  return { id, sequenceNumber };
}

export interface StepCount {
  readonly step: number;
  readonly status: string;
  readonly n: number;
}

export async function stepCounts(tx: Tx, runId: number): Promise<StepCount[]> {
  return tx.all<StepCount>(sql`select step, status, n from workflow_run_counts where run_id = ${runId} and n > 0
    order by step, status`);
}

/** The ranking of a KING's groups: each record's rank is an index entry, so that memory holds one batch at most. */
interface Rank {
  readonly entityId: number;
  /** The value they are grouped by, as JSON. */
  readonly group: string;
  /** Lower first; null last. */
  readonly order: number | null;
}

const INSERT = insertSql('workflow_run_ranks', ['run_id', 'step', 'group_key', 'is_last', 'rank', 'entity_id']);

export async function insertRanks(tx: Tx, runId: number, step: number, ranks: readonly Rank[]): Promise<void> {
  const rows = ranks.map(({ entityId, group, order }): SqlCell[] => [
    runId,
    step,
    group,
    order === null ? 1 : 0,
    order ?? 0,
    entityId,
  ]);
  await tx.runRows(INSERT, rows);
}

/** Of these records, those within the first `limit` of their group; the lower id wins a tie. */
export async function prioritizedOf(
  tx: Tx,
  { runId, step, limit }: { readonly runId: number; readonly step: number; readonly limit: number },
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  // `bound` is the first record of the group that is not prioritized, looked up once; null if the whole group is.
  const found = sql`with asked as materialized (
    select group_key, is_last, rank, entity_id from workflow_run_ranks
    where run_id = ${runId} and step = ${step} and entity_id ${inList(ids)}),
    bounds as materialized (
    select g.group_key as group_key, (
    select json_array(b.is_last, b.rank, b.entity_id) from workflow_run_ranks b
    where b.run_id = ${runId} and b.step = ${step} and b.group_key = g.group_key
    order by b.is_last, b.rank, b.entity_id limit 1 offset ${limit}) as bound
    from (select distinct group_key from asked) g)
    select a.entity_id as id from asked a join bounds b on b.group_key = a.group_key
    where b.bound is null
    or (a.is_last, a.rank, a.entity_id) < (cast(b.bound ->> 0 as bigint), ${raw(realOf('b.bound ->> 1'))},
    cast(b.bound ->> 2 as bigint))`;
  return new Set(await tx.values<number>(found));
}
